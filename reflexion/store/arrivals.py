"""What git brought into a store that a hook made here: the files that git tracks, for git tracks
nothing in a private store until somebody else's files come with a pull or a checkout."""

from __future__ import annotations

import os
import zlib

from reflexion.store.files import make_folders, names, read_bounded, write_atomic
from reflexion.store.paths import FOLDER, checkout_top, git_folder, relative, run_git

MAX_INDEX = 16 << 20  # bytes of git's index that are read here; beyond it git is asked
VERSIONS = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3")  # heads of an index with whole paths
FLAGS = 2  # bytes before a path in git's index; their lower 12 bits are the path's length
LONGEST = 0xFFF
MAX_CACHE = 4 << 20


def tracked(root: str, home: str) -> frozenset | None:
    """Names below the store of `root` that git tracks, such as `entries/RFX-….json`; None when that
    cannot be told. Kept in the home store until git's index changes."""
    top = checkout_top(root)
    index = os.path.join(git_folder(top), "index") if top else ""
    try:
        status = os.stat(index)
    except OSError:
        return frozenset()  # no checkout, or nothing was ever added in it
    real = os.path.realpath(root)
    head = f"{real}\0{status.st_mtime_ns}\0{status.st_size}"
    cache = os.path.join(home, "state", "tracked", f"{zlib.crc32(os.fsencode(real)):08x}.txt")
    known = _remembered(cache, head)
    if known is not None:
        return known
    known = _in_index(index, relative(root, top))
    if known is None:
        listed = run_git(root, "-c", "core.fsmonitor=false", "ls-files", "-z", "--", FOLDER)
        if listed is None:
            return None
        known = {name[len(FOLDER) + 1 :] for name in os.fsdecode(listed).split("\0") if name}
    _remember(cache, head, known)
    return frozenset(known)


def _in_index(path: str, folder: str) -> set | None:
    """Read from the index file itself; None for one in a form that only git reads (compressed
    paths, split in two)."""
    try:
        data = read_bounded(path, MAX_INDEX)
    except (OSError, ValueError):
        return None
    split = any(name.startswith("sharedindex.") for name in names(os.path.dirname(path)))
    if data[:8] not in VERSIONS or split:
        return None
    prefix = os.fsencode(FOLDER if folder == "." else f"{folder}/{FOLDER}") + b"/"
    tracked_names, at = set(), data.find(prefix)
    while at >= 0:
        end = data.find(b"\0", at)
        if _is_path(data, at, end):
            tracked_names.add(os.fsdecode(data[at + len(prefix) : end]))
        at = data.find(prefix, at + 1)
    return tracked_names


def _is_path(data: bytes, at: int, end: int) -> bool:
    """Does a whole path begin here? (The same letters may stand in the middle of another.)"""
    starts = (at - FLAGS, at - 2 * FLAGS)  # version 3 has two more bytes behind the flags
    lengths = [int.from_bytes(data[start : start + FLAGS], "big") & LONGEST for start in starts]
    return min(end - at, LONGEST) in lengths


def _remembered(cache: str, head: str) -> frozenset | None:
    try:
        first, *lines = os.fsdecode(read_bounded(cache, MAX_CACHE)).split("\n")
    except (OSError, ValueError):
        return None
    return frozenset(filter(None, lines)) if first == head else None


def _remember(cache: str, head: str, known) -> None:
    try:
        make_folders(os.path.dirname(cache), mode=0o700)
        write_atomic(cache, os.fsencode("\n".join([head, *known])), mode=0o600, sync=False)
    except OSError:
        pass  # asked again the next time
