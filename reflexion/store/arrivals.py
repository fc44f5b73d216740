"""What git brought into a store that a hook made here: the files that git tracks. A store that a
hook makes is private, so git tracks nothing in it until somebody else's files come with a pull or a
checkout.
"""

from __future__ import annotations

import os
import zlib

from reflexion.store.files import make_folders, names, read_bounded, write_atomic
from reflexion.store.paths import FOLDER, checkout_top, git_folder, relative

MAX_INDEX = 16 << 20  # bytes of git's index that are read here; beyond it git is asked
FLAGS = 2  # bytes before a path in git's index; their lower 12 bits are the path's length
LONGEST = 0xFFF
MAX_CACHE = 4 << 20


def tracked(root: str, home: str) -> frozenset | None:
    """Names below the store of `root` that git tracks, such as `entries/RFX-….json`; None when that
    cannot be told.

    What was found is kept in the home store until git's index changes.
    """
    top = checkout_top(root)
    index = os.path.join(git_folder(top), "index") if top else ""
    try:
        status = os.stat(index)
    except OSError:
        return frozenset()  # no checkout, or nothing was ever added in it
    head = f"{os.path.realpath(root)}\0{status.st_mtime_ns}\0{status.st_size}"
    name = f"{zlib.crc32(os.fsencode(os.path.realpath(root))):08x}.txt"
    cache = os.path.join(home, "state", "tracked", name)
    known = _remembered(cache, head)
    if known is None:
        known = _in_index(index, relative(root, top))
        known = _asked(root) if known is None else known
        if known is not None:
            _remember(cache, head, known)
    return known


def _in_index(path: str, folder: str) -> frozenset | None:
    """Read from the index file itself; None for one in a form that only git reads (compressed
    paths, split in two)."""
    try:
        data = read_bounded(path, MAX_INDEX)
    except (OSError, ValueError):
        return None
    split = any(name.startswith("sharedindex.") for name in names(os.path.dirname(path)))
    if data[:4] != b"DIRC" or data[4:8] not in (b"\0\0\0\2", b"\0\0\0\3") or split:
        return None
    prefix = os.fsencode(FOLDER if folder == "." else f"{folder}/{FOLDER}") + b"/"
    found, at = set(), data.find(prefix)
    while at >= 0:
        end = data.find(b"\0", at)
        if _is_path(data, at, end):
            found.add(os.fsdecode(data[at + len(prefix) : end]))
        at = data.find(prefix, at + 1)
    return frozenset(found)


def _is_path(data: bytes, at: int, end: int) -> bool:
    """Does a whole path begin here? (The same letters may stand in the middle of another.)"""
    for start in (at - FLAGS, at - 2 * FLAGS):  # version 3 has two more bytes behind the flags
        length = int.from_bytes(data[start : start + FLAGS], "big") & LONGEST
        if length == min(end - at, LONGEST):
            return True
    return False


def _asked(root: str) -> frozenset | None:
    import subprocess

    command = ["git", "-C", root, "-c", "core.fsmonitor=false", "ls-files", "-z", "--", FOLDER]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    lines = os.fsdecode(done.stdout).split("\0")
    return (
        frozenset(line[len(FOLDER) + 1 :] for line in lines if line)
        if done.returncode == 0
        else None
    )


def _remembered(cache: str, head: str) -> frozenset | None:
    try:
        first, *lines = os.fsdecode(read_bounded(cache, MAX_CACHE)).split("\n")
    except (OSError, ValueError):
        return None
    return frozenset(line for line in lines if line) if first == head else None


def _remember(cache: str, head: str, known: frozenset) -> None:
    try:
        make_folders(os.path.dirname(cache), mode=0o700)
        write_atomic(cache, os.fsencode("\n".join([head, *known])), mode=0o600, sync=False)
    except OSError:
        pass  # asked again the next time
