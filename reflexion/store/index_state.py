"""What the index knows: the files it was made from, the changes not yet folded into it, and the stamp that says whether it is still true.

All of it lies in state/index/ and may be deleted at any time: without it the index is built anew.
"""

from __future__ import annotations

import os

from reflexion.store.files import append, read_bounded, remove
from reflexion.store.index_file import replace

VERSION = "3"  # of the terms an entry is found by: another number makes every index be built anew
NO_LIMIT = 1 << 60
MAX_BYTES = 64 << 20  # of a file here; a million entries take some 50 MB
FRESH = 50_000_000  # ns: a file changed this short a while ago may change again without its time showing it
COARSE = 2_000_000_000  # ns: the same on file systems that keep whole seconds
GONE, UNREADABLE = "-", "!"


def folder(dir: str) -> str:
    return os.path.join(dir, "state", "index")


def index_path(dir: str) -> str:
    return os.path.join(dir, "index.txt")


def entries_path(dir: str) -> str:
    return os.path.join(dir, "entries")


def modified(path: str) -> int:
    """Time of a file's or folder's last change in ns; 0 when it is not there."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def settled(mtime: int, now: int) -> bool:
    """Is a change at mtime so long ago that a later one cannot have the same time?"""
    return now - mtime > (FRESH if mtime % 1_000_000_000 else COARSE)


class Stamp:
    """`entries`: time of the entries folder when it was last read (negative: something in it was so fresh that it may have changed at the
    same time again; 0: look again); `size`, `time`: of index.txt; `count`: entries in it; `total`: of its files' times and sizes."""

    __slots__ = ("entries", "size", "time", "count", "total")

    def __init__(self, entries=0, size=-1, time=0, count=0, total=0):
        self.entries, self.size, self.time, self.count, self.total = (
            entries,
            size,
            time,
            count,
            total,
        )

    def fits(self, dir: str) -> bool:
        """Is index.txt the very file this stamp was made for?"""
        try:
            found = os.stat(index_path(dir))
        except OSError:
            return False
        return found.st_size == self.size and found.st_mtime_ns == self.time


def load_stamp(dir: str) -> Stamp | None:
    """The stamp; None when there is none, it cannot be read, or index.txt is another one than it says."""
    try:
        version, *numbers = _text(dir, "stamp.txt").split()
        stamp = Stamp(*map(int, numbers))
    except (OSError, ValueError, TypeError):
        return None
    return stamp if version == VERSION and stamp.fits(dir) else None


def save_stamp(dir: str, entries: int, count: int, total: int = 0) -> None:
    """Raises OSError."""
    found = os.stat(index_path(dir))
    line = f"{VERSION} {entries} {found.st_size} {found.st_mtime_ns} {count} {total}\n"
    replace(os.path.join(folder(dir), "stamp.txt"), [line.encode()])


def load_known(dir: str) -> dict | None:
    """id -> "mtime size checksum" of the file as it was indexed (GONE ones left out); None when it is not there."""
    try:
        lines = _text(dir, "known.txt").split("\n")
        known = dict(line.split(" ", 1) for line in lines if " " in line)
    except (OSError, ValueError):
        return None
    for id in [id for id, state in known.items() if state == GONE]:
        del known[id]
    return known


def add_known(dir: str, states: dict) -> None:
    """Append states (id -> state); later lines win. Raises OSError."""
    if states:
        append(os.path.join(folder(dir), "known.txt"), _lines(states), NO_LIMIT)


def save_known(dir: str, states: dict) -> None:
    """Write all states anew. Raises OSError."""
    replace(os.path.join(folder(dir), "known.txt"), [_lines(states)])


def _lines(states: dict) -> bytes:
    return "".join(f"{id} {state}\n" for id, state in states.items()).encode("ascii", "replace")


def state_of(mtime: int, size: int, checksum: str, now: int) -> str:
    """A file's state as remembered; the time of one that may still change unseen is left out, so that it is looked at again."""
    return f"{mtime if settled(mtime, now) else 0} {size} {checksum}"


def load_delta(dir: str) -> tuple:
    """(ids whose lines in index.txt no longer count, term -> ids that came since)."""
    try:
        lines = _text(dir, "delta.txt").splitlines()
    except (OSError, ValueError):
        return set(), {}
    last = {}
    for line in lines:
        id, *terms = line.split(" ")
        last[id] = terms
    added = {}
    for id, terms in last.items():
        for term in terms:
            if term:
                added.setdefault(term, []).append(id)
    return set(last), added


def add_delta(dir: str, changes: dict) -> int:
    """Append changes (id -> terms, none = removed); the delta's size in bytes. Raises OSError."""
    path = os.path.join(folder(dir), "delta.txt")
    data = "".join(" ".join([id, *terms]) + "\n" for id, terms in changes.items())
    append(path, data.encode("utf-8", "replace"), NO_LIMIT)
    return os.stat(path).st_size


def delta_size(dir: str) -> int:
    try:
        return os.stat(os.path.join(folder(dir), "delta.txt")).st_size
    except OSError:
        return 0


def drop_delta(dir: str) -> None:
    remove(os.path.join(folder(dir), "delta.txt"))


def _text(dir: str, name: str) -> str:
    """Raises OSError, ValueError for one that is larger than any of ours."""
    return read_bounded(os.path.join(folder(dir), name), MAX_BYTES).decode("utf-8", "replace")
