"""Find words that are secrets by their shape: tokens of services, and words drawn at random."""

import re
from functools import lru_cache

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import LISTS
from reflexion.text import rows

WORD = r"[A-Za-z0-9_.\-+/]{14,4096}"  # in which a token may stand
HEAD = r"(?<![A-Za-z0-9])(?=([A-Za-z0-9].{2}))"
RUN = r"[A-Za-z0-9_-]{16,4096}"
BODY = r"[A-Za-z0-9_-]{16,}"  # of a token whose row names none
NEAR = 110  # characters in which a telling word is looked for
PARTS = tuple("/@#.-+%")  # before a part of a path, a URL, an address
ENDS_NAME = tuple("(/\\:")  # behind a call, a folder, a file
PUBLIC = ("AAAA", "MII", "sha", "data:")
MADE_UP = ("example", "xxxx", "****", "....", "your", "abcdef", "123456789")
PREFIXED = r"([A-Za-z][A-Za-z0-9]{1,14}(?:[_-][A-Za-z0-9]{1,10}){0,3})([_-])([A-Za-z0-9]+)$"
# the next lines of a token that goes over several, the last of which may be short
WRAPPED = r"""(?x)(?:[ \t]{0,8}\n[ \t|>]{0,12}[\w+/=.-]{44,200}(?=[ \t]{0,8}(?:\n|$))){0,60}
    (?:[ \t]{0,8}\n[ \t|>]{0,12}(?=[\w+/=.-]{0,60}\d)[\w+/=.-]{6,200}(?=[ \t]{0,8}(?:\n|$)))?"""


def _any_of(section: str) -> str:
    """Return a pattern of the words of a list, in which "_" stands for a joint."""
    return "|".join(sorted(LISTS[section])).replace("_", "[ _-]?")


TELLS = rf"(?<![a-z])(?:{_any_of('tell of a token')})(?:s|es)?(?![a-z])"
NO_SECRET_BEFORE = rf"(?:{_any_of('before what is no secret')})[\"']?[\s:=@-]{{1,4}}[\"']?$"


def find(text: str, lower: str):
    """Yield (start, end, kind) of each token that its shape, or its line, gives away."""
    yield from _of_services(text)
    for word in _runs(text):
        start, end = word.span()
        before = lower[max(start - 40, 0) : start]
        if (
            _is_public(word.group())
            or before.endswith(PARTS)
            or re.compile(NO_SECRET_BEFORE).search(before)
        ):
            continue
        if _is_prefixed(word.group()) or _is_announced(text, lower, start, end):
            yield start, end, "random-looking word"


@lru_cache(maxsize=2)
def long_words(text: str) -> list:
    """Return (start, end) of the words that are long enough for a token."""
    return [found.span() for found in re.compile(WORD).finditer(text)]


def _runs(text: str):
    for start, end in long_words(text):
        yield from re.compile(RUN).finditer(text, start, end)


def _of_services(text: str):
    """Yield the tokens that have the shape of a known service's."""
    heads = set(
        re.compile(HEAD).findall("\n".join(text[start:end] for start, end in long_words(text)))
    )
    for head in ["", *(heads & _services().keys())]:
        for kind, prefix, pattern in _services()[head]:
            for found in re.finditer(pattern, text) if prefix in text else ():
                if not _is_made_up(found.group()[:200]):
                    yield (*found.span(), kind)


@lru_cache(maxsize=None)
def _services() -> dict:
    """Return {first characters: [(kind, prefix, pattern)]}; "" for those not found in a WORD."""
    table: dict = {"": []}
    for kind, prefixes, *body in rows("detect/secrets/tokens.tsv"):
        for prefix in prefixes.split():
            before = "(?<![A-Za-z0-9])" if prefix[0].isalnum() else ""
            pattern = before + re.escape(prefix) + (body[0] if body else BODY)
            head = prefix[:3] if re.match(r"[\w./-]{3,}$", prefix) else ""
            table.setdefault(head, []).append((kind, prefix, pattern))
    return table


def _is_made_up(token: str) -> bool:
    """Return True for a token of an example: a mask, or plain words."""
    low = token.lower()
    if any(part in low for part in MADE_UP):
        return True
    is_plain = token in (low, token.upper()) and not values.has_digit(token)
    return is_plain and max(map(len, re.split(r"[-_.]", token))) < 16


def _is_public(word: str) -> bool:
    """Return True for words without a digit, digests and public keys: they open nothing."""
    if not values.has_digit(word) or word.startswith(PUBLIC):
        return True
    return values.is_hex(word) or values.is_uuid(word)


def _is_announced(text: str, lower: str, start: int, end: int) -> bool:
    """Return True for a drawn word near which its line speaks of a secret."""
    longest = max(re.split(r"[_-]", text[start:end]), key=len)
    if text.startswith(ENDS_NAME, end) or not _is_mixed(longest, 16):
        return False
    first = max(start - NEAR, lower.rfind("\n", 0, start) + 1)
    last = end + len(lower[end : end + NEAR].partition("\n")[0])
    return bool(
        re.compile(TELLS).search(lower, first, start) or re.compile(TELLS).search(lower, end, last)
    )


def _is_prefixed(word: str) -> bool:
    """Return True for a drawn word behind the prefix of a vendor: acme_live_..."""
    found = re.compile(PREFIXED).match(word)
    if not found or not LISTS["identifiers"].isdisjoint(re.split("[_-]", found.group(1).lower())):
        return False
    body = found.group(3)
    if body.islower() and len(body) >= 32:
        return found.group(2) == "_" and values.is_scrambled(body)
    return _is_mixed(body, 28)


def _is_mixed(run: str, least: int) -> bool:
    """Return True for capitals, small letters and digits, shuffled."""
    digits = sum(map(str.isdigit, run))
    if not digits or len(run) < least or run in (run.lower(), run.upper()):
        return False
    return values.mean_run(run) < (2.5 if digits > 2 else 2.3 if digits > 1 else 2.05)


def continued(text: str, start: int, end: int):
    """Yield the further lines of a token that was broken to the width of a page."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if end - start >= 48 and not before.strip(" |>\t"):
        yield end, re.compile(WRAPPED).match(text, end).end(), "rest of a token"
