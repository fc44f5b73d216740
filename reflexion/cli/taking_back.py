"""`remove`, `undo` and `restore`: take out what was learned, and take back what was done."""

from __future__ import annotations

from argparse import Namespace

from reflexion.actions import removal
from reflexion.actions.lessons import Act
from reflexion.actions.share import git_command
from reflexion.cli.context import Context
from reflexion.cli.terminal import confirm, report, row, say
from reflexion.errors import Stop, Usage
from reflexion.learning.entry import digits_of
from reflexion.store import changes
from reflexion.store.entries import Store
from reflexion.text import plural

WAY_BACK = "hooks and agents do not learn it again; `reflexion undo` brings it back"


def run_remove(args: Namespace, context: Context) -> int:
    if bool(args.id) + args.all + bool(args.skill) != 1:
        raise Usage("remove: give the ID of learnings, or --all, or --skill NAME")
    if not args.id:
        return _clear(args, context)
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        words = ["--lesson"] * args.lesson + list(map(digits_of, ids))
        with context.acting("remove", *words) as act:
            if args.lesson:
                report([done for each in ids for done in removal.take_back(act, store, each)])
            else:
                say(_remove_for_good(act, store, ids))
    return 0


def _remove_for_good(act: Act, store: Store, ids: list[str]) -> str:
    removal.remove(act, store, ids)
    lines = [f"removed for good: {', '.join(ids)}", WAY_BACK]
    if store.is_shared():
        lines.append(f"for the others: {git_command(store, len(ids), 'Remove')}")
    return "\n  ".join(lines)


def _clear(args: Namespace, context: Context) -> int:
    store = context.store
    entries = {entry_id: store.get_file(entry_id) for entry_id in store.ids()}
    if args.skill:
        entries = {key: each for key, each in entries.items() if each and each.skill == args.skill}
    count = plural(len(entries), "learning")
    rules = plural(sum(bool(each and each.promoted) for each in entries.values()), "rule")
    question = f"Remove {count} from {store.dir}, {rules} included?"
    if not (entries and confirm(question, args.yes)):
        say("nothing was removed")
        return 1
    with context.acting("remove", f"--skill {args.skill}" if args.skill else "--all") as act:
        removal.clear(act, store, list(entries))
    say(f"removed {count}; `reflexion undo` takes that back")
    return 0


def run_undo(args: Namespace, context: Context) -> int:
    found = [(store, record) for store in context.stores for record in changes.records(store)]
    if not found:
        raise Stop("no change is on record: `reflexion restore` lists the copies of files")
    last = sorted((record for _, record in found), key=lambda record: record.when)[-1]
    who = "" if last.by == "person" else " by an agent"
    lines = [f"took back: {last.what}{who} ({last.when})"]
    for store in context.stores:  # one command may have changed both
        records = [each for where, each in found if where is store]
        if records and records[-1][:3] == last[:3]:
            lines += removal.undo(context.any_project, store, records[-1], context.session)
    say("\n  ".join(lines))
    return 0


def _list_copies(copies: list[changes.Copy]) -> int:
    for copy in copies:
        say(copy.name)
        say(row("    before: ", copy.what))
    if copies:
        say("`reflexion restore NAME` brings one back; a part of the name is enough")
    else:
        say("nothing was changed or removed in the last month")
    return 0


def run_restore(args: Namespace, context: Context) -> int:
    pairs = [(store, copy) for store in context.stores for copy in changes.copies(store)]
    fitting = [pair for pair in pairs if args.copy.lower() in pair[1].name.lower()]
    if not args.copy:
        return _list_copies([copy for _, copy in pairs])
    if not fitting:
        raise Stop(f"no copy has {args.copy!r} in its name: `reflexion restore` lists them")
    if len({copy.path for _, copy in fitting}) > 1:
        raise Stop(f"{args.copy!r} fits copies of several files: give more of the name")
    store, copy = fitting[0]
    say(f"{changes.restore(store, copy)} (as before {copy.what}, {copy.when})")
    return 0
