"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.actions.removal import remove
from reflexion.cli.terminal import say
from reflexion.learning.entry import digits_of

HELP = "remove learnings and their rules, and do not learn them again"
DETAILS = """\
Hooks and agents do not bring back what you removed: it stands in dropped.txt, a line each. You
can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month."""


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        with context.change("remove", *map(digits_of, ids), store=store) as change:
            remove(context.any_project, store, context.actor, change, ids)
        say(f"removed {', '.join(ids)}; `reflexion undo` brings back what was removed")
    return 0
