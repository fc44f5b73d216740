"""What is installed for Qwen Code, and where."""

import os

from reflexion.hosts.installation import Installation, holds, read_records, with_braces

TRUSTED_WORDS = ("TRUST_FOLDER", "TRUST_PARENT")


class QwenCode(Installation):
    """Qwen Code; Gemini CLI, of which it is a fork, keeps trust in folders alike."""

    name = "qwen"
    title = "Qwen Code"
    program = "qwen"
    signs = (".qwen", "QWEN.md")
    folder = ".qwen"
    home_below = ".qwen"
    home_variable = "QWEN_HOME"
    skills = ".agents"
    settings = dict.fromkeys(("shared", "local", "user"), "settings.json")
    added_by_host = ("$version",)
    project_variable = "QWEN_PROJECT_DIR"
    rules_at = ("permissions", "allow")
    rule = "Bash({call}:*)"
    exact_rule = "Bash({call})"
    commands = "commands/reflexion/{name}.md"
    agents = "agents/{name}.md"
    asks_for_trust = False  # by default
    steps = (
        "Sessions that run already take the hooks up when they are restarted.",
        "The rule that lets the agent record a learning works in the approval mode `default`; "
        "in the mode `auto` Qwen decides by itself and may ask.",
    )

    def command_text(self, name: str, head: dict, body: str) -> str:
        return super().command_text(name, head, with_braces(body))

    def is_trusted(self, root: str, environ) -> bool:
        home = self.home(environ)
        asks = read_records(os.path.join(home, "settings.json"))
        for key in ("security", "folderTrust", "enabled"):
            asks = asks.get(key) if isinstance(asks, dict) else None
        if not isinstance(asks, bool):
            asks = self.asks_for_trust
        return not asks or is_listed(root, read_records(os.path.join(home, "trustedFolders.json")))


def is_listed(root: str, folders: dict) -> bool:
    """Return True if {folder: word} trusts the project; TRUST_PARENT is about the one above."""
    is_trusted = False
    for folder, word in folders.items():
        above = os.path.dirname(folder) if word == "TRUST_PARENT" else folder
        if holds(above, root):
            if word not in TRUSTED_WORDS:
                return False
            is_trusted = True
    return is_trusted


HOST = QwenCode()
