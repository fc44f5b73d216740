"""Stored text made fit for a screen, a page or a program: it is data from outside."""

from __future__ import annotations

import re
from functools import lru_cache

from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line

SHOWN = 2000  # characters of one field that are ever shown
DATED = re.compile(r"(RFX-)?\d{4}-?\d\d-?\d\d(-[0-9a-f]{3,16})?")  # ids and dates
DEEPEST = 20  # levels of a value in a field of somebody's own
BRIEF = ("id", "type", "trigger", "resolution", "occurrences", "first_seen", "last_seen")


def presentable(value, extra=(), depth: int = 0):
    """A JSON value with every text in it redacted, on one line. `extra`: the settings' patterns."""
    if isinstance(value, str):
        return _text(value, tuple(extra))
    if not isinstance(value, (dict, list, tuple)):
        return value
    if depth > DEEPEST:
        return "..."
    if isinstance(value, dict):
        rows = value.items()
        return {presentable(key, extra): presentable(row, extra, depth + 1) for key, row in rows}
    return [presentable(item, extra, depth + 1) for item in value]


@lru_cache(maxsize=8192)  # names of fields, types, dates and sources come again and again
def _text(text: str, extra: tuple) -> str:
    if text.isdecimal() or DATED.fullmatch(text):
        return text
    return one_line(redact(text[: SHOWN * 4], extra), SHOWN)


def brief(entry: dict, extra=(), **more) -> dict:
    """The few fields that a dashboard shows of an entry, and `more` beside them."""
    return {**{field: presentable(entry[field], extra) for field in BRIEF}, **more}
