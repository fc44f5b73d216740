"""`share`: give lessons of a shared store to the others, one by one."""

from __future__ import annotations

from argparse import Namespace

from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_share
from reflexion.errors import Stop


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    store = context.project.store
    if not store.is_shared():
        raise Stop(f"{store.dir} is private", "`reflexion init --team` lets git take it")
    wanted = [context.find(part)[1] for part in args.id] if args.id else None
    ask_and_share(context, wanted, args.yes)
    return 0
