"""Patterns from the settings `redact` and `ignore`: run only where they cannot hurt.

A pattern is usable when it is short, does not match "", and holds no repeat inside a repeat and no
two repeats that could share out the same characters: `(a+)+`, `.*.*x`, `\\w*x\\w*`. It runs on a
bounded stretch of text, in windows of one line.
"""

import re
import sys
from collections import namedtuple

from reflexion.signals.secrets.values import MARK

try:
    from re import _compiler as compiler
    from re import _parser as parser
except ImportError:  # Python 3.10 and older
    import sre_compile as compiler
    import sre_parse as parser

LONGEST = 200  # characters of a pattern
MOST = 30  # patterns
WIDEST = 65_536  # characters of text
WINDOW = 1_000
STEP = 800
MOST_ITEMS = 1_000  # of a pattern whose exact repeats are written out
# two parts of a pattern share characters when both match one of these, or one that it names
SAMPLE = "".join(map(chr, range(128))) + "\xa0\xbc\u017f\u00e9\u044f\u0663\u212a\u6f22"
REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")  # as the parser of `re` names them
LOOKS = ("ASSERT", "ASSERT_NOT")
ATOMS = ("LITERAL", "NOT_LITERAL", "IN", "ANY")
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
        _check(_Reader(parser.parse(pattern)).items)
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


class _Reader:
    """Reads a parsed pattern: `items`, those of the whole. Raises Unusable."""

    def __init__(self, parsed):
        self.state = parsed.state
        self.sample = SAMPLE + "".join(map(chr, _code_points(parsed)))
        self.items = self.row(parsed, 0)

    def row(self, parsed, flags: int) -> list:
        """The items of a part of the pattern; `flags`: those that hold in it alone."""
        return [item for part in parsed for item in self._items(part, flags)]

    def _items(self, part: tuple, flags: int) -> list:
        """The items of a character, a group, a repeat, a place, or a look ahead or behind, which
        takes no characters."""
        kind, value = part
        if kind.name in ATOMS:
            return [Item(self._characters(part, flags), True, False)]
        if kind.name in REPEATS:
            least, most, inner = value
            return _repeated(self.row(inner, flags), least, most)
        if kind.name == "SUBPATTERN":
            _, added, _, inner = value
            return self.row(inner, flags | added)
        if kind.name == "ATOMIC_GROUP":
            return self.row(value, flags)
        if kind.name == "BRANCH":
            return _either([self.row(way, flags) for way in value[1]])
        if kind.name in LOOKS:
            looked_at = self.row(value[1], flags)
            _check(looked_at)
            return [Item(frozenset(), False, any(item.varies for item in looked_at))]
        if kind.name != "AT":
            raise Unusable("an unknown part, such as a reference to a group")
        return []

    def _characters(self, part: tuple, flags: int) -> frozenset:
        """Which of the sample's characters does a part match that takes one?"""
        atom = compiler.compile(parser.SubPattern(self.state, [part]), flags)
        return frozenset(filter(atom.match, self.sample))


def _code_points(parsed):
    """Yield the numbers in a parsed pattern that may stand for a character."""
    for part in parsed:
        if isinstance(part, int):
            if 0 <= part <= sys.maxunicode:  # a look behind has a -1
                yield part
        elif part is not None:
            yield from _code_points(part)


def _either(ways: list) -> list:
    """A choice as one item."""
    for way in ways:
        _check(way)
    characters = frozenset().union(*(item.characters for way in ways for item in way))
    required = all(any(item.required for item in way) for way in ways)
    return [Item(characters, required, True)]


def _repeated(items: list, least: int, most: int) -> list:
    if most > 1 and any(item.varies for item in items):
        raise Unusable("a repeat or a choice inside a repeat")
    if least == most:
        if len(items) * most > MOST_ITEMS:
            raise Unusable("repeats that fill the memory")
        return items * most
    characters = frozenset().union(*(item.characters for item in items))
    required = least > 0 and any(item.required for item in items)
    return [Item(characters, required, True)]


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
