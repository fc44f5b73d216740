"""A call that may have failed: what is stored of it, and the lesson that is told at once."""

from __future__ import annotations

from reflexion import hosts
from reflexion.decision import Decision, Row, Sighting
from reflexion.detect import secrets
from reflexion.detect.failures import judge
from reflexion.hosts.event import Event
from reflexion.learning.entry import MIN_DIGITS, Entry, digits_of
from reflexion.learning.failure import Failure, is_own_call
from reflexion.learning.lesson import (
    AFTER,
    block,
    is_persons,
    is_solved,
    may_tell,
    may_tell_unasked,
)
from reflexion.learning.search import fits_failure
from reflexion.setup.command import for_person
from reflexion.store import history, paths, rule_files
from reflexion.store.entries import Store
from reflexion.store.history import CAME_BACK, FAILED, LEARNED, TOLD, SessionLog
from reflexion.store.nearest import nearest
from reflexion.store.project import Project

SHELLS = ("Bash", "PowerShell")
MAX_MATCHED = 2000  # characters of a command that the setting `ignore` is held against
LOOKED_AT = 3  # lessons that are nearest to a failure; the first one that may be told is
MAX_RETURNS = 3  # told sessions that failed, after which a lesson waits for review

MAY_FIT = "A past learning that may fit this failure, which has none of its own:"
JOIN = "If it does: `{command} learn --for {failure} {lesson}`"


def failure_in(event: Event, project: Project) -> Failure | None:
    """Return the Failure that a call of a tool was; None for what is not to be counted.

    That is what went well or says nothing, our own calls, other tools, and what the setting
    `ignore` names.
    """
    settings = project.settings
    if event.tool not in settings["tools"] or is_own_call(event.command):
        return None
    if settings["ignore"] and secrets.matches(event.command[:MAX_MATCHED], settings["ignore"]):
        return None
    is_shell = event.tool in SHELLS  # of other tools the host says if they failed
    status = event.exit_code if is_shell else int(bool(event.failed))
    if status is None and event.failed:
        status = 1  # the host does not say with which one
    command = event.command if is_shell else ""
    verdict = judge(command, status, event.output, event.interrupted)
    if not verdict.failed or not verdict.line:
        return None
    folder = paths.relative(event.cwd, project.root)
    command = event.command or f"{event.tool} {event.path}".strip()
    return Failure(command, event.output, verdict, folder, project.root, settings["redact"])


def decide_failure(event: Event, project: Project, log: SessionLog) -> Decision | None:
    """Return what to store and to tell about a call; None unless it failed.

    `log` is the SessionLog of the event's session.
    """
    failure = failure_in(event, project)
    if not failure:
        return None
    store, known = _find(project, failure.fingerprint)
    if not known and project.store.dropped.holds(failure.fingerprint):
        return None
    decision = Decision()
    decision.sighting = Sighting(store, failure.draft(), failure.fingerprint, known)
    decision.rows.append(_row(failure, event.agent))
    entry = store.get(known) if known else None
    if entry and may_tell(entry, project.settings["min_confidence"]):
        _add_lesson(decision, entry, event, project, log)
    elif not entry or not is_solved(entry):
        digits = digits_of(known) or failure.fingerprint[:MIN_DIGITS]
        _add_nearest(decision, failure, digits, event, project, log)
    return decision


def _row(failure: Failure, agent: str) -> Row:
    """Return the row about a failure; it gets its id when it is stored."""
    row: Row = {"what": FAILED, "text": failure.shown, "line": failure.trigger, "agent": agent}
    if failure.own_code:
        row["own_code"] = True
    return row


def _find(project: Project, fingerprint: str) -> tuple[Store, str]:
    """Return (the store, the id) of the entry with this fingerprint; (the project's, "")."""
    for store in [project.store, *project.stores()]:
        known = store.index.find(fingerprint)
        if known:
            return store, known
    return project.store, ""


def _add_lesson(
    decision: Decision, entry: Entry, event: Event, project: Project, log: SessionLog
) -> None:
    """Tell a known lesson once, and note where its failure came although it was told.

    After the third session in vain a lesson waits for review, unless a person wrote it.
    """
    entry_id = entry.id
    agent = event.agent
    was_told = entry_id in log.since_compaction(TOLD, agent=agent)
    if was_told or entry.promoted:
        decision.rows.append({"what": CAME_BACK, "id": entry_id, "agent": agent})
        is_useless = len(sessions_in_vain(log, entry_id) | {log.session}) >= MAX_RETURNS
        if is_useless and not is_persons(entry) and not entry.needs_review:
            decision.flagged.append(entry_id)
    if not was_told and not rule_files.is_changed(project, entry):
        command = for_person()
        decision.context = block([entry], tail=AFTER.format(command=command))
        decision.rows.append({"what": TOLD, "id": entry_id, "agent": agent})


def _add_nearest(
    decision: Decision,
    failure: Failure,
    digits: str,
    event: Event,
    project: Project,
    log: SessionLog,
) -> None:
    """Tell the lesson that is nearest to a failure without one, if it is near enough.

    Nothing is counted: it may be another mistake.
    """
    known = log.since_compaction(TOLD, LEARNED, agent=event.agent)
    known |= rule_files.standing_ids(project, hosts.rule_files(event.host))
    least = project.settings["min_confidence"]
    words = f"{failure.context}\n{failure.trigger}"
    near = nearest(project.stores(), words, LOOKED_AT, core=failure.trigger)
    entries = [one.entry for one in near if fits_failure(one.match, one.entry, failure.context)]
    entry = next((one for one in entries if may_tell_unasked(one, least)), None)
    if not entry or entry.id in known:
        return
    command = for_person()
    join = JOIN.format(command=command, failure=digits, lesson=digits_of(entry.id))
    decision.context = block([entry], MAY_FIT, join)
    decision.rows[0]["near"] = entry.id
    decision.rows.append({"what": TOLD, "id": entry.id, "agent": event.agent})


def sessions_in_vain(log: SessionLog, entry_id: str) -> set[str]:
    """Return the sessions that were told the lesson as it is now, and failed all the same."""
    return history.sessions_of(log.state_dir, CAME_BACK, entry_id, since=LEARNED)
