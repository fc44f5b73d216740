"""Which stores may speak: two lists of folders in the home store, out of reach of any checkout.
`trusted.txt`: a person decided for the store, whatever comes into it. `made.txt`: a hook made it
here; what git brings into it later waits."""

from __future__ import annotations

import os

from reflexion.store.fs import append, make_folders, names, peek, remove, scan, write_atomic
from reflexion.store.paths import FOLDER, checkout_top, git_folder, relative, run_git

LISTS = FILE, MADE = "trusted.txt", "made.txt"
NOTICED = os.path.join("state", "told.txt")  # a mark for each notice that a person was shown once
LIMIT = 4 << 20  # bytes of a list
WHOLE, OWN = "whole", "own"
MAX_INDEX = 16 << 20  # bytes of git's index that are read here; beyond it git is asked
VERSIONS = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3")  # heads of an index with whole paths


def level(folder: str, home: str) -> str:
    """WHOLE: all of it may speak (the home store); OWN: what was learned here; "": nothing."""
    folder = os.path.realpath(folder)
    if home and folder == os.path.realpath(home) or folder in listed(home, FILE):
        return WHOLE
    return OWN if folder in listed(home, MADE) else ""


def trust(folder: str, home: str, file: str = FILE) -> bool:
    """List the folder; True when it was not listed before. Raises OSError."""
    return add(os.path.realpath(folder), home, file)


def distrust(folder: str, home: str) -> bool:
    """Take the folder off both lists; True when it stood there. Raises OSError."""
    folder = os.path.realpath(folder)
    stood = [file for file in LISTS if folder in listed(home, file)]
    for file in stood:
        left = [os.fsencode(line) + b"\n" for line in listed(home, file) if line != folder]
        path = os.path.join(home, file)
        write_atomic(path, left, mode=0o600) if left else remove(path)
    return bool(stood)


def arrived(folder: str) -> bool:
    """Does the store hold anything that somebody else may have written: an entry or settings?"""
    try:
        entries = list(scan(os.path.join(folder, "entries"), most=1))
    except OSError:
        entries = []
    return bool(entries) or os.path.lexists(os.path.join(folder, "config.json"))


def listed(home: str, file: str) -> list:
    """The lines of a list in the home store; they end at newlines alone, as names of folders do."""
    data = peek(os.path.join(home, file), LIMIT) if home else b""
    return [os.fsdecode(line) for line in data.split(b"\n") if line]


def add(line: str, home: str, file: str) -> bool:
    """Put a line into a list; True when it did not stand there. Raises OSError."""
    if not home or "\n" in line or line in listed(home, file):
        return False
    append(os.path.join(home, file), os.fsencode(line) + b"\n", LIMIT)
    return True


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
    import zlib

    head = f"{real}\0{status.st_mtime_ns}\0{status.st_size}"
    cache = os.path.join("state", "tracked", f"{zlib.crc32(os.fsencode(real)):08x}.txt")
    kept = listed(home, cache)
    if kept[:1] == [head]:
        return frozenset(kept[1:])
    folder, data = relative(root, top), peek(index, MAX_INDEX)
    prefix = os.fsencode(FOLDER if folder == "." else f"{folder}/{FOLDER}") + b"/"
    split = any(name.startswith("sharedindex.") for name in names(os.path.dirname(index)))
    printed = b""
    if prefix in data or split or data[:8] not in VERSIONS:  # it is rare that git has to be asked
        printed = run_git(root, "-c", "core.fsmonitor=false", "ls-files", "-z", "--", FOLDER)
        if printed is None:
            return None
    found = [name[len(FOLDER) + 1 :] for name in os.fsdecode(printed).split("\0") if name]
    try:
        cache = os.path.join(home, cache)
        make_folders(os.path.dirname(cache), mode=0o700)
        write_atomic(cache, os.fsencode("\n".join([head, *found])), mode=0o600, sync=False)
    except OSError:
        pass  # asked again the next time
    return frozenset(found)
