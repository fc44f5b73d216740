"""`rebuild-index`: build the index anew, heal conflicts, join duplicates."""

from contextlib import suppress

from reflexion.cli.context import rules_or_stop
from reflexion.cli.output import Progress, say
from reflexion.promote import promoter
from reflexion.status.terminal import presentable
from reflexion.store import index, tidy


def rebuild_index(context) -> int:
    """The index anew, conflicts healed, duplicates joined, their rules too."""
    project = context.project
    store = context.store
    problems = []
    settled = ""
    if not store.exists():
        say(f"there is no store in {store.root} yet: nothing to index")
        return 0
    healed = tidy.heal(store)
    joined = rules_follow(project, store, tidy.dedupe(store))
    if store is project.store and project.trusted:
        with suppress(promoter.Refused):  # `doctor` names it
            settled = promoter.settle(project)
    index.rebuild(store)
    words = set()
    count = 0
    with Progress("reading learnings", len(store.names())) as progress:
        for entry in store.all(problems):
            words.update(word.lower() for word in entry["keywords"])
            count += 1
            progress(count)
    say(f"indexed {count} learnings under {len(words)} keywords in {store.dir}")
    for name in healed:
        say(f"{name} held conflict markers: its two sides are one again")
    for gone, kept in joined.items():
        say(f"{gone} was the same mistake as {kept} and is part of it now")
    if settled:
        say(f"{settled} held a conflict in its rules: those of both sides are one section now")
    for name, reason in presentable(problems):
        say(f"{name} was left out: {reason}")
    return 1 if problems else 0


def rules_follow(project, store, joined: dict) -> dict:
    """`joined`, {id that went: id that stayed}, once the rules are as well. Raises Stop."""
    if store is not project.store or not project.trusted:
        return joined
    with rules_or_stop("duplicates were joined, but a rule still names one that went: {}"):
        for gone, kept in joined.items():
            if promoter.demote(project, gone) != "no file":
                promoter.promote(project, kept, force=True)
    return joined
