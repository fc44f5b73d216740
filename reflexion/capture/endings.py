"""The end of a turn or a session: what the reply cites, what only the transcript shows, tidying
up."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.store.session import CITED, SAID, SWEPT, Session

# seconds, within the time that a host gives its SessionEnd hooks
REFLECT_SECONDS = {"codex": 0.6}
ELSEWHERE = 8.0
ID = r"(?:RFX-\d{8}-)?[0-9a-f]{3,16}"
MARKER = rf"\[rfx:({ID}(?:[,;\s]{{1,3}}(?:rfx:)?{ID}){{0,19}})\]"
TAIL = 4000  # characters of a reply; the marker stands at its end


def turn_ended(event, project) -> Answer | None:
    """Count what the reply cites, sweep a Codex rollout; at a session's end tidy the store."""
    if project.store is None:
        return None
    is_over = event.name == "SessionEnd"
    answer = _cited(event, project) if event.name == "Stop" else None
    answer = answer or Answer()
    if event.host == "codex" and event.transcript:
        answer.touched += _sweep(event, project)
    if event.name == "Stop" and project.settings["auto_reflect"] == "ask":
        answer.go_on = _listed(event, project)
    if is_over and project.settings["auto_reflect"] is True and event.transcript:
        from reflexion.capture.replay import replay

        deadline = time.monotonic() + REFLECT_SECONDS.get(event.host, ELSEWHERE)
        answer.touched += replay(project, event.transcript, deadline)[0]
    if is_over and project.store.exists():
        from reflexion.store import tidy

        tidy.sweep(project.store)
    return answer


def _cited(event, project):
    """The Answer after counting the learnings that the reply names; None where it names none."""
    asked = project.settings["cite"] and ("[rfx:" in event.message or not event.message)
    if not asked:
        return None
    from reflexion.store.apply import apply

    sessions = [Session(store, event.session) for store in project.speaking()]
    sessions = [session for session in sessions if session.exists()]
    decision = decide(event, [record for session in sessions for record in session.records()])
    return apply(decision, project, sessions[0], None) if decision else None


def _listed(event, project) -> str:
    """The question about what this session left without a lesson, on record as asked; or ""."""
    from reflexion.capture.question import LISTED, unsolved
    from reflexion.store.session import View

    view = View(project, event.session)
    text = unsolved(event, view)
    if text:
        view.session.add({"kind": LISTED})
    return text


def decide(event, records: list):
    """The Decision that counts each learning said in this session that the reply names, or None."""
    from reflexion.store.apply import Change, Decision
    from reflexion.store.schema import MAX_COUNT

    said = {r["id"] for r in records if r["kind"] == SAID and isinstance(r.get("id"), str)}
    said -= {record.get("id") for record in records if record["kind"] == CITED}
    message = event.message
    if said and not message:
        from reflexion.hosts.transcripts import last_words

        message = last_words(event.transcript)
    cited = named(message, said)
    if not cited:
        return None

    def applied(entry: dict) -> dict:
        return {"applied": min(MAX_COUNT, entry.get("applied", 0) + 1)}

    decision = Decision(Answer(), records=[{"kind": CITED, "id": each} for each in cited])
    decision.changes = [Change(each, applied, touches=True) for each in cited]
    return decision


def named(message: str, said) -> list:
    """Those of the ids `said` that the marker at the end of a message names, whole or by digits."""
    import re

    from reflexion.store.schema import is_id

    cited = []
    for match in re.finditer(MARKER, message[-TAIL:]) if said else ():
        for word in re.split(r"[,;\s]+", match.group(1)):
            word = word.removeprefix("rfx:")
            if is_id(word):
                cited += [word] if word in said else []
                continue
            fits = [it for it in said if it.endswith(word) or it[12:].startswith("-" + word)]
            cited += fits if len(fits) == 1 else []
    return list(dict.fromkeys(cited))


def _sweep(event, project) -> list:
    """Ids of the entries that calls without a hook touched, by what came since the last sweep."""
    from reflexion.capture.capture_hook import respond
    from reflexion.hosts.codex.transcript import sweep

    session = Session(project.store, event.session)
    offset = max([r.get("to", 0) for r in session.records() if r["kind"] == SWEPT], default=0)
    missed, reached = sweep(event.transcript, offset)
    answers = [respond(call, project) for call in missed]
    if reached != offset and project.store.exists():
        session.add({"kind": SWEPT, "to": reached})
    return [entry_id for answer in answers if answer for entry_id in answer.touched]
