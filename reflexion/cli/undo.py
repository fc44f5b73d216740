"""`undo`: take back the last change that a command made."""

from __future__ import annotations

import os

from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.learning.entry import id_of
from reflexion.promote import rules
from reflexion.store import changes

HELP = "take back the last change of a command"


def add_arguments(parser) -> None:
    """Add nothing: it takes no arguments."""


def run(args, context) -> int:
    context.require_own_scratch()
    found = [(store, record) for store in context.stores for record in changes.records(store)]
    if not found:
        raise Stop("no change is on record: `reflexion restore` lists the copies of files")
    store, record = sorted(found, key=lambda pair: pair[1].when)[-1]
    who = "" if record.by == "person" else " by an agent"
    what = f"{record.what}{who} ({record.when})"
    lines = changes.undo(store, record)
    say("\n  ".join([f"took back: {what}", *lines]))
    if store is not context.home:
        _take_rules_out(context.project, record)
    return 0


def _take_rules_out(project, record) -> None:
    """Take out the rules that hooks made since of what is no rule any more. Raises Refused."""
    names = [id_of(os.path.basename(file.path)) for file in record.files]
    entries = {name: project.store.get(name) for name in names if name}
    ids = [name for name, entry in entries.items() if not entry or not entry.promoted]
    if not ids:
        return
    with changes.Change(project.store, f"undo {record.what}", changes.UNDO) as change:
        for path in rules.standing(project):
            change.keep(path)
        files = rules.take_out(project, ids)
    if files:
        say(f"  took the rule out of {files}")
