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
    last = sorted((record for _, record in found), key=lambda record: record.when)[-1]
    who = "" if last.by == "person" else " by an agent"
    what = f"{last.what}{who} ({last.when})"
    lines = []
    for store in context.stores:  # one command may have changed both
        records = [each for where, each in found if where is store]
        if records and records[-1][:3] == last[:3]:
            lines += removal.undo(context.any_project, store, records[-1])
    say("\n  ".join([f"took back: {what}", *lines]))
    return 0
