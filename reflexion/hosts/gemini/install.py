"""What is installed for Gemini CLI, and where."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping

from reflexion.hosts.installation import Installation, holds, read_records, with_braces

TRUSTED_WORDS = ("TRUST_FOLDER", "TRUST_PARENT")


class GeminiCli(Installation):
    """Gemini CLI: time-outs in milliseconds, permissions in a policy file.

    `tools.allowed` in the settings would deny all other commands where nobody is asked; a
    policy allows these alone, and is read from the home only.
    """

    name = "gemini"
    title = "Gemini CLI"
    signs = (".gemini", "GEMINI.md")
    folder = ".gemini"
    project_variable = "GEMINI_PROJECT_DIR"
    units = 1000
    has_named_hooks = True
    commands = "commands/reflexion/{name}.toml"
    agents = "agents/{name}.md"
    steps = (
        "Start `gemini` in the project and say that you trust the folder: without that it does "
        "not read .gemini/settings.json (--skip-trust does not help).",
        "It names the new hooks once, in a warning, and runs them at once.",
        "Gemini reads GEMINI.md, not AGENTS.md: `reflexion config promote_to GEMINI.md` writes "
        "rules there.",
    )

    def home(self, environ: Mapping[str, str]) -> str:
        above = environ.get("GEMINI_CLI_HOME")
        return os.path.join(above, ".gemini") if above else super().home(environ)

    def is_trusted(self, root: str, environ: Mapping[str, str]) -> bool:
        """Return True if trustedFolders.json lists the folder, or trust is switched off."""
        home = self.home(environ)
        asks: object = read_records(os.path.join(home, "settings.json"))
        for key in ("security", "folderTrust", "enabled"):
            asks = asks.get(key) if isinstance(asks, dict) else None
        listed = read_records(os.path.join(home, "trustedFolders.json")).items()
        words = [word for folder, word in listed if holds(_trusted(folder, str(word)), root)]
        return asks is False or (bool(words) and all(word in TRUSTED_WORDS for word in words))

    def rules_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        mark = "user" if scope == "user" else f"{zlib.crc32(os.fsencode(root)):08x}"
        return os.path.join(self.home(environ), "policies", f"reflexion-{mark}.toml")

    def rules_text(self, call: str, commands: tuple[str, ...], exact: tuple[str, ...]) -> str:
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

    def command_text(self, name: str, head: dict[str, str], body: str) -> str:
        """Return TOML; the prompt is a literal text, in which nothing is escaped."""
        about = json.dumps(head["description"])
        return f"description = {about}\nprompt = '''\n{with_braces(body)}'''\n"


def _trusted(folder: str, word: str) -> str:
    """Return the folder that an entry is about: TRUST_PARENT is about the one above."""
    return os.path.dirname(folder) if word == "TRUST_PARENT" else folder


HOST = GeminiCli()
