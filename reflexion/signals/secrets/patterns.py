"""Secrets that one pattern and one check give away: URLs, calls, SQL, records; a row of patterns.tsv each.

A row's pattern runs only when one of its literals stands in the text in lower case. The last group that
matched is the candidate; the row's check says whether it is a secret.
"""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.tables import rows


def find(text: str, lower: str):
    """Yield (start, end, kind) of each candidate that passes its row's check."""
    for kind, literals, check, pattern in rows("patterns.tsv"):
        if any(literal in lower for literal in literals.split(" | ")):
            is_secret = CHECKS[check]
            for match in re.compile(pattern).finditer(text):
                value = match.group(match.lastindex)
                if not values.reference(value) and is_secret(value):
                    yield (*match.span(match.lastindex), kind)


def drawn(value: str) -> bool:
    """Drawn at random, and no path or identifier."""
    is_random = values.random(value) or (values.hexadecimal(value) and len(value) >= 24)
    return is_random and not values.path(value) and not values.uuid(value)


def _password(value: str) -> bool:
    return values.password_like(value, 6)


def _literal(value: str) -> bool:
    """Of `--from-literal NAME=value`: anything but numbers, paths and plain names."""
    is_name = re.match(r"[a-z]+(?:[-_][a-z]+)?[-_]?\d{0,2}$", value)
    return not (values.number(value) or values.path(value) or is_name)


def _handed_out(value: str) -> bool:
    return values.password_like(value) and "@" not in value[:-4] and not values.number(value)


def _token(value: str) -> bool:
    return values.random(value) or (values.hexadecimal(value) and len(value) >= 24)


CHECKS = {
    "any": lambda value: True,
    "secret": lambda value: len(value) >= 4,
    "long number or secret": lambda value: len(value) >= (6 if value.isdigit() else 4),
    "secret with a slash": lambda value: not values.wordish(value.split("/")[0]),
    "password": _password,
    "long password": values.password_like,
    "drawn": drawn,
    "drawn or password": lambda value: drawn(value) or _password(value),
    "drawn or one word password": (
        lambda value: drawn(value) or (values.password_like(value) and " " not in value)
    ),
    "drawn or hexadecimal": lambda value: values.random(value) or values.hexadecimal(value),
    "token": _token,
    "unusual words": lambda value: not values.USUAL & set(value.lower().split()),
    "literal": _literal,
    "handed out": _handed_out,
}
