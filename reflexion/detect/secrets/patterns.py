"""Secrets that their place gives away: the rows of patterns.tsv and blocks.tsv.

The pattern of a row runs only on the lines that hold one of the row's literals. The last group
that matched is the candidate, and one of the row's checks has to agree.
"""

import binascii
import re
from functools import lru_cache

from reflexion.detect.secrets import values
from reflexion.detect.secrets.tokens import long_words
from reflexion.text import rows

WORD = r"""(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'`|;&<>]{1,400}))"""
UP_TO = r"(?:[^\n|;&]{0,150}?[ \t])??"
BEFORE = 400  # characters of a line before a literal that are looked at,
BEHIND = 5000  # and behind it


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that stands where only a secret stands."""
    first: dict = {}  # literal: where it stands first
    for table in ("detect/secrets/patterns.tsv", "detect/secrets/blocks.tsv"):
        for kind, literals, checks, pattern in rows(table):
            present = _present(lower, literals, first)
            if "blocks" in table:
                regions = [(0, len(text))] if present else []
            else:
                regions = _lines(lower, present) if literals != "*" else _around_words(text, first)
            for start, end in regions:
                compiled, is_lower = _compiled(pattern)
                for found in compiled.finditer(lower if is_lower else text, start, end):
                    span = found.span(found.lastindex)
                    if _passes(text[slice(*span)], checks):
                        yield (*span, kind)


@lru_cache(maxsize=None)
def _compiled(pattern: str) -> tuple:
    """Return (the compiled pattern, whether it is held against the text in lower case)."""
    is_lower = pattern.startswith("(?i)")
    whole = pattern[4:] if is_lower else pattern
    return re.compile(whole.replace("<word>", WORD).replace("<to>", UP_TO)), is_lower


@lru_cache(maxsize=None)
def _split(literals: str) -> list:
    return literals.split(" | ")


def _present(lower: str, literals: str, first: dict) -> list:
    """Return [(literal, its first place)] of those that stand in the text."""
    found = []
    for literal in _split(literals):
        if literal not in first:
            first[literal] = lower.find(literal)
        if first[literal] >= 0:
            found.append((literal, first[literal]))
    return found


def _around_words(text: str, first: dict) -> list:
    """Return (start, end) of the surroundings of the words that may be tokens."""
    if "*regions" not in first:
        first["*regions"] = [
            (max(start - 80, 0), min(end + 120, len(text)))
            for start, end in long_words(text)
            if sum(map(str.isdigit, text[start:end])) >= 3
        ]
    return first["*regions"]


def _lines(lower: str, present: list):
    """Yield (start, end) of each line in which one of the literals stands."""
    for literal, at in present:
        while at >= 0:
            start = max(lower.rfind("\n", 0, at) + 1, at - BEFORE)
            end = lower.find("\n", at + len(literal), at + BEHIND)
            end = end if end >= 0 else min(at + BEHIND, len(lower))
            yield start, end
            at = lower.find(literal, end)


def _passes(value: str, checks: str) -> bool:
    if values.is_placeholder(value):
        return False
    return any(CHECKS[check](value) for check in checks.split(" or "))


def is_token(value: str) -> bool:
    """Return True for what is drawn at random, hexadecimal digits included."""
    return values.is_drawn(value) or values.is_hex(value, 24)


def _is_drawn(value: str) -> bool:
    return is_token(value) and not values.is_path(value) and not values.is_uuid(value)


def _is_header(value: str) -> bool:
    core = value.rstrip(".,;)}]")
    if values.is_code(core) or values.is_words(core) or "=" in core.rstrip("="):
        return False
    return values.has_digit(core) or values.is_drawn(core)


def _is_encoded_user(value: str) -> bool:
    """Return True for base64, of either alphabet, of "user:password"."""
    whole = re.sub("(?:=|%3[dD])+$", "", value).replace("-", "+").replace("_", "/")
    try:
        plain = binascii.a2b_base64(whole[: len(whole) // 4 * 4])
    except ValueError:
        return False
    return b":" in plain and all(32 <= c < 127 for c in plain.partition(b":")[0])


def _is_option(value: str) -> bool:
    """Return True for the value of an option that names no file, no option and no address."""
    return not (values.is_path(value) or value.startswith("-") or "://" in value)


def _is_alone(value: str) -> bool:
    """Return True for a password that is alone in its line: no place in a file, no option."""
    is_word = value[0].isalnum() and set(value).isdisjoint(":/().,[]{}<>\\$=")
    return is_word and values.has_digit(value) and values.is_password(value)


def _is_beside_host(value: str) -> bool:
    is_mixed = len(value) >= 8 and value.isalnum() and values.has_digit(value)
    return is_mixed or values.is_password(value, 6)


def _is_unusual(value: str) -> bool:
    return values.LISTS["usual words"].isdisjoint(re.split("[ -]", value.lower()))


CHECKS = {
    "any": lambda value: True,
    "long": lambda value: len(value) >= 12,
    "long number": lambda value: len(value) >= (6 if value.isdigit() else 4),
    "with a digit": values.has_digit,
    "uuid": values.is_uuid,
    "drawn": _is_drawn,
    "password": lambda value: values.is_password(value, 6) and _is_option(value),
    "option": _is_option,
    "alone": _is_alone,
    "beside a host": _is_beside_host,
    "header": _is_header,
    "encoded user": _is_encoded_user,
    "unusual words": _is_unusual,
}
