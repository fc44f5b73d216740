"""The capture hook: what an event teaches. Decides; `apply` carries it out."""

from __future__ import annotations

from reflexion.capture.failure import decide_failure
from reflexion.capture.look_back import decide_look_back
from reflexion.capture.sentence import decide_prompt
from reflexion.decision import Decision
from reflexion.learning.failure import is_own_call
from reflexion.store import events
from reflexion.store.events import ENDED, LEARNED, SHOWN
from reflexion.text.clean import one_line

TOOLS = ("PostToolUse", "PostToolUseFailure")
MAX_SHOWN = 160  # characters of a lesson in a notice


def decide(event, project, log) -> Decision | None:
    """Return what comes of an event for the store; None for nearly all."""
    if event.name in TOOLS:
        if is_own_call(event.command):
            return _show_lessons(project, log)
        return decide_failure(event, project, log)
    if event.name == "UserPromptSubmit":
        return decide_prompt(event, project)
    if event.name in ("Stop", "SubagentStop"):
        return decide_look_back(event, project, log)
    return _end(project) if event.name == "SessionEnd" else None


def _show_lessons(project, log) -> Decision | None:
    """Return the notice for lessons that the agent just recorded by `learn`."""
    shown = [row.get("id") for row in log.of(SHOWN)]
    fresh = []
    for row in log.of(LEARNED):
        if row.get("id") in shown:
            shown.remove(row["id"])
        elif row.get("by") == "agent":
            fresh.append(row["id"])
    decision = Decision()
    for entry_id in fresh:
        entry = project.store.get(entry_id)
        if entry:
            text = one_line(entry["resolution"], MAX_SHOWN)
            undo = f"undo: reflexion remove {entry_id.rpartition('-')[2]}"
            decision.notices.append(f'the agent recorded "{text}" ({undo})')
        decision.rows.append({"what": SHOWN, "id": entry_id})
    return decision if fresh else None


def _end(project) -> Decision:
    events.sweep(project.store.state_dir)
    decision = Decision()
    decision.rows.append({"what": ENDED})
    return decision
