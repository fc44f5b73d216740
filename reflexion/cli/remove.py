"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.actions import removal
from reflexion.cli.terminal import report, say
from reflexion.learning.entry import digits_of

HELP = "remove learnings and their rules, and do not learn them again"
DETAILS = """\
Hooks and agents do not bring back what you removed: it stands in dropped.txt, a line each. You
can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month. With --lesson only
the sentence goes: its failure is counted on, and may get another lesson."""

WAY_BACK = "`reflexion undo` brings it back, and `remove --lesson` would only take a sentence back"


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("--lesson", action="store_true", help="only take the sentence back")


def run(args, context) -> int:
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        with context.change("remove", *map(digits_of, ids), store=store) as change:
            own = (context.any_project, store, context.actor, change)
            if args.lesson:
                report([done for entry_id in ids for done in removal.take_back(*own, entry_id)])
                continue
            removal.remove(*own, ids)
        say(f"removed for good: {', '.join(ids)}; {WAY_BACK}")
    return 0
