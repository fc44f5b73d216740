"""`reflexion rebuild-index`: index anew, conflicts healed, duplicates joined, their rules too."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.status import terminal
from reflexion.store import index, tidy


def rebuild_index(context) -> int:
    project, store = context.project, context.store
    if not store.exists():
        print(f"there is no store in {store.root} yet: nothing to index")
        return 0
    healed, joined = tidy.heal(store), join(project, store)
    settled = settle_rules(project, store)
    index.rebuild(store.dir)
    problems = []
    entries = list(terminal.counting(store.all(problems), "read", sys.stderr))
    words = {word.lower() for entry in entries for word in entry["keywords"]}
    print(f"indexed {len(entries)} learnings under {len(words)} keywords in {store.dir}")
    for name in healed:
        print(f"{name} held conflict markers: its two sides are one again")
    for gone, kept in joined.items():
        print(f"{gone} was the same mistake as {kept} and is part of it now")
    if settled:
        print(f"{settled} held a conflict in its rules: those of both sides are one section now")
    for name, reason in common.presentable(problems):
        print(f"{name} was left out: {reason}")
    return 1 if problems else 0


def join(project, store) -> dict:
    """{id that went: id that stayed}. Raises Stop when a rule file cannot be written."""
    joined = tidy.dedupe(store)
    if store is not project.store or not project.trusted:
        return joined
    with common.rules("duplicates were joined, but a rule still names one that went: {}"):
        for gone, kept in joined.items():
            if promoter.demote(project, gone) != "no file":
                promoter.promote(project, kept, force=True)
    return joined


def settle_rules(project, store) -> str:
    """Names of the rule files whose section git had left in conflict; `doctor` names the rest."""
    if store is not project.store or not project.trusted:
        return ""
    try:
        return promoter.settle(project)
    except promoter.Refused:
        return ""
