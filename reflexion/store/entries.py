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

PRIVATE = (
    "# Private until someone decides otherwise: `reflexion init --team` shares the entries.\n*\n"
)
TIMEOUT = 10.0  # seconds a hook waits for the lock; sixteen at once need well under one


def today() -> str:
    return time.strftime("%Y-%m-%d")


class Store:
    """One `.reflexion/` folder. `root` is the folder its learnings are about (for the global store:
    the home folder); `private`: the one in the home folder, which is nobody else's to read."""

    def __init__(self, folder: str, root: str = "", private: bool = False):
        self.dir, self.root, self.private = folder, root or os.path.dirname(folder), private
        names = ("entries", "state", os.path.join("state", "tmp"))
        self.entries_dir, self.state_dir, self.scratch = (os.path.join(folder, n) for n in names)
        self.backups = os.path.join(self.state_dir, "backups")
        self.redact = None  # takes secrets out of a text before it is written, and in the backups
        self.is_unread = None  # id -> does its rule stand where the agent does not read? For recall
        self.waiting = frozenset()  # ids that came with a checkout and are not trusted yet

    def exists(self) -> bool:
        return os.path.isdir(self.dir)

    def create_folders(self) -> bool:
        """Make the folders where missing; True when the store is new. Raises OSError."""
        new = not self.exists()
        for folder in (self.dir, self.entries_dir, self.state_dir, self.scratch):
            if os.path.islink(folder):
                fs.resolve(folder, self.root)
            private = self.private or folder not in (self.dir, self.entries_dir)
            fs.make_folders(folder, mode=0o700 if private else 0o777)
        for folder in (self.dir, self.state_dir):  # a clone may bring one that lets everything in
            ignore = os.path.join(folder, ".gitignore")
            if not os.path.lexists(ignore):
                fs.write_atomic(ignore, PRIVATE.encode(), self.scratch)
        return new

    def lock(self, seconds: float = TIMEOUT) -> Lock:
        """The store's lock; makes the folders where they are missing. Raises OSError."""
        self.create_folders()
        return Lock(os.path.join(self.state_dir, "lock"), seconds)

    def path(self, id: str) -> str:
        return os.path.join(self.entries_dir, file_of(id))

    def read(self, id: str, waiting: bool = False) -> dict | None:
        """The entry, merged where git left a conflict; None without one, and for one that waits
        unless such are asked for. Raises Unreadable."""
        if id in self.waiting and not waiting:
            return None
        try:
            data = fs.read_bounded(self.path(id), MAX_FILE)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unreadable(getattr(error, "strerror", "") or str(error)) from None
        if MARKER not in data:
            return parse(data, id)
        from reflexion.store.merge import heal

        return heal(data, id)

    def get(self, id: str) -> dict | None:
        """What `read` gives, None also for a file that cannot be used."""
        try:
            return self.read(id)
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
        ids, part = list(filter(None, map(id_of, self.names()))), part.strip().lower()
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
        if os.path.exists(os.path.join(self.dir, ".gitattributes")):
            # shared: git would take two equal changes for one, unequal ones go to the merge driver
            entry["rev"] = os.urandom(3).hex()
        if self.redact:  # somebody may have typed one into the file
            for field in entry.keys() & WRITTEN_TEXTS:
                entry[field] = redacted(entry[field], self.redact)
        before = index.folder_time(self)
        mode = 0o600 if self.private else 0o666
        fs.write_atomic(self.path(entry["id"]), encode(entry), self.scratch, mode)
        index.note(self, entry["id"], entry, bool(old), before)

    def update(self, id: str, change) -> dict | None:
        """`change(entry)` in place, under the lock; the entry, or None. Raises Unreadable,
        OSError."""
        with self.lock():
            entry = self.read(id)
            if entry is None:
                return None
            before = encode(entry)
            change(entry)
            if encode(entry) != before:
                self.write(entry, entry)
            return entry

    def remove(self, id: str, why: str = "remove") -> bool:
        """Take the entry out, with a copy in the backups, under the lock; False: there was none."""
        from reflexion.store import tidy

        with self.lock():
            tidy.keep_copy(self, id, why)
            return self.drop(id, self.get(id))

    def drop(self, id: str, old: dict | None) -> bool:
        """Delete the entry's file and index lines, under the lock; False: there was none."""
        before = index.folder_time(self)
        if not fs.remove(self.path(id)):
            return False
        index.note(self, id, None, bool(old), before)
        return True


class Busy(OSError):
    """The lock could not be had in time."""


class Lock:
    """The lock at `path`, as a context manager; a dead holder never blocks. Raises Busy after
    `timeout` seconds, OSError where it cannot be written."""

    def __init__(self, path: str, timeout: float = TIMEOUT):
        self.path, self.timeout, self.handle, self.marker = path, timeout, None, ""

    def __enter__(self):
        self.handle = fs.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        deadline, pause = time.monotonic() + self.timeout, 0.001
        try:
            while not self._try():
                if time.monotonic() > deadline:
                    raise Busy(f"{self.path} is held by another process: {self.timeout:g} s waited")
                time.sleep(pause)
                pause = min(pause * 2, 0.03)
        except BaseException:
            os.close(self.handle)
            raise
        return self

    def __exit__(self, *exc):
        if self.marker:
            fs.remove(self.marker)
        elif os.name == "nt":
            self._windows("LK_UNLCK")
        os.close(self.handle)

    def _try(self) -> bool:
        try:
            if os.name == "nt":
                self._windows("LK_NBLCK")
            else:
                import fcntl  # not before: most hooks take no lock

                fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError:  # ENOLCK, ENOTSUP: a network file system without flock
            return os.name != "nt" and self._try_marker()

    def _windows(self, mode: str) -> None:
        import msvcrt

        os.lseek(self.handle, 0, os.SEEK_SET)
        msvcrt.locking(self.handle, getattr(msvcrt, mode), 1)

    def _try_marker(self) -> bool:
        """By a lock file; it is broken when its process is dead, or it is a minute old."""
        marker = self.path + ".held"
        try:
            handle = fs.open_handle(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if _is_abandoned(marker):
                fs.remove(marker)
            return False
        os.write(handle, f"{os.getpid()} {os.uname().nodename}\n".encode())
        os.close(handle)
        self.marker = marker
        return True


def _is_abandoned(marker: str) -> bool:
    pid, _, host = fs.peek(marker, 4096).decode("utf-8", "replace").strip().partition(" ")
    try:
        old = time.time() - os.stat(marker).st_mtime > fs.STALE_SECONDS
        if not old and host == os.uname().nodename and pid.isdigit():
            os.kill(int(pid), 0)
        return old
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False  # it went, or its process is somebody else's
