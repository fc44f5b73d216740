"""The capture hook: what is kept of an event, and asked when a turn ends."""

from __future__ import annotations

from reflexion.capture.failure import decide_failure
from reflexion.capture.look_back import decide_look_back, look_back_at_prompt
from reflexion.capture.sentence import decide_prompt
from reflexion.decision import Decision
from reflexion.hosts.event import Event
from reflexion.learning.entry import digits_of
from reflexion.learning.failure import records_lesson
from reflexion.setup.command import for_person
from reflexion.store.history import ENDED, LEARNED, RECORDED, SHOWN, SessionLog
from reflexion.store.project import Project
from reflexion.text.clean import one_line

TOOLS = ("PostToolUse", "PostToolUseFailure")
MAX_SHOWN = 160  # characters of a lesson in a notice


def decide(event: Event, project: Project, log: SessionLog) -> Decision | None:
    """Return what to write and to say because of an event; None for nearly all."""
    if event.name in TOOLS:
        return _after_call(event, project, log)
    if event.name == "UserPromptSubmit":
        asked = look_back_at_prompt(event, project, log)
        decision = decide_prompt(event, project) or asked
        if decision and asked and decision is not asked:
            decision.context = asked.context
            decision.rows += asked.rows
        return decision
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


def _show_lessons(decision: Decision, project: Project, log: SessionLog) -> Decision | None:
    """Add the notice about lessons that the agent recorded by `learn`, each once."""
    recorded = [row.get("id", "") for row in log.of(LEARNED) if row.get("by") == "agent"]
    for entry_id in recorded[len(log.of(SHOWN)) :]:
        entry = project.store.get(entry_id)
        if entry:
            text = one_line(entry.resolution, MAX_SHOWN)
            program = for_person(project.environ)
            digits = digits_of(entry_id)
            said = f'the agent recorded "{text}" (undo: {program} remove --lesson {digits})'
            if entry.needs_review:
                said = f'the agent proposes "{text}": it waits for you ({program} review {digits})'
            decision.lessons.append(said)
        decision.rows.append({"what": SHOWN, "id": entry_id})
    return decision if decision.rows else None
