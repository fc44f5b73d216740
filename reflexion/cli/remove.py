"""`remove`: take learnings out, with the rules made of them, and do not learn them again."""

from __future__ import annotations

from reflexion.actions import removal
from reflexion.cli.terminal import confirm, report, say
from reflexion.errors import Usage
from reflexion.learning.entry import Entry, digits_of
from reflexion.text.clean import plural

HELP = "remove learnings and their rules, and do not learn them again"
DETAILS = """\
Hooks and agents do not bring back what you removed by its ID: it stands in dropped.txt, a line
each. You can, by `reflexion learn`, or by `reflexion undo`. Copies are kept for a month. With
--lesson only the sentence goes: its failure is counted on, and may get another lesson. --all and
--skill clear the store and forbid nothing."""
WAY_BACK = """\
  `reflexion undo` brings it back
  `reflexion remove --lesson ID` takes only a sentence back, and leaves its failure open"""


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("--lesson", action="store_true", help="only take the sentence back")
    parser.add_argument("--all", action="store_true", help="all learnings of the project")
    parser.add_argument("--skill", default="", metavar="NAME", help="those about this skill")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="the home store")
    parser.add_argument("--yes", action="store_true", help="clear without a question")


def run(args, context) -> int:
    if bool(args.id) + args.all + bool(args.skill) != 1:
        raise Usage("remove: give the ID of learnings, or --all, or --skill NAME")
    if not args.id:
        return _clear(args, context)
    places = dict.fromkeys(context.find(part) for part in args.id)
    for store in dict.fromkeys(store for store, _ in places):
        ids = [entry_id for other, entry_id in places if other is store]
        with context.acting("remove", *map(digits_of, ids)) as act:
            if args.lesson:
                report([done for each in ids for done in removal.take_back(act, store, each)])
                continue
            removal.remove(act, store, ids)
        say(f"removed for good: {', '.join(ids)}\n{WAY_BACK}")
    return 0


def _clear(args, context) -> int:
    """Remove all learnings, or those about a skill, after a question."""
    store = context.store
    entries = {entry_id: store.get_file(entry_id) for entry_id in store.ids()}
    found = {
        key: entry for key, entry in entries.items() if args.all or _is_about(entry, args.skill)
    }
    if not found:
        say("no learning fits")
        return 0
    question = f"Remove {plural(len(found), 'learning')} from {store.dir}?"
    count = sum(bool(entry and entry.promoted) for entry in found.values())
    if count:
        question = f"{question[:-1]}, {plural(count, 'rule')} included?"
    if not confirm(question, args.yes):
        say("nothing was removed")
        return 1
    what = f"--skill {args.skill}" if args.skill else "--all"
    with context.acting("remove", what) as act:
        removal.clear(act, store, list(found))
    say(f"removed {plural(len(found), 'learning')}; `reflexion undo` brings them back")
    return 0


def _is_about(entry: Entry | None, skill: str) -> bool:
    return entry is not None and entry.skill == skill
