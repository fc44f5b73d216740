"""The end of a turn or a session: what only the transcript shows (Codex), and tidying up."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.store import index
from reflexion.store.session import SWEPT, Session

# seconds, within the time that a host gives its SessionEnd hooks
REFLECT_SECONDS = {"claude": 8.0, "codex": 0.6}


def turn_ended(event, project) -> Answer | None:
    """Sweep a Codex rollout for calls no hook reported; at the session's end, tidy the store."""
    if project.store is None:
        return None
    answer = Answer()
    cites = "[rfx:" in event.message or not event.message
    if event.name == "Stop" and project.settings["citations"] and cites:
        from reflexion.capture.citations import count

        answer.touched += count(event, project)
    if event.host == "codex" and event.transcript:
        answer.touched += _sweep(event, project)
    if event.name == "SessionEnd" and project.settings["auto_reflect"] and event.transcript:
        from reflexion.capture.replay import replay

        result = replay(project, event.transcript, time.monotonic() + REFLECT_SECONDS[event.host])
        answer.touched += result.touched
    if event.name == "SessionEnd" and project.store.exists():
        Session(project.store, event.session).end()
        project.store.sweep()
        with project.store.lock():
            index.fold(project.store.dir)
    return answer


def _sweep(event, project) -> list:
    """Ids of the entries that calls without a hook touched, by what came since the last sweep."""
    from reflexion.capture.capture_hook import respond
    from reflexion.hosts.codex import sweep

    session = Session(project.store, event.session)
    offset = max([r.get("to", 0) for r in session.records() if r["kind"] == SWEPT], default=0)
    missed, reached = sweep(event.transcript, offset)
    answers = [respond(call, project) for call in missed]
    if reached != offset and project.store.exists():
        session.add({"kind": SWEPT, "to": reached})
    return [entry_id for answer in answers if answer for entry_id in answer.touched]
