"""Tell from Codex's config.toml whether it trusts a folder, and hooks of a file.

Codex records a hash for each hook, under `[hooks.state."<file>:<event>:<group>:<handler>"]`. A
hook that changed since is asked about again when Codex starts; that is not told here.
"""

import json
import os

from reflexion.store import fs

MAX_BYTES = 8 << 20


def are_hooks_trusted(path: str, home: str) -> bool:
    """Return True if hooks of this file were trusted; `home` is Codex's folder."""
    config = _config(home)
    begin = f'[hooks.state."{path}:'
    quoted = f"[hooks.state.{json.dumps(path)[:-1]}:"
    return begin.replace('"', "'") in config or quoted in config


def is_folder_trusted(root: str, home: str) -> bool:
    """Return True if Codex reads the project's own `.codex` folder."""
    headings = (f"[projects.{json.dumps(root)}]", f"[projects.'{root}']")
    is_here = False
    for line in _config(home).splitlines():
        if line.startswith("["):
            is_here = line.strip() in headings
        elif is_here and line.replace(" ", "").startswith('trust_level="trusted"'):
            return True
    return False


def _config(home: str) -> str:
    try:
        return fs.read_text(os.path.join(home, "config.toml"), MAX_BYTES, follow=True)
    except (OSError, ValueError):
        return ""
