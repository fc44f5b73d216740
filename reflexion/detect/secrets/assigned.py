"""Find values beside a name that tells: NAME=value, "name": "value", --name value."""

import re
from functools import lru_cache
from itertools import islice

from reflexion.detect.secrets.candidate import Candidate, is_secret
from reflexion.detect.secrets.names import rank
from reflexion.detect.secrets.reading import read_value, read_word
from reflexion.detect.secrets.values import LISTS, LONGEST
from reflexion.text import rows

REACH = 60  # longest stretch of a name that is looked at to either side of a hint
MOST_NAMES = 1000  # names that are looked at in a text
MOST_ITEMS = 12  # of a list
# names that only tell with the word in front: API key, public key, page token
VAGUE = ("key", "keys", "token", "tokens", "secret", "secrets", "code", "codes", "id")
NAME_REST = r"[\w.\-]{0,60}"
WORD_BEFORE = r"([A-Za-z]{2,20})[ -]$"
# what closes a name, and a remark behind it
CLOSE = (
    r"""(?:[ ]{0,8}["'`]|&quot;|%22)?[\])]{0,2}(?:[ ]{0,8}["'`])?[?!]?"""
    r"(?:[ \t]\d{1,2}(?=:)|[ \t]\([^()\n]{0,40}\)(?=:))?[ \t]{0,40}"
)
LIST = r"\[[^\]\n]{0,400}|(?:\n[ \t]{0,40}-[ \t][^\n]{0,400}){1,30}"
ITEM = r"[^\s\"',\[\]]{6,400}"
BLOCK_LINE = r"([ \t]*)(\S[^\n]*)?(?:\n|$)"
ARROW = r"[\"']?[ \t]{1,8}(?:->|=>|\u2192)[ \t]{1,8}"  # between two states


def find(text: str, lower: str):
    """Yield (start, end, kind) of each value that a telling name announces."""
    hint = _hints(lower)
    hit = hint.search(lower) if hint else None
    for _ in range(MOST_NAMES):
        if not hit:
            return
        start, end = _whole_name(text, hit)
        at = max(end, hit.start() + 1)
        for span in _beside(text, start, end):
            at = max(at, span[1])
            yield span
        hit = hint.search(lower, at)
    if hit:  # no text of this world: what is not read is not kept
        yield hit.start(), len(text), "secret beside its name"


def _hints(lower: str):
    """Return the compiled pattern of the hints that a text holds; None for none."""
    found = sorted(word for word in LISTS["hints"] if word in lower)
    short = sorted(word for word in LISTS["short hints"] if word in lower)
    if short:
        found.append("(?<![a-z])(?:" + "|".join(short) + ")(?![a-z])")
    return re.compile("|".join(found)) if found else None


def _whole_name(text: str, hit) -> tuple:
    """Return (start, end) of the name around a hint."""
    start, end = hit.span()
    floor = max(start - REACH, 0)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    if text[hit.start()] < "\u0400":
        end = re.compile(NAME_REST).match(text, end).end()
    while end > hit.end() and text[end - 1] in ".-":
        end -= 1
    return start, end


def _beside(text: str, start: int, end: int):
    """Yield (start, end, kind) of the secrets that belong to the name text[start:end]."""
    name = text[start:end]
    before = (
        re.compile(WORD_BEFORE).search(text, max(start - 24, 0), start)
        if name.lower() in VAGUE
        else None
    )
    ranked = rank(f"{before.group(1)} {name}" if before else name)
    if not ranked.level:
        return
    for how, at in _joints(text, start, end):
        for value_start, value_end, quote in _values(text, start, at, how):
            judged = text[value_start : min(value_end, value_start + LONGEST)].strip()
            if is_secret(Candidate(text, judged, value_end, quote, how, name, ranked)):
                kind = "password" if ranked.is_password else "secret"
                yield value_start, value_end, f"{kind} beside its name"


@lru_cache(maxsize=None)
def _table() -> list:
    """Return [(kind of joint, pattern of the line up to the name, pattern to the value)]."""
    return [
        (how, re.compile(before), re.compile(joint.replace("<close>", CLOSE)))
        for how, before, joint in rows("detect/secrets/joints.tsv")
    ]


def _joints(text: str, start: int, end: int):
    """Yield (how, offset) of each place where the value may begin, the likeliest first."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - 160) : start + 1]
    for how, before, joint in _table():
        found = joint.match(text, end)
        if found and before.search(line):
            if how != "stop":
                yield how, found.end()
            if how != "set":
                return


def _values(text: str, name: int, at: int, how: str):
    """Yield (start, end, quote) of the values that a joint leads to."""
    if how == "list":
        end = re.compile(LIST).match(text, at).end()
        for item in islice(re.compile(ITEM).finditer(text, at, end), MOST_ITEMS):
            yield (*item.span(), "")
    elif how == "block":
        yield from _block(text, name, at)
    else:
        value = read_word(text, at) if how == "=" else read_value(text, at)
        if value:
            yield value
            arrow = re.compile(ARROW).match(text, value.end)
            second = read_value(text, arrow.end()) if arrow else None
            if second:
                yield second


def _block(text: str, name: int, at: int):
    """Yield the lines of a YAML block scalar, which are indented deeper than its name."""
    first = text[text.rfind("\n", 0, name) + 1 : name]
    depth = len(first) - len(first.lstrip(" -"))
    for line in re.compile(BLOCK_LINE).finditer(text, at, at + 20_000):
        if line.group(2) and len(line.group(1)) <= depth:
            return
        if line.group(2):
            yield (*line.span(2), "|")
