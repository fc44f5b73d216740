"""`reflexion rebuild-index`: index anew, conflicts healed, duplicates joined, their rules too."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.status import terminal
from reflexion.store import index, tidy


def rebuild_index(context) -> int:
    project, store, problems = context.project, context.store, []
    if not store.exists():
        print(f"there is no store in {store.root} yet: nothing to index")
        return 0
    healed, joined = tidy.heal(store), join(project, store)
    settled = _settle_rules(project) if _has_rules(project, store) else ""
    index.rebuild(store)
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


def _has_rules(project, store) -> bool:
    return store is project.store and project.trusted


def join(project, store) -> dict:
    """{id that went: id that stayed}. Raises Stop when a rule file cannot be written."""
    return _rules_follow(project, store, tidy.dedupe(store))


def combine(project, store, one: str, other: str) -> dict:
    """The same for two ids that are one mistake in two guises."""
    return _rules_follow(project, store, tidy.combine(store, one, other))


def _rules_follow(project, store, joined: dict) -> dict:
    with common.rules("duplicates were joined, but a rule still names one that went: {}"):
        for gone, kept in joined.items() if _has_rules(project, store) else ():
            if promoter.demote(project, gone) != "no file":
                promoter.promote(project, kept, force=True)
    return joined


def _settle_rules(project) -> str:
    """Names of the rule files whose section git had left in conflict; `doctor` names the rest."""
    try:
        return promoter.settle(project)
    except promoter.Refused:
        return ""
