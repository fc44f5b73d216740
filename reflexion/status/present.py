"""Stored text made fit for a screen, a page or a program: entries are data from outside, also after they were stored."""

from __future__ import annotations

from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line

SHOWN = 2000  # characters of one field that are ever shown
DEEPEST = 20  # levels of a value in a field of somebody's own
BRIEF = ("id", "type", "trigger", "resolution", "occurrences", "first_seen", "last_seen")


def presentable(value, extra=(), depth: int = 0):
    """An entry (or any JSON value) with every text in it redacted, on one line, without control characters. `extra`: patterns from the settings."""
    if isinstance(value, str):
        return one_line(redact(value[: SHOWN * 4], extra), SHOWN)
    if isinstance(value, (dict, list, tuple)) and depth > DEEPEST:
        return "..."
    if isinstance(value, dict):
        return {
            presentable(key, extra): presentable(item, extra, depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [presentable(item, extra, depth + 1) for item in value]
    return value


def brief(entry: dict, extra=(), **more) -> dict:
    """The few fields that a dashboard shows of an entry, and `more` beside them."""
    return {**{field: presentable(entry[field], extra) for field in BRIEF}, **more}
