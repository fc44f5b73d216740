"""`share`: give lessons of a shared store to the others, one by one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_share
from reflexion.errors import Stop

HELP = "give lessons of a shared store to the others, one by one"
DETAILS = """\
In a shared store hooks, agents and you write below `.reflexion/state/mine`, which git leaves
alone. This shows each lesson in full, and writes what you give into `entries/`, with all that was
counted. Failures without a lesson stay here. Then commit it: the command is printed."""


def add_arguments(parser: ArgumentParser) -> None:
    only = "only these, also what was kept private"
    parser.add_argument("id", nargs="*", metavar="ID", help=only)
    parser.add_argument("--yes", action="store_true", help="share all without a question")


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    store = context.project.store
    if not store.is_shared():
        raise Stop(f"{store.dir} is private", "`reflexion init --team` lets git take it")
    wanted = [context.find(part)[1] for part in args.id] if args.id else None
    ask_and_share(context, wanted, args.yes)
    return 0
