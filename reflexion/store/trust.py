"""Which stores may speak: two lists of folders in the home store, out of reach of any checkout.

`trusted.txt`: a person decided for the store, whatever comes into it. `made.txt`: a hook made it
here; what git brings into it later waits (see `arrivals`). Lines end at newlines alone, for a
folder's name may hold any other byte.
"""

from __future__ import annotations

import os

from reflexion.store.files import append, listing, make_folders, read_bounded, remove, write_atomic

FILE, MADE = "trusted.txt", "made.txt"
NOTICED = os.path.join("state", "told.txt")
LIMIT = 1 << 20
WHOLE, OWN, NONE = "whole", "own", ""


def level(folder: str, home: str) -> str:
    """WHOLE: all of the store may speak (the home store always may); OWN: what this machine wrote;
    NONE."""
    folder = os.path.realpath(folder)
    if home and folder == os.path.realpath(home) or folder in _listed(home, FILE):
        return WHOLE
    return OWN if folder in _listed(home, MADE) else NONE


def is_trusted(folder: str, home: str) -> bool:
    """May the folder speak, at least with what this machine wrote?"""
    return level(folder, home) != NONE


def trust(folder: str, home: str) -> bool:
    """List the folder as trusted by a person; True when it was not listed before. Raises
    OSError."""
    return _add(os.path.realpath(folder), home, FILE)


def made(folder: str, home: str) -> bool:
    """List the store as made by a hook. Raises OSError."""
    return level(folder, home) == NONE and _add(os.path.realpath(folder), home, MADE)


def distrust(folder: str, home: str) -> bool:
    """Take the folder off both lists; True when it stood there. Raises OSError."""
    folder, stood = os.path.realpath(folder), False
    for file in (FILE, MADE):
        folders = _listed(home, file)
        if folder in folders:
            stood = True
            lines = b"".join(os.fsencode(line) + b"\n" for line in folders if line != folder)
            path = os.path.join(home, file)
            write_atomic(path, lines, mode=0o600) if lines else remove(path)
    return stood


def everyone(home: str) -> list:
    """The folders of both lists."""
    return list(dict.fromkeys(_listed(home, FILE) + _listed(home, MADE)))


def arrived(folder: str) -> bool:
    """Does the store hold anything that somebody else may have written: an entry or settings?"""
    if os.path.lexists(os.path.join(folder, "config.json")):
        return True
    try:
        return bool(listing(os.path.join(folder, "entries"), most=1))
    except OSError:
        return False


def was_noticed(mark: str, home: str) -> bool:
    return mark in _listed(home, NOTICED)


def first_notice(mark: str, home: str) -> bool:
    """Is this the first time that the person is shown what `mark` stands for? Remembered. Raises
    OSError."""
    return _add(mark, home, NOTICED)


def _listed(home: str, file: str) -> list:
    """The lines of a list in the home store; [] when it is missing."""
    try:
        data = read_bounded(os.path.join(home, file), LIMIT) if home else b""
    except (OSError, ValueError):
        return []
    return [os.fsdecode(line) for line in data.split(b"\n") if line]


def _add(line: str, home: str, file: str) -> bool:
    if not home or "\n" in line or line in _listed(home, file):
        return False
    path = os.path.join(home, file)
    make_folders(os.path.dirname(path), mode=0o700)
    append(path, os.fsencode(line) + b"\n", LIMIT)
    return True
