"""The capture hook: what is kept of an event, and asked when a turn ends."""

from __future__ import annotations

from reflexion.capture.failure import add_failure
from reflexion.capture.look_back import add_look_back
from reflexion.decision import Decision, sighting_of
from reflexion.detect.secrets import redact_all
from reflexion.detect.sentences import to_remember
from reflexion.hosts.event import Event
from reflexion.learning.entry import AGENT, MAX_RESOLUTION, MIN_DIGITS, USER, Entry, digits_of
from reflexion.learning.lesson import recorded
from reflexion.learning.revise import new_lesson, records_lesson
from reflexion.setup.command import for_person
from reflexion.store import paths
from reflexion.store.history import ENDED, LEARNED, PROMPTED, RECORDED, SHOWN, SessionLog, marks_of
from reflexion.store.project import Project
from reflexion.text.words import terms

NOT_KEPT = "your words were not kept: what came with this project is not accepted yet ({command})"


def decide(event: Event, project: Project, log: SessionLog) -> Decision:
    """Return what to write and to say because of an event."""
    decision = Decision()
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        add_failure(decision, event, project, log)
        if not records_lesson(event.command) or event.exit_code:
            return decision
        decision.rows.append({"what": RECORDED, "agent": event.agent})
    elif event.name == "UserPromptSubmit":
        _keep_prompt(decision, event, project)
        add_look_back(decision, event, project, log)
        decision.context, decision.question = decision.question, ""
    elif event.name in ("Stop", "SubagentStop"):
        add_look_back(decision, event, project, log)
        if event.name == "Stop" and not decision.question:
            decision.rows.append({"what": ENDED})
    decision.sweeps = event.name == "SessionEnd"
    if not decision.sweeps:
        _show_lessons(decision, project, log)
    return decision


def _keep_prompt(decision: Decision, event: Event, project: Project) -> None:
    """Note which words the person typed, and store a sentence that is meant to be remembered."""
    if project.store.exists() and not event.agent:
        words = [] if event.machine else marks_of(terms(event.prompt))
        decision.rows.append({"what": PROMPTED, "words": words})
    draft = sentence_in(event, project)
    if draft is None:
        return
    if not project.trusted:
        command = f"{for_person(project.environ)} trust"
        decision.lessons.append(NOT_KEPT.format(command=command))
        return
    decision.sighting = sighting_of(project.store, draft)
    decision.rows.append({"what": LEARNED, "by": USER})
    digits = digits_of(decision.sighting.known) or decision.sighting.fingerprint[:MIN_DIGITS]
    undo = f"undo: {for_person(project.environ)} remove --lesson {digits}"
    decision.lessons.append(f"kept your words: {draft.resolution} ({undo})")


def sentence_in(event: Event, project: Project) -> Entry | None:
    """Return the learning that a prompt states; None unless it is plainly to be remembered."""
    if event.machine or not project.settings["capture_prompts"]:
        return None
    sentence = to_remember(event.prompt)
    if not sentence or len(sentence) > MAX_RESOLUTION:
        return None
    (clean,) = redact_all([sentence], project.settings["redact"])
    draft = new_lesson("correction", clean, USER)
    draft.cwd = paths.relative(event.cwd, project.root)
    return draft


def _show_lessons(decision: Decision, project: Project, log: SessionLog) -> None:
    """Add the notice about lessons that the agent recorded by `learn`, each once."""
    entry_ids: dict[str, None] = {}
    for row in log.of(LEARNED, SHOWN):
        if row["what"] == SHOWN:
            entry_ids.pop(str(row.get("id", "")), None)
        elif row.get("by") == AGENT:
            entry_ids[str(row.get("id", ""))] = None
    for entry_id in entry_ids:
        entry = project.store.get(entry_id)
        if entry:
            decision.lessons.append(recorded(entry, for_person(project.environ)))
        decision.rows.append({"what": SHOWN, "id": entry_id})
