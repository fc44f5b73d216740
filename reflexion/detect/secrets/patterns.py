"""Find secrets by their shape or their place: the rows of patterns.tsv.

A row's pattern runs only where one of the row's literals stands. The last group that matched is
the candidate, and one of the row's checks has to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from reflexion.detect.secrets import values
from reflexion.text import rows
from reflexion.text.clean import end_of

PARTS = {
    "<word>": r"""(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'`|;&<>]{1,400}))""",
    "<to>": r"(?:[^\n|;&]{0,150}?[ \t])??",
    # lines of a key that was cut off, with its headers
    "<material>": r"""(?:<gap>{0,30}(?:[\w+/=]{16,20000}(?![\w+/=])"""
    r"""|(?:Proc-Type|DEK-Info|Version):[^\n\\]{0,200})){1,400}"""
    r"""(?:<gap>{1,30}[\w+/=]{1,15}(?=[\s"'\\-]|$))?""",
    "<gap>": r"""[\s>|"',*\#\\]""",
}
BEFORE = 5000  # characters before a literal that are looked at,
BEHIND = 20_000  # and behind it
# the next lines of a token that goes over several, the last of which may be short
WRAPPED = r"""(?x)(?:[ \t]{0,8}\n[ \t|>]{0,12}[\w+/=.-]{44,200}(?=[ \t]{0,8}(?:\n|$))){0,60}
    (?:[ \t]{0,8}\n[ \t|>]{0,12}(?=[\w+/=.-]{0,60}\d)[\w+/=.-]{6,200}(?=[ \t]{0,8}(?:\n|$)))?"""


def find(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each secret that a row of the table describes."""
    for kind, literals, checks, pattern in rows("detect/secrets/patterns.tsv"):
        searched = text if pattern.startswith("<prefix>") else lower
        for region in _regions(searched, literals.split(" | "), pattern):
            whole = lower if pattern.startswith(("(?i)", "(?mi)")) else text
            for found in _compiled(pattern, literals).finditer(whole, *region):
                start, end = found.span(found.lastindex or 0)
                if _passes(text[start:end], checks):
                    yield start, end, kind


@cache
def _compiled(pattern: str, literals: str) -> re.Pattern[str]:
    if pattern.startswith("<prefix>"):
        prefixes = "|".join(map(re.escape, literals.split(" | ")))
        pattern = f"((?<![A-Za-z0-9])(?:{prefixes}){pattern[len('<prefix>') :]})"
    for name, part in PARTS.items():
        pattern = pattern.replace(name, part)
    return re.compile(pattern)


def _regions(text: str, literals: list[str], pattern: str) -> list[tuple[int, int]]:
    """Return (start, end) of the lines, or the surroundings, in which a literal stands."""
    goes_over_lines = pattern.startswith("(?m")
    found = set()
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            start = max(0, at - BEFORE)
            end = min(len(text), at + BEHIND)
            if not goes_over_lines:
                start = text.rfind("\n", start, at) + 1 or start
                line_end = text.find("\n", at + len(literal), end)
                end = line_end if line_end >= 0 else end
            found.add((start, end))
            at = text.find(literal, end)
    return sorted(found)


def continued(text: str, start: int, end: int) -> int:
    """Return the end of a token with its further lines, where a page's width broke it."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if end - start < 48 or before.strip(" |>\t"):
        return end
    return end_of(WRAPPED, text, end)


def _passes(value: str, checks: str) -> bool:
    if checks != "always" and values.is_placeholder(value):
        return False
    return any(CHECKS[check](value) for check in checks.split(" or "))


def _is_random(value: str) -> bool:
    """Return True for what is drawn at random, hexadecimal digits included."""
    if values.is_path(value) or values.is_uuid(value):
        return False
    return values.is_drawn(value) or values.is_hex(value, 24)


def _is_option(value: str) -> bool:
    """Return True for the value of an option that names no file, no option and no address."""
    return not (values.is_path(value) or value.startswith("-") or "://" in value)


CHECKS = {
    "always": lambda value: True,
    "any": lambda value: True,
    "with a digit": values.has_digit,
    "token": lambda value: values.has_digit(value) or value not in (value.lower(), value.upper()),
    "uuid": values.is_uuid,
    "drawn": _is_random,
    "password": lambda value: values.is_password(value, 6) and _is_option(value),
    "option": _is_option,
    "alone": lambda value: values.is_password(value) and not re.search(r"[:/().,<>\\$=]", value),
    "phrase": values.is_phrase,
}
