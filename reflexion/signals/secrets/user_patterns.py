"""Patterns from the settings `redact` and `ignore`: run only where they cannot hurt.

A pattern is usable when it is short, needs linear time in every script, and does not match "".
It runs on a bounded stretch of text, in windows of one line.
"""

from __future__ import annotations

import re

LONGEST = 200  # characters of a pattern
MOST = 30  # patterns
WIDEST = 65_536  # characters of text
WINDOW, STEP = 1_000, 800
MOST_ITEMS = 1_000  # of a pattern whose exact repeats are written out
# characters are judged by their ASCII code; all others are blanks, digits, letters or the rest
BLANK, DIGIT, LETTER, REST = OTHERS = (128, 129, 130, 131)
EVERY = frozenset(range(132))
WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
CATEGORIES = {
    "CATEGORY_DIGIT": frozenset([*map(ord, "0123456789"), DIGIT]),
    "CATEGORY_SPACE": frozenset([*map(ord, " \t\n\r\f\v\x1c\x1d\x1e\x1f"), BLANK]),
    "CATEGORY_WORD": frozenset([*map(ord, WORD), DIGIT, LETTER]),
}


def usable(pattern) -> bool:
    """Is this a valid pattern that may run on each command?"""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return False
    try:
        compiled = re.compile(pattern)
        fold = bool(compiled.flags & re.IGNORECASE)
        refuse_overlaps(items(parse(pattern, compiled.flags & re.VERBOSE), False, fold))
        return compiled.match("") is None
    except (re.error, ValueError, OverflowError, RecursionError, TypeError, KeyError):
        return False


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts."""
    for pattern in list(patterns)[:MOST]:
        if usable(pattern):
            compiled, at = re.compile(pattern), 0
            for line in text[:WIDEST].split("\n"):
                for begin in range(0, max(len(line), 1), STEP):
                    for match in compiled.finditer(line, begin, begin + WINDOW):
                        start, end = match.span(1 if compiled.groups and match.group(1) else 0)
                        if end > start and line[start:end] not in "[REDACTED]":
                            yield at + start, at + end, "pattern from the settings"
                at += len(line) + 1


def matches(text: str, patterns) -> bool:
    """Does any usable pattern match somewhere in the text?"""
    return next(find(text, patterns), None) is not None


def parse(pattern: str, flags: int):
    """The standard library's own reading of a pattern."""
    try:
        from re import _parser
    except ImportError:  # Python 3.9 and 3.10
        import sre_parse as _parser
    return _parser.parse(pattern, flags)


def items(parsed, inside: bool, fold: bool) -> list:
    """The pattern as [(characters it can match, least length, does the length vary?)].

    `inside`: in a repeat already. Raises ValueError where it is dangerous by itself.
    """
    row = []
    for operation, argument in parsed:
        name = str(operation)
        if name in ("SUBPATTERN", "ATOMIC_GROUP"):
            row += items(argument[3] if name == "SUBPATTERN" else argument, inside, fold)
        elif name == "BRANCH":
            row.append(_branch(argument[1], inside, fold))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            row += _repeat(argument, inside, fold)
        elif name in ("ASSERT", "ASSERT_NOT"):
            refuse_overlaps(items(argument[1], inside, fold))
        elif name != "AT":
            row.append((_characters(name, argument, fold), 1, False))
        if len(row) > MOST_ITEMS:
            raise ValueError("repeats that fill the memory")
    return row


def _branch(ways, inside: bool, fold: bool) -> tuple:
    if inside:
        raise ValueError("a choice inside a repeat")
    rows = [items(way, inside, fold) for way in ways]
    for row in rows:
        refuse_overlaps(row)
    characters = frozenset().union(*(item[0] for row in rows for item in row))
    return characters, min(sum(item[1] for item in row) for row in rows), True


def _repeat(argument, inside: bool, fold: bool) -> list:
    least, most, body = argument
    row = items(body, inside or most > 1, fold)
    varies = least != most
    if (inside and varies) or (most > 1 and any(item[2] for item in row)):
        raise ValueError("a repeat inside a repeat")
    if not varies:
        if len(row) * most > MOST_ITEMS:
            raise ValueError("repeats that fill the memory")
        return row * int(most)
    characters = frozenset().union(*(item[0] for item in row))
    return [(characters, least * sum(item[1] for item in row), True)]


def _characters(name: str, argument, fold: bool) -> frozenset:
    """What one item of a pattern matches: ASCII codes, and the kinds of all other characters."""
    if name == "LITERAL":
        found = {argument if argument < BLANK else _kind(chr(argument))}
    elif name == "RANGE":
        ascii_part = range(argument[0], min(argument[1], 127) + 1)
        found = {*ascii_part, *(OTHERS if argument[1] > 127 else ())}
    elif name == "CATEGORY":
        kind = str(argument)
        found = CATEGORIES[kind.replace("_NOT_", "_")]
        found = EVERY - found if "_NOT_" in kind else found
    elif name == "IN" and str(argument[0][0]) == "NEGATE":
        parts = [(str(kind), _characters(str(kind), part, fold)) for kind, part in argument[1:]]
        # a single letter beyond ASCII takes none of its kind away
        taken = (part if kind == "CATEGORY" else part - set(OTHERS) for kind, part in parts)
        found = EVERY.difference(*taken)
    elif name == "IN":
        found = set().union(*(_characters(str(kind), part, fold) for kind, part in argument))
    elif name in ("ANY", "NOT_LITERAL"):
        found = EVERY
    else:
        raise ValueError(name)
    if fold:
        letters = [chr(code) for code in found if code < BLANK]
        found = {*found, *(ord(both) for c in letters for both in (c.lower(), c.upper()))}
        found |= {LETTER} if {"k", "K", "s", "S", "i", "I"} & set(letters) else set()
    return frozenset(found)


def _kind(char: str) -> int:
    if char.isspace():
        return BLANK
    return DIGIT if char.isdecimal() else LETTER if char.isalnum() else REST


def refuse_overlaps(row: list) -> None:
    """Raise ValueError where two repeats can share out the same characters in many ways."""
    for index, (mine, _, varies) in enumerate(row):
        for other, least, changes in row[index + 1 :] if varies else ():
            if changes and mine & other:
                raise ValueError("two repeats of the same characters")
            if least and not mine & other:
                break
