"""`rebuild-index`: heal conflicts that git left in entries, and build the index anew."""

from __future__ import annotations

import os

from reflexion.cli.errors import Stop
from reflexion.cli.output import plural
from reflexion.learning.entry import Unreadable, file_of, parse
from reflexion.store import merge, team

HELP = "build the index anew; heal conflicts that git left"
STAGES = (1, 2, 3)  # git's numbers for base, ours, theirs


def add_arguments(parser) -> None:
    pass


def run(args, context) -> int:
    store = context.project.store
    if not store.exists():
        raise Stop(f"there is no store in {store.root} yet: nothing to index")
    healed: list = []
    left: dict = {}
    with store.lock():
        for entry_id in filter(store.is_conflicted, store.ids()):
            try:
                # counts and words of both sides: whose these are is decided as ever
                store.write_counts(healed_entry(store, entry_id))
                healed.append(entry_id)
            except Unreadable as error:
                left[file_of(entry_id)] = str(error)
        store.index.rebuild()
        count = len(store.index.lines())
        words = len(store.index.keywords())
    context.say(f"indexed {plural(count, 'learning')} under {plural(words, 'word')} in {store.dir}")
    for entry_id in healed:
        path = os.path.relpath(store.path(entry_id), store.root)
        context.say(f"{entry_id}: its two sides are one again; tell git with: git add {path}")
    problems: list = []
    list(store.all(problems))
    for name, why in problems:
        context.warn(f"{name} was left out: {left.get(name, why)}")
    return 1 if problems else 0


def healed_entry(store, entry_id: str) -> dict:
    """Return what the sides of a file with conflict markers merge to. Raises Unreadable.

    The sides are in git's index until somebody adds the file.
    """
    path = store.path(entry_id)
    base, ours, theirs = (team.stage(store.root, path, number) for number in STAGES)
    if not ours or not theirs:
        raise Unreadable("git knows its sides no more: mend it by hand")
    was = parse(base, entry_id) if base else None
    return merge.merge(was, parse(ours, entry_id), parse(theirs, entry_id))
