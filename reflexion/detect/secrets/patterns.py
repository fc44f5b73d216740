"""Find secrets by their shape or their place.

The rows of patterns.tsv: a pattern runs only where one of the row's literals stands. The last
group that matched is the candidate, and one of the row's checks has to agree. Besides: words
drawn at random, beside a word that speaks of secrets or behind the prefix of a vendor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import LISTS
from reflexion.text import end_of, rows

PARTS = {
    "<word>": r"""(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'`|;&<>]{1,400}))""",
    "<to>": r"(?:[^\n|;&]{0,150}?[ \t])??",
    # lines of a key that was cut off, with its headers
    "<material>": r"""(?:<gap>{0,30}(?:[\w+/=]{16,20000}(?![\w+/=])"""
    r"""|(?:Proc-Type|DEK-Info|Version):[^\n\\]{0,200})){1,400}"""
    r"""(?:<gap>{1,30}[\w+/=]{1,15}(?=[\s"'\\-]|$))?""",
    "<gap>": r"""[\s>|"',*\#\\]""",
}
RUN = ["<run>"]  # in place of literals: any run of 16 letters, digits, "-" and "_"
BEFORE = 5000  # characters before a literal that are looked at,
BEHIND = 20_000  # and behind it
# the next lines of a token that goes over several, the last of which may be short
WRAPPED = r"""(?x)(?:[ \t]{0,8}\n[ \t|>]{0,12}[\w+/=.-]{44,200}(?=[ \t]{0,8}(?:\n|$))){0,60}
    (?:[ \t]{0,8}\n[ \t|>]{0,12}(?=[\w+/=.-]{0,60}\d)[\w+/=.-]{6,200}(?=[ \t]{0,8}(?:\n|$)))?"""

WORD = r"[A-Za-z0-9_-]{16,4096}"
NEAR = 110  # characters in which a word that speaks of secrets is looked for
PARTS_OF_NAMES = tuple("/@#.-+%")  # what stands before a part of a path, a URL, an address
VENDOR = r"""(?x)([A-Za-z][A-Za-z0-9]{1,14}(?:[_-][A-Za-z0-9]{1,10}){0,3})[_-]
    (?:[a-z0-9]{32,}|(?![a-z0-9]+$)[A-Za-z0-9]{28,})$"""


def _any_of(section: str) -> str:
    """Return a pattern of the words of a list, in which "_" stands for a joint."""
    return "|".join(sorted(LISTS[section])).replace("_", "[ _-]?")


TELLS = rf"(?<![a-z])(?:{_any_of('tell of a token')})(?:s|es)?(?![a-z])"
NO_SECRET = rf"(?:{_any_of('before what is no secret')})[\"']?[\s:=@-]{{1,4}}[\"']?$"


@cache
def _literals(cell: str) -> list[str]:
    """Return the literals of a row, which are asked for in each text."""
    return cell.split(" | ")


def find(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each secret that a row of the table describes."""
    for kind, cell, checks, pattern in rows("detect/secrets/patterns.tsv"):
        literals = _literals(cell)
        searched = text if pattern.startswith("<prefix>") else lower
        if literals != RUN and not any(map(searched.__contains__, literals)):
            continue  # as nearly every row, for nearly every text
        for region in _regions(searched, literals, pattern.startswith("(?m")):
            for found in _compiled(pattern, cell).finditer(text, *region):
                start, end = found.span(found.lastindex or 0)
                if _passes(text[start:end], checks):
                    yield start, end, kind


@cache
def _compiled(pattern: str, cell: str) -> re.Pattern[str]:
    if pattern.startswith("<prefix>"):
        prefixes = "|".join(map(re.escape, _literals(cell)))
        pattern = f"((?<![A-Za-z0-9])(?:{prefixes}){pattern[len('<prefix>') :]})"
    for name, part in PARTS.items():
        pattern = pattern.replace(name, part)
    return re.compile(pattern)


def _regions(text: str, literals: list[str], over_lines: bool) -> list[tuple[int, int]]:
    """Return (start, end) of the lines, or the surroundings, in which a literal stands."""
    if literals == RUN:
        return [(0, len(text))] if re.search(WORD, text) else []
    found = set()
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            before = text[max(0, at - BEFORE) : at]
            behind = text[at : at + BEHIND]
            if not over_lines:
                before = before.rpartition("\n")[2]
                behind = behind.partition("\n")[0]
            end = at + len(behind)
            found.add((at - len(before), end))
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


def find_random(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each random word that its prefix or its line gives away."""
    for found in re.finditer(WORD, text):
        start, end = found.span()
        before = lower[max(start - NEAR, 0) : start]
        if _is_mixed(found.group()) and not _is_public(found.group(), before):
            behind = lower[end : end + NEAR].partition("\n")[0]
            line = before.rpartition("\n")[2] + " " + behind
            if _is_prefixed(found.group()) or re.search(TELLS, line):
                yield start, end, "random-looking word"


def _is_public(word: str, before: str) -> bool:
    """Return True for a commit, a part of a path or an address, and what is named as no secret."""
    is_number = values.is_hex(word) or values.is_uuid(word)
    return is_number or before.endswith(PARTS_OF_NAMES) or bool(re.search(NO_SECRET, before[-40:]))


def _is_prefixed(word: str) -> bool:
    """Return True for a long word behind the prefix of a vendor: acme_live_..."""
    found = re.match(VENDOR, word)
    parts = re.split("[_-]", found[1].lower()) if found else []
    return bool(parts) and LISTS["identifiers"].isdisjoint(parts)


def _is_mixed(word: str) -> bool:
    """Return True if the longest part of a word is drawn from digits and letters."""
    run = max(re.split("[_-]", word), key=len)
    is_long = len(run) >= 16 and values.has_digit(run) and not run.isupper()
    return is_long and values.is_scrambled(run)
