"""What the index knows below state/index/; without these files it is built anew.

stamp.txt: of what index.txt was made; known.txt: the entry files as they were read, the last change
last; delta.txt: changes that are not yet in index.txt. Writing raises OSError.
"""

from __future__ import annotations

import os
import time

from reflexion.store.files import (
    append,
    make_folders,
    read_bounded,
    read_tail,
    remove,
    write_atomic,
)

VERSION = "9"  # of the terms an entry is found by: another number makes every index be built anew
NO_LIMIT = 1 << 60
MAX_BYTES = 64 << 20  # of a file here; a million entries take some 50 MB
FRESH = 50_000_000  # ns: a file changed since may change again without its time showing it
COARSE = 2_000_000_000  # ns: the same on file systems that keep whole seconds
LINE = 72  # bytes of a line of known.txt, at most
GONE, UNREADABLE = "-", "!"


def index_path(dir: str) -> str:
    return os.path.join(dir, "index.txt")


def state_path(dir: str, name: str) -> str:
    return os.path.join(dir, "state", "index", name)


def settled(mtime: int) -> bool:
    """Is a change at mtime so long ago that a later one cannot have the same time?"""
    return time.time_ns() - mtime > (FRESH if mtime % 1_000_000_000 else COARSE)


def state_of(status, checksum: str) -> str:
    """A file's state as remembered: "mtime size checksum"; the time of one that may still change
    unseen is 0."""
    mtime = status.st_mtime_ns
    return f"{mtime if settled(mtime) else 0} {status.st_size} {checksum}"


def load_stamp(dir: str) -> tuple | None:
    """(time of the entries folder when it was last read, 0 = look again; number of entries); None
    when there is none or index.txt is another file than it says."""
    try:
        version, *numbers = _text(dir, "stamp.txt").split()
        folder_time, size, mtime, count = map(int, numbers)
        status = os.stat(index_path(dir))
    except (OSError, ValueError):
        return None
    same = version == VERSION and (size, mtime) == (status.st_size, status.st_mtime_ns)
    return (folder_time, count) if same else None


def save_stamp(dir: str, folder_time: int, count: int) -> None:
    status = os.stat(index_path(dir))
    numbers = (VERSION, folder_time, status.st_size, status.st_mtime_ns, count)
    _replace(dir, "stamp.txt", " ".join(map(str, numbers)))


def load_known(dir: str, most: int = 0) -> dict | None:
    """id -> state of the entry's file as it was read, the last change last; with `most` so many of
    the last alone; None when that is not there."""
    try:
        if most:
            tail = read_tail(state_path(dir, "known.txt"), most * LINE)[0]
        lines = (tail.decode() if most else _text(dir, "known.txt")).split("\n")
    except (OSError, ValueError):
        return None
    known = {}
    for line in lines[-most - 1 :] if most else lines:
        id, _, state = line.partition(" ")
        known.pop(id, None)
        if state and state != GONE:
            known[id] = state
    return known


def add_known(dir: str, states: dict) -> None:
    """Append states (id -> state); later lines win."""
    if states:
        append(state_path(dir, "known.txt"), _lines(states).encode("ascii", "replace"), NO_LIMIT)


def shorten_known(dir: str) -> None:
    """Write known.txt anew, a line a file."""
    _replace(dir, "known.txt", _lines(load_known(dir) or {}))


def start_anew(dir: str) -> None:
    """An empty index."""
    make_folders(state_path(dir, "")[:-1], mode=0o700)
    write_atomic(index_path(dir), b"", mode=0o600, sync=False)
    _replace(dir, "known.txt", "")
    drop_delta(dir)


def delta(dir: str, changes: dict) -> tuple:
    """(ids whose lines in index.txt no longer count, term -> ids that came since), with `changes`
    (id -> terms) on top."""
    try:
        lines = _text(dir, "delta.txt").split("\n")
    except (OSError, ValueError):
        lines = []
    last = {line.partition(" ")[0]: line.split(" ")[1:] for line in lines if line}
    last.update(changes)
    added = {}
    for id, terms in last.items():
        for term in filter(None, terms):
            added.setdefault(term, []).append(id)
    return set(last), added


def add_delta(dir: str, changes: dict) -> None:
    """Append changes (id -> terms, none = removed)."""
    text = "".join(" ".join([id, *terms]) + "\n" for id, terms in changes.items())
    append(state_path(dir, "delta.txt"), text.encode("utf-8", "replace"), NO_LIMIT)


def size_of(dir: str, name: str) -> int:
    """Bytes of a file below state/index/; 0 when it is not there."""
    try:
        return os.stat(state_path(dir, name)).st_size
    except OSError:
        return 0


def drop_delta(dir: str) -> None:
    remove(state_path(dir, "delta.txt"))


def _lines(states: dict) -> str:
    return "".join(f"{id} {state}\n" for id, state in states.items())


def _text(dir: str, name: str) -> str:
    return read_bounded(state_path(dir, name), MAX_BYTES).decode("utf-8", "replace")


def _replace(dir: str, name: str, text: str) -> None:
    write_atomic(state_path(dir, name), text.encode("ascii", "replace"), mode=0o600, sync=False)
