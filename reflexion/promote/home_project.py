"""The global store in a project's place: its rules go into the CLAUDE.md of the home folder."""

from __future__ import annotations

import os

from reflexion.store import paths


class HomeProject:
    """What `promoter` asks of a project; its rules go into ~/.claude/CLAUDE.md."""

    def __init__(self, project):
        self.environ, self.store, self.trusted = project.environ, project.home, True
        home = paths.home_folder(project.environ)
        folder = os.path.abspath(
            project.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
        )
        inside = bool(home) and paths.inside(folder, home)
        self.root = home if inside else folder
        name = os.path.join(os.path.relpath(folder, home), "CLAUDE.md") if inside else "CLAUDE.md"
        self.settings = {**project.settings, "promote_to": [name.replace(os.sep, "/")]}
