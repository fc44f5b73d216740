"""Find words drawn at random beside a word that speaks of secrets, or behind a prefix."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import LISTS

WORD = r"[A-Za-z0-9_-]{16,4096}"
NEAR = 110  # characters in which a telling word is looked for
PARTS = tuple("/@#.-+%")  # before a part of a path, a URL, an address
PREFIXED = r"([A-Za-z][A-Za-z0-9]{1,14}(?:[_-][A-Za-z0-9]{1,10}){0,3})[_-]([A-Za-z0-9]+)$"


def _any_of(section: str) -> str:
    """Return a pattern of the words of a list, in which "_" stands for a joint."""
    return "|".join(sorted(LISTS[section])).replace("_", "[ _-]?")


TELLS = rf"(?<![a-z])(?:{_any_of('tell of a token')})(?:s|es)?(?![a-z])"
NO_SECRET_BEFORE = rf"(?:{_any_of('before what is no secret')})[\"']?[\s:=@-]{{1,4}}[\"']?$"


def find(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each random word that its prefix or its line gives away."""
    for found in re.finditer(WORD, text):
        word = found.group()
        before = lower[max(found.start() - 40, 0) : found.start()]
        is_public = values.is_hex(word) or values.is_uuid(word) or before.endswith(PARTS)
        if is_public or not values.has_digit(word) or re.search(NO_SECRET_BEFORE, before):
            continue
        if _is_prefixed(word) or _is_announced(word, lower, *found.span()):
            yield (*found.span(), "random-looking word")


def _is_prefixed(word: str) -> bool:
    """Return True for a random word behind the prefix of a vendor: acme_live_..."""
    found = re.match(PREFIXED, word)
    if not found or not LISTS["identifiers"].isdisjoint(re.split("[_-]", found.group(1).lower())):
        return False
    body = found.group(2)
    return len(body) >= (32 if body.islower() else 28) and _is_random(body)


def _is_announced(word: str, lower: str, start: int, end: int) -> bool:
    """Return True for a random word near which its line speaks of a secret."""
    if not _is_random(max(re.split(r"[_-]", word), key=len)):
        return False
    before = lower[max(start - NEAR, 0) : start].rpartition("\n")[2]
    behind = lower[end : end + NEAR].partition("\n")[0]
    return bool(re.search(TELLS, f"{before} {behind}"))


def _is_random(run: str) -> bool:
    is_mixed = len(run) >= 16 and values.has_digit(run) and not run.isupper()
    return is_mixed and values.is_scrambled(run)
