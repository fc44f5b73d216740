"""Cards about past failures, which a model reads, and what of its answer is believed."""

from __future__ import annotations

import json
import os
from collections import namedtuple

from reflexion.reflect.model import Failed
from reflexion.signals.secrets import redact
from reflexion.store.fs import read_text
from reflexion.text import tables
from reflexion.text.clean import one_line

EACH = 20  # cards of a call
MAX_SENTENCE = 300  # characters that are asked for
MAX_TEXT = 4000  # characters of a sentence that is looked at
LESSON = "lesson"
REASONS = ("code", "probe", "one-off", "transient")  # why there is none
OTHER = "no reason given"

# number: from 1; sentence: of the lesson, or "" with the reason why there is none
Answer = namedtuple("Answer", "number sentence reason")


def batches(cards: list) -> list:
    """The cards in lists of EACH."""
    return [cards[start : start + EACH] for start in range(0, len(cards), EACH)]


def question(mistakes: list, extra=()) -> str:
    """The prompt about these Mistakes, numbered from 1, each in a frame whose name nothing in it
    can know, and so close."""
    form = read_text(os.path.join(tables.PACKAGE, "reflect", "cards_prompt.txt"), 1 << 20)
    mark = os.urandom(8).hex()
    cards = [_framed(number, it, mark, extra) for number, it in enumerate(mistakes, 1)]
    return form.format(most=MAX_SENTENCE, cards="\n\n".join(cards))


def _framed(number: int, mistake, mark: str, extra) -> str:
    name = f"card-{number}-{mark}"
    return "\n".join([f"<{name}>", *card(mistake, extra), f"</{name}>"])


def card(mistake, extra=()) -> list:
    """What a card shows of a Mistake, in lines."""
    sessions = len(mistake.sessions)
    times = mistake.times
    cost = f"{mistake.calls} calls until it was over" if mistake.ended else "it was never over"
    lines = [f"error: {mistake.entry['trigger']}"]
    lines.append(f"failed {times} times in {sessions} sessions; {cost}")
    if mistake.draft:
        lines.append(f"a guess, perhaps wrong: {mistake.draft}")
    for number, occurrence in enumerate(mistake.occurrences, 1):
        lines += ["", f"occurrence {number}, {occurrence.when or 'undated'}"]
        lines += [f"  before: {said}" for said in occurrence.before]
        lines.append(f"  failed: {occurrence.command}")
        output = redact(occurrence.output, extra).splitlines()
        lines += [f"  | {one_line(row, MAX_TEXT)}" for row in output if row.strip()]
        lines += [f"  after: {said}" for said in occurrence.after]
    return lines


def evidence(mistake) -> str:
    """Where a lesson about this Mistake can be looked up."""
    seen = [f"session {it.session[:8]} line {it.line}" for it in mistake.occurrences]
    return ", ".join(seen)


def read_answers(text: str, count: int) -> list:
    """The Answers about cards 1 to `count`; lines of another form are passed over. Raises Failed
    where there is none at all."""
    found = {}
    for row in _rows(_unwrapped(text)):
        answer = _answer(row, count)
        if answer and answer.number not in found:
            found[answer.number] = answer
    if not found:
        raise Failed("the answer holds no line of JSON about a card")
    return [found[number] for number in sorted(found)]


def _unwrapped(text: str) -> str:
    """The answer without what a host's command wraps around it as JSON."""
    value = _json(text)
    wrapped = value.get("result") if isinstance(value, dict) else None
    return wrapped if isinstance(wrapped, str) else text


def _rows(text: str) -> list:
    value = _json(text)
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        return value["cards"] if isinstance(value.get("cards"), list) else [value]
    return [_json(line.strip().strip("`,")) for line in text.splitlines()]


def _json(text: str):
    """The value of a JSON text; None for what is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _answer(row, count: int) -> Answer | None:
    """The Answer in one object; None for what is none."""
    number = row.get("card") if isinstance(row, dict) else None
    if type(number) is not int or not 1 <= number <= count:
        return None
    sentence = row.get("sentence")
    if row.get("lesson") is True and isinstance(sentence, str) and sentence.strip():
        return Answer(number, sentence[:MAX_TEXT], "")
    reason = row.get("why")
    if row.get("lesson") is False:
        return Answer(number, "", reason if reason in REASONS else OTHER)
    return None
