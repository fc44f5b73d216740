"""A prompt: explicit words are stored at once, what may be a correction is put before the agent."""

from __future__ import annotations

import zlib

from reflexion.capture.record import draft
from reflexion.capture.similar import contradicted, repeated
from reflexion.hosts.event import Answer
from reflexion.signals.prompts.subject import MENTIONS, PREFERENCE, is_preference, named
from reflexion.signals.prompts.verdict import ASK, STORE, judge
from reflexion.store.apply import Decision, Sighting
from reflexion.store.paths import relative
from reflexion.store.session import ASKED, FAIL, HEARD, STEP
from reflexion.store.view import View

ASK_LINE = (
    "<reflexion-ask>If this corrects you or sets a rule that will matter again here, record it "
    "now, general and in one sentence: `{command} learn '…'`. If not, go on.</reflexion-ask>"
)
LEVELS = ("low", "medium", "high")


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
    return _keep_as_question(event, view) if event.when else _ask(event, view)


def _ask(event, view: View) -> Decision | None:
    """The line that asks the agent; the prompt is kept for `learn`."""
    if not view.trusted:
        return None
    from reflexion.hosts.command import for_agent

    line = ASK_LINE.format(command=for_agent(view.project.root, event.cwd))
    return Decision(Answer(line), records=[_asked(event)], makes_store=True)


def _asked(event) -> dict:
    return {"kind": ASKED, "prompt": " ".join(event.prompt[:600].split())}


def _keep_as_question(event, view: View) -> Decision | None:
    asked = _asked(event)
    entry = draft("correction", asked["prompt"], source="transcript", when=event.when)
    entry.update(confidence="low", needs_review=True, cwd=relative(event.cwd, view.project.root))
    if repeated(view.project.store, entry):
        return None
    return Decision(Answer(), Sighting(entry), [asked, _mark(event)])


def _mark(event) -> dict:
    """The session's record that a prompt was captured, for those who read its transcript later."""
    return {"kind": HEARD, "sum": checksum(event.prompt)}


def checksum(prompt: str) -> int:
    return zlib.crc32(prompt.strip().encode("utf-8", "replace"))


def _store(event, view: View, sentence: str) -> Decision:
    prompt, store = event.prompt, view.project.store
    before = action_before(event, view.records())
    entry = draft(
        "correction",
        sentence,
        before or (prompt if len(prompt) > 2 * len(sentence) else ""),
        sentence,
        cwd=relative(event.cwd, view.project.root),
        extra=view.settings["redact"],
        source="transcript" if event.when else "prompt",
        confidence="high",
        when=event.when,
    )
    if is_preference(sentence):
        entry.update(type="insight", category=PREFERENCE)
    skill = skill_in(prompt, view.project)
    if skill:
        entry["skill"] = skill
    same = repeated(store, entry)
    answer = Answer(retired=[] if same else contradicted(store, entry))
    raises = lambda stored: raised(stored, entry)  # noqa: E731
    return Decision(answer, Sighting(entry, same, raises=raises), [_mark(event)])


def action_before(event, records: list) -> str:
    """What the agent had just done: the last step in the session's scratch, else the last call in
    the transcript's tail.
    """
    for step in reversed(records):
        if step["kind"] in (STEP, FAIL):
            return step.get("command") or f"{step.get('tool')} {step.get('path')}"
    if event.when or not event.transcript:
        return ""
    from reflexion.hosts.transcripts import last_action

    return last_action(event.transcript)


def skill_in(prompt: str, project) -> str:
    """The installed skill that a prompt names, or ""."""
    if not any(mark in prompt for mark in MENTIONS):
        return ""
    from reflexion.hosts.skills import names

    return named(prompt[:2000], names(project.root, project.environ))


def raised(stored: dict, entry: dict) -> dict:
    """What is said again in other words rises a level; the newer wording of a person stands."""
    old, new = (LEVELS.index(each.get("confidence") or "high") for each in (stored, entry))
    fields = {"confidence": LEVELS[min(2, max(old + 1, new))]}
    if entry["resolution"] and stored.get("source") in ("prompt", "agent") and new >= old:
        fields["resolution"] = entry["resolution"]
    return fields
