"""Whether a name announces a secret: DB_PASSWORD does, password_policy and max_tokens do not."""

import re
from collections import namedtuple
from functools import lru_cache

from reflexion.detect.secrets.values import LISTS

WORD = r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+"
PASSWORD_ENDINGS = tuple(LISTS["endings of passwords"])
SECRET_ENDINGS = tuple(LISTS["endings of secrets"])
LONGEST_NAME = 100  # characters of a name that are read, from its end


class Rank(namedtuple("Rank", "level is_password")):
    """What a name tells: `level` 0 nothing, 1 that a drawn value is a secret, 2 that any is."""

    __slots__ = ()


NOTHING = Rank(0, False)


@lru_cache(maxsize=4096)
def rank(name: str) -> Rank:
    """Return what a name in code, in a configuration or in a URL tells of its value."""
    words = _core([word.lower() for word in re.findall(WORD, name[-LONGEST_NAME:])])
    last = max((place for place, word in enumerate(words, 1) if _tells(word)), default=0)
    told = words[:last]
    is_last = told == words
    if not told or not is_last and words[-1] in LISTS["tail of what is no secret"]:
        return NOTHING
    if _is_password(told[-1]):
        return Rank(2 if is_last else 1, True)
    if _opens(told):
        return Rank(2 if is_last else 1, False)
    if not LISTS["head of what is no secret"].isdisjoint(told):
        return NOTHING
    return Rank(2 if is_last and _is_secret(told[-1]) else 1, False)


def _core(words: list) -> list:
    """Return the words without those at the end that change nothing."""
    while len(words) > 1 and not _tells(words[-1]):
        if not words[-1].isdigit() and words[-1] not in LISTS["tail that changes nothing"]:
            break
        words.pop()
    if words[-2:-1] == ["pass"] and words[-1] in ("phrase", "word", "code", "wd"):
        return [*words[:-2], "password"]
    return words


def _opens(words: list) -> bool:
    """Return True for an API key, an access key and their like."""
    is_key = words[-1] in ("key", "keys") and len(words) > 1
    return is_key and words[-2] in LISTS["before key"] and "public" not in words


def _is_password(word: str) -> bool:
    if word in LISTS["password words"] or word.endswith(PASSWORD_ENDINGS):
        return True
    return word.endswith("pass") and len(word) > 5 and word not in LISTS["ends in pass"]


def _is_secret(word: str) -> bool:
    return word in LISTS["secret words"] or word.endswith(SECRET_ENDINGS)


def _tells(word: str) -> bool:
    return _is_secret(word) or _is_password(word) or word in LISTS["weak words"]
