"""Rules: written, brought in step with their learnings, and taken out."""

from __future__ import annotations

import os

from reflexion import promote
from reflexion.errors import Stop
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_solved
from reflexion.promote import rules
from reflexion.store import rule_files

take_out = rules.take_out
write = promote.write


def settle(project, entry_id: str, before: str = "") -> list[str]:
    """Let the rule follow a learning; return lines. Raises Refused.

    `before` is the resolution that the rule was made of: a line that says something else was
    changed by a person, and stays.
    """
    entry = project.store.get(entry_id)
    return _update(project, entry, before) if entry and entry.promoted else []


def _update(project, entry: Entry, before: str) -> list:
    was = rules.sentence_of(entry.copy(resolution=before or entry.resolution))
    for path, lines in rules.standing(project).items():
        line = lines.get(entry.id)
        if line and rules.sentence_in(line) != was:
            name = os.path.basename(path)
            return [f"the rule in {name} was changed by hand and stays: `reflexion doctor`"]
    rules.update(project, entry)
    return []


def due(project) -> list:
    """Return the learnings that qualify and need nobody's yes."""
    entries = filter(None, map(project.store.get, promote.due(project)))
    found = [entry for entry in entries if not promote.open_conditions(project, entry)]
    return [entry for entry in found if not promote.why_it_waits(project, entry)]


def standing_id(project, part: str) -> str:
    """Return the id of the one rule in a file that `part` names, its learning gone or not; ""."""
    standing = {key for lines in rules.standing(project).values() for key in lines}
    found = [key for key in standing if part.strip().lower() in key.lower()]
    return found[0] if len(found) == 1 else ""


def demote(project, change, entry_id: str, session: str) -> str:
    """Take a rule out for good; return the names of the files that had it. Raises Refused."""
    if os.path.exists(project.store.path(entry_id)):
        change.keep(*project.store.paths(entry_id))
    return promote.demote(project, entry_id, session)


def require_lesson(entry: Entry) -> None:
    """Raise Stop for a learning that says nothing a rule could say."""
    if not is_solved(entry):
        hint = f"`reflexion learn --for {entry.id} 'When \u2026'`"
        raise Stop(f"{entry.id} has no lesson to make a rule of: {hint}")


def changes_of(project, entries: list[Entry], gone: list) -> list:
    """Return the lines, "FILE: +LINE", that would come into rule files or go out of them."""
    found = []
    for path in rule_files.targets(project):
        name = os.path.basename(path)
        standing = rule_files.rules_in(rule_files.read(path))
        removed = [f"-{standing[entry_id]}" for entry_id in gone if entry_id in standing]
        fresh = [entry for entry in entries if entry.id not in standing]
        lines = [*removed, *(f"+{rules.line_of(entry)}" for entry in fresh)]
        found += [f"{name}: {line}" for line in lines]
    return found
