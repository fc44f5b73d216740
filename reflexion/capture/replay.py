"""A past session goes through capture by its transcript; what its hooks captured is passed over."""

import os
import time

from reflexion.capture.capture_hook import respond
from reflexion.capture.prompts import checksum
from reflexion.hosts.transcripts import events
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.session import FAIL, HEARD, SEEN, Session

SUFFIX = "-reflect"


def is_read(store, session: str, size: int) -> bool:
    """Was this much of the session's transcript read before?"""
    rows = journal.read(store.state_dir, journal.REFLECTED)
    return any(r[1] == session and r[2].isdigit() and int(r[2]) >= size for r in rows if r[2:])


def replay(project, path: str, deadline: float = 0, progress=None) -> tuple:
    """Capture what the transcript at `path` shows and no hook has stored; (ids of entries counted
    or made, (retired id, by which id), how many calls ran outside the project). `deadline`:
    time.monotonic() at which to stop, 0 = never."""
    touched, retired, outside, known = [], [], 0, {}
    for _, event in events(path, progress):
        if deadline and time.monotonic() > deadline:
            return touched, retired, outside
        if event.name == "Stop" or event.machine or not event.session:
            continue
        if event.session not in known:
            known[event.session] = _captured(project.store, event.session)
        is_prompt = event.name == "UserPromptSubmit"
        # what the hook marked was redacted before
        said = checksum(redact(event.prompt, project.settings["redact"])) if is_prompt else 0
        mark = (HEARD, said) if is_prompt else (FAIL, event.tool_use_id)
        if mark in known[event.session]:
            continue
        outside += project.outside(event.cwd)
        event.session += SUFFIX
        answer = respond(event, project)
        if answer:
            touched += answer.touched
            retired += [(id, answer.superseded_by) for id in answer.retired]
    if project.store.exists():
        for session in known:
            size = str(os.path.getsize(path))
            journal.note(project.store.state_dir, journal.REFLECTED, session, size)
    return touched, retired, outside


def _captured(store, session: str) -> set:
    """(HEARD, checksum of a prompt) and (FAIL, id of a call) of what the hooks, or an earlier
    reading, stored of a session; what they have seen is seen in the new reading, too."""
    live, again = Session(store, session).records(), Session(store, session + SUFFIX)
    before = again.records()
    seen, new = ({r.get("id") for r in each if r["kind"] == SEEN} for each in (before, live))
    if new - seen:
        again.add(*({"kind": SEEN, "id": id} for id in sorted(new - seen)))
    keys = {FAIL: "tool_use_id", HEARD: "sum"}
    return {(r["kind"], r.get(keys[r["kind"]])) for r in [*live, *before] if r["kind"] in keys}
