"""Words drawn at random: secrets with a vendor's prefix, or where the line speaks of one."""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.word_lists import form, words

_WORD = r"[A-Za-z0-9_-]{17,4096}"
_ACCOUNT_KEY = r"(?<![A-Za-z0-9+/=-])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])"
_TAIL = r"[A-Za-z0-9_\-+/.~]{0,4096}={0,2}"
_PREFIXED = form("shapes prefixed")
_PREFIXED_HEX = r"([a-z][a-z0-9]{1,9}(?:_[a-z0-9]{1,6}){0,2})_([0-9a-f]{32,400}|[a-z0-9]{36,400})$"
_TELLS = form("shapes tells")
NEAR = 110  # characters in which a telling word is looked for
IDENTIFIERS = words("prefixes of identifiers")  # they name a thing and open nothing
NOT_SECRET_BEFORE = form("shapes not secret before")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each random word that its form or its neighbours give away."""
    if "==" in text:
        for found in re.compile(_ACCOUNT_KEY).finditer(text):
            if not re.search(NOT_SECRET_BEFORE, lower[max(found.start() - 40, 0) : found.start()]):
                yield (*found.span(), "storage account key")
    tail = re.compile(_TAIL)
    for found in re.compile(_WORD).finditer(text):
        word, (start, end) = found.group(), found.span()
        if not any(map(word.__contains__, "0123456789")) or is_known(text, start, word):
            continue
        if is_prefixed(text, start, end, word):
            yield start, end, "random-looking word"
        elif is_drawn(text, end, word) and is_spoken_of(lower, start, end):
            yield start, tail.match(text, end).end(), "random-looking word"


def is_prefixed(text: str, start: int, end: int, word: str) -> bool:
    """A random word behind the prefix of a vendor: acme_live_..."""
    if word.isupper() or ("_" not in word and "-" not in word) or len(word) < 31:
        return False
    prefixed = re.match(_PREFIXED_HEX if word.islower() else _PREFIXED, word)
    if not prefixed or values.uuid(prefixed.group(2)):
        return False
    prefix, body = prefixed.groups()
    if IDENTIFIERS & set(re.split(r"[_-]", prefix.lower())):
        return False
    if not word.islower():
        return mixed(max(re.split(r"[_-]", body), key=len), 28)
    is_part = text[start - 1 : start] in ("/", ".", "#", "-")
    goes_on = text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum()
    return values.scrambled(body) and not is_part and not goes_on


def mixed(body: str, least: int) -> bool:
    """Capitals, small letters and digits, shuffled."""
    digits = sum(map(str.isdigit, body))
    return (
        len(body) >= least
        and any(map(str.isupper, body))
        and any(map(str.islower, body))
        and digits >= 1
        and values.mean_run(body) < (2.5 if digits > 2 else 2.3 if digits > 1 else 2.05)
    )


def is_known(text: str, start: int, word: str) -> bool:
    """Digests, paths, parts of URLs and public keys, which look random and are no secrets."""
    before = text[max(start - 40, 0) : start]
    return (
        values.digest(word)
        or values.hexadecimal(word)
        or values.uuid(word)
        or word.startswith(("AAAA", "MII", "sha", "data:"))
        or before[-1:] in ("/", "@", "#", ".", "-", "+", "%")
        or re.search(NOT_SECRET_BEFORE, before.lower()) is not None
    )


def is_drawn(text: str, end: int, word: str) -> bool:
    """Drawn at random, and no call, file or folder."""
    if word.islower() or word.isupper() or text[end : end + 1] in ("(", "/", "\\", ":"):
        return False
    return mixed(max(re.split(r"[_-]", word), key=len), 18)


def is_spoken_of(lower: str, start: int, end: int) -> bool:
    """Does a telling word stand near, on the same line?"""
    first = max(start - NEAR, lower.rfind("\n", 0, start) + 1)
    last = lower.find("\n", end, end + NEAR)
    last = min(end + NEAR, len(lower)) if last < 0 else last
    tells = re.compile(_TELLS)
    return bool(tells.search(lower, first, start) or tells.search(lower, end, last))
