"""`promote`: make rules of learnings, or take rules out again."""

from __future__ import annotations

from reflexion.actions import lessons, rules, waiting
from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.learning.entry import Entry, digits_of
from reflexion.store.entries import Store
from reflexion.text.clean import plural

HELP = "make rules of learnings in CLAUDE.md, or take rules out"
DETAILS = """\
Naming a learning is your yes. Without an ID the rules that are due are written. A rule that you
take out is not written again by hooks."""


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="*", metavar="ID", help="the learning, or a part of its id")
    parser.add_argument("--demote", action="append", default=[], metavar="ID", help="take it out")
    parser.add_argument("--dry-run", action="store_true", help="show what would change")


def run(args, context) -> int:
    context.require_trust()
    named = [_named(context, part) for part in args.id]
    gone = [_rule_id(context, part) for part in args.demote]
    if not named and not gone:
        named = [(context.project.store, entry) for entry in rules.due(context.project)]
        if not named:
            say(_nothing_due(context.project))
    if args.dry_run:
        for line in rules.changes_of(context.project, [entry for _, entry in named], gone):
            print(line)
        return 0
    with context.change("promote", *args.id, *args.demote) as change:
        for entry_id in gone:
            where = rules.demote(context.project, change, entry_id, context.session) or "no file"
            again = f"`reflexion promote {digits_of(entry_id)}` writes it again, and no hook does"
            say(f"took the rule of {entry_id} out of {where}; {again}")
        for store, entry in named:
            change.keep(*store.paths(entry.id))
            for line in rules.write(context.project, entry.id, context.session, store=store):
                say(line)
    return 0


def _nothing_due(project) -> str:
    waits = [item.entry for item in waiting.items(project) if item.kind == waiting.RULE]
    if not waits:
        return "nothing is due; `reflexion show ID` says what a learning lacks"
    command = f"reflexion promote {' '.join(digits_of(entry.id) for entry in waits)}"
    return (
        f"nothing is due, and {plural(len(waits), 'rule')} may be written by your yes: `{command}`"
    )


def _named(context, part: str) -> tuple[Store, Entry]:
    """Return (its store, the learning) that a person made up their mind about. Raises Stop."""
    store, entry_id = context.find(part)
    entry = lessons.read(store, entry_id)
    rules.require_lesson(entry)
    return store, entry


def _rule_id(context, part: str) -> str:
    """Return the id of a rule that stands in a file, also of one whose learning is gone."""
    standing = rules.standing_id(context.project, part)
    if standing:
        return standing
    store, entry_id = context.find(part)
    if lessons.read(store, entry_id).promoted:
        return entry_id
    raise Stop(f"{entry_id} is no rule: `reflexion list --state rule` shows the rules")
