"""What is installed for Gemini CLI, and where."""

import json
import os
import zlib

from reflexion.hosts.installation import with_braces
from reflexion.hosts.qwen.install import QwenCode


class GeminiCli(QwenCode):
    """Gemini CLI: time-outs in milliseconds, permissions in a policy file.

    `tools.allowed` in the settings would deny all other commands where nobody is asked; a
    policy allows these alone, and is read from the home only.
    """

    name = "gemini"
    title = "Gemini CLI"
    program = "gemini"
    signs = (".gemini", "GEMINI.md")
    folder = ".gemini"
    home_below = ".gemini"
    home_variable = ""
    added_by_host = ()
    project_variable = "GEMINI_PROJECT_DIR"
    units = 1000
    has_named_hooks = True
    rules_at = ()
    rule = ""
    exact_rule = ""
    commands = "commands/reflexion/{name}.toml"
    asks_for_trust = True
    steps = (
        "Start `gemini` in the project and say that you trust the folder: without that it does "
        "not read .gemini/settings.json (--skip-trust does not help).",
        "It names the new hooks once, in a warning, and runs them at once.",
        "Gemini reads GEMINI.md, not AGENTS.md: `reflexion config promote_to GEMINI.md` writes "
        "rules there.",
    )

    def home(self, environ) -> str:
        above = environ.get("GEMINI_CLI_HOME")
        return os.path.join(above, ".gemini") if above else super().home(environ)

    def rules_path(self, root: str, scope: str, environ) -> str:
        mark = "user" if scope == "user" else f"{zlib.crc32(os.fsencode(root)):08x}"
        return os.path.join(self.home(environ), "policies", f"reflexion-{mark}.toml")

    def rules_text(self, call: str, commands: tuple, exact: tuple) -> str:
        """Return a policy of prefixes, against which each part of a command line is held."""
        prefixes = [f"{call} {command}" for command in commands if command not in exact]
        return (
            "# Reflexion: recording a learning needs no approval\n"
            "[[rule]]\n"
            'toolName = "run_shell_command"\n'
            f"commandPrefix = {json.dumps(prefixes)}\n"
            'decision = "allow"\n'
            "priority = 100\n"
        )

    def command_text(self, name: str, head: dict, body: str) -> str:
        """Return TOML; the prompt is a literal text, in which nothing is escaped."""
        about = json.dumps(head["description"])
        return f"description = {about}\nprompt = '''\n{with_braces(body)}'''\n"


HOST = GeminiCli()
