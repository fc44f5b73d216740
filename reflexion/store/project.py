"""What a hook or a command works with: a place, its access, its stores and its settings."""

from __future__ import annotations

import os
from collections.abc import Mapping

from reflexion.store import fs, history, paths, settings
from reflexion.store.entries import IGNORE, Store
from reflexion.store.mine import SHARED, WORDS
from reflexion.store.tracked import may_be_tracked
from reflexion.store.trust import TrustList

STORE_FOLDERS = ("", "entries", "state", "state/tmp", "state/mine")
PLACES = "projects"  # in the home store's state: a folder for what happened in each project
NOWHERE = os.path.join(os.devnull, paths.FOLDER)  # a store there is empty, and stays so
# what may be done with the store of a place
ABSENT = "absent"  # there can be none here, or there is no home folder
CLOSED = "closed"  # it is not read at all: `why` says why
WAITS = "waits"  # it came along, and nobody accepted it
ACCEPTED = "accepted"  # it was accepted, or holds nothing that came along


class Project:
    """The project that a folder lies in.

    root      its root; "" where there can be none (the home folder, `/`)
    home      the home store; nowhere without a home folder
    access    ABSENT, CLOSED, WAITS or ACCEPTED; `why` says why it is closed, by what `blocker`
    store     its Store; one that is nowhere while the access is ABSENT or CLOSED
    settings  every setting, merged of `layers`, {folder of a store: its OwnSettings}

    `trusted`: what the store holds may be told, and something may be written there;
    `may_be_read`: there is a store here, or could be one; `settings_wait`: settings came along
    that nobody accepted; `problems`: each (path, setting or "", what is wrong) of the settings.
    """

    def __init__(
        self, cwd: str, environ: Mapping[str, str], patience: float = 0.0, is_named: bool = False
    ):
        """`is_named`: the person named the folder, so its store counts, accepted or not."""
        self.environ = environ
        folder = paths.home_store(environ) or NOWHERE
        self.has_home = folder != NOWHERE
        self.home = Store(folder, os.path.dirname(folder))
        self.root = paths.project_root(
            cwd, environ, lambda root: is_named or TrustList(folder, root).is_open()
        )
        self.store = self._open_store()
        self.trusted = self.access == ACCEPTED
        self.may_be_read = self.access in (ACCEPTED, WAITS)
        self.layers = {store.dir: settings.OwnSettings(store) for store in (self.home, self.store)}
        layers = self.layers.values()
        everywhere, own = self.layers[self.home.dir], self.layers[self.store.dir]
        self.settings = {**settings.DEFAULTS, **everywhere.values, **own.values}
        self.settings_wait = bool(own.waiting)
        self.problems = [(each.path, *pair) for each in layers for pair in each.problems.items()]
        for store in (self.store, self.home):
            store.patterns = tuple(self.settings["redact"])
            store.patience = patience or store.patience

    def ready(self) -> Store:
        """Return the store, made where it is missing. Raises OSError."""
        if self.trusted and not (self.store.trust.is_accepted and self.store.exists()):
            self.store.accept()
        self.store.create()
        return self.store

    @property
    def both_stores(self) -> list[Store]:
        """The project's store and the home store, which may be one."""
        return list(dict.fromkeys((self.store, self.home)))

    def stores(self) -> list[Store]:
        """Return the stores whose learnings may be told: the project's and the home store."""
        found = self.both_stores if self.settings["use_global"] else [self.store]
        return [store for store in found if store.trust.is_accepted and store.exists()]

    def state_dir(self) -> str:
        """Return the folder that faults of this project go to."""
        is_there = self.trusted and self.store.exists()
        return self.store.state_dir if is_there else self.home.state_dir

    def fault(self, where: str, error: object) -> None:
        """Put a fault on record; nothing is raised."""
        try:
            history.fault(self.state_dir(), where, error)
        except OSError:
            pass

    def settle(self, is_start: bool = False) -> None:
        """Be in step with what a person did by hand: keep the settings that hold now, and decide
        about new words. All writing that reading needs is done here. `is_start` looks for
        entries that were edited in place, too.
        """
        for own in self.layers.values():
            own.keep()
        for store in self.both_stores:
            ignore = os.path.join(store.entries_dir, IGNORE)
            if store.is_shared() and os.path.lexists(ignore) and not may_be_tracked(ignore):
                with store.lock():  # a pull shared what was private here
                    set_apart(store)
            store.index.settle(is_start)

    def _open_store(self) -> Store:
        """Return the store of the place; set the access, and why it is closed.

        Scratch that came along is not used.
        """
        self.access = ABSENT
        self.blocker = self.why = ""
        if not self.root or not self.has_home:
            return Store(NOWHERE, self.root)
        self.access = CLOSED
        folder = os.path.join(self.root, paths.FOLDER)
        self.blocker, self.why = _why_closed(folder)
        if self.why:
            return Store(NOWHERE, self.root)
        if os.path.realpath(folder) == os.path.realpath(self.home.dir):
            self.access = ACCEPTED
            return self.home
        trust = TrustList(self.home.dir, self.root)
        self.access = ACCEPTED if trust.is_open() else WAITS
        records = os.path.join(self.home.state_dir, PLACES, os.path.basename(trust.folder))
        return Store(folder, self.root, trust, records, is_apart=self.access == WAITS)


def set_apart(store: Store) -> None:
    """Move what a store held that was private until now to what this machine adds.

    Of a learning that a pull put another one over, one's own stays. The caller holds the lock; a
    process that ends in between has lost nothing and counted nothing twice. Raises OSError.
    """
    was_private = store.trust.made(store.local_dir)
    for entry_id in sorted(store.mine.ids(SHARED)):
        if not may_be_tracked(store.mine.path(entry_id, SHARED)):
            store.mine.set_apart(entry_id, store.get_file(entry_id))
        elif was_private and not store.mine.has(entry_id, WORDS):
            own = store.trust.accepted(entry_id)
            if own and not own.rev:  # it was never shared: somebody else's lies over it
                store.mine.put_over(own)
    store.trust.note_shared()
    fs.remove(os.path.join(store.entries_dir, IGNORE))
    store.index.settle(edits=True)


def _why_closed(folder: str) -> tuple[str, str]:
    """Return (a path, why) where a store may not be read: a link, or a repository of its own."""
    for name in STORE_FOLDERS:
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.islink(path):
            return path, f"{path} is a symbolic link: replace it by a folder"
        if os.path.lexists(os.path.join(path, ".git")):
            return path, f"{path} holds a repository of its own: take it out of there"
    return "", ""
