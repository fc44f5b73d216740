"""The end of a turn or a session: what only the transcript shows (Codex), and tidying up."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.store import index
from reflexion.store.session import SWEPT, Session

REFLECT_SECONDS = {
    "claude": 8.0,
    "codex": 0.6,
}  # within the time that a host gives its SessionEnd hooks


def turn_ended(event, project) -> Answer | None:
    """Sweep a Codex rollout for calls that no hook reported; at the session's end, tidy the store."""
    answer = Answer()
    if (
        event.name == "Stop"
        and project.settings["citations"]
        and ("[rfx:" in event.message or not event.message)
    ):
        from reflexion.capture.citations import count

        answer.touched += count(event, project)
    if event.host == "codex" and event.transcript:
        from reflexion.capture.tools import tool_ran
        from reflexion.hosts.rollout import sweep

        session = Session(project.store, event.session)
        offset = max([r.get("to", 0) for r in session.records() if r["kind"] == SWEPT], default=0)
        missed, reached = sweep(event.transcript, offset)
        for call in missed:
            found = tool_ran(call, project)
            answer.touched += found.touched if found else []
        if reached != offset and project.store.exists():
            session.add({"kind": SWEPT, "to": reached})
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
