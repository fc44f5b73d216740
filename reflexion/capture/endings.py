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
    if event.name == "SessionEnd":
        return _session_over(event, project)
    answer = _cited(event, project) or Answer()
    answer.touched += _sweep(event, project)
    if project.settings["auto_reflect"] == "ask":
        answer.go_on = _listed(event, project)
    return answer


def _session_over(event, project) -> Answer:
    """What the transcript alone shows is captured, and the store is tidied."""
    answer = Answer(touched=_sweep(event, project))
    if project.settings["auto_reflect"] is True and event.transcript:
        from reflexion.capture.replay import replay

        deadline = time.monotonic() + REFLECT_SECONDS.get(event.host, ELSEWHERE)
        answer.touched += replay(project, event.transcript, deadline)[0]
    if project.store.exists():
        from reflexion.store import tidy

        tidy.sweep(project.store)
    return answer


def _cited(event, project) -> Answer | None:
    """The Answer after counting the learnings that the reply names; None where it names none."""
    if not project.settings["cite"]:
        return None
    from reflexion.store.apply import apply

    sessions = [Session(store, event.session) for store in project.speaking()]
    records = [record for session in sessions for record in session.records()]
    decision = decide(event, records)
    return apply(decision, project, sessions[0], None) if decision else None


def _listed(event, project) -> str:
    """The question about what this session left without a lesson, on record as asked; or ""."""
    from reflexion.capture.at_stop import LISTED, unsolved
    from reflexion.store.session import View

    view = View(project, event.session)
    text = unsolved(event, view)
    if text:
        view.session.add({"kind": LISTED})
    return text


def decide(event, records: list):
    """The Decision that counts each learning said in this session that the reply names, or None."""
    from reflexion.store.schema import MAX_COUNT
    from reflexion.store.session import Change, Decision

    said = _said(records)
    if not said:
        return None
    message = event.message
    if not message:
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


def _said(records: list) -> set:
    """Ids of what was said in the session and not cited yet."""
    said = {record.get("id") for record in records if record["kind"] == SAID}
    cited = {record.get("id") for record in records if record["kind"] == CITED}
    return {entry_id for entry_id in said - cited if isinstance(entry_id, str)}


def named(message: str, said) -> list:
    """Those of the ids `said` that the marker at the end of a message names, whole or by digits."""
    import re

    cited = []
    for match in re.finditer(MARKER, message[-TAIL:]):
        for word in re.split(r"[,;\s]+", match.group(1)):
            cited += _meant(word.removeprefix("rfx:"), said)
    return list(dict.fromkeys(cited))


def _meant(word: str, said) -> list:
    """The one of the ids that a word is, or is the end or the beginning of its digits; [] for none
    and for several."""
    from reflexion.store.schema import is_id

    if is_id(word):
        return [word] if word in said else []
    fits = [each for each in said if each.endswith(word) or each[12:].startswith("-" + word)]
    return fits if len(fits) == 1 else []


def _sweep(event, project) -> list:
    """Ids of the entries that calls without a hook touched, by what came since the last sweep; []
    of a host whose every call has one."""
    if event.host != "codex":
        return []
    from reflexion.capture.capture_hook import respond
    from reflexion.hosts.codex.transcript import sweep

    session = Session(project.store, event.session)
    offset = max([r["to"] for r in session.records() if r["kind"] == SWEPT], default=0)
    missed, reached = sweep(event.transcript, offset)
    answers = [respond(call, project) for call in missed]
    if reached != offset and project.store.exists():
        session.add({"kind": SWEPT, "to": reached})
    return [entry_id for answer in answers if answer for entry_id in answer.touched]
