"""`rebuild-index`: merge entries that git left in conflict, and build the index anew."""

from __future__ import annotations

import os
import re
from argparse import Namespace

from reflexion.cli.context import Context
from reflexion.cli.terminal import say, warn
from reflexion.errors import Stop, Unreadable
from reflexion.learning.entry import COUNTS, Entry, file_of, id_of, parse
from reflexion.learning.identity import fingerprints_of
from reflexion.store import fs, merge, team
from reflexion.store.entries import Store
from reflexion.text import plural

STAGES = (1, 2, 3)  # git's numbers for base, ours, theirs
# which of the two sides (ours, theirs) what stands below a marker belongs to: both, before the
# first one and behind the last
MARKER = re.compile(rb"(?m)^([<|=>])\1{6}(?: .*)?\r?\n")
SIDES = {b"<": (0,), b"|": (), b"=": (1,), b">": (0, 1)}


def run(args: Namespace, context: Context) -> int:
    store = context.project.store
    if not store.exists():
        raise Stop(f"there is no store in {store.root} yet: nothing to index")
    left: dict[str, str] = {}
    with store.lock():
        for entry_id in _conflicts(store):
            try:
                done = _heal(store, entry_id)
                path = os.path.relpath(store.mine.shared_path(entry_id), store.root)
                say(f"{entry_id}: {done}; tell git with: git add {path}")
            except Unreadable as error:
                left[entry_id] = str(error)
        store.index.rebuild()
        count = plural(len(store.index.lines()), "learning")
    say(f"indexed {count} in {store.dir}")
    unreadable = store.unreadable()
    for entry_id, why in unreadable.items():
        warn(f"{file_of(entry_id)} was left out: {left.get(entry_id, why)}")
    return 1 if unreadable else 0


def _conflicts(store: Store) -> list[str]:
    """Return the ids of entries with conflict markers, or with two versions in git's index."""
    unmerged = map(os.path.basename, team.unmerged(store.root, store.entries_dir))
    marked = [each for each in store.ids() if team.is_conflicted(store, each)]
    return list(filter(None, dict.fromkeys([*marked, *map(id_of, unmerged)])))


def _heal(store: Store, entry_id: str) -> str:
    """Make one file of what git left of an entry; return what was done. Raises Unreadable.

    The sides are in git's index until somebody adds the file, then between the markers.
    """
    path = store.mine.shared_path(entry_id)
    sides = [team.stage(store.root, path, number) for number in STAGES]
    base, *both = (parse(side, entry_id) if side else None for side in sides)
    found = list(filter(None, both))
    if not found:
        found = _marked_sides(fs.peek(path, team.MAX_FILE), entry_id)
        # what both had counted before is not known: nothing is counted twice
        base = Entry(**{name: min(getattr(side, name) for side in found) for name in COUNTS})
    if len(found) > 1:
        store.mine.save_shared(merge.merge(base, *found))
        return "its two sides are one again"
    if store.dropped.holds(*fingerprints_of(found[0])):
        fs.remove(path)
        return "it was removed on one side, and is gone"
    store.mine.save_shared(found[0])
    return "one side had lost it, and it stays"


def _marked_sides(data: bytes, entry_id: str) -> list[Entry]:
    """Return the two sides that stand between conflict markers. Raises Unreadable."""
    sides = [b"", b""]
    pieces = [b">", *re.split(MARKER, data)]
    for marker, text in zip(pieces[::2], pieces[1::2]):
        for side in SIDES[marker]:
            sides[side] += text
    return [parse(side, entry_id) for side in sides]
