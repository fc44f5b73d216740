"""`restore`: bring back a file as a dated copy has it."""

from __future__ import annotations

from reflexion.cli.terminal import fit, row_width, say
from reflexion.errors import Stop
from reflexion.store import changes

HELP = "list the dated copies of a month, or bring one back"
LISTED = 20  # copies


def add_arguments(parser) -> None:
    parser.add_argument("copy", nargs="?", default="", help="a copy, or a part of its name")


def run(args, context) -> int:
    pairs = [(store, copy) for store in context.stores for copy in changes.copies(store)]
    fitting = [pair for pair in pairs if args.copy.lower() in pair[1].name.lower()]
    if not args.copy:
        for _, copy in pairs[:LISTED]:
            say(f"{copy.name}\n    {fit(f'before: {copy.what}', row_width() - 4)}")
        if not pairs:
            say("nothing was changed or removed in the last month")
        return 0
    if not fitting:
        raise Stop(f"no copy has {args.copy!r} in its name: `reflexion restore` lists them")
    if len({copy.path for _, copy in fitting}) > 1:
        raise Stop(f"{args.copy!r} fits copies of several files: give more of the name")
    store, copy = fitting[0]
    say(f"{changes.restore(store, copy)} (as before {copy.what}, {copy.when})")
    return 0
