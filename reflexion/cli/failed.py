"""`failed`: a lesson was followed and did not help."""

from __future__ import annotations

from reflexion.actions import lessons
from reflexion.cli.terminal import say
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_persons, lower_confidence
from reflexion.learning.revise import DID_NOT_HELP, add_note
from reflexion.store import history
from reflexion.store.entries import today

HELP = "report a lesson that did not help, for review"


def add_arguments(parser) -> None:
    parser.add_argument("id", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("why", nargs="*", help="what happened instead")


def run(args, context) -> int:
    context.require_trust()
    store, entry_id = context.find(args.id)
    why = context.clean(" ".join(args.why))

    def flag(entry: Entry) -> None:
        add_note(entry, f"{DID_NOT_HELP}{today()}: {why}".rstrip(": "))
        entry.needs_review = True
        if not (context.is_agent and is_persons(entry)):
            lower_confidence(entry)

    with context.change("failed", args.id, *args.why) as change:
        own = (context.project, store, context.actor)
        entry = lessons.change_words(*own, change, entry_id, flag)
        lessons.record(store, context.actor, entry_id, history.FAILED)
    level = entry.confidence or "high"
    say(f"{entry_id} failed: confidence {level}, it waits in `reflexion review`")
    if entry.promoted:
        say("  its rule stays until a person decides")
    return 0
