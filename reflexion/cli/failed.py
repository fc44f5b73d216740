"""`failed`: a lesson was followed and did not help."""

from __future__ import annotations

from reflexion.actions import learn
from reflexion.cli.terminal import report

HELP = "report a lesson that did not help, for review"


def add_arguments(parser) -> None:
    parser.add_argument("id", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("why", nargs="*", help="what happened instead")


def run(args, context) -> int:
    context.require_trust()
    place = context.find(args.id)
    with context.acting("failed", args.id, *args.why) as act:
        report(learn.failed(act, *place, context.clean(" ".join(args.why))))
    return 0
