"""`trust`: say whether the agent may be told what you have not accepted yet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from reflexion.actions import trust
from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_accept, refuse, register_driver
from reflexion.cli.terminal import say
from reflexion.store import team

HELP = "look at what is not accepted here yet, and accept it"
DETAILS = """\
Everything that would be told is shown, one by one, changed words first and as a diff; a key each
says what becomes of it. After `--pulls` you are not asked about what later pulls bring, until
`--pulls none`."""
PULLS = {"on": "everything", "none": "nothing"}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="accept without a question")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--no", action="store_true", help="refuse what waits")
    one.add_argument("--refused", action="store_true", help="ask again about what you refused")
    one.add_argument("--revoke", action="store_true", help="tell nothing of this store any more")
    help_ = "accept what later pulls bring; none: ask again"
    one.add_argument("--pulls", nargs="?", const="on", choices=PULLS, default="", help=help_)


def run(args: Namespace, context: Context) -> int:
    store = context.project.store
    if store is context.home:
        say("the home store is always yours")
        return 0
    if args.revoke:
        store.trust.revoke_store()
        say(f"{store.dir} is refused: no agent is told of it")
        return 0
    items = trust.waiting(context.project, args.refused)  # before later pulls are accepted
    if args.pulls:
        trust.accept_pulls(store, args.pulls == "on")
        say(f"of later pulls, accepted without a question: {PULLS[args.pulls]}")
    if args.no:
        refuse(store, items)
        return 0
    if not items:
        trust.open_store(store)
        say(f"nothing waits: what {store.dir} holds is yours")
    elif not ask_and_accept(store, items, args.yes):
        return 1
    if team.asks_for_driver(store) and not team.is_registered(store.root):
        register_driver(store)
    return 0
