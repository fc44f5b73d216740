"""The lists of paths that were kept before stores had a nonce, taken over once."""

from __future__ import annotations

import os

from reflexion.store import fs, trust
from reflexion.store.provenance import Owned


def carry_over(home: str) -> None:
    """Take over the lists: of each store whose state is there and private. The others wait for
    `trust`."""
    old = [name for name in trust.OLD_LISTS if os.path.lexists(os.path.join(home, name))]
    try:
        with trust.lock(home):
            for name in old:
                _carry_list(trust.listed(home, name), trust.OLD_LISTS[name], home)
            for name in old:
                fs.remove(os.path.join(home, name))
    except OSError:
        pass  # tried again the next time


def _carry_list(folders: list, standing: str, home: str) -> None:
    known = set(trust.roots(home))
    carried = []
    for folder in folders:
        if folder not in known and _is_private(os.path.join(folder, "state")):
            row = trust.Listed(trust.new_nonce(), standing, folder)
            trust.put(row, home)
            trust.write_nonce(os.path.join(folder, trust.NONCE), row)
            carried.append(row)
    for row in carried:
        root = os.path.dirname(row.root)
        keys = [key for folder in folders for key in trust.insight_keys(root, folder)]
        Owned(trust.owned_file(row, home)).add([(key, "insight") for key in keys])


def _is_private(state: str) -> bool:
    """Is it a folder of this user's that nobody else may open, as hooks make it?"""
    try:
        status = os.lstat(state)
    except OSError:
        return False
    if os.path.islink(state) or not os.path.isdir(state):
        return False
    return os.name == "nt" or status.st_uid == os.getuid() and not status.st_mode & 0o077
