"""Patterns from the settings `redact` and `ignore`: run only where they cannot hurt.

A pattern is usable when it is short, does not match "", and holds no repeat inside a repeat and no
two repeats that could share out the same characters: `(a+)+`, `.*.*x`, `\\w*x\\w*`. It runs on a
bounded stretch of text, in windows of one line.
"""

import re
from collections import namedtuple

from reflexion.signals.secrets.values import MARK

LONGEST = 200  # characters of a pattern
MOST = 30  # patterns
WIDEST = 65_536  # characters of text
WINDOW = 1_000
STEP = 800
MOST_ITEMS = 1_000  # of a pattern whose exact repeats are written out
# two parts of a pattern share characters when both match one of these, or one that it names
SAMPLE = "".join(map(chr, range(128))) + "\xa0\xbc\u017f\u00e9\u044f\u0663\u212a\u6f22"
FLAGS = re.IGNORECASE | re.ASCII | re.DOTALL  # those that change what one character matches
TOKEN = re.compile(
    r"(?P<flags>\(\?[aiLmsux]+\))"
    r"|(?P<look>\(\?<?[=!])"
    r"|(?P<group>\((?:\?(?::|>|P<\w+>|[aiLmsux-]+:)|(?!\?)))"
    r"|(?P<end>\))"
    r"|(?P<choice>\|)"
    r"|(?P<repeat>(?:[*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})[?+]?)"
    r"|(?P<place>[\^$]|\\[bBAZ])"
    r"|(?P<atom>\[\^?\]?(?:\\.|[^\]\\])*\]"
    r"|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|0[0-7]{0,2}|[^1-9xuU0N])|[^\\(])",
    re.DOTALL,
)
# a part of a pattern: the characters of SAMPLE that it matches, whether one of them has to stand
# there, and whether it may match more of them or fewer
Item = namedtuple("Item", "characters required varies")


class Unusable(ValueError):
    """The pattern could take long."""


def usable(pattern) -> bool:
    """Is this a valid pattern that may run on each command?"""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return False
    try:
        compiled = re.compile(pattern)
        _check(_row(_tokens(pattern, compiled.flags), _Characters(pattern, compiled.flags)))
    except (re.error, ValueError, OverflowError, RecursionError):
        return False
    return compiled.match("") is None


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts."""
    for compiled in map(re.compile, filter(usable, list(patterns)[:MOST])):
        at = 0
        for line in text[:WIDEST].split("\n"):
            for start, end in _in_line(compiled, line):
                yield at + start, at + end, "pattern from the settings"
            at += len(line) + 1


def _in_line(compiled, line: str):
    """Yield (start, end) of each match in a line that is no mark of ours."""
    for begin in range(0, max(len(line), 1), STEP):
        for match in compiled.finditer(line, begin, begin + WINDOW):
            start, end = match.span(1 if compiled.groups and match.group(1) else 0)
            if end > start and line[start:end] not in MARK:
                yield start, end


def matches(text: str, patterns) -> bool:
    """Does any usable pattern match somewhere in the text?"""
    return next(find(text, patterns), None) is not None


def _tokens(pattern: str, flags: int):
    """An iterator of (kind, text) of the pattern's parts. Raises Unusable for what is unknown,
    such as a reference to a group."""
    if flags & re.VERBOSE:
        pattern = re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|#[^\n]*|\s", r"\1", pattern)
    found = [(match.lastgroup, match.group()) for match in TOKEN.finditer(pattern)]
    if "".join(text for _, text in found) != pattern:
        raise Unusable("an unknown part")
    return iter(found)


class _Characters:
    """Says which of the sample's characters a part of the pattern matches."""

    def __init__(self, pattern: str, flags: int):
        named = re.findall(r"\\x(\w{2})|\\u(\w{4})|\\U(\w{8})", pattern)
        codes = [int("".join(one), 16) for one in named]
        self.sample = SAMPLE + pattern + "".join(map(chr, codes))
        self.flags = flags & FLAGS
        if re.search(r"\(\?[a-zA-Z]*i[a-zA-Z]*-?[a-zA-Z]*:", pattern):
            self.flags |= re.IGNORECASE

    def of(self, atom: str) -> frozenset:
        return frozenset(re.findall(atom, self.sample, self.flags))


def _row(tokens, characters) -> list:
    """The items of a pattern, or of a group up to its end. Raises Unusable."""
    ways = []
    parts: list = []  # the items of each part, since a repeat concerns the last part alone
    for kind, text in tokens:
        if kind == "end":
            break
        if kind == "choice":
            ways.append(_flat(parts))
            parts = []
        elif kind == "repeat":
            parts[-1] = _repeated(parts[-1], text)
        elif kind != "flags":
            parts.append(_part(kind, text, tokens, characters))
    row = _flat(parts)
    return _either([*ways, row]) if ways else row


def _part(kind: str, text: str, tokens, characters) -> list:
    """The items of what stands between two repeats: a character, a group, a place, or a look
    ahead or behind, which takes no characters."""
    if kind == "atom":
        return [Item(characters.of(text), True, False)]
    if kind == "group":
        return _row(tokens, characters)
    if kind == "place":
        return []
    looked_at = _row(tokens, characters)
    _check(looked_at)
    return [Item(frozenset(), False, any(item.varies for item in looked_at))]


def _flat(parts: list) -> list:
    return [item for part in parts for item in part]


def _either(ways: list) -> list:
    """A choice as one item."""
    for way in ways:
        _check(way)
    characters = frozenset().union(*(item.characters for way in ways for item in way))
    required = all(any(item.required for item in way) for way in ways)
    return [Item(characters, required, True)]


def _repeated(items: list, text: str) -> list:
    least, most = _bounds(text)
    if most > 1 and any(item.varies for item in items):
        raise Unusable("a repeat or a choice inside a repeat")
    if least == most:
        if len(items) * most > MOST_ITEMS:
            raise Unusable("repeats that fill the memory")
        return items * most
    characters = frozenset().union(*(item.characters for item in items))
    required = least > 0 and any(item.required for item in items)
    return [Item(characters, required, True)]


def _bounds(text: str) -> tuple:
    """(least, most) times that a repeat stands for."""
    if text[0] != "{":
        return {"*": (0, MOST_ITEMS), "+": (1, MOST_ITEMS), "?": (0, 1)}[text[0]]
    least, comma, most = text.rstrip("?+").strip("{}").partition(",")
    if not comma:
        return int(least), int(least)
    return int(least or 0), int(most or MOST_ITEMS)


def _check(row: list):
    """Raise Unusable where two repeats can share out the same characters in many ways."""
    if len(row) > MOST_ITEMS:
        raise Unusable("repeats that fill the memory")
    for index, mine in enumerate(row):
        if mine.varies and _shares(mine, row[index + 1 :]):
            raise Unusable("two repeats of the same characters")


def _shares(mine: Item, behind: list) -> bool:
    """Can an item behind take what this one leaves, with nothing between that parts them?"""
    for other in behind:
        if mine.characters.isdisjoint(other.characters):
            if other.required:
                return False
        elif other.varies:
            return True
    return False
