"""Cards: what a model, or the agent, reads about a past failure, and the answers to them."""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.errors import Unreadable
from reflexion.learning.failure import admit
from reflexion.learning.fields import MAX_RESOLUTION
from reflexion.reflect.past import ERROR
from reflexion.store import fs
from reflexion.text import PACKAGE
from reflexion.text.clean import one_line
from reflexion.text.json_object import read_value

BATCH = 20  # cards in one call of the model
MAX_EVENT = 240  # characters of a line about an event
MAX_OUTPUT = 600  # characters of an output's end
MAX_SENTENCE = 4000  # characters of an answer's sentence; the rest is cut off
MAX_PROMPT = 1 << 20  # bytes
PROMPT = os.path.join("reflect", "cards_prompt.txt")
REASONS = ("code", "probe", "one-off", "transient", "unclear")
TYPES = ("insight", "correction", "pattern")
FORM = '[{"for": "a7f03c", "sentence": "When …, do …, because …"}]'

# number: from 1; sentence: the lesson, or "" with the reason why there is none
Answer = namedtuple("Answer", "number sentence reason")
# target: the id of a learning, or of a card; "" for a learning of its own; everywhere: it is
# proposed for all projects
Decision = namedtuple("Decision", "number sentence type target skill everywhere")


def batches(findings: list) -> list:
    """Return the Findings in lists of at most BATCH."""
    return [findings[at : at + BATCH] for at in range(0, len(findings), BATCH)]


def question(findings: list, patterns=()) -> str:
    """Return the prompt about these Findings.

    Each card stands in a tag with a random name, so that no text on a card can close the tag.
    """
    template = fs.read_text(os.path.join(PACKAGE, PROMPT), MAX_PROMPT)
    mark = os.urandom(8).hex()
    parts = []
    for number, finding in enumerate(findings, 1):
        name = f"card-{number}-{mark}"
        parts.append("\n".join([f"<{name}>", *card(finding, patterns), f"</{name}>"]))
    return template.format(most=MAX_RESOLUTION, cards="\n\n".join(parts))


def card(finding, patterns=()) -> list:
    """Return what a card shows of a Finding, in lines, redacted and cut."""
    lines = _head(finding)
    for number, occurrence in enumerate(finding.occurrences, 1):
        lines += ["", f"occurrence {number}, {occurrence.when or 'undated'}"]
        lines += [f"  before: {said}" for said in occurrence.before]
        if finding.draft.type == ERROR:
            lines.append(f"  failed: {occurrence.command}")
            end = occurrence.output[-MAX_OUTPUT:].splitlines()
            different = dict.fromkeys(end)  # a line that comes again is shown once
            lines += [f"  | {line}" for line in different if line.strip()]
        lines += [f"  after: {said}" for said in occurrence.after]
    return [_indented(line) for line in admit(lines, patterns)]


def _head(finding) -> list:
    if finding.draft.type != ERROR:
        return [f"the person said: {finding.draft.trigger}"]
    counts = f"{finding.times} times in {len(finding.sessions)} sessions, {finding.calls} calls"
    return [f"error: {finding.draft.trigger}", f"failed {counts}"]


def _indented(line: str) -> str:
    indent = "  " if line.startswith("  ") else ""
    return indent + one_line(line, MAX_EVENT)


def read_answers(text: str, count: int) -> list:
    """Return a model's Answers about cards 1 to `count`, by number."""
    found = {}
    for row in _rows(text):
        answer = _answer(row, count)
        if answer:
            found.setdefault(answer.number, answer)
    return [found[number] for number in sorted(found)]


def _rows(text: str) -> list:
    """Return the items of a JSON list, or else the JSON values of the lines."""
    value = _json(text)
    if isinstance(value, list):
        return value
    return [_json(line.strip().strip("`,")) for line in text.splitlines()]


def _json(text: str):
    """Return the value of a JSON text; None for anything else."""
    try:
        return read_value(text)
    except Unreadable:
        return None


def _answer(row, count: int) -> Answer | None:
    """Return the Answer in a JSON value; None if it is not about one of the cards."""
    number = row.get("card") if isinstance(row, dict) else None
    if type(number) is not int or not 1 <= number <= count:  # True is no number
        return None
    sentence = row.get("sentence")
    if row.get("lesson") is True and isinstance(sentence, str) and sentence.strip():
        return Answer(number, sentence[:MAX_SENTENCE], "")
    if row.get("lesson") is False:
        reason = row.get("why")
        return Answer(number, "", reason if reason in REASONS else "no reason given")
    return None


def read_decisions(rows) -> list:
    """Return the agent's Decisions, one for each object of a JSON list. Raises Unreadable."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(f"decisions are a list of objects such as {FORM}")
    return [_decision(number, row) for number, row in enumerate(rows, 1)]


def _decision(number: int, row: dict) -> Decision:
    texts = [row.get(name) or "" for name in ("sentence", "type", "for", "skill")]
    if not all(isinstance(text, str) for text in texts):
        raise Unreadable(f"decision {number}: sentence, type, for and skill are texts")
    decision = Decision(number, *texts, row.get("global") is True)
    if decision.type and decision.type not in TYPES:
        raise Unreadable(f"decision {number}: type must be one of {', '.join(TYPES)}")
    return decision
