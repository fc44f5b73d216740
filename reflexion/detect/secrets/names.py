"""Tell whether a name announces a secret: DB_PASSWORD does, password_policy does not."""

from __future__ import annotations

import re
from collections import namedtuple
from functools import lru_cache

from reflexion.detect.secrets.values import LISTS

WORD = r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+"


class Rank(namedtuple("Rank", "level is_password")):
    """What a name tells: `level` 0 nothing, 1 that a random value is a secret, 2 that any is."""

    __slots__ = ()


@lru_cache(maxsize=1000)
def rank(name: str) -> Rank:
    """Return what a name in code, in a configuration or in a URL tells of its value."""
    words = [word.lower() for word in re.findall(WORD, name)]
    while words and words[-1] in LISTS["tail that changes nothing"]:
        words.pop()
    told = list(words)
    while told and not _tells(told[-1]):
        told.pop()
    is_last = told == words
    level = 2 if is_last else 1
    if not told or (not is_last and words[-1] in LISTS["tail of what is no secret"]):
        return Rank(0, False)
    if _is_password(told[-1]) or _is_key(told):
        return Rank(level, _is_password(told[-1]))
    if not LISTS["head of what is no secret"].isdisjoint(told):
        return Rank(0, False)
    return Rank(level if _is_secret(told[-1]) else 1, False)


def _is_key(words: list[str]) -> bool:
    """Return True for an API key, an access key and their like."""
    is_named = words[-1] in ("key", "keys") and len(words) > 1
    return is_named and words[-2] in LISTS["before key"] and "public" not in words


def _is_password(word: str) -> bool:
    if word in LISTS["password words"] or word.endswith(("password", "passwd", "passwort")):
        return True
    return word.endswith("pass") and len(word) > 5 and word not in LISTS["ends in pass"]


def _is_secret(word: str) -> bool:
    return word in LISTS["secret words"] or word.endswith(tuple(LISTS["endings of secrets"]))


def _tells(word: str) -> bool:
    return _is_secret(word) or _is_password(word) or word in LISTS["weak words"]
