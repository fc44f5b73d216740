"""A store: its entries under one lock, each written whole, with the index kept in step."""

from __future__ import annotations

import os
import time

from reflexion.detect import secrets
from reflexion.learning.entry import (
    CONFLICT,
    DEFAULTS,
    MAX_BYTES,
    Unreadable,
    encode,
    file_of,
    id_of,
    parse,
)
from reflexion.learning.identity import digest
from reflexion.store import fs
from reflexion.store.index import Index
from reflexion.store.lock import Lock
from reflexion.store.trust import YOURS, OwnWords
from reflexion.text.clean import one_line

MAX_ENTRIES = 10_000
COMMAND_SECONDS = 10.0  # a person waits as long for the lock
HOOK_SECONDS = 1.0  # a hook gives up then, with a note
PRIVATE = (
    "# Private until someone decides otherwise: `reflexion init --team` shares the entries.\n*\n"
)
IGNORE = ".gitignore"
DROPPED = "dropped.txt"
DROPPED_HEAD = "# Mistakes that shall not be learned again, a line each. Delete a line to allow it."
MAX_DROPPED = 1 << 20  # bytes
# fields in which a person may have typed a secret
TEXTS = ("trigger", "context", "resolution", "proposed", "cwd")
LISTS = ("keywords", "notes")
COUNTS = ("occurrences", "sessions", "first_seen", "last_seen")


class Full(OSError):
    """The store holds as many learnings as it may."""


def today() -> str:
    """Return the date as YYYY-MM-DD."""
    return time.strftime("%Y-%m-%d")


class Store:
    """One `.reflexion/` folder.

    `root` is the folder that its learnings are about. `trust` knows whose their words are.
    `patience` is how many seconds the lock is waited for; `patterns` are the secrets that the
    person added in the settings. `state_dir` lies elsewhere in a store that was not accepted.
    """

    def __init__(self, folder: str, root: str, trust=None, state_dir: str = ""):
        self.dir = folder
        self.root = root
        self.trust = trust or OwnWords(folder, root)
        self.is_private = trust is None  # the home store: closed to other users
        self.entries_dir = os.path.join(folder, "entries")
        self.state_dir = state_dir or os.path.join(folder, "state")
        self.index_path = os.path.join(state_dir or folder, "index.txt")
        self.patience = COMMAND_SECONDS
        self.patterns = ()
        self.index = Index(self)

    @property
    def scratch(self) -> str:
        """The folder of temporary files, in the same file system."""
        return os.path.join(self.state_dir, "tmp")

    def exists(self) -> bool:
        """Return True if the folder is there."""
        return os.path.isdir(self.dir)

    def create(self) -> None:
        """Make the folders that are missing; a new store is private. Raises OSError."""
        mode = 0o700 if self.is_private else 0o777
        for folder in (self.dir, self.entries_dir):
            fs.make_folders(folder, mode=mode)
        for folder in (self.state_dir, self.scratch):
            fs.make_folders(folder, mode=0o700)
        for folder in (self.dir, self.state_dir):
            ignore = os.path.join(folder, IGNORE)
            if not os.path.lexists(ignore):
                fs.write_atomic(ignore, PRIVATE.encode(), self.scratch, 0o644)

    def is_shared(self) -> bool:
        """Return True if git may take the entries: their .gitignore does not hold `*`."""
        ignored = fs.peek(os.path.join(self.dir, IGNORE), MAX_BYTES)
        return not self.is_private and b"*" not in ignored.split()

    def lock(self) -> Lock:
        """Return the store's lock; folders are made where missing. Raises OSError."""
        self.create()
        return Lock(os.path.join(self.state_dir, "lock"), self.patience)

    def path(self, entry_id: str) -> str:
        """Return the path of an entry's file. Raises Unreadable for what is no id."""
        return os.path.join(self.entries_dir, file_of(entry_id))

    def ids(self) -> list:
        """Return the ids of all entry files, sorted."""
        return [entry_id for entry_id in map(id_of, fs.names(self.entries_dir)) if entry_id]

    def read(self, entry_id: str) -> dict | None:
        """Return the entry if its words are the person's, else None. Raises Unreadable.

        Where somebody changed words that were accepted, the accepted ones are returned.
        """
        entry = self.read_file(entry_id)
        if entry is None:
            return None
        if self.standing(entry) == YOURS:
            return entry
        accepted = self._accepted(entry_id)
        return {**accepted, **_counts(entry)} if accepted else None

    def get(self, entry_id: str) -> dict | None:
        """Like `read`, but return the words accepted last, or None, for an unusable file."""
        try:
            return self.read(entry_id)
        except Unreadable:
            return self._accepted(entry_id)

    def _accepted(self, entry_id: str) -> dict | None:
        """Return the entry as it was accepted last; None without a copy."""
        data = self.trust.copy_of(entry_id)
        try:
            return parse(data, entry_id) if data else None
        except Unreadable:
            return None

    def read_file(self, entry_id: str) -> dict | None:
        """Return the entry as its file has it, whoever wrote it. Raises Unreadable."""
        try:
            data = fs.read_bytes(self.path(entry_id), MAX_BYTES)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unreadable(getattr(error, "strerror", "") or str(error)) from None
        return parse(data, entry_id)

    def get_file(self, entry_id: str) -> dict | None:
        """Like `read_file`, but return None for a file that cannot be used, too."""
        try:
            return self.read_file(entry_id)
        except Unreadable:
            return None

    def standing(self, entry: dict) -> str:
        """Return whose words an entry as its file has it holds: see `trust`."""
        return self.trust.standing(entry, self.path(entry["id"]))

    def all(self, problems: list | None = None):
        """Yield the person's entries by id; `problems` takes (file name, reason) of others."""
        for entry_id in self.ids():
            try:
                entry = self.read(entry_id)
            except Unreadable as error:
                if problems is not None:
                    problems.append((file_of(entry_id), str(error)))
            else:
                if entry:
                    yield entry

    def waiting(self) -> list:
        """Return the entries, as their files have them, whose words are not the person's."""
        entries = filter(None, map(self.get_file, self.ids()))
        return [entry for entry in entries if self.standing(entry) != YOURS]

    def find(self, part: str) -> list:
        """Return the ids that are, end with, start with or contain `part`: the best matches."""
        part = part.strip().lower()
        ids = self.ids() if part else []
        for fits in (str.__eq__, str.endswith, str.startswith, str.__contains__):
            found = [entry_id for entry_id in ids if fits(entry_id.lower(), part)]
            if found:
                return found
        return []

    def add(self, entry: dict, mark: str) -> dict:
        """Write a new entry under a free id of today and its fingerprint; return it.

        The caller holds the lock. Raises Full, OSError.
        """
        if len(self.index.lines()) >= MAX_ENTRIES:
            raise Full(f"{self.dir} holds {MAX_ENTRIES:,} learnings: remove some")
        date = entry.get("first_seen") or today()
        entry = {**DEFAULTS, "first_seen": date, "last_seen": date, **entry}
        for size in range(6, len(mark) + 1):
            entry["id"] = f"RFX-{date[:10].replace('-', '')}-{mark[:size]}"
            if not os.path.lexists(self.path(entry["id"])):
                self.write(entry)
                return entry
        raise OSError(f"all ids of {entry['id']} are taken by files that cannot be used")

    def write(self, entry: dict) -> None:
        """Write an entry with words of the person, their agent or their hooks.

        The caller holds the lock. Raises OSError.
        """
        self.index.lines()
        entry.update(redacted(entry, self.patterns))
        before = self.get_file(entry["id"])
        self.trust.decide(YOURS, entry, self.trust.base(before) if before else 0)
        data = self._save(entry)
        if self.is_shared():
            self.trust.keep_copy(entry["id"], data)
        self.index.note(entry, words=True)

    def write_counts(self, entry: dict) -> None:
        """Write an entry of which only counts and dates changed, whoever wrote its words.

        The caller holds the lock, and read the entry by `read_file` under it.
        """
        self.index.lines()
        self._save(entry)
        self.index.note(entry, words=False)

    def _save(self, entry: dict) -> bytes:
        if self.is_shared():
            # git would take two equal changes for one; unequal ones reach the merge driver
            entry["rev"] = os.urandom(3).hex()
        data = encode(entry)
        mode = 0o600 if self.is_private else 0o666
        fs.write_atomic(self.path(entry["id"]), data, self.scratch, mode)
        return data

    def update(self, entry_id: str, change) -> dict | None:
        """Apply `change(entry)` in place, under the lock; return the entry, None without one.

        Raises Unreadable, OSError.
        """
        with self.lock():
            entry = self.read(entry_id)
            if entry is None:
                return None
            before = digest(entry)
            change(entry)
            if digest(entry) == before:
                self.write_counts({**self.read_file(entry_id), **_counts(entry)})
            else:
                self.write(entry)
            return entry

    def remove(self, entry_id: str) -> bool:
        """Delete an entry's file, under the lock the caller holds; False: there was none."""
        self.index.lines()
        if not fs.remove(self.path(entry_id)):
            return False
        self.index.forget(entry_id)
        return True

    def is_dropped(self, mark: str) -> bool:
        """Return True if the mistake with this fingerprint shall not be learned again.

        `dropped.txt` has a line for each, with what it was about. Hooks and agents cannot
        bring such a mistake back; a person can, with `learn` or by deleting the line.
        """
        return any(line.split(" ", 1)[0] == mark for line in self._dropped())

    def drop(self, marks: list, text: str) -> None:
        """Put a mistake's fingerprints on the list of what is not learned. Raises OSError."""
        lines = self._dropped() or [DROPPED_HEAD]
        added = [mark for mark in marks if not self.is_dropped(mark)]
        if added:
            self._write_dropped([*lines, *(f"{mark}  {one_line(text, 120)}" for mark in added)])

    def allow(self, marks: list) -> bool:
        """Take fingerprints off that list; return True if one stood there. Raises OSError."""
        lines = self._dropped()
        kept = [line for line in lines if line.split(" ", 1)[0] not in marks]
        if len(kept) < len(lines):
            self._write_dropped(kept)
        return len(kept) < len(lines)

    def _dropped(self) -> list:
        text = fs.peek(os.path.join(self.dir, DROPPED), MAX_DROPPED)
        return text.decode("utf-8", "replace").splitlines()

    def _write_dropped(self, lines: list) -> None:
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        fs.write_atomic(os.path.join(self.dir, DROPPED), data, self.scratch)

    def is_conflicted(self, entry_id: str) -> bool:
        """Return True if git left conflict markers in the entry's file."""
        return CONFLICT in fs.peek(self.path(entry_id), MAX_BYTES)


def _counts(entry: dict) -> dict:
    """Return the counts and dates of an entry."""
    return {name: entry[name] for name in COUNTS if name in entry}


def redacted(entry: dict, patterns=()) -> dict:
    """Return the texts of an entry, by field, with secrets taken out."""
    texts = {name: [entry[name]] for name in TEXTS if isinstance(entry.get(name), str)}
    texts.update((name, entry[name]) for name in LISTS if entry.get(name))
    every = [text for items in texts.values() for text in items]
    clean = iter(secrets.redact_all(every, patterns))
    found = {name: [next(clean) for _ in items] for name, items in texts.items()}
    return {name: items if name in LISTS else items[0] for name, items in found.items()}
