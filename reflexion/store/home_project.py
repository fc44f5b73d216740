"""The global store in a project's place, for rules that hold in every project."""

from __future__ import annotations

import os

from reflexion.store import paths
from reflexion.store.entries import Store
from reflexion.store.fs import inside
from reflexion.store.project import Project


class HomeProject(Project):
    """The global store in a project's place: its rules go into ~/.claude/CLAUDE.md."""

    trusted = True
    home = None

    def owns(self, entry_id: str) -> bool:
        """The home store is the person's own, whatever it holds."""
        return True

    def __init__(self, project: Project):
        self.environ = project.environ
        self.store = project.home
        self.session = project.session
        home = paths.home_folder(project.environ)
        folder = project.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
        folder = os.path.abspath(folder)
        self.root = home if home and inside(folder, home) else folder
        name = os.path.relpath(os.path.join(folder, "CLAUDE.md"), self.root)
        self.settings = {**project.settings, "promote_to": [name.replace(os.sep, "/")]}

    def ready(self) -> Store:
        """The store, its folders made where they are missing. Raises OSError."""
        self.store.create_folders()
        return self.store
