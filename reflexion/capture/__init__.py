"""The capture hook: what is kept of an event, and asked when a turn ends."""

from __future__ import annotations

from reflexion.capture.failure import decide_failure
from reflexion.capture.look_back import decide_look_back, look_back_at_prompt
from reflexion.capture.sentence import decide_prompt
from reflexion.decision import Decision
from reflexion.hosts.event import Event
from reflexion.learning.failure import records_lesson
from reflexion.learning.lesson import recorded
from reflexion.setup.command import for_person
from reflexion.store.history import ENDED, LEARNED, PROMPTED, RECORDED, SHOWN, SessionLog, marks_of
from reflexion.store.project import Project
from reflexion.text.words import terms

TOOLS = ("PostToolUse", "PostToolUseFailure")


def decide(event: Event, project: Project, log: SessionLog) -> Decision | None:
    """Return what to write and to say because of an event; None for nearly all."""
    if event.name in TOOLS:
        return _after_call(event, project, log)
    if event.name == "UserPromptSubmit":
        return _at_prompt(event, project, log)
    if event.name in ("Stop", "SubagentStop"):
        decision = decide_look_back(event, project, log) or Decision()
        if event.name == "Stop" and not decision.question:
            decision.rows.append({"what": ENDED})
        return _show_lessons(decision, project, log)
    if event.name == "SessionEnd":
        decision = Decision()
        decision.sweeps = True
        return decision
    return None


def _after_call(event: Event, project: Project, log: SessionLog) -> Decision | None:
    decision = decide_failure(event, project, log)
    if records_lesson(event.command) and not event.exit_code:
        decision = decision or Decision()
        decision.rows.append({"what": RECORDED, "agent": event.agent})
        decision = _show_lessons(decision, project, log)
    return decision


def _at_prompt(event: Event, project: Project, log: SessionLog) -> Decision | None:
    asked = look_back_at_prompt(event, project, log)
    decision = decide_prompt(event, project) or Decision()
    if asked:
        decision.context = asked.context
        decision.rows += asked.rows
    if project.store.exists() and not event.agent:
        words = [] if event.machine else marks_of(terms(event.prompt))
        decision.rows.append({"what": PROMPTED, "words": words})
    return _show_lessons(decision, project, log)


def _show_lessons(decision: Decision, project: Project, log: SessionLog) -> Decision | None:
    """Add the notice about lessons that the agent recorded by `learn`, each once."""
    entry_ids: dict[str, None] = {}
    for row in log.of(LEARNED, SHOWN):
        if row["what"] == SHOWN:
            entry_ids.pop(row.get("id", ""), None)
        elif row.get("by") == "agent":
            entry_ids[row.get("id", "")] = None
    for entry_id in entry_ids:
        entry = project.store.get(entry_id)
        if entry:
            decision.lessons.append(recorded(entry, for_person(project.environ)))
        decision.rows.append({"what": SHOWN, "id": entry_id})
    return decision if decision.rows else None
