"""A prompt: explicit words are stored at once, what may be a correction is put before the agent."""

from __future__ import annotations

import zlib

from reflexion.capture.record import draft
from reflexion.hosts.event import Answer
from reflexion.signals.prompts.classify import ASK, STORE, is_preference, judge, judge_past
from reflexion.signals.prompts.directives import contradicts, same_directive, says_more
from reflexion.signals.prompts.wording import directive
from reflexion.signals.topics import MENTIONS, PREFERENCE, named
from reflexion.store.index import OpenIndex
from reflexion.store.paths import relative
from reflexion.store.schema import MAX_NOTES
from reflexion.store.session import ASKED, HEARD, Decision, Sighting, View

ASK_LINE = (
    "<reflexion-ask>If this corrects you or sets a rule that will matter again here, record it "
    "now, general and in one sentence: `{command} learn '…'`. If not, go on.</reflexion-ask>"
)
SPOKEN = ("correction", "insight", "pattern")
MAX_ASKED = 600  # characters of a prompt that is asked about
MAX_CANDIDATES = 24  # entry files opened, at most


def decide_prompt(event, view: View) -> Decision | None:
    """Store the sentence that is meant to last, or ask the agent to judge; None for nearly every
    prompt. What may have been a correction in a past session waits in `review`."""
    if not _is_typed_here(event, view):
        return None
    action, sentence = judge_past(event.prompt) if event.when else judge(event.prompt)
    if action == STORE:
        return _store(event, view, sentence)
    if action != ASK:
        return None
    record = {"kind": ASKED, "prompt": " ".join(event.prompt[:MAX_ASKED].split())}
    if event.when:
        return _put_aside(event, view, record)
    return _ask(event, view, record)


def _is_typed_here(event, view: View) -> bool:
    """Did a person type this prompt, in this project, and may it be looked at?"""
    if event.agent or event.machine:
        return False
    return bool(view.settings["capture_prompts"]) and not view.project.outside(event.cwd)


def _ask(event, view: View, record: dict) -> Decision | None:
    """The question to the agent, as often in a session as `ask_agent` allows at prompts."""
    asked = sum(known["kind"] == ASKED for known in view.records())
    if not view.trusted or asked >= view.settings["ask_agent"]:
        return None
    from reflexion.setup.command import for_agent

    line = ASK_LINE.format(command=for_agent(view.project.root, event.cwd))
    return Decision(Answer(line), records=[record])


def _put_aside(event, view: View, record: dict) -> Decision | None:
    """A prompt of a past session as a draft that waits in `review`."""
    cwd = relative(event.cwd, view.project.root)
    waits = {"source": "transcript", "when": event.when, "confidence": "low"}
    entry = draft("correction", record["prompt"], cwd=cwd, typed=True, **waits, needs_review=True)
    if repeated(view.project.store, entry):
        return None
    return Decision(Answer(), Sighting(entry), [record, _mark(event)])


def _mark(event) -> dict:
    """The session's record that a prompt was captured, for those who read its transcript later."""
    return {"kind": HEARD, "sum": checksum(event.prompt)}


def checksum(prompt: str) -> int:
    return zlib.crc32(prompt.strip().encode("utf-8", "replace"))


def _store(event, view: View, sentence: str) -> Decision:
    """The sentence as a directive; the person's own words stay in the trigger."""
    prompt = event.prompt
    store = view.project.store
    entry = draft(
        "correction",
        sentence,
        prompt if len(prompt) > 2 * len(sentence) else "",
        directive(sentence),
        cwd=relative(event.cwd, view.project.root),
        extra=view.settings["redact"],
        typed=True,
        source="transcript" if event.when else "prompt",
        confidence="high",
        when=event.when,
    )
    if is_preference(sentence):
        entry.update(type="insight", category=PREFERENCE)
    skill = _skill_named(prompt, view)
    if skill:
        entry["skill"] = skill
    same = repeated(store, entry)
    answer = Answer(retired=[] if same else contradicted(store, entry))

    def raised(stored: dict) -> dict:
        """What is said again rises a level; it is reworded unless that would lose something. Where
        the new words say more, the old ones stay as a note."""
        mine = stored.get("source") in ("prompt", "agent")
        now = entry["resolution"]
        was = _words(stored)
        if not mine or says_more(was, now):
            return {"confidence": "high"}
        fields = {"confidence": "high", "resolution": now}
        if says_more(now, was):
            fields["notes"] = [*(stored.get("notes") or []), f"also: {was}"][-MAX_NOTES:]
        return fields

    return Decision(answer, Sighting(entry, same, raises=raised), [_mark(event)])


def _skill_named(prompt: str, view: View) -> str:
    """The installed skill that a prompt names, or ""."""
    if not any(mark in prompt for mark in MENTIONS):
        return ""
    from reflexion.setup.skills import names

    return named(prompt[:2000], names(view.project.root, view.project.environ))


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
