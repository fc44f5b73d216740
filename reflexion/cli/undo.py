"""`undo`: take back the last change that a command made."""

from __future__ import annotations

from reflexion.actions import removal
from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.store import changes

HELP = "take back the last change of a command"


def add_arguments(parser) -> None:
    """Add nothing: it takes no arguments."""


def run(args, context) -> int:
    found = [(store, record) for store in context.stores for record in changes.records(store)]
    if not found:
        raise Stop("no change is on record: `reflexion restore` lists the copies of files")
    store, record = sorted(found, key=lambda pair: pair[1].when)[-1]
    who = "" if record.by == "person" else " by an agent"
    what = f"{record.what}{who} ({record.when})"
    lines = removal.undo(context.any_project, store, record)
    say("\n  ".join([f"took back: {what}", *lines]))
    return 0
