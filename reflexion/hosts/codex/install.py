"""What is installed for Codex, and where.

Codex trusts each hook by a hash over its command, so these stay the same across upgrades.
"""

import json
import os
import shlex

from reflexion.hosts.codex.trust import are_hooks_trusted, is_folder_trusted
from reflexion.hosts.installation import Installation, switches_plugin_on


class Codex(Installation):
    """Codex CLI: permissions in a rules file; it asks for trust in the folder and each hook."""

    name = "codex"
    title = "Codex"
    program = "codex"
    folder = ".codex"
    home_below = ".codex"
    home_variable = "CODEX_HOME"
    skills = ".agents"
    settings = dict.fromkeys(("shared", "local", "user"), "hooks.json")
    last_seconds = 3
    runs_cmd_on_windows = True
    steps = (
        'Start `codex` in the project and choose "Trust and continue" (without a screen: '
        "`codex exec --trust` once): without that it does not read .codex/hooks.json.",
        'At "Hooks need review" look at them, then choose "Trust all and continue" (later: '
        "/hooks). Until then Codex skips them in silence.",
    )

    def is_trusted(self, root: str, environ) -> bool:
        return is_folder_trusted(root, self.home(environ))

    def are_hooks_trusted(self, path: str, environ) -> bool:
        return are_hooks_trusted(path, self.home(environ))

    def plugin_file(self, settings: list, environ) -> str:
        config = os.path.join(self.home(environ), "config.toml")
        return config if switches_plugin_on(config) else ""

    def rules_path(self, root: str, scope: str, environ) -> str:
        folder = self.home(environ) if scope == "user" else os.path.join(root, self.folder)
        return os.path.join(folder, "rules", "reflexion.rules")

    def rules_text(self, call: str, commands: tuple, exact: tuple) -> str:
        """Return rules of prefixes, which Codex runs unasked and outside of its sandbox."""
        single = [words for words in commands if " " not in words and words not in exact]
        phases = [words.partition(" ")[2] for words in commands if " " in words]
        called = [json.dumps(word) for word in shlex.split(call)]
        lines = ["# Reflexion: recording a learning needs no approval\n"]
        for last in ([json.dumps(single)], ['"reflect"', json.dumps(phases)]):
            pattern = ", ".join(called + last)
            lines.append(f'prefix_rule(pattern=[{pattern}], decision="allow")\n')
        return "".join(lines)


HOST = Codex()
