"""`share` and `trust`: give lessons to the others, and say whether theirs may be told here."""

from __future__ import annotations

from argparse import Namespace

from reflexion.actions import trust
from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_accept, ask_and_share, refuse, register_driver
from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.store import team

NOTHING = "none"  # of `--pulls`


def run_share(args: Namespace, context: Context) -> int:
    context.require_trust()
    store = context.project.store
    if not store.is_shared():
        raise Stop(f"{store.dir} is private", "`reflexion init --team` lets git take it")
    wanted = [context.find(part)[1] for part in args.id] if args.id else None
    ask_and_share(context, wanted, args.yes)
    return 0


def run_trust(args: Namespace, context: Context) -> int:
    store = context.project.store
    if store is context.home:
        say("the home store is always yours")
        return 0
    if args.revoke:
        store.trust.revoke_store()
        say(f"{store.dir} is refused: no agent is told of it")
        return 0
    items = trust.waiting(context.project, args.refused)  # before later pulls are accepted
    if args.pulls is not None:
        trust.accept_pulls(store, args.pulls != NOTHING)
        what = "nothing" if args.pulls == NOTHING else "everything"
        say(f"of later pulls, accepted without a question: {what}")
    if args.no:
        refuse(store, items)
        return 0
    if not items:
        trust.open_store(store)
        say(f"nothing waits for your yes in {store.dir}")
    elif not ask_and_accept(store, items, args.yes):
        return 1
    if team.asks_for_driver(store) and not team.is_registered(store.root):
        register_driver(store)
    return 0
