"""What may be told of a learning, whose it is, and how it reads: to the agent, as a rule."""

from __future__ import annotations

import re

from reflexion.learning.entry import AGENT, LEVELS, MAX_PATTERN, USER, Entry, digits_of
from reflexion.text import one_line

OPEN = "<reflexion-recall>"
CLOSE = "</reflexion-recall>"
AFTER = "Followed one? `{command} worked ID`, or `failed ID 'why'`."
WRITERS = {AGENT: "an agent wrote it", **dict.fromkeys(("", USER), "a person wrote it")}
MAX_LINE = 200  # characters
MAX_NOTICE = 160  # characters of a lesson in a notice
# of a rule's line
SUFFIX = r" \(seen \d{1,7}x, source: [^)]{0,40}\)\s*$"
BULLET = r"^(?:[-*+>#]{1,6} ){1,4}"
COMMENT = r"<!--|-->"
# `@path` outside of code is an import to Claude Code
IMPORT = r"(?<![A-Za-z0-9`])@(?=\S)"
ODD_CODE = r"``|\\`|\]\([^)`]{0,200}`"


def is_solved(entry: Entry) -> bool:
    """Return True if somebody wrote what to do."""
    return bool(entry.resolution.strip())


def is_persons(entry: Entry) -> bool:
    """Return True if a person wrote what to do; a file made by hand names no source."""
    return is_solved(entry) and entry.source in ("", USER)


def writer_of(entry: Entry) -> str:
    """Return who wrote a learning, in words."""
    return WRITERS.get(entry.source, "it was imported")


def may_tell(entry: Entry, least: str = LEVELS[1]) -> bool:
    """Return True if the agent may be told the lesson at its failure.

    `least` is the confidence that it needs, by the setting `min_confidence`.
    """
    return is_solved(entry) and LEVELS.index(entry.confidence or LEVELS[-1]) >= LEVELS.index(least)


def may_tell_unasked(entry: Entry, least: str = LEVELS[1]) -> bool:
    """Return True if the lesson may stand in a brief, or be brought to mind by a prompt.

    One that waits for review is told at its failure alone; a person's own words always are.
    """
    return may_tell(entry, least) and (is_persons(entry) or not entry.needs_review)


def block(entries: list[Entry], head: str = "", tail: str = "") -> str:
    """Return the learnings as the agent reads them in full, between two lines; "" for none."""
    if not entries:
        return ""
    parts = [head]
    for entry in entries:
        parts.append(f"Past learning [{entry.id}] (seen {entry.occurrences}x):")
        if entry.trigger != entry.resolution:
            parts.append("  Trigger: " + one_line(entry.trigger, MAX_LINE))
        parts.append("  Resolution: " + one_line(entry.resolution, 3 * MAX_LINE))
    return "\n".join(filter(None, [OPEN, *parts, tail, CLOSE]))


def recorded(entry: Entry, program: str) -> str:
    """Return the line by which the person is shown a lesson that an agent recorded."""
    text = one_line(entry.resolution, MAX_NOTICE)
    digits = digits_of(entry.id)
    if entry.needs_review:
        return f'the agent proposes "{text}": it waits for you ({program} review {digits})'
    return f'the agent recorded "{text}" (undo: {program} remove --lesson {digits})'


def sentence_of(entry: Entry) -> str:
    """Return the rule: the sentence as it was written, safe in an instructions file."""
    text = re.sub(COMMENT, "", one_line(entry.resolution, MAX_PATTERN)).strip()
    text = _without_imports(re.sub(BULLET, "", text))
    return text if text[-1:] in ".!?\u3002" else text + "."


def line_of(entry: Entry) -> str:
    """Return the rule's line; it is found again by the id at its end."""
    return f"- {sentence_of(entry)} (seen {entry.occurrences}x, source: {entry.id})"


def sentence_in(line: str) -> str:
    """Return what a line says, without bullet and source."""
    return re.sub(SUFFIX, "", re.sub(BULLET, "", line.strip()))


def _without_imports(text: str) -> str:
    if "@" not in text:
        return text
    if text.count("`") % 2 or re.search(ODD_CODE, text):
        text = text.replace("`", "")
    parts = text.split("`")
    parts[::2] = [re.sub(IMPORT, "", part) for part in parts[::2]]  # outside of code
    return "`".join(parts)


def title(entry: Entry, limit: int = 80) -> str:
    """Return the digits of a learning and how it begins, for lists and messages."""
    text = entry.resolution or entry.trigger
    return f"{digits_of(entry.id)} {one_line(text, limit)}"


def state_of(entry: Entry) -> str:
    """Return one word on where a learning stands whose words are the person's."""
    if entry.promoted:
        return "rule"
    if entry.needs_review or entry.proposed or entry.everywhere or entry.as_rule:
        return "review"
    if not is_solved(entry):
        return "open"
    return "low" if entry.confidence == "low" else "lesson"
