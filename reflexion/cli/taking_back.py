"""`remove`, `undo` and `restore`: take out what was learned, and take back what was done."""

from __future__ import annotations

from argparse import Namespace
from itertools import chain

from reflexion.actions import removal
from reflexion.actions.share import git_command
from reflexion.cli.context import Context
from reflexion.cli.terminal import confirm, report, row, say
from reflexion.errors import Stop, Usage
from reflexion.learning.entry import Entry, digits_of
from reflexion.store import changes
from reflexion.store.entries import Store
from reflexion.text import plural

HOW_TO_RESTORE = "`reflexion restore NAME` brings one back; a part of the name is enough"


def run_remove(args: Namespace, context: Context) -> int:
    if bool(args.id) + args.all + bool(args.skill) != 1:
        raise Usage("remove: give the ID of learnings, or --all, or --skill NAME")
    if not args.id:
        return _clear(args, context)
    places = context.find_all(args.id)
    action = removal.take_back if args.lesson else removal.remove
    words = ["--lesson"] * args.lesson + [digits_of(entry_id) for _, entry_id in places]
    with context.acting("remove", *words) as act:
        for place in places:
            report(action(act, *place))
    say("`reflexion undo` takes that back")
    if not args.lesson:
        _tell_the_others([store for store, _ in places])
    return 0


def _tell_the_others(stores: list[Store]) -> None:
    """Name the command by which others lose, too, what was removed of shared stores."""
    shared = list(filter(Store.is_shared, stores))
    if shared:
        say(f"for the others: {git_command(shared[0], len(shared), 'Remove')}")


def _clear(args: Namespace, context: Context) -> int:
    store = context.store
    every = [store.get_file(entry_id) or Entry(id=entry_id) for entry_id in store.ids()]
    found = [entry for entry in every if args.skill in ("", entry.skill)]
    count = plural(len(found), "learning")
    rules = plural(sum(entry.promoted for entry in found), "rule")
    question = f"Remove {count} from {store.dir}, {rules} included?"
    if not (found and confirm(question, args.yes)):
        say("nothing was removed")
        return 1
    with context.acting("remove", "--skill" if args.skill else "--all", args.skill) as act:
        removal.clear(act, store, [entry.id for entry in found])
    say(f"removed {count}; `reflexion undo` takes that back")
    return 0


def run_undo(args: Namespace, context: Context) -> int:
    stores = context.any_project.both_stores
    latest = [(store, each) for store in stores for each in changes.records(store)[-1:]]
    if not latest:
        raise Stop("no change is on record: `reflexion restore` lists the copies of files")
    last = sorted(latest, key=lambda pair: str(pair[1].when))[-1][1]
    who = "" if last.by == "person" else " by an agent"
    lines = [f"took back: {last.what}{who} ({last.when})"]
    for store, record in latest:  # one command may have changed both
        if record[:3] == last[:3]:
            lines += removal.undo(context.any_project, store, record, context.session)
    say("\n  ".join(lines))
    return 0


def _list_copies(copies: list[changes.Copy]) -> None:
    for copy in copies:
        say(f"{copy.name}\n{row('    before: ', copy.what)}")
    say(HOW_TO_RESTORE if copies else "nothing was changed or removed in the last month")


def run_restore(args: Namespace, context: Context) -> int:
    wanted = args.copy.lower()
    every = chain.from_iterable(map(changes.copies, context.any_project.both_stores))
    found = [copy for copy in every if wanted in copy.name.lower()]
    if not wanted:
        _list_copies(found)
        return 0
    if not found:
        raise Stop(f"no copy has {args.copy!r} in its name: `reflexion restore` lists them")
    if len({copy.path for copy in found}) > 1:
        raise Stop(f"{args.copy!r} fits copies of several files: give more of the name")
    say(f"{changes.restore(found[0])} (as before {found[0].what}, {found[0].when})")
    return 0
