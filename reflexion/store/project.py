"""What a hook or a command works with: the stores, the settings, and whether they may speak."""

from __future__ import annotations

import os

from reflexion.errors import Unreadable
from reflexion.learning.entry import Entry
from reflexion.store import fs, history, paths, settings
from reflexion.store.entries import Store
from reflexion.store.trust import YOURS, TrustList, setting_as_entry

# entries whose files are all looked at when a session starts, for edits in place; in a larger
# store only new and removed files are seen
LOOKED_THROUGH = 2000
STATE_FOLDERS = ("state", "state/tmp", "state/mine")
PLACES = "projects"  # in the home store's state: a folder for what happened in each project


class Project:
    """The project that a folder lies in.

    root      its root; "" where there can be none (the home folder, `/`)
    store     its Store, there or not; None where there can be none or it may not be read
    home      the home store; None without a home folder
    trusted   True if the store was accepted or holds nothing that came along
    closed    why the store is not read at all; "" if it is
    settings  every setting, merged
    problems  (path, what is wrong) of what was met while reading
    """

    def __init__(self, cwd: str, environ, patience: float = 0.0):
        self.environ = environ
        self.problems = []
        self.root = paths.project_root(cwd, environ)
        folder = paths.home_store(environ)
        self.home = Store(folder, os.path.dirname(folder)) if folder else None
        self.closed = _why_closed(self.root) if self.root else ""
        self.store: Store = None  # a hook decides only where there is one
        self.trusted = False
        if self.root and self.home and not self.closed:
            self._open_store()
        self.settings_wait = False
        self._held: dict | None = None  # settings that hold and are not kept yet
        self._new: list[Entry] = []  # those that wait
        home_settings = self._settings_of(self.home, {}) if self.home else {}
        self.settings = settings.merge(self._own_settings(), home_settings)
        for store in (self.store, self.home):
            if store:
                store.patterns = tuple(self.settings["redact"])
                store.patience = patience or store.patience

    def ready(self) -> Store:
        """Return the store, made where it is missing. Raises OSError."""
        if self.trusted and not (self.store.trust.is_accepted and self.store.exists()):
            self.store.accept()
        self.store.create()
        return self.store

    def stores(self) -> list:
        """Return the stores whose learnings may be told: the project's and the home store."""
        found = []
        if self.store and self.store.exists() and self.store.trust.is_accepted:
            found.append(self.store)
        is_other = self.home and not (self.store and self.store.dir == self.home.dir)
        if is_other and self.settings["use_global"] and self.home.exists():
            found.append(self.home)
        return found

    def state_dir(self) -> str:
        """Return the folder that faults of this project go to; "" without any."""
        if self.store and self.trusted and self.store.exists():
            return self.store.state_dir
        return self.home.state_dir if self.home else ""

    def fault(self, where: str, error) -> None:
        """Put a fault on record; nothing is raised."""
        folder = self.state_dir()
        try:
            if folder:
                history.fault(folder, where, error)
        except OSError:
            pass

    def _open_store(self) -> None:
        """Set `store` and `trusted`. Scratch that came along is not used."""
        folder = os.path.join(self.root, paths.FOLDER)
        if os.path.realpath(folder) == os.path.realpath(self.home.dir):
            self.store = self.home
            self.trusted = True
            return
        trust = TrustList(self.home.dir, self.root)
        is_new = not trust.is_revoked and not _holds_something(folder)
        self.trusted = trust.is_accepted or is_new
        records = os.path.join(self.home.state_dir, PLACES, os.path.basename(trust.folder))
        self.store = Store(folder, self.root, trust, records, is_apart=not self.trusted)

    def _own_settings(self) -> dict:
        """Return the project's settings as far as they are the person's."""
        if not self.store or self.store is self.home:
            return {}
        trust = self.store.trust
        accepted = trust.settings()
        found = self._settings_of(self.store, accepted)
        held = {}
        for name in settings.SETTINGS:
            held[name] = found.get(name)
            if found.get(name) != accepted.get(name) and not self._is_own(name, found, accepted):
                held[name] = accepted.get(name)
                self.settings_wait = True
                self._new.append(setting_as_entry(name, found.get(name)))
        held = {name: value for name, value in held.items() if value is not None}
        self._held = held if held != accepted else None
        return held

    def settle(self, is_start: bool = False) -> None:
        """Be in step with what a person did by hand: keep the settings that hold now, and decide
        about new words. All writing that reading needs is done here. `is_start` looks for
        entries that were edited in place, too.
        """
        if self._held is not None:
            self.store.trust.keep_settings(self._held)
        for words in self._new:
            self.store.trust.settle(words, self._settings_path())
        for store in dict.fromkeys([self.store, self.home]):
            if not store or not store.exists():
                continue
            if is_start and len(store.index.lines()) <= LOOKED_THROUGH:
                store.index.refresh()
            else:
                store.index.lines()

    def _is_own(self, name: str, found: dict, accepted: dict) -> bool:
        """Return True if a setting was changed by the person: it holds without a yes.

        A file that is gone changes nothing, and nothing protective goes without a yes.
        """
        path = self._settings_path()
        if settings.loses(name, accepted.get(name), found.get(name)) or not path:
            return False
        words = setting_as_entry(name, found.get(name))
        return self.store.trust.standing(words, path) == YOURS

    def _settings_path(self) -> str:
        """Return the path of settings that are the person's unless git tracks it; "" for others."""
        path = os.path.join(self.store.dir, settings.FILE)
        return path if os.path.exists(path) and self.store.is_made_here() else ""

    def _settings_of(self, store: Store, otherwise: dict) -> dict:
        """Return what a store's file sets; `otherwise` if it cannot be read."""
        path = os.path.join(store.dir, settings.FILE)
        try:
            found = settings.read(store.dir)
        except Unreadable as error:
            self.problems.append((path, str(error)))
            return otherwise
        self.problems += [(path, what) for what in settings.complaints(found)]
        return found


def _holds_something(folder: str) -> bool:
    """Return True if a store holds what somebody else may have put there."""
    if os.path.lexists(os.path.join(folder, settings.FILE)):
        return True
    for name in ("entries", "state", "memory"):
        try:
            if any(True for _ in fs.scan(os.path.join(folder, name), most=1)):
                return True
        except FileNotFoundError:
            pass
        except OSError:
            return True  # it cannot be told
    return False


def _why_closed(root: str) -> str:
    """Return why a store may not be read: a link, or a repository of its own."""
    folder = os.path.join(root, paths.FOLDER)
    for name in ("", "entries", *STATE_FOLDERS):
        path = os.path.join(folder, *name.split("/")) if name else folder
        if os.path.islink(path):
            return f"{path} is a symbolic link: replace it by a folder"
        if os.path.lexists(os.path.join(path, ".git")):
            return f"{path} holds a repository of its own: take it out of there"
    return ""
