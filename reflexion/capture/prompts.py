"""A prompt: explicit words are stored at once, what may be a correction is put before the agent."""

from __future__ import annotations

import zlib

from reflexion.capture.record import Full, draft, record
from reflexion.capture.similar import contradicted, repeated
from reflexion.hosts.event import Answer
from reflexion.hosts.tail import last_action
from reflexion.signals.prompts.subject import PREFERENCE, is_preference
from reflexion.signals.prompts.verdict import ASK, STORE, judge
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.paths import relative
from reflexion.store.session import ASKED, FAIL, HEARD, STEP, Session

ASK_LINE = (
    "<reflexion-ask>If this corrects you or sets a rule that will matter again here, record it "
    "now, general and in one sentence: `{command} learn '…'`. If not, go on.</reflexion-ask>"
)
LEVELS = ("low", "medium", "high")


def take_prompt(event, project) -> Answer | None:
    """Store the sentence that is meant to last, or ask the agent to judge; None for nearly every
    prompt.
    """
    if not project.settings["capture_prompts"] or event.agent or project.outside(event.cwd):
        return None
    prompt = redact(event.prompt, project.settings["redact"])
    action, sentence = judge(prompt)
    if action == STORE:
        return _store(event, project, prompt, sentence)
    if action != ASK:
        return None
    return _keep_as_question(event, project, prompt) if event.when else _ask(event, project, prompt)


def _keep_as_question(event, project, prompt: str) -> Answer | None:
    """What may have been a correction in a past session waits in `review`, at most `ask_agent` of
    a session, and is not said.
    """
    session = Session(project.store, event.session)
    asked = sum(known["kind"] == ASKED for known in session.records())
    if asked >= project.settings["ask_agent"]:
        return None
    words, extra = " ".join(prompt[:600].split()), project.settings["redact"]
    entry = draft("correction", words, extra=extra, source="transcript", when=event.when)
    entry.update(confidence="low", needs_review=True, cwd=relative(event.cwd, project.root))
    if repeated(project.store, entry):
        return None
    try:
        now, _ = record(project, session, entry)
    except Full:
        return None
    session.add({"kind": ASKED, "prompt": words}, {"kind": HEARD, "sum": _checksum(event)})
    return Answer(touched=[now["id"]])


def _checksum(event) -> int:
    return zlib.crc32(event.prompt.strip().encode("utf-8", "replace"))


def _ask(event, project, prompt: str) -> Answer | None:
    """The line that asks the agent, at most `ask_agent` times a session. The prompt is kept for
    `learn`.
    """
    session = Session(project.store, event.session)
    asked = sum(known["kind"] == ASKED for known in session.records())
    if asked >= project.settings["ask_agent"] or not project.trusted:
        return None
    from reflexion.hosts.command import for_agent

    project.ready()
    session.add({"kind": ASKED, "prompt": " ".join(prompt[:600].split())})
    return Answer(ASK_LINE.format(command=for_agent(project.root, event.cwd)))


def _store(event, project, prompt: str, sentence: str) -> Answer | None:
    session = Session(project.store, event.session)
    entry = draft(
        "correction",
        sentence,
        action_before(event, session.records())
        or (prompt if len(prompt) > 2 * len(sentence) else ""),
        sentence,
        cwd=relative(event.cwd, project.root),
        extra=project.settings["redact"],
        source="transcript" if event.when else "prompt",
        confidence="high",
        when=event.when,
    )
    if is_preference(sentence):
        entry.update(type="insight", category=PREFERENCE)
    skill = skill_in(prompt, project)
    if skill:
        entry["skill"] = skill
    return _recorded(event, project, session, entry)


def _recorded(event, project, session, entry: dict) -> Answer | None:
    answer = Answer()
    try:
        same = repeated(project.store, entry)
        answer.retired = [] if same else contradicted(project.store, entry)
        now, known = record(project, session, entry, same)
    except Full as error:
        journal.note(project.store.state_dir, journal.SUPPRESSED, str(error), entry["trigger"])
        return None
    session.add({"kind": HEARD, "sum": _checksum(event)})
    if known:
        project.store.update(now["id"], lambda stored: raise_confidence(stored, entry))
    answer.touched, answer.superseded_by = [now["id"]], now["id"]
    return answer


def action_before(event, records: list) -> str:
    """What the agent had just done: the last step in the session's scratch, else the last call in
    the transcript's tail.
    """
    for step in reversed(records):
        if step["kind"] in (STEP, FAIL):
            return step.get("command") or f"{step.get('tool')} {step.get('path')}"
    return "" if event.when else last_action(event.transcript)


def skill_in(prompt: str, project) -> str:
    """The installed skill that a prompt names, or ""."""
    from reflexion.signals.prompts.subject import MENTIONS, named

    if not any(mark in prompt for mark in MENTIONS):
        return ""
    from reflexion.hosts.skills import names

    return named(prompt[:2000], names(project.root, project.environ))


def raise_confidence(stored: dict, entry: dict) -> None:
    """What is said again in other words rises a level; the newer wording of a person stands."""
    old, new = stored.get("confidence") or "high", entry["confidence"]
    if (
        entry["resolution"]
        and stored.get("source") in ("prompt", "agent")
        and LEVELS.index(new) >= LEVELS.index(old)
    ):
        stored["resolution"] = entry["resolution"]
    stored["confidence"] = LEVELS[min(2, max(LEVELS.index(old) + 1, LEVELS.index(new)))]
