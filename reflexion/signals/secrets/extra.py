"""Patterns of the user's own, from the settings: tried only where they cannot hurt."""

from __future__ import annotations

import re

LONGEST = 200  # characters of a pattern
MOST = 30  # patterns
WIDEST = 65_536  # characters of text they run on, in windows of a line each
WINDOW, STEP = 1_000, 800
EVERY = frozenset(range(128))  # characters that overlaps are judged by
CATEGORIES = {
    "CATEGORY_DIGIT": "0123456789",
    "CATEGORY_SPACE": " \t\n\r\f\v",
    "CATEGORY_WORD": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
}


def usable(pattern) -> bool:
    """True for a valid pattern that is short, cannot backtrack more than a line long, and does not match the empty string."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return False
    try:
        compiled = re.compile(pattern)
        tame(
            items(
                parser().parse(pattern, compiled.flags & re.VERBOSE),
                False,
                bool(compiled.flags & re.IGNORECASE),
            )
        )
        return compiled.match("") is None
    except (re.error, ValueError, OverflowError, RecursionError, TypeError):
        return False


def parser():
    """The standard library's own reader of patterns, under the name it has in this version."""
    try:
        from re import _parser
    except ImportError:  # Python 3.9 and 3.10
        import sre_parse as _parser
    return _parser


def items(parsed, inside: bool, fold: bool):
    """The pattern as a row of (characters it can match, least length, length varies); ValueError where it is dangerous by itself."""
    row = []
    for operation, argument in parsed:
        name = str(operation)
        if name == "SUBPATTERN":
            row += items(argument[3], inside, fold)
        elif name == "ATOMIC_GROUP":
            row += items(argument, inside, fold)
        elif name == "BRANCH":
            row.append(branch(argument[1], inside, fold))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            row += repeat(argument, inside, fold)
        elif name in ("ASSERT", "ASSERT_NOT"):
            tame(items(argument[1], inside, fold))
        elif name == "AT":
            continue
        else:
            row.append((characters(name, argument, fold), 1, False))
    return row


def branch(ways, inside: bool, fold: bool):
    if inside:
        raise ValueError("a choice inside a repeat")
    rows = [items(way, inside, fold) for way in ways]
    for row in rows:
        tame(row)
    return (
        frozenset().union(*(item[0] for row in rows for item in row)),
        min(sum(item[1] for item in row) for row in rows),
        True,
    )


def repeat(argument, inside: bool, fold: bool):
    least, most, body = argument
    row = items(body, inside or most > 1, fold)
    varies = least != most
    if inside and varies or any(item[2] for item in row) and most > 1:
        raise ValueError("a repeat inside a repeat")
    if not varies and most <= 100:
        return row * int(most)
    return [
        (
            frozenset().union(*(item[0] for item in row)),
            least * sum(item[1] for item in row),
            varies,
        )
    ]


def characters(name: str, argument, fold: bool):
    """The ASCII characters one item of a pattern matches."""
    if name == "LITERAL":
        found = {argument}
    elif name == "NOT_LITERAL":
        found = EVERY - {argument}
    elif name == "ANY":
        found = EVERY
    elif name == "RANGE":
        found = EVERY & set(range(argument[0], min(argument[1], 127) + 1))
    elif name == "CATEGORY":
        kind = str(argument)
        found = set(map(ord, CATEGORIES[kind.replace("_NOT_", "_")]))
        found = EVERY - found if "_NOT_" in kind else found
    elif name == "IN":
        found = set().union(
            *(characters(str(kind), part, fold) for kind, part in argument if str(kind) != "NEGATE")
        )
        found = EVERY - found if str(argument[0][0]) == "NEGATE" else found
    else:
        raise ValueError(name)
    return frozenset(
        found | {ord(chr(c).swapcase()) for c in found if chr(c).isascii() and chr(c).isalpha()}
        if fold
        else found
    )


def tame(row) -> None:
    """ValueError where two repeats can share out the same characters between them in many ways."""
    for index, (mine, _, varies) in enumerate(row):
        if not varies:
            continue
        for other, least, changes in row[index + 1 :]:
            if changes and mine & other:
                raise ValueError("two repeats of the same characters")
            if least and not mine & other:
                break


def find(text: str, patterns):
    """Yield (start, end, kind) of each match, on a bounded stretch of text. Where a pattern has a group, its group 1 is the secret."""
    for pattern in list(patterns)[:MOST]:
        if usable(pattern):
            compiled, at = re.compile(pattern), 0
            for line in text[:WIDEST].split("\n"):
                for begin in range(0, max(len(line), 1), STEP):
                    yield from matches(compiled, line, begin, at)
                at += len(line) + 1


def matches(compiled, line: str, begin: int, offset: int):
    for found in compiled.finditer(line, begin, begin + WINDOW):
        start, end = found.span(1 if compiled.groups and found.group(1) else 0)
        if (
            end > start
            and "REDACTED" not in line[start:end]
            and line[start:end] not in "[REDACTED]"
        ):
            yield offset + start, offset + end, "pattern from the settings"
