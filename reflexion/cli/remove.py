"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.cli.terminal import say
from reflexion.learning.entry import digits_of
from reflexion.learning.identity import marks_of
from reflexion.promote import rules
from reflexion.store import fs, history

HELP = "remove learnings and their rules, and do not learn them again"
DETAILS = """\
Hooks and agents do not bring back what you removed: it stands in dropped.txt, a line each. You
can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month."""


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        remove(context, store, ids)
        say(f"removed {', '.join(ids)}; `reflexion undo` brings back what was removed")
    return 0


def remove(context, store, ids: list) -> None:
    """Remove learnings of one store, on record for `undo`. Raises OSError."""
    with context.change("remove", *map(digits_of, ids), store=store) as change:
        if store is not context.home:
            rules.take_out(context.project, ids)
        entries = list(filter(None, map(store.get_file, ids)))
        with store.lock():
            for entry in entries:
                store.drop(marks_of(entry), entry.trigger)
            for entry_id in ids:
                change.keep_entry(entry_id)
                fs.remove(store.path(entry_id))
            store.index.refresh()
        for entry_id in ids:
            forget_texts(store, entry_id)
        rows = [(history.REMOVED, entry_id) for entry_id in ids]
        history.append(store.state_dir, context.session, rows)


def forget_texts(store, entry_id: str) -> None:
    """Take what a learning said out of logs, notices and accepted copies. Raises OSError."""
    store.trust.drop_copy(entry_id)
    history.forget(store.state_dir, entry_id)
