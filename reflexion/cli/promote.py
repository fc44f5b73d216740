"""`promote`: make rules of learnings, or take rules out again."""

from __future__ import annotations

import os

from reflexion import promote
from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import is_solved
from reflexion.promote import rules
from reflexion.store import rule_files

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
    entries = [_named(context, part) for part in args.id]
    gone = [_rule_id(context, part) for part in args.demote]
    if not entries and not gone:
        entries = _due(context.project)
        if not entries:
            say("nothing is due; `reflexion show ID` says what a learning lacks")
    if args.dry_run:
        _print_changes(context.project, entries, gone)
        return 0
    with context.change("promote", *args.id, *args.demote) as change:
        for entry_id in gone:
            _demote(context, change, entry_id)
        for entry in entries:
            change.keep_entry(entry.id)
            for line in promote.write(context.project, entry.id, context.session):
                say(line)
    return 0


def _named(context, part: str) -> dict:
    """Return the learning that a person made up their mind about. Raises Stop."""
    entry_id = context.find_own(part)
    entry = context.read(context.project.store, entry_id)
    if not is_solved(entry):
        hint = f"`reflexion learn --for {digits_of(entry_id)} 'When …'`"
        raise Stop(f"{entry_id} has no lesson to make a rule of: {hint}")
    return entry


def _rule_id(context, part: str) -> str:
    """Return the id of a rule that stands in a file, also of one whose learning is gone."""
    standing = {key for lines in rules.standing(context.project).values() for key in lines}
    found = [key for key in standing if part.strip().lower() in key.lower()]
    if len(found) == 1:
        return found[0]
    store, entry_id = context.find(part)
    if context.read(store, entry_id).promoted:
        return entry_id
    raise Stop(f"{entry_id} is no rule: `reflexion list --state rule` shows the rules")


def _demote(context, change, entry_id: str) -> None:
    project = context.project
    if os.path.exists(project.store.path(entry_id)):
        change.keep_entry(entry_id)
    where = promote.demote(project, entry_id, context.session) or "no file"
    again = f"`reflexion promote {digits_of(entry_id)}` writes it again, and no hook does"
    say(f"took the rule of {entry_id} out of {where}; {again}")


def _due(project) -> list:
    """Return the learnings that qualify and need nobody's yes."""
    entries = filter(None, map(project.store.get, promote.due(project)))
    found = [entry for entry in entries if not promote.open_conditions(project, entry)]
    return [entry for entry in found if not promote.why_it_waits(project, entry)]


def _print_changes(project, entries: list[Entry], gone: list) -> None:
    """Print the lines that would go out of the rule files, and those that would come in."""
    for path in rule_files.targets(project):
        name = os.path.basename(path)
        standing = rule_files.rules_in(rule_files.read(path))
        removed = [f"-{standing[entry_id]}" for entry_id in gone if entry_id in standing]
        fresh = [entry for entry in entries if entry.id not in standing]
        for line in [*removed, *(f"+{rules.line_of(entry)}" for entry in fresh)]:
            print(f"{name}: {line}")
