"""The recall hook: what the agent is told at a session's start, at a prompt and with a skill."""

from __future__ import annotations

from reflexion import hosts
from reflexion.decision import Decision
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import block
from reflexion.recall.brief import brief, choose, of_skill, standing_line
from reflexion.recall.prompted import SHORTEST, brought_to_mind
from reflexion.setup.command import for_agent, for_person
from reflexion.store import history, index
from reflexion.store.history import COMPACTED, LEARNED, STARTED, TOLD

# entries whose files are all looked at when a session starts, for edits in place; in a larger
# store only new and removed files are seen
LOOKED_THROUGH = 2000


def decide(event, project, log) -> Decision | None:
    """Return what the agent is told at an event; None for nothing."""
    if event.name == "SessionStart":
        return _start(event, project)
    if event.name == "SubagentStart":
        return _brief(event, project)
    if event.name == "UserPromptSubmit":
        return _prompted(event, project, log)
    if event.skill and event.name == "PostToolUse":
        known = log.since_compaction(TOLD, LEARNED, agent=event.agent)
        entries = [entry for entry in of_skill(project, event.skill) if entry.id not in known]
        return _tell(entries, event, "About this skill:")
    return None


def _start(event, project) -> Decision | None:
    for store in project.stores():
        if len(store.index.lines()) <= LOOKED_THROUGH:
            store.index.refresh()
    # of a store that was not accepted nothing is told, but whose session it is stands on record
    decision = _brief(event, project) or Decision()
    kind = COMPACTED if event.source == "compact" else STARTED
    decision.rows.insert(0, {"what": kind, "host": event.host})
    if project.trusted and project.store.exists():
        decision.notices += history.take_kept(project.store.state_dir)
        decision.notices += _waiting(project)
    return decision


def _waiting(project) -> list:
    """Return a line for the person about words that wait for their yes."""
    count = len(project.store.index.rows(index.WAITING))
    words = "1 learning waits" if count == 1 else f"{count} learnings wait"
    return [f"{words} for your yes: {for_person(project.environ)} trust"] if count else []


def _brief(event, project) -> Decision | None:
    if not project.trusted:
        return None
    room = project.settings["brief_chars"]
    entries = choose(project, hosts.rule_files(event.host)) if room else []
    text, ids = brief(entries, room, standing_line(for_agent(project.root, event.cwd)))
    decision = Decision()
    decision.context = text
    _note_told(decision, ids, event.agent)
    return decision


def _prompted(event, project, log) -> Decision | None:
    text = event.prompt.strip()
    most = project.settings["max_recalled"]
    if event.machine or len(text) < SHORTEST or _is_slash_command(text) or not most:
        return None
    known = log.since_compaction(TOLD, LEARNED, agent="")
    return _tell(brought_to_mind(project.stores(), text, most, known), event)


def _is_slash_command(text: str) -> bool:
    word = text[1:].partition(" ")[0]
    return text[0] == "/" and "\n" not in text and word[:1].isalpha() and "/" not in word


def _tell(entries: list[Entry], event, head: str = "") -> Decision | None:
    if not entries:
        return None
    decision = Decision()
    decision.context = block(entries, head)
    _note_told(decision, [entry.id for entry in entries], event.agent)
    return decision


def _note_told(decision: Decision, ids: list, agent: str) -> None:
    decision.rows += [{"what": TOLD, "id": entry_id, "agent": agent} for entry_id in ids]
