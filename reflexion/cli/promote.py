"""`promote`: make rules of learnings, or take rules out again."""

from __future__ import annotations

import os
from argparse import Namespace

from reflexion import promote
from reflexion.actions import lessons
from reflexion.cli.context import Context
from reflexion.cli.terminal import say
from reflexion.errors import Stop
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import line_of
from reflexion.store import rule_files
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.text import plural


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    project = context.project
    places = [context.find(part) for part in args.id]
    named = [(store, lessons.read_lesson(store, entry_id)) for store, entry_id in places]
    gone = [_rule_id(context, part) for part in args.demote]
    if not named and not gone:
        named = _due(project)
    if args.dry_run:
        for line in _changes(project, [entry for _, entry in named], gone):
            print(line)
    elif named or gone:
        _carry_out(context, named, gone)
    return 0


def _due(project: Project) -> list[tuple[Store, Entry]]:
    """Return what may be written without a yes; where there is nothing, say what waits for one."""
    every = [(entry, promote.why_it_waits(project, entry)) for entry in promote.due(project)]
    found = [(project.store, entry) for entry, why in every if not why]
    waits = [digits_of(entry.id) for entry, _ in every]
    if not every:
        say("nothing is due; `reflexion show ID` says what a learning lacks")
    elif not found:
        may = f"{plural(len(waits), 'rule')} may be written by your yes"
        say(f"nothing is due, and {may}: `reflexion promote {' '.join(waits)}`")
    return found


def _carry_out(context: Context, named: list[tuple[Store, Entry]], gone: list[str]) -> None:
    project = context.project
    with context.acting("promote", *context.args.id, *context.args.demote) as act:
        for entry_id in gone:
            act.change.keep(*project.store.paths(entry_id))
            where = promote.demote(project, entry_id, context.session) or "no file"
            again = f"`reflexion promote {digits_of(entry_id)}` writes it again, and no hook does"
            say(f"took the rule of {entry_id} out of {where}; {again}")
        for store, entry in named:
            act.change.keep(*store.paths(entry.id))
            say(promote.write(project, entry.id, context.session, store=store))


def _changes(project: Project, entries: list[Entry], gone: list[str]) -> list[str]:
    """Return the lines, "FILE: +LINE", that would come into rule files or go out of them."""
    found = []
    for path in rule_files.targets(project):
        standing = rule_files.rules_in(rule_files.read(path))
        lines = [f"-{standing[entry_id]}" for entry_id in gone if entry_id in standing]
        lines += [f"+{line_of(entry)}" for entry in entries if entry.id not in standing]
        found += [f"{os.path.basename(path)}: {line}" for line in lines]
    return found


def _rule_id(context: Context, part: str) -> str:
    """Return the id of a rule that stands in a file, also of one whose learning is gone."""
    lines = rule_files.standing(context.project).values()
    found = {key for each in lines for key in each if part.strip().lower() in key.lower()}
    if len(found) == 1:
        return found.pop()
    store, entry_id = context.find(part)
    if lessons.read(store, entry_id).promoted:
        return entry_id
    raise Stop(f"{entry_id} is no rule: `reflexion list --state rule` shows the rules")
