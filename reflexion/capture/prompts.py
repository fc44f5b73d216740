"""A prompt: explicit words are stored at once, what may be a correction is put before the agent."""

from __future__ import annotations

import zlib

from reflexion.capture.record import draft
from reflexion.hosts.event import Answer
from reflexion.signals.prompts.classify import ASK, STORE, is_preference, judge
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.topics import MENTIONS, PREFERENCE, named
from reflexion.store.apply import Decision, Sighting
from reflexion.store.index import OpenIndex
from reflexion.store.paths import relative
from reflexion.store.session import ASKED, FAIL, HEARD, STEP, View

ASK_LINE = (
    "<reflexion-ask>If this corrects you or sets a rule that will matter again here, record it "
    "now, general and in one sentence: `{command} learn '…'`. If not, go on.</reflexion-ask>"
)
SPOKEN = ("correction", "insight", "pattern")
MAX_CANDIDATES = 24  # entry files opened, at most


def decide_prompt(event, view: View) -> Decision | None:
    """Store the sentence that is meant to last, or ask the agent to judge; None for nearly every
    prompt. What may have been a correction in a past session waits in `review`."""
    if not view.settings["capture_prompts"] or event.agent or view.project.outside(event.cwd):
        return None
    action, sentence = judge(event.prompt)
    if action == STORE:
        return _store(event, view, sentence)
    asked = sum(known["kind"] == ASKED for known in view.records())
    if action != ASK or asked >= view.settings["ask_agent"]:
        return None
    record = {"kind": ASKED, "prompt": " ".join(event.prompt[:600].split())}
    if event.when:
        cwd = relative(event.cwd, view.project.root)
        waits = {"source": "transcript", "when": event.when, "confidence": "low"}
        entry = draft("correction", record["prompt"], cwd=cwd, **waits, needs_review=True)
        known = repeated(view.project.store, entry)
        return None if known else Decision(Answer(), Sighting(entry), [record, _mark(event)])
    if not view.trusted:
        return None
    from reflexion.setup.command import for_agent

    line = ASK_LINE.format(command=for_agent(view.project.root, event.cwd))
    return Decision(Answer(line), records=[record])


def _mark(event) -> dict:
    """The session's record that a prompt was captured, for those who read its transcript later."""
    return {"kind": HEARD, "sum": checksum(event.prompt)}


def checksum(prompt: str) -> int:
    return zlib.crc32(prompt.strip().encode("utf-8", "replace"))


def _store(event, view: View, sentence: str) -> Decision:
    prompt, store = event.prompt, view.project.store
    entry = draft(
        "correction",
        sentence,
        _action_before(event, view.records())
        or (prompt if len(prompt) > 2 * len(sentence) else ""),
        sentence,
        cwd=relative(event.cwd, view.project.root),
        extra=view.settings["redact"],
        source="transcript" if event.when else "prompt",
        confidence="high",
        when=event.when,
    )
    if is_preference(sentence):
        entry.update(type="insight", category=PREFERENCE)
    if any(mark in prompt for mark in MENTIONS):
        from reflexion.setup.skills import names

        skill = named(prompt[:2000], names(view.project.root, view.project.environ))
        entry.update({"skill": skill} if skill else {})
    same = repeated(store, entry)
    answer = Answer(retired=[] if same else contradicted(store, entry))

    def raised(stored: dict) -> dict:
        """What is said again in other words rises a level; the newer wording of a person stands."""
        mine = entry["resolution"] and stored.get("source") in ("prompt", "agent")
        return {"confidence": "high", **({"resolution": entry["resolution"]} if mine else {})}

    return Decision(answer, Sighting(entry, same, raises=raised), [_mark(event)])


def _action_before(event, records: list) -> str:
    """What the agent had just done, by the session's scratch, else by the transcript's tail."""
    for step in reversed(records):
        if step["kind"] in (STEP, FAIL):
            return step.get("command") or f"{step.get('tool')} {step.get('path')}"
    if event.when or not event.transcript:
        return ""
    from reflexion.hosts.transcripts import last_action

    return last_action(event.transcript)


def repeated(store, entry: dict) -> str:
    """The id of the learning that says the same in other words, or ""."""
    for other in _candidates(store, entry):
        if other["type"] == entry["type"] and same_directive(_words(entry), _words(other)):
            return other["id"]
    return ""


def contradicted(store, entry: dict) -> list:
    """Ids of older learnings with the same subject and another directive."""
    others = [other for other in _candidates(store, entry) if other["type"] != "pattern"]
    return [other["id"] for other in others if contradicts(_words(entry), _words(other))]


def _words(entry: dict) -> str:
    return entry["resolution"] or entry["trigger"]


def _candidates(store, entry: dict) -> list:
    """What was said in words that stand in the entry, too."""
    if not store.exists():
        return []
    with OpenIndex(store) as index:
        ids = index.sharing(dict.fromkeys(entry["keywords"], 1.0), MAX_CANDIDATES)
    return [other for other in store.readable(ids) if other["type"] in SPOKEN]
