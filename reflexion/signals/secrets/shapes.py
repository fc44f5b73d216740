"""Words drawn at random: secrets with a vendor's prefix, or where the line speaks of one."""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.tables import form, words

_WORD = r"[A-Za-z0-9_-]{17,4096}"
_ACCOUNT_KEY = r"(?<![A-Za-z0-9+/=-])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])"
_TAIL = r"[A-Za-z0-9_\-+/.~]{0,4096}={0,2}"
_PREFIXED = form("shapes prefixed")
_PREFIXED_HEX = r"([a-z][a-z0-9]{1,9}(?:_[a-z0-9]{1,6}){0,2})_([0-9a-f]{32,400}|[a-z0-9]{36,400})$"
# tokens without a literal worth searching for: (what stands in the word, pattern from its start)
FORMS = (
    (".", r"[MNO][A-Za-z\d_-]{22,28}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w.-])"),
    ("-us", r"[0-9a-f]{32}-us\d{1,2}(?![\w])"),
    ("-", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])"),
    (".", r"(?:pat|sat)[A-Za-z0-9]{14}\.[0-9a-f]{40,}|[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{16,}"),
    (":", r"[0-9a-f]{24}:[0-9a-f]{64}(?![\w])"),
    (".", r"[\w-]{20,24}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}(?![\w])"),
)
_TELLS = form("shapes tells")
TELLS = (
    "key",
    "secret",
    "token",
    "credential",
    "pass",
    "bearer",
    "auth",
    "login",
    "pat",
    "revoked",
    "rotated",
    "leaked",
)
NEAR = 100  # characters between a telling word and what it tells of

IDENTIFIERS = words("prefixes of identifiers")  # they name a thing and open nothing
NOT_SECRET_BEFORE = form("shapes not secret before")


def find(text: str, lower: str):
    """Yield (start, end, kind) of each random word that its form or its neighbours give away."""
    if "==" in text:
        for found in re.compile(_ACCOUNT_KEY).finditer(text):
            if not re.search(NOT_SECRET_BEFORE, lower[max(found.start() - 40, 0) : found.start()]):
                yield (*found.span(), "storage account key")
    tells, tail, words = None, re.compile(_TAIL), re.compile(_WORD)
    for found in words.finditer(text):
        word, (start, end) = found.group(), found.span()
        if not any(map(word.__contains__, "0123456789")):
            continue
        stop = formed(text, start, end, word)
        if (
            not stop
            and not word.islower()
            and not word.isupper()
            and not boring(text, start, word)
            and lone(text, start, end, word)
        ):
            if tells is None:
                tells = (
                    [hit.span() for hit in re.compile(_TELLS).finditer(lower)]
                    if any(literal in lower for literal in TELLS)
                    else []
                )
            if spoken_of(text, start, end, tells):
                stop = tail.match(text, end).end()
        if stop:
            yield start, stop, "random-looking word"


def formed(text: str, start: int, end: int, word: str) -> int:
    """The end of a token at start that tells by its form alone; 0 where there is none."""
    behind = text[end : end + 1]
    for literal, pattern in FORMS:
        if literal == behind or literal in word:
            found = re.compile(pattern).match(text, start)
            if found:
                return found.end()
    if word.isupper() or "_" not in word and "-" not in word or len(word) < 31:
        return 0
    prefixed = re.match(_PREFIXED_HEX if word.islower() else _PREFIXED, word)
    if (
        not prefixed
        or boring(text, start, word)
        or values.uuid(prefixed.group(2))
        or IDENTIFIERS & set(re.split(r"[_-]", prefixed.group(1).lower()))
    ):
        return 0
    if word.islower():
        return (
            end
            if values.scrambled(prefixed.group(2))
            and text[start - 1 : start] not in ("/", ".", "#", "-")
            and not (text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum())
            else 0
        )
    return end if mixed(max(re.split(r"[_-]", prefixed.group(2)), key=len), 28) else 0


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


def boring(text: str, start: int, word: str) -> bool:
    """Digests, paths, parts of URLs and public keys, which look random and are no secrets."""
    before = text[max(start - 40, 0) : start]
    if (
        values.digest(word)
        or values.hexadecimal(word)
        or values.uuid(word)
        or word.startswith(("AAAA", "MII", "sha", "data:"))
    ):
        return True
    return (
        before[-1:] in ("/", "@", "#", ".", "-", "+", "%")
        or re.search(NOT_SECRET_BEFORE, before.lower()) is not None
    )


def lone(text: str, start: int, end: int, word: str) -> bool:
    """Drawn at random, and no call, file or folder."""
    return text[end : end + 1] not in ("(", "/", "\\", ":") and mixed(
        max(re.split(r"[_-]", word), key=len), 18
    )


def spoken_of(text: str, start: int, end: int, tells) -> bool:
    """Does a telling word stand near, on the same line?"""
    if not tells:
        return False
    low, high = 0, len(tells)
    while low < high:  # the first telling word that ends behind start - NEAR
        middle = (low + high) // 2
        if tells[middle][1] < start - NEAR:
            low = middle + 1
        else:
            high = middle
    for first, last in tells[low : low + 4]:
        if first > end + NEAR:
            return False
        if "\n" not in text[min(last, start) : max(first, end)]:
            return True
    return False
