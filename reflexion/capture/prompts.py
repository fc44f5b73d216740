"""The user said something: a correction, a rule, a problem, an approval worth keeping, or (nearly always) none of these."""

from __future__ import annotations

import zlib

from reflexion.capture.about import file_under, told
from reflexion.capture.record import Full, draft, record
from reflexion.capture.similar import contradicted, repeated
from reflexion.hosts.event import Answer
from reflexion.hosts.tail import last_action
from reflexion.signals.secrets import redact
from reflexion.signals.speech import listen
from reflexion.store import journal
from reflexion.store.paths import relative
from reflexion.store.session import ASKED, FAIL, HEARD, STEP, Session

TYPES = {
    "correction": "correction",
    "rule": "correction",
    "problem": "insight",
    "approval": "pattern",
}
ASK = '<reflexion-note>\nThe user\'s correction was stored as {id} without a directive. Once it is clear: {program} resolve {id} "what to do instead"\n</reflexion-note>'


def prompt_said(event, project) -> Answer | None:
    """Store what the user said if it is worth keeping; ask the agent for the directive where the words hold none."""
    if not project.settings["capture_prompts"] or event.agent or project.outside(event.cwd):
        return None
    heard = listen(event.prompt) and listen(
        redact(event.prompt, project.settings["redact"])
    )  # whole, before it is cut and put into other words
    heard = heard or told(event.prompt, project.settings["redact"])
    if not heard:
        return None
    session = Session(project.store, event.session)
    records = session.records()
    entry = draft(
        TYPES[heard.kind],
        heard.trigger,
        before(event, records) or _around(event.prompt, heard.trigger),
        heard.resolution,
        cwd=relative(event.cwd, project.root),
        extra=project.settings["redact"],
        source="transcript" if event.when else "prompt",
        confidence=heard.confidence,
        when=event.when,
    )
    if not entry["trigger"]:
        return None
    answer = Answer()
    file_under(entry, heard, event.prompt, project)
    try:
        same = repeated(project.store, entry)
        answer.retired = (
            contradicted(project.store, entry)
            if heard.kind in ("correction", "rule") and not same
            else []
        )
        now, known = record(project, session, entry, same)
    except Full as error:
        journal.note(project.store.state_dir, journal.SUPPRESSED, str(error), entry["trigger"])
        return None
    session.add({"kind": HEARD, "sum": zlib.crc32(event.prompt.strip().encode("utf-8", "replace"))})
    if known:
        project.store.update(now["id"], lambda stored: _rise(stored, entry))
    answer.touched, answer.superseded_by = [now["id"]], now["id"]
    if (
        heard.kind == "correction"
        and project.trusted
        and not event.when
        and not now["resolution"]
        and project.settings["ask_agent"]
        and not any(r["kind"] == ASKED for r in records)
    ):
        session.add({"kind": ASKED})
        from reflexion.hosts.command import by_hand

        answer.context = ASK.format(id=now["id"], program=by_hand())
    return answer


def before(event, records) -> str:
    """What the agent had just done: the last step in the session's scratch, else the last call in the transcript's tail."""
    for step in reversed(records):
        if step["kind"] in (STEP, FAIL):
            return step.get("command") or f"{step.get('tool')} {step.get('path')}"
    return "" if event.when else last_action(event.transcript)


def _around(prompt: str, trigger: str) -> str:
    """All that was said, where nothing tells what the agent had done and there is more to it than the sentence that is kept."""
    return prompt if len(prompt.strip()) > len(trigger) + 1 else ""


def _rise(stored: dict, entry: dict) -> None:
    """What is said again in other words rises a level; the wording of the more trusted, then the newer one stands."""
    levels = ("low", "medium", "high")
    old, new = stored.get("confidence") or "high", entry["confidence"]
    if (
        entry["resolution"]
        and stored.get("source") == "prompt"
        and levels.index(new) >= levels.index(old)
    ):
        stored["resolution"] = entry["resolution"]
    stored["confidence"] = levels[min(2, max(levels.index(old) + 1, levels.index(new)))]
