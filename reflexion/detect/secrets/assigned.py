"""Find values beside a name that tells: NAME=value, "name": "value", --name value."""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from reflexion.detect.secrets import values
from reflexion.detect.secrets.values import rank
from reflexion.text import end_of, rows

REACH = 60  # longest stretch of a name that is looked at to either side of a hint
NAME = rf"[\w.-]{{0,{REACH}}}"
MOST_NAMES = 1000  # names that are looked at in a text
MOST_LINES = 60  # of a block, a table or a list
# what closes a name, and a remark behind it
CLOSE = (
    r"""(?:[ ]{0,8}["'`]|&quot;|%22)?[\])]{0,2}(?:[ ]{0,8}["'`])?[?!]?"""
    r"(?:[ \t]\d{1,2}(?=:)|[ \t]\([^()\n]{0,40}\)(?=:))?[ \t]{0,40}"
)
QUOTED = r"""(?x)(?:[bBrRuUfFLN@$]{1,2}(?=["']))?(?:
    "((?:[^"\\\n]|\\.|""(?=\w)){1,8192})
    |'((?:[^'\\\n]|\\.|''(?=\w)|'\\''){1,8192})
    |`([^`\n]{1,8192})
    |(?:&quot;|&\#34;|%22)((?:(?!&quot;|&\#34;|%22)[^\n]){1,8192}))"""
BARE = r"""(?:\\[ '"$&;|()<>!]|[^\s"'`]){1,400}[^\s"'`]{0,8192}"""
# what ends a bare value within its run of characters: the next field, a tag, a call
END = r"""(?x)[&;,|](?=\s|$|["'}\])&]|[A-Za-z_$"'.-][\w.%\[\]-]{0,60}["']?[ \t]?[=:](?!/))
    |<(?=[/a-z!])|&(?:\#|[a-z]{2,6};)|%26|(?<=.)\$\(|(?<=.)\\(?=[nrtu"'&])
    |[)\]}]{1,3}[;,.]?$"""
ARROW = r"[\"']?[ \t]{1,8}(?:->|=>|\u2192)[ \t]{1,8}"  # between two states of a resource
LIST = r"\[[^\]\n]{0,400}|(?:\n[ \t]{0,40}-[ \t][^\n]{0,400}){1,30}"
ITEM = r"[^\s\"',\[\]]{6,400}"
NEVER = "(?!)"  # which no place matches
DIGESTS = ("keys", "code", "codes", "signature", "tokens")  # ends of names whose hex may be one
LOOSE = ("prose", "next line", "list", "column")  # joints between what may not belong together

# a value that may be a secret; `joint`: its kind in joints.tsv, `behind`: what follows it
Candidate = namedtuple("Candidate", "value quote behind joint name rank")
Test = Callable[[Candidate], bool]


def find(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each value that a telling name announces."""
    hints = [word for word in sorted(values.LISTS["hints"]) if word in lower]
    short = sorted(values.LISTS["short hints"])
    hints += [rf"(?<![a-z]){word}(?![a-z])" for word in short if word in lower]
    hint = re.compile("|".join([*hints, NEVER]))
    hit = hint.search(lower)
    read = 0
    while hit and read < MOST_NAMES:
        read += 1
        start, end = _whole_name(text, hit)
        at = max(end, hit.start() + 1)
        for span in _beside(text, start, end):
            at = max(at, span[1])
            yield span
        hit = hint.search(lower, at)
    if hit:  # a text with that many names is not read to its end: store none of the rest
        yield hit.start(), len(text), "secret beside its name"


def _whole_name(text: str, hit: re.Match[str]) -> tuple[int, int]:
    """Return (start, end) of the name around a hint."""
    start, end = hit.span()
    before = re.search(r"[\w.-]*$", text[max(start - REACH, 0) : start])
    start -= len(before.group()) if before else 0
    if text[hit.start()] < "\u0400":  # other scripts have no blank between name and value
        end += len(text[end : end_of(NAME, text, end)].rstrip(".-"))
    return start, end


def _beside(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of the secrets that belong to the name text[start:end]."""
    name = text[start:end]
    ranked = rank(name)
    kind = "password beside its name" if ranked.is_password else "secret beside its name"
    for joint, at in _joints(text, start, end) if ranked.level else ():
        for first, last, quote in _values(text, start, at, joint):
            value = text[first : min(last, first + values.LONGEST)].strip()
            behind = text[last : last + 80].partition("\n")[0]
            it = Candidate(value, quote, behind, joint, name, ranked)
            if next(answer(it) for test, answer in RULES if test(it)):
                yield first, last, kind


@cache
def _table() -> list[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    """Return [(kind of joint, pattern of the line up to the name, pattern to the value)]."""
    return [
        (kind, re.compile(before), re.compile(joint.replace("<close>", CLOSE)))
        for kind, before, joint in rows("detect/secrets/joints.tsv")
    ]


def _joints(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield (kind of joint, offset) of each place where the value may begin."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - 160) : start + 1]
    for kind, before, joint in _table():
        found = joint.match(text, end)
        if found and before.search(line):
            if kind != "stop":
                yield kind, found.end()
            if kind != "command":
                return


def _values(text: str, name: int, at: int, joint: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, quote) of the values that a joint leads to."""
    if joint == "list":
        end = end_of(LIST, text, at)
        for item in islice(re.compile(ITEM).finditer(text, at, end), MOST_LINES):
            yield (*item.span(), "")
    elif joint in ("block", "column"):
        yield from _below(text, name, at, joint)
    else:
        value = _value(text, at)
        arrow = re.compile(ARROW).match(text, value[1]) if value else None
        yield from filter(None, (value, _value(text, arrow.end()) if arrow else None))


def _value(text: str, at: int) -> tuple[int, int, str] | None:
    """Return (start, end, quote) of the value that begins at an offset; None for none."""
    quoted = re.compile(QUOTED).match(text, at)
    if quoted:
        start, end = quoted.span(quoted.lastindex or 0)
        return start, end, text[start - 1]
    bare = re.compile(BARE).match(text, at)
    if not bare:
        return None
    stop = re.compile(END).search(bare.group(), 1, 400)
    return at, at + stop.start() if stop else bare.end(), ""


def _below(text: str, name: int, at: int, joint: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, quote) of the lines of a YAML block, or of the cells of a column."""
    before = text[text.rfind("\n", 0, name) + 1 : name]
    heading = text[name - len(before) : at]
    separator = next((mark for mark in "|,;\t" if mark in heading), "\n")
    line = rf"^(?:[^{separator}\n]*[{separator}]){{{before.count(separator)}}}[\"' ]*"
    cell = rf"[^\s\"'{separator}]+"
    if joint == "block":  # its lines are indented deeper than the name
        line = rf"^[ \t]{{{len(before) - len(before.lstrip(' -')) + 1},}}"
        cell = r"\S[^\n]*"
    pattern = re.compile(f"(?m){line}({cell})|^[^\n]*\\S[^\n]*$")
    for found in islice(pattern.finditer(text, at), MOST_LINES):
        if found.group(1):
            yield (*found.span(1), "|")
        elif joint == "block":
            return


def _stands_out(it: Candidate) -> bool:
    """Return True for a value that looks like a secret by itself, as it must in prose."""
    if values.is_drawn(it.value) or values.is_uuid(it.value):
        return True
    return it.rank.is_password and values.is_password(it.value, 6 if it.quote else 8)


def _is_key(it: Candidate) -> bool:
    """Return True for a random value behind a name that often means no secret: key, sig, code."""
    if not values.is_hex(it.value):
        return values.is_drawn(it.value) and values.has_digit(it.value) and " " not in it.value
    may_be_digest = it.name.lower().endswith(DIGESTS)
    return len(it.value) >= 24 and not may_be_digest and it.joint not in LOOSE


def _is_code(it: Candidate) -> bool:
    """Return True for an expression; of code only a quoted string would be a secret."""
    return it.quote in ("", "|") and values.is_code(it.value + it.behind[:1])


def _is_prose(it: Candidate) -> bool:
    """Return True for a bare value with further words behind it."""
    is_bare = it.joint == "colon" and not it.quote
    return is_bare and re.match(r"[ \t]+[^\s#/}(<|&\[-]", it.behind) is not None


def _is_likely(it: Candidate) -> bool:
    """Return True for what is no word by its digits or symbols."""
    is_odd = "=" not in it.value and values.is_password(it.value)
    return (is_odd or values.has_digit(it.value)) and len(it.value) >= 8


# (test, whether what passes it is a secret): the first row that fits a Candidate decides
RULES: tuple[tuple[Test, Test], ...] = (
    (lambda it: _is_code(it) or values.is_placeholder(it.value), lambda it: False),
    (lambda it: it.joint == "block" and it.rank.level == 2, lambda it: True),
    (lambda it: values.is_path(it.value), lambda it: False),
    (lambda it: it.rank.level == 1, _is_key),
    (lambda it: it.joint in LOOSE, _stands_out),
    (_is_prose, lambda it: it.rank.is_password and values.is_password(it.value)),
    (lambda it: " " in it.value, lambda it: it.rank.is_password and values.is_phrase(it.value)),
    # a password of words, or shuffled letters
    (
        lambda it: values.is_words(it.value.rstrip(".,:;")),
        lambda it: (
            (it.rank.is_password and it.joint == "assigned" and len(it.value) >= 4)
            or values.is_drawn(it.value)
            or values.is_passphrase(it.value)
        ),
    ),
    (
        lambda it: not it.value.strip("0123456789.,_-"),
        lambda it: it.rank.is_password and len(it.value) >= 6,
    ),
    (lambda it: it.rank.is_password, lambda it: len(it.value) >= 4),
    (lambda it: True, _is_likely),
)
