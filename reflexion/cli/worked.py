"""`worked`: a lesson was followed and helped."""

from __future__ import annotations

from reflexion.actions import learn
from reflexion.cli.terminal import report

HELP = "count a lesson that was followed and helped"


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    context.require_trust()
    places = [context.find(part) for part in args.id]
    with context.acting("worked", *args.id) as act:
        for place in dict.fromkeys(places):
            report(learn.worked(act, *place))
    return 0
