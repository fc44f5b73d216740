"""Build the index anew from the entries."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.cli.tidying import join, settle_rules
from reflexion.status import terminal
from reflexion.store import index, tidy

SUMMARY = "build the index anew from the entries, and say what was found"
EXAMPLES = """
reflexion rebuild-index
reflexion rebuild-index --global
"""


def build():
    made = common.parser(
        "rebuild-index",
        "Build index.txt anew from the entries. Recall does this by itself when entries changed; this is for when you cannot "
        "wait, or want to know. Entries left with conflict markers are healed on the way, duplicates joined.",
        EXAMPLES,
    )
    common.with_global(made, "the store in the home folder, not the project's")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store = common.store_of(found, arguments.everywhere)
    if not store.exists():
        print(f"there is no store in {store.root} yet: nothing to index")
        return 0
    healed, joined = tidy.heal(store), join(found, store)
    settled = settle_rules(found, store)
    index.rebuild(store.dir)
    problems = []
    entries = list(terminal.counting(store.all(problems), "read", sys.stderr))
    words = {word.lower() for entry in entries for word in entry["keywords"]}
    print(f"indexed {len(entries)} learnings under {len(words)} keywords in {store.dir}")
    for id in healed:
        print(f"{id} held conflict markers: its two sides are one again")
    for gone, kept in joined.items():
        print(f"{gone} was the same mistake as {kept} and is part of it now")
    if settled:
        print(f"{settled} held a conflict in its rules: those of both sides are one section now")
    for name, reason in common.presentable(problems):
        print(f"{name} was left out: {reason}")
    return 1 if problems else 0
