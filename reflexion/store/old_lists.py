"""The lists of paths that were kept before stores had a nonce: they, and what the stores on them
hold, are taken over once."""

from __future__ import annotations

import os

from reflexion.store import fs, trust
from reflexion.store.provenance import Owned
from reflexion.store.schema import id_of
from reflexion.store.session import SEEN, Session


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


def accept_ours(store, listed: trust.Listed, home: str) -> trust.Listed:
    """Accept of a store on a list of old what git does not track, and of one that its person
    trusted also what hooks wrote here lately; how the store is listed from now on. Raises
    OSError."""
    wrote = _met_lately(store) if listed.standing == trust.WAS_WHOLE else frozenset()
    entries = [store.get(id_of(name), waiting=True) for name in store.names()]
    provenance = store.provenance
    ours = [
        entry
        for entry in entries
        if entry and (entry["id"] in wrote or not provenance.waits_unread(entry["id"]))
    ]
    provenance.accept(ours)
    return trust.stands(listed, trust.MINE, home)


def _met_lately(store) -> frozenset:
    """Ids that sessions of the last month met here, by the store's private state."""
    found = set()
    for name in fs.names(os.path.join(store.state_dir, "sessions")):
        records = Session(store, name.partition(".")[0]).records()
        found.update(str(row.get("id")) for row in records if row["kind"] == SEEN)
    return frozenset(found)
