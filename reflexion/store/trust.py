"""Which stores may speak. A store that a hook made here, or that the user trusted, is listed by path in the home store."""

from __future__ import annotations

import os

from reflexion.store.files import append

FILE = "trusted.txt"
LIMIT = 1 << 20


def is_trusted(folder: str, home: str) -> bool:
    """May the store in `folder` speak? The home store itself always may. `home` is the home store's folder."""
    folder = os.path.realpath(folder)
    if home and folder == os.path.realpath(home):
        return True
    return folder in everyone(home)


def trust(folder: str, home: str) -> bool:
    """List the store; True when it was not listed before. Raises OSError."""
    folder = os.path.realpath(folder)
    if "\n" in folder or folder in everyone(home):
        return False
    os.makedirs(home, exist_ok=True)
    append(os.path.join(home, FILE), os.fsencode(folder) + b"\n", LIMIT)
    return True


def distrust(folder: str, home: str) -> bool:
    """Take the store off the list; True when it stood there. Raises OSError."""
    from reflexion.store.files import write_atomic

    folder, listed = os.path.realpath(folder), everyone(home)
    if folder not in listed:
        return False
    write_atomic(
        os.path.join(home, FILE),
        b"".join(os.fsencode(line) + b"\n" for line in listed if line != folder),
    )
    return True


def arrived(folder: str) -> bool:
    """Does the store hold anything that somebody else may have written: an entry or settings?"""
    try:
        if os.path.exists(os.path.join(folder, "config.json")):
            return True
        with os.scandir(
            os.path.join(folder, "entries")
        ) as items:  # one is enough: a large folder is not read whole
            return any(True for _ in items)
    except OSError:
        return False


def everyone(home: str) -> list:
    try:
        with open(os.path.join(home, FILE), "rb") as file:
            return [os.fsdecode(line) for line in file.read(LIMIT).splitlines()] if home else []
    except OSError:
        return []
