"""`edit`: change a learning in the person's editor, checked before it is stored."""

from __future__ import annotations

from reflexion.cli.editing import edit

HELP = "change a learning in your editor ($VISUAL, $EDITOR)"
DETAILS = """\
What is no learning any more is not stored. A secret that you replace by [REDACTED] is gone from
copies and logs, too."""


def add_arguments(parser) -> None:
    parser.add_argument("id", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    store, entry_id = context.find(args.id)
    with context.acting("edit", entry_id) as act:
        edit(context, act, store, entry_id)
    return 0
