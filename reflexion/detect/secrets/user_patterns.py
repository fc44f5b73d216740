"""Patterns of the settings `redact` and `ignore`, applied so that none of them can take long.

A pattern runs on pieces of a line, the shorter the more its repeats vary, and on no further line
once the time for a text is used up.
"""

import re
import time
from typing import NamedTuple

MOST = 30  # patterns
LONGEST = 200  # characters of a pattern
PIECES = (1000, 300, 70)  # lengths of the pieces of a line
MOST_STEPS = 3e7  # of one pattern on one piece
BUDGET = 0.2  # seconds for one text
KIND = "pattern from the settings"
MARK = "[REDACTED]"
TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*)(,?)(\d*)\}|.", re.DOTALL)


class Usable(NamedTuple):
    """A compiled pattern, and the length of the pieces on which it is quick."""

    pattern: re.Pattern
    piece: int


def check_patterns(patterns) -> str:
    """Return what is wrong with the patterns of a setting, in one line; "" for nothing."""
    if not isinstance(patterns, (list, tuple)):
        return "must be a list of regular expressions"
    if len(patterns) > MOST:
        return f"holds more than {MOST} regular expressions"
    for pattern in patterns:
        problem = _problem(pattern)
        if problem:
            return f"{pattern!r:.80} {problem}"
    return ""


def _problem(pattern) -> str:
    """Return what is wrong with a pattern; "" for nothing."""
    if not isinstance(pattern, str) or not pattern:
        return "is no regular expression"
    if len(pattern) > LONGEST:
        return f"is longer than {LONGEST} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    if compiled.search("") or compiled.match("\n" * 3):
        return "matches the empty text"
    if _piece(pattern):
        return ""
    return "could take long: bound its repeats, and repeat no group that holds a repeat or a choice"


def _piece(pattern: str) -> int:
    """Return the longest piece of a line on which a pattern is quick; 0 for none."""
    return next((size for size in PIECES if _steps(pattern, size) * size <= MOST_STEPS), 0)


def _steps(pattern: str, size: int) -> float:
    """Return how many ways a pattern can try at one place of a text, at most."""
    steps = [1.0]  # for each open group
    last = 1.0  # of the group that was just closed
    before = ""
    for found in TOKEN.finditer(pattern):
        token = found.group()
        if token == "(":
            steps.append(1.0)
        elif token == ")" and len(steps) > 1:
            last = steps.pop()
            steps[-1] *= last
        elif token == "|":
            steps[-1] *= 2
        elif token in ("*", "+", "?") or found.lastindex:
            if token in ("?", "+") and before in ("*", "+", "?", "}", "("):
                before = ""  # a lazy or possessive repeat, or the head of a group
                continue
            times = _times(found, size)
            inner = last if before == ")" else 1.0
            steps[-1] *= inner ** min(times, 64) if inner > 1 else times
        elif re.match(r"\\[1-9]", token):
            return float("inf")
        before = token[-1]
    return min(steps[0], 1e300)


def _times(found, size: int) -> float:
    """Return in how many lengths a repeat can match."""
    least, comma, most = found.groups()
    if found.group() == "?":
        return 2
    if least is None or comma and not most:
        return size
    return max(1, min(int(most or least), size) - int(least or 0) + 1) if comma else 1


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts.

    A line that could not be held against all patterns in time is a secret as a whole.
    """
    usable = [it for it in map(_usable, list(patterns)[:MOST]) if it]
    if not usable:
        return
    end_of_time = time.perf_counter() + BUDGET
    at = 0
    for line in text.split("\n"):
        if time.perf_counter() > end_of_time:
            yield at, at + len(line), KIND
        else:
            for start, end in _in_line(line, usable, end_of_time):
                yield at + start, at + end, KIND
        at += len(line) + 1


def _usable(pattern):
    return None if _problem(pattern) else Usable(re.compile(pattern), _piece(pattern))


def _in_line(line: str, usable: list, end_of_time: float) -> list:
    """Return (start, end) of each match in a line; the whole line when time ran out."""
    spans = []
    for pattern, piece in usable:
        for begin in range(0, max(len(line) - piece // 5, 1), piece * 4 // 5):
            for found in pattern.finditer(line, begin, begin + piece):
                start, end = found.span(1 if pattern.groups and found.group(1) else 0)
                if end > start and line[start:end] not in MARK:
                    spans.append((start, end))
            if time.perf_counter() > end_of_time:
                return [(0, len(line))]
    return spans


def matches(text: str, patterns) -> bool:
    """Return True when a pattern matches in the text, or could not be applied in time."""
    return next(find(text, patterns), None) is not None
