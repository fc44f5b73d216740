"""`worked`, `failed` and `edit`: what came of one lesson, and its words put right."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from reflexion.actions import learn
from reflexion.cli import Command
from reflexion.cli.context import Context
from reflexion.cli.editing import edit
from reflexion.cli.terminal import report

HELP = "the learning, or a part of its id"


def _add_ids(parser: ArgumentParser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help=HELP)


def _worked(args: Namespace, context: Context) -> int:
    context.require_trust()
    places = [context.find(part) for part in args.id]
    with context.acting("worked", *args.id) as act:
        for place in dict.fromkeys(places):
            report(learn.worked(act, *place))
    return 0


def _add_reason(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=HELP)
    parser.add_argument("why", nargs="*", metavar="WHY", help="what happened instead")


def _failed(args: Namespace, context: Context) -> int:
    context.require_trust()
    place = context.find(args.id)
    with context.acting("failed", args.id, *args.why) as act:
        report(learn.failed(act, *place, context.clean(" ".join(args.why))))
    return 0


def _add_id(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=HELP)


def _edit(args: Namespace, context: Context) -> int:
    store, entry_id = context.find(args.id)
    with context.acting("edit", entry_id) as act:
        edit(context, act, store, entry_id)
    return 0


WORKED = Command("worked", "count a lesson that was followed and helped", _add_ids, _worked)
FAILED = Command("failed", "report a lesson that did not help, for review", _add_reason, _failed)
EDIT = Command(
    "edit",
    "change a learning in your editor ($VISUAL, $EDITOR)",
    _add_id,
    _edit,
    "What is no learning any more is not stored. A secret that you replace by [REDACTED] is gone\n"
    "from copies and logs, too.",
)
