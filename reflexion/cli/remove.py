"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.cli import storing
from reflexion.cli.errors import Usage
from reflexion.cli.forgetting import forget_texts
from reflexion.cli.output import plural
from reflexion.learning.entry import digits_of
from reflexion.learning.identity import marks_of
from reflexion.promote import rules
from reflexion.store import fs, history

HELP = "take learnings out for good; their rules go, too"
DETAILS = """\
Hooks and agents do not bring back what you removed: it stands in dropped.txt, a line each. You
can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month."""
BACK = "`reflexion undo` brings {} back"


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("--all", action="store_true", help="all learnings")
    parser.add_argument("--skill", default="", metavar="NAME", help="all about this skill")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="the home store")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args, context) -> int:
    ways = [bool(args.id), args.all, bool(args.skill)]
    if ways.count(True) != 1:
        raise Usage("remove: name learnings by their ID, or give --all, or --skill NAME")
    if args.id:
        places = dict.fromkeys(context.find(part, args.everywhere) for part in args.id)
        for store in dict.fromkeys(store for store, _ in places):
            ids = [entry_id for other, entry_id in places if other is store]
            remove(context, store, ids)
            context.say(
                f"removed {', '.join(ids)}; {BACK.format('it' if len(ids) == 1 else 'them')}"
            )
        return 0
    return _remove_many(context)


def _remove_many(context) -> int:
    """Remove all, or those about a skill, after a yes; return 1 for a no."""
    store = context.store
    skill = context.args.skill
    ids = [entry["id"] for entry in store.all() if entry.get("skill") == skill]
    ids = ids if skill else store.ids()
    about = f" about {skill}" if skill else ""
    if not ids:
        context.say(f"there are no learnings{about} in {store.dir}")
        return 0
    what = f"{plural(len(ids), 'learning')}{about}"
    if not context.confirm(f"Remove {what} in {store.dir} for good?"):
        context.say("nothing was removed")
        return 1
    remove(context, store, ids)
    context.say(f"removed {what}; {BACK.format('them')}")
    return 0


def remove(context, store, ids: list) -> None:
    """Remove learnings of one store, on record for `undo`. Raises OSError."""
    what = storing.typed(context, "remove", *map(digits_of, ids))
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
        history.append(
            store.state_dir, context.session, [(history.REMOVED, entry_id) for entry_id in ids]
        )
