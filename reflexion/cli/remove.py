"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.cli import lessons
from reflexion.cli.terminal import Usage, confirm, plural, say
from reflexion.learning.entry import digits_of
from reflexion.learning.identity import marks_of
from reflexion.promote import rules
from reflexion.store import fs, history

HELP = "take learnings out for good; their rules go, too"
DETAILS = """\
Hooks and agents do not bring back what you removed: it stands in dropped.txt, a line each. You
can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month."""


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("--all", action="store_true", help="all learnings of the project")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args, context) -> int:
    if bool(args.id) == args.all:
        raise Usage("remove: name learnings by their ID, or give --all")
    if args.all:
        store = context.project.store
        return _remove_all(context, store, store.ids())
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        remove(context, store, ids)
        say(f"removed {', '.join(ids)}; `reflexion undo` brings back what was removed")
    return 0


def _remove_all(context, store, ids: list) -> int:
    """Remove all learnings of a store after a yes; return 1 for a no."""
    what = plural(len(ids), "learning")
    if not ids:
        say(f"there are no learnings in {store.dir}")
    elif not confirm(f"Remove {what} in {store.dir} for good?", context.args.yes):
        say("nothing was removed")
        return 1
    else:
        remove(context, store, ids)
        say(f"removed {what}; `reflexion undo` brings them back")
    return 0


def remove(context, store, ids: list) -> None:
    """Remove learnings of one store, on record for `undo`. Raises OSError."""
    what = lessons.typed(context, "remove", *map(digits_of, ids))
    with context.change(what, store) as change:
        if store is not context.home:
            rules.take_out(context.project, ids)
        entries = list(filter(None, map(store.get_file, ids)))
        with store.lock():
            for entry in entries:
                store.drop(marks_of(entry), entry["trigger"])
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
