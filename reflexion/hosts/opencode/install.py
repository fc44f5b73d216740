"""What is installed for OpenCode, and where."""

from __future__ import annotations

import os
from collections.abc import Mapping

from reflexion.hosts.installation import Installation
from reflexion.store.paths import home_folder


class OpenCode(Installation):
    """OpenCode has no hooks that run commands: `reflexion.js` forwards its events."""

    name = "opencode"
    title = "OpenCode"
    signs = (".opencode", "opencode.json", "opencode.jsonc")
    folder = ".opencode"
    settings = "plugins/reflexion.js"
    module = "reflexion.js"
    rules_at = ("permission", "bash")
    rule = "{call} *"
    exact_rule = "{call}"
    rule_value = "allow"
    commands = "commands/reflexion-{name}.md"  # a colon cannot stand in a file's name
    agents = "agents/{name}.md"
    steps = ("The plugin is loaded by the next session; OpenCode asks nothing.",)

    def home(self, environ: Mapping[str, str]) -> str:
        above = environ.get("XDG_CONFIG_HOME") or os.path.join(home_folder(environ), ".config")
        return os.path.join(above, "opencode")

    def rules_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        return os.path.join(self.home(environ) if scope == "user" else root, "opencode.json")

    def command_text(self, name: str, head: dict[str, str], body: str) -> str:
        return super().command_text(name, head, body.replace("/reflexion:", "/reflexion-"))

    def agent_text(self, name: str, head: dict[str, str], body: str) -> str:
        return f"---\ndescription: {head['description']}\nmode: subagent\n---\n\n{body}"


HOST = OpenCode()
