"""A past session goes through capture by its transcript; what its hooks captured is passed over."""

import os
import time

from reflexion.capture.capture_hook import respond
from reflexion.capture.prompts import checksum
from reflexion.hosts.transcripts import events
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.session import FAIL, HEARD, SEEN, Session


def is_read(store, session: str, size: int) -> bool:
    """Was this much of the session's transcript read before?"""
    rows = journal.read(store.state_dir, journal.REFLECTED)
    return any(r[1] == session and r[2].isdigit() and int(r[2]) >= size for r in rows if r[2:])


def replay(project, path: str, deadline: float = 0, progress=None) -> tuple:
    """Capture what the transcript at `path` shows and no hook has stored; (ids of entries counted
    or made, (retired id, by which id), how many calls ran outside the project). `deadline`:
    time.monotonic() at which to stop, 0 = never."""
    touched = []
    retired = []
    outside = 0
    captured: dict = {}
    for _, event in events(path, progress):
        if deadline and time.monotonic() > deadline:
            return touched, retired, outside
        if _is_passed_over(event, project, captured):
            continue
        outside += project.outside(event.cwd)
        event.session += journal.REPLAYED
        answer = respond(event, project)
        if answer:
            touched += answer.touched
            retired += [(entry_id, answer.superseded_by) for entry_id in answer.retired]
    _mark_read(project.store, captured, path)
    return touched, retired, outside


def _is_passed_over(event, project, captured: dict) -> bool:
    """Has the event nothing to tell, or is it stored already? `captured`: session -> what is
    stored of it, which grows."""
    if event.name == "Stop" or event.machine or not event.session:
        return True
    if event.session not in captured:
        captured[event.session] = _captured(project.store, event.session)
    if event.name == "UserPromptSubmit":
        said = redact(event.prompt, project.settings["redact"])  # as the hook marked it
        return (HEARD, checksum(said)) in captured[event.session]
    return (FAIL, event.tool_use_id) in captured[event.session]


def _mark_read(store, sessions, path: str) -> None:
    """Put on record how much of these sessions' transcript was read."""
    if not store.exists():
        return
    size = str(os.path.getsize(path))
    for session in sessions:
        journal.note(store.state_dir, journal.REFLECTED, session, size)


def _captured(store, session: str) -> set:
    """(HEARD, checksum of a prompt) and (FAIL, id of a call) of what the hooks, or an earlier
    reading, stored of a session; what they have seen is seen in the new reading, too."""
    again = Session(store, session + journal.REPLAYED)
    live = Session(store, session).records()
    before = again.records()
    new = _seen(live) - _seen(before)
    if new:
        again.add(*({"kind": SEEN, "id": entry_id} for entry_id in sorted(new)))
    keys = {FAIL: "tool_use_id", HEARD: "sum"}
    records = [record for record in [*live, *before] if record["kind"] in keys]
    return {(record["kind"], record.get(keys[record["kind"]])) for record in records}


def _seen(records: list) -> set:
    """The ids of what a session has seen."""
    return {record.get("id") for record in records if record["kind"] == SEEN}
