"""What is installed for Qwen Code, and where."""

from reflexion.hosts.installation import Installation, with_braces


class QwenCode(Installation):
    """Qwen Code: Claude Code's settings and permissions in a folder of its own."""

    name = "qwen"
    title = "Qwen Code"
    signs = (".qwen", "QWEN.md")
    folder = ".qwen"
    home_variable = "QWEN_HOME"
    project_variable = "QWEN_PROJECT_DIR"
    rules_at = ("permissions", "allow")
    rule = "Bash({call}:*)"
    exact_rule = "Bash({call})"
    commands = "commands/reflexion/{name}.md"
    agents = "agents/{name}.md"
    steps = (
        "Sessions that run already take the hooks up when they are restarted.",
        "The rule that lets the agent record a learning works in the approval mode `default`; "
        "in the mode `auto` Qwen decides by itself and may ask.",
    )

    def command_text(self, name: str, head: dict[str, str], body: str) -> str:
        return super().command_text(name, head, with_braces(body))


HOST = QwenCode()
