"""The promote hook: a learning that keeps coming becomes a line in CLAUDE.md or AGENTS.md."""

from __future__ import annotations

from reflexion.decision import Decision
from reflexion.store import index

MOST = 2000  # learnings looked at when a session ends


def decide(event, project, log) -> Decision | None:
    """Return the learnings whose rule may be due when a session ends."""
    if event.name != "SessionEnd" or not project.trusted or not project.store.exists():
        return None
    decision = Decision()
    decision.due = due(project)
    return decision


def due(project) -> list:
    """Return the ids of learnings that may have become rules meanwhile, or are none any more."""
    enough = project.settings["promote_after"]
    found = []
    for row in project.store.index.rows().values():
        is_rule = index.PROMOTED in row.flags
        is_solved = index.SOLVED in row.flags
        if is_solved != is_rule and (is_rule or int(row.occurrences) >= enough):
            found.append(row.id)
    return found[:MOST]
