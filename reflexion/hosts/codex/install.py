"""What is installed for Codex, and where.

Codex trusts each hook by a hash over its command, so these stay the same across upgrades. It
records the hash in config.toml, under `[hooks.state."<file>:<event>:<group>:<handler>"]`. A hook
that changed since is asked about again when Codex starts; that is not told here.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping

from reflexion.hosts.installation import Installation, read_text, switches_plugin_on


class Codex(Installation):
    """Codex CLI: permissions in a rules file; it asks for trust in the folder and each hook."""

    name = "codex"
    title = "Codex"
    folder = ".codex"
    home_variable = "CODEX_HOME"
    settings = "hooks.json"
    last_seconds = 3
    runs_cmd_on_windows = True
    steps = (
        'Start `codex` in the project and choose "Trust and continue" (without a screen: '
        "`codex exec --trust` once): without that it does not read .codex/hooks.json.",
        'At "Hooks need review" look at them, then choose "Trust all and continue" (later: '
        "/hooks). Until then Codex skips them in silence.",
    )

    def is_trusted(self, root: str, environ: Mapping[str, str]) -> bool:
        headings = (f"[projects.{json.dumps(root)}]", f"[projects.'{root}']")
        is_here = False
        for line in read_text(self._config(environ)).splitlines():
            if line.startswith("["):
                is_here = line.strip() in headings
            elif is_here and line.replace(" ", "").startswith('trust_level="trusted"'):
                return True
        return False

    def are_hooks_trusted(self, path: str, environ: Mapping[str, str]) -> bool:
        config = read_text(self._config(environ))
        quoted = f"[hooks.state.{json.dumps(path)[:-1]}:"
        return f"[hooks.state.'{path}:" in config or quoted in config

    def plugin_file(self, settings: list[str], environ: Mapping[str, str]) -> str:
        config = self._config(environ)
        return config if switches_plugin_on(config) else ""

    def rules_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        return os.path.join(self.folder_of(root, scope, environ), "rules", "reflexion.rules")

    def rules_text(self, call: str, commands: tuple[str, ...], exact: tuple[str, ...]) -> str:
        """Return rules of prefixes, which Codex runs unasked and outside of its sandbox."""
        single = [words for words in commands if " " not in words and words not in exact]
        phases = [words.partition(" ")[2] for words in commands if " " in words]
        called = [json.dumps(word) for word in shlex.split(call)]
        lines = ["# Reflexion: recording a learning needs no approval\n"]
        for last in ([json.dumps(single)], ['"reflect"', json.dumps(phases)]):
            pattern = ", ".join(called + last)
            lines.append(f'prefix_rule(pattern=[{pattern}], decision="allow")\n')
        return "".join(lines)

    def _config(self, environ: Mapping[str, str]) -> str:
        return os.path.join(self.home(environ), "config.toml")


HOST = Codex()
