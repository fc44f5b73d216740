"""`rebuild-index`: merge entries that git left in conflict, and build the index anew."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from reflexion.cli.context import Context
from reflexion.cli.terminal import say, warn
from reflexion.errors import Stop, Unreadable
from reflexion.learning.entry import Entry, file_of, id_of, parse
from reflexion.store import merge, team
from reflexion.store.entries import Store
from reflexion.text.clean import plural

HELP = "build the index anew; merge what git left in conflict"
STAGES = (1, 2, 3)  # git's numbers for base, ours, theirs


def add_arguments(parser: ArgumentParser) -> None:
    pass


def run(args: Namespace, context: Context) -> int:
    store = context.project.store
    if not store.exists():
        raise Stop(f"there is no store in {store.root} yet: nothing to index")
    left: dict[str, str] = {}
    with store.lock():
        for entry_id in _conflicts(store):
            try:
                store.mine.save_shared(_merged(store, entry_id))
            except Unreadable as error:
                left[file_of(entry_id)] = str(error)
            else:
                path = os.path.relpath(store.mine.shared_path(entry_id), store.root)
                say(f"{entry_id}: its two sides are one again; tell git with: git add {path}")
        store.index.rebuild()
        count = plural(len(store.index.lines()), "learning")
    say(f"indexed {count} in {store.dir}")
    problems: list[tuple[str, str]] = []
    for _ in store.all(problems):
        pass  # only what cannot be read is of interest here
    for name, why in problems:
        warn(f"{name} was left out: {left.get(name, why)}")
    return 1 if problems else 0


def _conflicts(store: Store) -> list[str]:
    """Return the ids of entries with conflict markers, or with two versions in git's index."""
    unmerged = map(os.path.basename, team.unmerged(store.root, store.entries_dir))
    marked = [each for each in store.ids() if team.is_conflicted(store, each)]
    ids = [*marked, *map(id_of, unmerged)]
    there = {*store.mine.shared_ids()}
    return [each for each in dict.fromkeys(ids) if each in there]


def _merged(store: Store, entry_id: str) -> Entry:
    """Return what the sides of an entry in conflict merge to. Raises Unreadable.

    The sides are in git's index until somebody adds the file.
    """
    path = store.mine.shared_path(entry_id)
    base, ours, theirs = (team.stage(store.root, path, number) for number in STAGES)
    if not ours or not theirs:
        raise Unreadable("git has no record of its two sides: mend it by hand")
    was = parse(base, entry_id) if base else None
    return merge.merge(was, parse(ours, entry_id), parse(theirs, entry_id))
