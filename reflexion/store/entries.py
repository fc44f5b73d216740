"""A store: its entries under one lock, each written whole, with the index kept in step."""

from __future__ import annotations

import importlib
import os
from collections import namedtuple
from collections.abc import Callable, Iterator
from io import FileIO

from reflexion.errors import NotAdded, Unreadable
from reflexion.learning.entry import MAX_BYTES, MIN_DIGITS, UNSTEERED, USER, Entry, encode, or_none
from reflexion.learning.identity import digest
from reflexion.learning.search import Lessons, search
from reflexion.store import fs
from reflexion.store.history import today
from reflexion.store.index import Index
from reflexion.store.mine import DROPPED, FOLDER, GONE, SHARED, WORDS, Dropped, Mine
from reflexion.store.trust import REFUSED, WAITS, YOURS, OwnWords, TrustList

MAX_ENTRIES = 10_000  # of one's own
COMMAND_SECONDS = 10.0  # that a command waits for the lock
HOOK_SECONDS = 5.0  # that a hook does; what it saw is then kept for the next one
PRIVATE = "# Private until a person shares it: `reflexion init --team`.\n*\n"
IGNORE = ".gitignore"

Near = namedtuple("Near", "entry match")  # a lesson that is told, and its Match with a text


class Store:
    """One `.reflexion/` folder.

    `root` is the folder that its learnings are about; `trust` tells whose words they hold;
    `patience`: seconds to wait for the lock; `patterns`: those of the setting `redact`.
    `state_dir` holds what happened here: of a project in the home store, since no checkout may
    bring it. Of a store that was not accepted index and lock lie there, too (`is_apart`).
    """

    def __init__(
        self,
        folder: str,
        root: str,
        trust: TrustList | None = None,
        records: str = "",
        is_apart: bool = False,
    ):
        self.dir = folder
        self.root = root
        self.trust = trust or OwnWords(folder, root)
        self.is_private = trust is None  # the home store: closed to other users
        self.entries_dir = os.path.join(folder, "entries")
        self.state_dir = records or os.path.join(folder, "state")
        self.local_dir = records if is_apart else os.path.join(folder, "state")
        self.index_path = os.path.join(records if is_apart else folder, "index.txt")
        self.scratch = os.path.join(self.local_dir, "tmp")  # in the entries' file system
        self.dropped = Dropped(os.path.join(folder, DROPPED), self.scratch)
        mine = os.path.join(self.local_dir, FOLDER)
        mode = 0o600 if self.is_private else 0o666
        self.mine = Mine(self.entries_dir, mine, self.scratch, mode, self.trust)
        self._is_shared: bool | None = None  # both are read once
        self._is_made_here: bool | None = None
        self.patience = COMMAND_SECONDS
        self.patterns: tuple[str, ...] = ()
        self.index = Index(self.mine, self.state_dir, self.index_path, self.scratch, self.look)

    def exists(self) -> bool:
        return os.path.isdir(self.dir)

    def create(self) -> None:
        """Make the folders that are missing; a new store is private. Raises OSError."""
        mode = 0o700 if self.is_private else 0o777
        for folder in (self.dir, self.entries_dir):
            fs.make_folders(folder, mode=mode)
        for folder in (self.state_dir, self.local_dir, self.scratch):
            fs.make_folders(folder, mode=0o700)
        # a pull may share the store at any time: what is private here stays out of git's sight
        private = () if self.is_shared() else (self.entries_dir,)
        for folder in (self.dir, self.local_dir, *private):
            ignore = os.path.join(folder, IGNORE)
            if not os.path.lexists(ignore):
                fs.write_atomic(ignore, PRIVATE.encode(), self.scratch, 0o644)

    def accept(self) -> None:
        """Let the store be used; one that holds nothing yet is made here. Raises OSError."""
        with self.lock():
            self.trust.accept_store("" if self.ids() else self.local_dir)
        self._is_made_here = None

    def is_made_here(self) -> bool:
        """Return True for a private store of this machine: what lies there is its person's."""
        if self._is_made_here is None:
            self._is_made_here = not self.is_shared() and self.trust.made(self.local_dir)
        return self._is_made_here

    def is_shared(self) -> bool:
        """Return True if git may track the entries: .gitignore of the folder has no `*`."""
        if self._is_shared is None:
            ignored = fs.peek(os.path.join(self.dir, IGNORE), MAX_BYTES).split()
            self._is_shared = bool(ignored) and not self.is_private and b"*" not in ignored
        return self._is_shared

    def lock(self) -> FileIO:
        """Return the lock of all who see the store, accepted or not, to be closed by `with`.

        Missing folders are made. Raises Busy, OSError.
        """
        self.create()
        held = fs.lock(os.path.join(self.state_dir, "lock"), self.patience)
        if not self.index.is_in_step():
            self.trust.read()  # who wrote there decided about the words
            self.index.settle()
        return held

    def path(self, entry_id: str) -> str:
        """Return the path of the file with an entry's words, shared or not. Raises Unreadable."""
        shared, own, _ = self.paths(entry_id)
        is_new = not os.path.lexists(shared) and self.is_shared()
        return own if is_new or os.path.lexists(own) else shared

    def paths(self, entry_id: str) -> list[str]:
        """Return the paths of the files that a change of an entry's words may write."""
        own = [self.mine.path(entry_id, kind) for kind in (WORDS, GONE)]
        return [self.mine.path(entry_id, SHARED), *own]

    def ids(self) -> list[str]:
        """Return the ids of all entries, sorted."""
        return sorted({*self.mine.ids(SHARED), *self.mine.ids()} - self.mine.ids(GONE))

    def get(self, entry_id: str) -> Entry | None:
        """Return an entry as it is told; None for none that may be. See `look`."""
        return self.look(entry_id)[0]

    def find(self, fingerprints: list[str]) -> str:
        """Return the id of what is told and has one of these fingerprints; "" for nothing."""
        ids = filter(None, map(self.index.find, fingerprints))
        return next((entry_id for entry_id in ids if self.get(entry_id)), "")

    def look(self, entry_id: str, keeps: bool = False) -> tuple[Entry | None, Entry | None, str]:
        """Return (the entry as it is told, as its files have it, its standing).

        It is told if its words are the person's; words edited by hand have the person as their
        source. If somebody changed accepted words, the accepted ones are told with the file's
        counts, and without these if the file cannot be read.

        With `keeps` that standing stays, and its words are kept for the time when a pull puts
        others in their place.
        """
        try:
            entry = self.mine.read(entry_id)
        except Unreadable:
            return self.trust.accepted(entry_id), None, ""
        if entry is None:
            return None, None, ""
        standing = self.standing(entry, keeps)
        if standing != YOURS:
            accepted = self.trust.accepted(entry_id)
            return accepted and accepted.copy(**_counts(entry)), entry, standing
        if keeps and not (self.is_private or self.is_shared()):
            self.trust.keep(entry_id, encode(entry))
        by_hand = entry.source not in ("", USER) and self.trust.is_by_hand(entry)
        return entry.copy(source=USER) if by_hand else entry, entry, standing

    def get_file(self, entry_id: str) -> Entry | None:
        """Return the entry as its files have it; None if it is unreadable."""
        return or_none(self.mine.read, entry_id)

    def standing(self, entry: Entry, keeps: bool = False) -> str:
        """Return the standing of an entry as its files have it: YOURS or another of trust."""
        path = self.mine.path(entry.id, SHARED) if self.is_made_here() else ""
        return self.trust.standing(entry, path, self.state_dir if keeps else "")

    def all(self) -> Iterator[Entry]:
        """Yield all that is told, by id."""
        return filter(None, map(self.get, self.ids()))

    def unreadable(self) -> dict[str, str]:
        """Return {id: why} of the entries that cannot be read."""
        found = {}
        for entry_id in self.ids():
            try:
                self.mine.read(entry_id)
            except Unreadable as error:
                found[entry_id] = str(error)
        return found

    def waiting(self, with_refused: bool = False) -> list[Entry]:
        """Return the entries that wait for a yes, as in their files."""
        entries = filter(None, map(self.get_file, self.ids()))
        return [entry for entry in entries if self.waits(self.standing(entry), with_refused)]

    def waits(self, standing: str, with_refused: bool = False) -> bool:
        """Return True if words of this standing wait for a yes: in a revoked store all do."""
        is_refused = with_refused or not self.trust.is_accepted
        return standing == WAITS or (standing == REFUSED and is_refused)

    def add(self, entry: Entry, fingerprint: str) -> Entry:
        """Write a new entry under a free id of today and its fingerprint; return it.

        The caller holds the lock. Raises NotAdded, OSError.
        """
        if len(self.mine.ids() if self.is_shared() else self.index.lines()) >= MAX_ENTRIES:
            raise NotAdded(f"{self.dir} holds {MAX_ENTRIES:,} learnings: remove some")
        date = entry.first_seen or today()
        entry.update(first_seen=date, last_seen=entry.last_seen or date)
        for size in range(MIN_DIGITS, len(fingerprint) + 1):
            entry.id = f"RFX-{date[:10].replace('-', '')}-{fingerprint[:size]}"
            if not any(map(os.path.lexists, self.paths(entry.id))):
                self._write(entry, 0)
                return entry
        raise NotAdded(f"all ids of {entry.id} are taken")

    def write(self, entry: Entry) -> None:
        """Write an entry with words of the person, their agent or their hooks.

        The caller holds the lock. Raises OSError.
        """
        before = self.get_file(entry.id)
        self._write(entry, self.trust.base(before) if before else 0)

    def _write(self, entry: Entry, base: int) -> None:
        """Write an entry of which so many occurrences make no rule."""
        revise = importlib.import_module("reflexion.learning.revise")  # who reads needs none
        entry.update(**revise.redacted(entry, self.patterns))
        self.trust.decide(YOURS, entry, base)
        if self.is_shared():
            self.mine.write_words(entry, self.mine.get_shared(entry.id))
            self.write_counts(entry)
            return
        data = self.mine.save_shared(entry)
        if not self.is_private:
            self.trust.keep(entry.id, data)
        self.index.written(entry)

    def write_counts(self, entry: Entry) -> None:
        """Write an entry of which only counts and dates changed; its standing stays as it is.

        The caller holds the lock, and read the entry from its files under it.
        """
        if self.is_shared():
            self.mine.write_counts(entry, self.mine.get_shared(entry.id))
        else:
            self.mine.save_shared(entry)
        self.index.reread([entry.id])

    def look_again(self) -> None:
        """Look again what git takes of the store, and whether it was made here."""
        self._is_shared = self._is_made_here = None

    def update(self, entry_id: str, change: Callable[[Entry], object]) -> Entry | None:
        """Apply `change(entry)` under the lock to what is told and can be read; return it.

        Raises OSError.
        """
        with self.lock():
            entry, in_file, _ = self.look(entry_id)
            if in_file is None or entry is None:
                return None
            before = digest(entry)
            change(entry)
            if digest(entry) == before:
                self.write_counts(in_file.copy(**_counts(entry)))
            else:
                self.write(entry)
            return entry

    def remove(self, entry_id: str) -> None:
        """Delete an entry. The caller holds the lock.

        What others share is hidden here, and stays in their file until a person shares that.
        """
        self.mine.forget(entry_id)
        shared = self.mine.path(entry_id, SHARED)
        if self.is_shared() and os.path.lexists(shared):
            self.mine.put(entry_id, GONE, b"")
        else:
            fs.remove(shared)
        self.index.reread([entry_id])


def _counts(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in UNSTEERED if name != "rev"}


def nearest(stores: list[Store], text: str, most: int) -> list[Near]:
    """Return a Near for each of the lessons that share most with a text, the best first."""
    if not any(store.index.size() for store in stores):
        return []
    lessons = Lessons([store.index for store in stores])
    found = []
    for match in search(text, lessons, most):
        told = filter(None, [store.get(match.entry_id) for store in stores])
        found += [Near(entry, match) for entry in told][:1]
    return found
