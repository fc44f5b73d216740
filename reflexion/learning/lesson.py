"""What may be told of a learning, whose it is, and how it reads to the agent."""

from __future__ import annotations

from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.fields import LEVELS
from reflexion.text.clean import one_line

OPEN = "<reflexion-recall>"
CLOSE = "</reflexion-recall>"
AFTER = "Followed one? `{command} worked ID`, or `failed ID 'why'`."
MAX_LINE = 200  # characters
MAX_NOTICE = 160  # characters of a lesson in a notice


def is_solved(entry: Entry) -> bool:
    """Return True if somebody wrote what to do."""
    return bool(entry.resolution.strip())


def is_persons(entry: Entry) -> bool:
    """Return True if a person wrote what to do; a file made by hand names no source."""
    return is_solved(entry) and entry.source in (None, "", "user")


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


def lower_confidence(entry: Entry) -> None:
    """Take one level from the entry's confidence."""
    level = LEVELS.index(entry.confidence or LEVELS[-1])
    entry.confidence = LEVELS[max(0, level - 1)]


def block(entries: list[Entry], head: str = "", tail: str = "") -> str:
    """Return the learnings as the agent reads them in full, between two lines; "" for none."""
    if not entries:
        return ""
    parts = [head] if head else []
    for entry in entries:
        parts.append(f"Past learning [{entry.id}] (seen {entry.occurrences}x):")
        if entry.trigger != entry.resolution:
            parts.append("  Trigger: " + one_line(entry.trigger, MAX_LINE))
        parts.append("  Resolution: " + one_line(entry.resolution, 3 * MAX_LINE))
    parts += [tail] if tail else []
    return "\n".join([OPEN, *parts, CLOSE])


def recorded(entry: Entry, program: str) -> str:
    """Return the line by which the person is shown a lesson that an agent recorded."""
    text = one_line(entry.resolution, MAX_NOTICE)
    digits = digits_of(entry.id)
    if entry.needs_review:
        return f'the agent proposes "{text}": it waits for you ({program} review {digits})'
    return f'the agent recorded "{text}" (undo: {program} remove --lesson {digits})'


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
