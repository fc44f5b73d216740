"""A call that may have failed: what is stored of it, and the lesson that is told at once."""

from __future__ import annotations

from reflexion.decision import Decision, Sighting
from reflexion.detect import secrets
from reflexion.learning.failure import Failure, verdict_of
from reflexion.learning.lesson import block, is_persons, may_tell
from reflexion.store import history, paths
from reflexion.store.history import COMPACTED, FAILED, TOLD

MAX_MATCHED = 2000  # characters of a command that the setting `ignore` is held against
MAX_RETURNS = 3  # told sessions that failed, after which a lesson waits for review


def decide_failure(event, project, log) -> Decision | None:
    """Return what to store and to tell about a call; None unless it failed.

    `log` is the SessionLog of the event's session.
    """
    if _is_left_out(event, project):
        return None
    verdict = verdict_of(event)
    if not verdict.failed or not verdict.line:
        return None
    folder = paths.relative(event.cwd, project.root)
    failure = Failure(event, verdict, folder, project.root, project.settings["redact"])
    store, known = _find(project, failure.mark)
    if not known and project.store.is_dropped(failure.mark):
        return None
    decision = Decision()
    decision.sighting = Sighting(store, failure.draft(), failure.mark, known)
    entry = store.get(known) if known else None
    if entry:
        _add_lesson(decision, entry, event, log)
    decision.rows.insert(0, _row(failure, event))
    decision.history.append((history.SEEN, known))
    return decision


def _row(failure: Failure, event) -> dict:
    """Return the session's row about a failure; its id is filled in when it is stored."""
    row = {"what": FAILED, "text": failure.shown, "line": failure.trigger}
    if failure.own_code:
        row["own_code"] = True
    return {**row, "agent": event.agent}


def _is_left_out(event, project) -> bool:
    if event.tool not in project.settings["tools"] or event.benign or event.interrupted:
        return True
    if paths.is_outside(event.cwd, project.root, project.environ, project.store.exists()):
        return True
    ignored = project.settings["ignore"]
    return bool(ignored) and secrets.matches(event.command[:MAX_MATCHED], ignored)


def _find(project, mark: str) -> tuple:
    """Return (the store, the id) of the entry with this fingerprint; (the project's, "")."""
    for store in [project.store, *project.stores()]:
        known = store.index.find(mark) if store.exists() else ""
        if known:
            return store, known
    return project.store, ""


def _add_lesson(decision: Decision, entry: dict, event, log) -> None:
    """Tell a known lesson once, and note where its failure came although it was told."""
    told = was_told(log, entry["id"], event.agent) or entry["promoted"]
    if told and may_tell(entry):
        _note_return(decision, entry, log)
    if may_tell(entry) and not was_told(log, entry["id"], event.agent):
        decision.context = block([entry])
        decision.rows.append({"what": TOLD, "id": entry["id"], "agent": event.agent})
        decision.history.append((history.TOLD, entry["id"]))


def _note_return(decision: Decision, entry: dict, log) -> None:
    """Note once a session that the failure of a told lesson came back.

    After three sessions the lesson waits for review, unless it is in a person's words. One
    that was written anew gets three sessions again.
    """
    entry_id = entry["id"]
    decision.history.append((history.CAME_BACK, entry_id))
    is_last = len(sessions_in_vain(log, entry_id) | {log.session}) >= MAX_RETURNS
    if is_last and not is_persons(entry) and not entry.get("needs_review"):
        decision.flagged.append(entry_id)


def sessions_in_vain(log, entry_id: str) -> set:
    """Return the sessions that were told the lesson as it is now, and failed all the same."""
    return history.sessions_of(log.state_dir, history.CAME_BACK, entry_id, since=history.LEARNED)


def was_told(log, entry_id: str, agent: str = "") -> bool:
    """Return True if the agent was told this lesson since its context was compacted last."""
    told = False
    for row in log.of(TOLD, COMPACTED, agent=agent):
        if row["what"] == COMPACTED:
            told = False
        elif row.get("id") == entry_id:
            told = True
    return told
