"""Patterns from the settings `redact` and `ignore`: run only where they cannot hurt.

A pattern is usable when it is short, needs linear time in every script, and does not match "".
It runs on a bounded stretch of text, in windows of one line.
"""

import re

from reflexion.signals.secrets.values import MARK

LONGEST = 200  # characters of a pattern
MOST = 30  # patterns
WIDEST = 65_536  # characters of text
WINDOW, STEP = 1_000, 800
MOST_ITEMS = 1_000  # of a pattern whose exact repeats are written out
# characters are judged by their ASCII code; all others are blanks, digits, letters or the rest
BLANK, DIGIT, LETTER, REST = OTHERS = (128, 129, 130, 131)
EVERY = frozenset(range(132))
CATEGORIES = {
    "CATEGORY_DIGIT": frozenset([*map(ord, "0123456789"), DIGIT]),
    "CATEGORY_SPACE": frozenset([*map(ord, " \t\n\r\f\v\x1c\x1d\x1e\x1f"), BLANK]),
    "CATEGORY_WORD": frozenset(
        [c for c in range(BLANK) if re.match(r"\w", chr(c))] + [DIGIT, LETTER]
    ),
}


def usable(pattern) -> bool:
    """Is this a valid pattern that may run on each command?"""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return False
    try:
        from re import _parser
    except ImportError:  # Python 3.9 and 3.10
        import sre_parse as _parser
    try:
        compiled = re.compile(pattern)
        parsed = _parser.parse(pattern, compiled.flags & re.VERBOSE)
        items(parsed, False, bool(compiled.flags & re.IGNORECASE))
        return compiled.match("") is None
    except (re.error, ValueError, OverflowError, RecursionError, TypeError, KeyError):
        return False


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts."""
    for compiled in map(re.compile, filter(usable, list(patterns)[:MOST])):
        at = 0
        for line in text[:WIDEST].split("\n"):
            for begin in range(0, max(len(line), 1), STEP):
                for match in compiled.finditer(line, begin, begin + WINDOW):
                    start, end = match.span(1 if compiled.groups and match.group(1) else 0)
                    if end > start and line[start:end] not in MARK:
                        yield at + start, at + end, "pattern from the settings"
            at += len(line) + 1


def matches(text: str, patterns) -> bool:
    """Does any usable pattern match somewhere in the text?"""
    return next(find(text, patterns), None) is not None


def items(parsed, inside: bool, fold: bool, own_row: bool = True) -> list:
    """The pattern as [(characters it can match, least length, does the length vary?)].

    `inside`: in a repeat already; `own_row`: nothing else stands before or behind it. Raises
    ValueError where repeats nest, or two can share out the same characters in many ways.
    """
    row = []
    for operation, argument in parsed:
        name = str(operation)
        if name in ("SUBPATTERN", "ATOMIC_GROUP"):
            inner = argument[3] if name == "SUBPATTERN" else argument
            row += items(inner, inside, fold, own_row=False)
        elif name == "BRANCH":
            if inside:
                raise ValueError("a choice inside a repeat")
            ways = [items(way, inside, fold) for way in argument[1]]
            characters = frozenset().union(*(item[0] for way in ways for item in way))
            row.append((characters, min(sum(item[1] for item in way) for way in ways), True))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            row += _repeat(argument, inside, fold)
        elif name in ("ASSERT", "ASSERT_NOT"):
            items(argument[1], inside, fold)
        elif name != "AT":
            row.append((_characters(name, argument, fold), 1, False))
        if len(row) > MOST_ITEMS:
            raise ValueError("repeats that fill the memory")
    for index, (mine, _, varies) in enumerate(row if own_row else ()):
        for other, least, changes in row[index + 1 :] if varies else ():
            if changes and mine & other:
                raise ValueError("two repeats of the same characters")
            if least and not mine & other:
                break
    return row


def _repeat(argument, inside: bool, fold: bool) -> list:
    least, most, body = argument
    row, varies = items(body, inside or most > 1, fold, own_row=False), least != most
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
        c = chr(argument)
        kind = DIGIT if c.isdecimal() else LETTER if c.isalnum() else REST
        found = {argument if argument < BLANK else BLANK if c.isspace() else kind}
    elif name == "RANGE":
        ascii_part = range(argument[0], min(argument[1], 127) + 1)
        found = {*ascii_part, *(OTHERS if argument[1] > 127 else ())}
    elif name == "CATEGORY":
        found = CATEGORIES[str(argument).replace("_NOT_", "_")]
        found = EVERY - found if "_NOT_" in str(argument) else found
    elif name == "IN":
        negated, found = str(argument[0][0]) == "NEGATE", set()
        for kind, part in argument[negated:]:
            own = _characters(str(kind), part, fold)
            # a single letter beyond ASCII takes none of its kind away
            found |= own - set(OTHERS) if negated and str(kind) != "CATEGORY" else own
        found = EVERY - found if negated else found
    elif name in ("ANY", "NOT_LITERAL"):
        found = EVERY
    else:
        raise ValueError(name)
    if fold:
        letters = [chr(code) for code in found if code < BLANK]
        found = {*found, *(ord(both) for c in letters for both in (c.lower(), c.upper()))}
        found |= {LETTER} if {"k", "K", "s", "S", "i", "I"} & set(letters) else set()
    return frozenset(found)
