"""What is installed for Claude Code, and where."""

from __future__ import annotations

from collections.abc import Mapping

from reflexion.hosts.installation import Installation, switches_plugin_on


class ClaudeCode(Installation):
    """Claude Code: its form is the one in which our skill, commands and agents are written."""

    name = "claude"
    title = "Claude Code"
    folder = ".claude"
    home_variable = "CLAUDE_CONFIG_DIR"
    skills = ".claude"
    local_settings = "settings.local.json"
    project_variable = "CLAUDE_PROJECT_DIR"
    rules_at = ("permissions", "allow")
    rule = "Bash({call}:*)"
    exact_rule = "Bash({call})"
    commands = "commands/reflexion/{name}.md"
    agents = "agents/{name}.md"
    steps = (
        "Sessions that run already take the hooks up when they are restarted; `/hooks` lists them.",
    )

    def plugin_file(self, settings: list[str], environ: Mapping[str, str]) -> str:
        return next(filter(switches_plugin_on, settings), "")

    def command_text(self, name: str, head: dict[str, str], body: str) -> str:
        return _front_matter(head) + body

    def agent_text(self, name: str, head: dict[str, str], body: str) -> str:
        return _front_matter(head) + body


def _front_matter(head: dict[str, str]) -> str:
    lines = [f"{key}: {value}\n" for key, value in head.items()]
    return f"---\n{''.join(lines)}---\n\n"


HOST = ClaudeCode()
