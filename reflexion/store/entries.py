"""A store: its entries under one lock (flock, else a lock file), with the index kept in step."""

from __future__ import annotations

import os
import time

from reflexion.store import fs, index
from reflexion.store.schema import (
    MARKER,
    MAX_FILE,
    WRITTEN_TEXTS,
    Unreadable,
    encode,
    file_of,
    id_of,
    parse,
    redacted,
)

INDEXED_TEXTS = ("trigger", "context", "resolution")
COMMAND_SECONDS = 10.0  # a person waits as long for the lock
HOOK_SECONDS = 1.0  # a hook leaves without it, with a note; sixteen at once need well under that
PRIVATE = (
    "# Private until someone decides otherwise: `reflexion init --team` shares the entries.\n*\n"
)


def today() -> str:
    return time.strftime("%Y-%m-%d")


class Store:
    """One `.reflexion/` folder. `root` is the folder its learnings are about (for the global store:
    the home folder); `private`: the one in the home folder, which is nobody else's to read."""

    def __init__(self, folder: str, root: str = "", private: bool = False):
        self.dir = folder
        self.root = root or os.path.dirname(folder)
        self.private = private
        self.entries_dir = os.path.join(folder, "entries")
        self.state_dir = os.path.join(folder, "state")
        self.patience = COMMAND_SECONDS  # how long the lock is waited for
        self.redact = None  # takes secrets out of a text before it is written, and in the backups
        self.is_unread = None  # id -> does its rule stand where the agent does not read? For recall
        self.watch = None  # watch(store, id) is called before an entry is written or removed
        self.provenance = None  # decides whose its entries are; None: all are this machine's

    @property
    def scratch(self) -> str:
        """The folder of temporaries, in the same file system."""
        return os.path.join(self.state_dir, "tmp")

    @property
    def backups(self) -> str:
        """The folder of the copies of what was replaced or removed."""
        return os.path.join(self.state_dir, "backups")

    def exists(self) -> bool:
        return os.path.isdir(self.dir)

    def create_folders(self, state: bool = True) -> bool:
        """Make the folders where missing, with its `state` or without; True when the store is new.
        Raises OSError."""
        new = not self.exists()
        places = [self.dir, self.entries_dir, self.state_dir, self.scratch]
        for folder in places if state else places[:1]:
            if os.path.islink(folder):
                fs.resolve(folder, self.root)
            private = self.private or folder not in (self.dir, self.entries_dir)
            fs.make_folders(folder, mode=0o700 if private else 0o777)
        if not state:
            return new
        for folder in (self.dir, self.state_dir):  # a clone may bring one that lets everything in
            ignore = os.path.join(folder, ".gitignore")
            if not os.path.lexists(ignore):
                mode = 0o600 if folder == self.state_dir else 0o666
                fs.write_atomic(ignore, PRIVATE.encode(), self.scratch, mode)
        return new

    def lock(self, seconds: float = 0.0):
        """The store's lock; makes the folders where they are missing. Raises OSError."""
        from reflexion.store.lock import Lock  # not before: most hooks take no lock

        self.create_folders()
        return Lock(os.path.join(self.state_dir, "lock"), seconds or self.patience)

    def path(self, id: str) -> str:
        return os.path.join(self.entries_dir, file_of(id))

    def read(self, id: str, waiting: bool = False) -> dict | None:
        """The entry, merged where git left a conflict; None without one, and for one that waits
        unless such are asked for. Raises Unreadable."""
        if not waiting and self.provenance and self.provenance.waits_unread(id):
            return None
        try:
            data = fs.read_bounded(self.path(id), MAX_FILE)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unreadable(getattr(error, "strerror", "") or str(error)) from None
        conflicted = MARKER in data
        if conflicted:
            from reflexion.store.merge import heal

            entry = heal(data, id)
        else:
            entry = parse(data, id)
        if not waiting and self.provenance and self.provenance.waits(entry, conflicted):
            return None
        return entry

    def get(self, id: str, waiting: bool = False) -> dict | None:
        """What `read` gives, None also for a file that cannot be used."""
        try:
            return self.read(id, waiting)
        except Unreadable:
            return None

    def names(self) -> list:
        """Names of all files in the entries folder, sorted; [] when there is none."""
        return fs.names(self.entries_dir)

    def all(self, problems: list | None = None):
        """Yield the readable entries by id; `problems` takes (file name, reason) of the others."""
        for name in self.names():
            try:
                entry = self.read(id_of(name))
                if entry:
                    yield entry
            except Unreadable as error:
                if problems is not None:
                    problems.append((name, str(error)))

    def is_closed(self) -> bool:
        """Is it a stranger's, of which nothing is read?"""
        return self.provenance is not None and not self.provenance.owned.path

    def waiting(self) -> list:
        """Ids that wait for their person: what came from somebody else, by its name alone; and of
        one's own what was found in words that git brought."""
        if not self.provenance or self.provenance.is_open():
            return []  # of nearly every store, however large; its folder is not even listed
        ids = self.provenance.waiting(self.names())
        changed = [key for key in self.provenance.owned.refused() if id_of(f"{key}.json")]
        return [*ids, *(key for key in changed if key not in ids and self._waits(key))]

    def _waits(self, entry_id: str) -> bool:
        entry = self.get(entry_id, waiting=True)
        return bool(entry) and self.provenance.waits(entry)

    def is_in_git(self, entry_id: str) -> bool:
        """Does git hold the entry's file, so that a colleague may have written it?"""
        return bool(self.provenance) and self.provenance.is_in_git(entry_id)

    def withholds(self, fingerprint: str) -> bool:
        """Does an entry of this mistake wait for its person? Known by the digits of its id."""
        if not self.provenance or self.provenance.is_open():
            return False
        for item in fs.scan(self.entries_dir):
            digits = id_of(item.name).rpartition("-")[2]
            is_of_mistake = len(digits) >= 6 and fingerprint.startswith(digits)
            if is_of_mistake and self.get(id_of(item.name)) is None:
                return True
        return False

    def readable(self, ids):
        """Yield those that can be read; a rule that the agent does not read is none: to be said."""
        for entry in filter(None, map(self.get, ids)):
            unread = entry["promoted"] and self.is_unread and self.is_unread(entry["id"])
            yield {**entry, "promoted": False} if unread else entry

    def known(self, fingerprint: str, locked: bool = False) -> dict | None:
        """The entry of a mistake, by the index. `locked`: the caller holds the lock."""
        with index.OpenIndex(self, locked=locked) as view:
            return view.known(fingerprint)

    def find(self, part: str) -> list:
        """Ids that are, end with, start with or contain `part` (best kind of match only)."""
        ids = list(filter(None, map(id_of, self.names())))
        part = part.strip().lower()
        whole = (part, f"-{part}", part, part)
        kinds = zip((str.__eq__, str.endswith, str.startswith, str.__contains__), whole)
        found = ([id for id in ids if part and fits(id.lower(), text)] for fits, text in kinds)
        return next(filter(None, found), [])

    def create(self, entry: dict, fingerprint: str, date: str = "") -> dict:
        """Write a new entry under a free id of its date and mark, under the lock; as stored."""
        date = date or today()
        fixed = {"first_seen": date, "last_seen": date, "occurrences": 1}
        entry = {**fixed, "promoted": False, "cwd": ".", **entry}
        for digits in range(6, len(fingerprint) + 1):
            entry["id"] = f"RFX-{date.replace('-', '')}-{fingerprint[:digits]}"
            if not os.path.lexists(self.path(entry["id"])):
                self.write(entry)
                return entry
        why = "and all shorter ids of this mistake are taken by files that cannot be used"
        raise OSError(f"{entry['id']} {why}: see `reflexion doctor`")

    def write(self, entry: dict, old: dict | None = None) -> None:
        """Store the entry whole, and its index lines; the caller holds the lock. Raises OSError."""
        if self.watch:
            self.watch(self, entry["id"])
        if os.path.exists(os.path.join(self.dir, ".gitattributes")):
            # shared: git would take two equal changes for one, unequal ones go to the merge driver
            entry["rev"] = os.urandom(3).hex()
        if self.redact:  # somebody may have typed one into the file
            entry.update(self._redacted(entry, entry.keys() & WRITTEN_TEXTS))
        before = index.folder_time(self)
        mode = 0o600 if self.private else 0o666
        if self.provenance:
            self.provenance.wrote(entry, old)
        fs.write_atomic(self.path(entry["id"]), encode(entry), self.scratch, mode)
        index.note(self, entry["id"], entry, bool(old), before)

    def indexed(self, entry: dict) -> dict:
        """The entry without the secrets that a person typed into its file, for the index."""
        if not self.redact:
            return entry
        both = "\n\n".join([*entry["keywords"], *(entry[field] for field in INDEXED_TEXTS)])
        if self.redact(both) == both:
            return entry
        return {**entry, **self._redacted(entry, ("keywords", *INDEXED_TEXTS))}

    def _redacted(self, entry: dict, fields) -> dict:
        return {field: redacted(entry[field], self.redact) for field in fields}

    def update(self, id: str, change) -> dict | None:
        """`change(entry)` in place, under the lock; the entry, or None. Raises Unreadable,
        OSError."""
        with self.lock():
            entry = self.read(id)
            if entry is None:
                return None
            before = dict(entry)
            stored = encode(entry)
            change(entry)
            if encode(entry) != stored:
                self.write(entry, before)
            return entry

    def remove(self, id: str, why: str = "remove") -> bool:
        """Take the entry out, with a copy in the backups, under the lock; False: there was none."""
        from reflexion.store import tidy

        with self.lock():
            tidy.keep_copy(self, id, why)
            return self.drop(id, self.get(id))

    def drop(self, id: str, old: dict | None) -> bool:
        """Delete the entry's file and index lines, under the lock; False: there was none."""
        if self.watch:
            self.watch(self, id)
        before = index.folder_time(self)
        if not fs.remove(self.path(id)):
            return False
        if self.provenance:
            self.provenance.removed(id)
        index.note(self, id, None, bool(old), before)
        return True
