"""What a hook or a command works with: stores, settings, and whether they may speak."""

from __future__ import annotations

import os

from reflexion.store import paths, settings, trust
from reflexion.store.entries import Store
from reflexion.store.schema import id_of

SCRATCH = ("state", "state/sessions", "state/runs", "state/backups", "state/index", "state/tmp")


class Project:
    """`root` and `store` of the project (None where there may be none), `home` the global Store,
    `trusted`, `settings`, `waiting`: files that came by git into a store that a hook made."""

    def __init__(self, cwd: str, environ, problems: list | None = None):
        self.environ = environ
        self.root, folder = paths.locate(cwd, environ)
        home = paths.home_store(environ)
        self.home = Store(home, os.path.dirname(home), private=True) if home else None
        link, what = _misleading(folder, self.root) if folder else ("", "")
        if link:
            if problems is not None:
                problems.append((link, f"{what}: nothing is read or written through it; remove it"))
            self.root, folder = "", ""
        self.store = Store(folder, self.root) if folder else None
        level = trust.level(folder, home) if folder else ""
        # in a store that a hook made, what git brought is put aside
        tracked = trust.tracked(self.root, home) if level == trust.OWN else frozenset()
        known = bool(folder) and tracked is not None
        self.waiting = tracked or frozenset()
        self.trusted = known and (bool(level) or not trust.arrived(folder))
        if self.waiting:
            entries = (name.split("/")[-1] for name in tracked if name.startswith("entries/"))
            self.store.waiting = frozenset(filter(None, map(id_of, entries)))
        own_settings = self.trusted and settings.FILE not in self.waiting
        self.settings = settings.load([folder if own_settings else "", home], problems)

    def ready(self) -> Store:
        """The store, made (private, trusted from the start) where it is missing. Raises OSError."""
        ours = self.store.create_folders() or not trust.arrived(self.store.dir)
        if ours and self.home and not trust.level(self.store.dir, self.home.dir):
            trust.trust(self.store.dir, self.home.dir, trust.MADE)
        return self.store

    def owns(self, entry_id: str) -> bool:
        """Did this machine write the entry, or its person accept it?"""
        return True

    def speaking(self) -> list:
        """The stores whose learnings may be said: the project's if trusted, and the global."""
        found = [self.store] if self.store and self.trusted and self.store.exists() else []
        other = self.home and (not self.store or self.home.dir != self.store.dir)
        if self.settings["use_global"] and other and self.home.exists():
            found.append(self.home)
        return found

    def state_dir(self) -> str:
        """Where faults go: to the project's store, else the home store; "" without either."""
        store = self.store if self.store and self.store.exists() else self.home
        return store.state_dir if store else ""

    def outside(self, cwd: str) -> bool:
        """Did a command in cwd run outside this project (a temporary folder, another checkout)?"""
        if cwd and not paths.is_path(cwd):
            return True
        real, started = os.path.realpath, self.environ.get("CLAUDE_PROJECT_DIR") or ""
        cwd, root = real(cwd or self.root), real(self.root)
        if started and paths.inside(cwd, real(started)):
            return False
        top = paths.checkout_top(cwd)
        belongs = paths.inside(cwd, root) or bool(top) and real(paths.main_checkout(top)) == root
        stranger = started and not paths.inside(real(started), root) and not self.store.exists()
        return bool(stranger) or not belongs


class HomeProject:
    """The global store in a project's place: its rules go into ~/.claude/CLAUDE.md."""

    trusted, home = True, None

    def __init__(self, project: Project):
        self.environ, self.store = project.environ, project.home
        home = paths.home_folder(project.environ)
        folder = project.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
        folder = os.path.abspath(folder)
        self.root = home if home and paths.inside(folder, home) else folder
        name = os.path.relpath(os.path.join(folder, "CLAUDE.md"), self.root)
        self.settings = {**project.settings, "promote_to": [name.replace(os.sep, "/")]}

    def owns(self, entry_id: str) -> bool:
        """As Project.owns: nothing comes into the home store but by this machine."""
        return True

    def ready(self) -> Store:
        """The store, its folders made where they are missing. Raises OSError."""
        self.store.create_folders()
        return self.store


def _misleading(folder: str, root: str) -> tuple:
    """(a link in the place of the store or its scratch, what is wrong with it), or ("", "")."""
    for path in (folder, os.path.join(folder, "entries")):
        if os.path.islink(path) and paths.escapes(path, root):
            return path, "a symbolic link that leads out of the project"
    links = filter(os.path.islink, (os.path.join(folder, name) for name in SCRATCH))
    return next(((path, "a symbolic link in the place of a folder") for path in links), ("", ""))
