"""What the index knows below state/index/: the files it was made from, changes not yet folded into
it, and a stamp.

All of it may be deleted at any time: without it the index is built anew.
"""

from __future__ import annotations

import os
import time

from reflexion.store.files import append, read_bounded, remove, write_atomic

VERSION = "6"  # of the terms an entry is found by: another number makes every index be built anew
NO_LIMIT = 1 << 60
MAX_BYTES = 64 << 20  # of a file here; a million entries take some 50 MB
FRESH = 50_000_000  # ns: a file changed since may change again without its time showing it
COARSE = 2_000_000_000  # ns: the same on file systems that keep whole seconds
RECENT = (
    100  # files that are looked at before every prompt, in a store that is too large to look at all
)
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


def settled(mtime: int) -> bool:
    """Is a change at mtime so long ago that a later one cannot have the same time?"""
    return time.time_ns() - mtime > (FRESH if mtime % 1_000_000_000 else COARSE)


def state_of(status, checksum: str) -> str:
    """A file's state as remembered: "mtime size checksum"; the time of one that may still change
    unseen is 0."""
    mtime = status.st_mtime_ns
    return f"{mtime if settled(mtime) else 0} {status.st_size} {checksum}"


class Stamp:
    """`folder`: time of the entries folder when it was last read (0: look again); `size`, `time`:
    of index.txt; `count`: entries in it; `recent`: id -> state of the files that changed last."""

    __slots__ = ("folder", "size", "time", "count", "recent")

    def __init__(self, folder: int, size: int, time: int, count: int, recent: dict):
        self.folder, self.size, self.time, self.count, self.recent = (
            folder,
            size,
            time,
            count,
            recent,
        )


def load_stamp(dir: str) -> Stamp | None:
    """The stamp; None when there is none, it cannot be read, or index.txt is another file than it
    says."""
    try:
        head, *lines = _text(dir, "stamp.txt").splitlines()
        version, *numbers = head.split()
        stamp = Stamp(*map(int, numbers), dict(line.split(" ", 1) for line in lines))
        status = os.stat(index_path(dir))
    except (OSError, ValueError, TypeError):
        return None
    same = (status.st_size, status.st_mtime_ns) == (stamp.size, stamp.time)
    return stamp if version == VERSION and same else None


def save_stamp(dir: str, folder_time: int, count: int, recent: dict) -> None:
    """Raises OSError."""
    status = os.stat(index_path(dir))
    numbers = (VERSION, folder_time, status.st_size, status.st_mtime_ns, count)
    lines = [" ".join(map(str, numbers)) + "\n"]
    lines += [f"{id} {state}\n" for id, state in list(recent.items())[:RECENT]]
    _replace(dir, "stamp.txt", "".join(lines))


def load_known(dir: str) -> dict | None:
    """id -> state of the file as it was indexed, GONE ones left out; None when that is not
    there."""
    try:
        lines = _text(dir, "known.txt").split("\n")
    except (OSError, ValueError):
        return None
    known = dict(line.split(" ", 1) for line in lines if " " in line)
    for id in [id for id, state in known.items() if state == GONE]:
        del known[id]
    return known


def add_known(dir: str, states: dict) -> None:
    """Append states (id -> state); later lines win. Raises OSError."""
    if states:
        append(
            os.path.join(folder(dir), "known.txt"),
            _lines(states).encode("ascii", "replace"),
            NO_LIMIT,
        )


def save_known(dir: str, states: dict) -> None:
    """Write all states anew. Raises OSError."""
    _replace(dir, "known.txt", _lines(states))


def load_delta(dir: str) -> tuple:
    """(ids whose lines in index.txt no longer count, term -> ids that came since)."""
    try:
        lines = _text(dir, "delta.txt").split("\n")
    except (OSError, ValueError):
        return set(), {}
    last = {line.partition(" ")[0]: line.split(" ")[1:] for line in lines if line}
    added = {}
    for id, terms in last.items():
        for term in filter(None, terms):
            added.setdefault(term, []).append(id)
    return set(last), added


def add_delta(dir: str, changes: dict) -> None:
    """Append changes (id -> terms, none = removed). Raises OSError."""
    text = "".join(" ".join([id, *terms]) + "\n" for id, terms in changes.items())
    append(os.path.join(folder(dir), "delta.txt"), text.encode("utf-8", "replace"), NO_LIMIT)


def delta_size(dir: str) -> int:
    try:
        return os.stat(os.path.join(folder(dir), "delta.txt")).st_size
    except OSError:
        return 0


def drop_delta(dir: str) -> None:
    remove(os.path.join(folder(dir), "delta.txt"))


def _lines(states: dict) -> str:
    return "".join(f"{id} {state}\n" for id, state in states.items())


def _text(dir: str, name: str) -> str:
    """Raises OSError, ValueError for one that is larger than any of ours."""
    return read_bounded(os.path.join(folder(dir), name), MAX_BYTES).decode("utf-8", "replace")


def _replace(dir: str, name: str, text: str) -> None:
    data = text.encode("ascii", "replace")
    write_atomic(os.path.join(folder(dir), name), data, mode=0o600, sync=False)
