"""A past session, read from its transcript, goes through capture as if its hooks had run; what they
did capture is passed over."""

from __future__ import annotations

import os
import time

from reflexion.capture.capture_hook import respond
from reflexion.capture.prompts import checksum
from reflexion.hosts.transcripts import events
from reflexion.store import journal
from reflexion.store.session import FAIL, HEARD, SEEN, Session

SUFFIX = "-reflect"


class Replay:
    """What came of it: `touched` ids of entries counted or made, `learned` (id, fix), `retired`
    ids, `lines` read, calls that ran `outside` the project, `whole` False when time ran out."""

    def __init__(self):
        self.touched, self.learned, self.retired = [], [], []
        self.lines, self.outside, self.whole = 0, 0, True


def is_read(store, session: str, size: int) -> bool:
    """Was this much of the session's transcript read before?"""
    sizes = [
        int(row[2])
        for row in journal.read(store.state_dir, journal.REFLECTED)
        if len(row) > 2 and row[1] == session and row[2].isdigit()
    ]
    return bool(sizes) and max(sizes) >= size


def replay(project, path: str, deadline: float = 0, progress=None) -> Replay:
    """Capture what the transcript at `path` shows and no hook has stored. `deadline`:
    time.monotonic() at which to stop, 0 = never."""
    result, scratches = Replay(), {}
    for number, event in events(path, progress):
        result.lines = number
        if deadline and time.monotonic() > deadline:
            result.whole = False
            break
        if event.name == "Stop" or not event.session:
            continue
        scratch = scratches.get(event.session) or scratches.setdefault(
            event.session, _Scratch(project.store, event.session)
        )
        if scratch.knows(event):
            continue
        result.outside += project.outside(event.cwd)
        event.session += SUFFIX
        answer = respond(event, project)
        if answer:
            result.touched += answer.touched
            result.learned += answer.learned
            result.retired += [(id, answer.superseded_by) for id in answer.retired]
    if result.whole and project.store.exists():
        for session in scratches:
            journal.note(
                project.store.state_dir, journal.REFLECTED, session, str(os.path.getsize(path))
            )
    return result


class _Scratch:
    """What the hooks, or an earlier reading, stored of a session: calls by their id, prompts by a
    checksum."""

    def __init__(self, store, session: str):
        live, again = Session(store, session).records(), Session(store, session + SUFFIX)
        records = live + again.records()
        self.calls = {r.get("tool_use_id") for r in records if r["kind"] == FAIL}
        self.prompts = {r.get("sum") for r in records if r["kind"] == HEARD}
        seen = {r.get("id") for r in live if r["kind"] == SEEN} - {
            r.get("id") for r in again.records() if r["kind"] == SEEN
        }
        if seen:
            again.add(*({"kind": SEEN, "id": id} for id in sorted(seen)))

    def knows(self, event) -> bool:
        if event.name == "UserPromptSubmit":
            return checksum(event.prompt) in self.prompts
        return event.tool_use_id in self.calls
