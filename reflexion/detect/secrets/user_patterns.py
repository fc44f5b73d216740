"""Patterns of the settings `redact` and `ignore`, applied so that none of them can take long.

A pattern runs on pieces of a line, the shorter the more of its repeats vary, and on no further
line once the time for a text is used up.
"""

import re
import time

MOST = 30  # patterns
LONGEST = 200  # characters of a pattern
PIECES = (1000, 1000, 300, 70)  # lengths of the pieces of a line, by the repeats that vary
OVERLAP = 5  # a piece begins in the last fifth of the one before
BUDGET = 0.2  # seconds for one text
KIND = "pattern from the settings"
MARK = "[REDACTED]"
# an escape, a set, or one of the signs that matter here
PART = (
    r"(?s)\\(\d)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]"
    r"|(\(\??|[)|]|[*+?]|\{\d*,\d*\}|\{\d+\})|."
)
END_OF_WORD = r"\S*"


def check_patterns(patterns) -> str:
    """Return what is wrong with the patterns of a setting, in one line; "" for nothing."""
    if not isinstance(patterns, (list, tuple)):
        return "must be a list of regular expressions"
    if len(patterns) > MOST:
        return f"holds more than {MOST} regular expressions"
    problems = ((pattern, _problem(pattern)) for pattern in patterns)
    return next((f"{pattern!r:.80} {problem}" for pattern, problem in problems if problem), "")


def _problem(pattern) -> str:
    """Return what is wrong with a pattern; "" for nothing."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return f"is no regular expression of at most {LONGEST} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    if compiled.match("") or compiled.match("\n"):
        return "matches the empty text"
    if _varying(pattern) >= len(PIECES):
        return "could take long: give its repeats a bound and repeat no group that varies"
    return ""


def _varying(pattern: str) -> int:
    """Return how many repeats vary in their length, and many for nested ones and \\1."""
    varying = 0.0
    groups = [False]  # for each open group: does it vary?
    has_varied = False  # the group that was just closed
    before = ""
    for found in re.compile(PART).finditer(pattern):
        sign = found.group(2) or ""
        repeats_group = before == ")" and sign.startswith(("*", "+", "{"))
        if found.group(1) or repeats_group and has_varied:
            return len(PIECES)
        if sign[:1] == "(":
            groups.append(False)
        elif sign == ")" and len(groups) > 1:
            has_varied = groups.pop()
            groups[-1] = groups[-1] or has_varied
        elif sign == "|":
            groups[-1] = True
        elif sign and sign != ")" and before != "*":
            varying += _weight(sign)
            groups[-1] = groups[-1] or _weight(sign) > 0
        before = "*" if sign.startswith(("*", "+", "?", "{")) else sign
    return int(varying + 0.99)


def _weight(sign: str) -> float:
    """Return 1 for a repeat that may be long, less for a short one, 0 for a fixed one."""
    least, comma, most = sign.strip("{}").partition(",")
    if sign == "?" or comma and most.isdigit() and int(most) <= 8:
        return 0.25
    return 1.0 if comma or sign in "*+" else 0.0


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts.

    A line that could not be held against all patterns in time is a secret as a whole.
    """
    usable = [pattern for pattern in list(patterns)[:MOST] if not _problem(pattern)]
    compiled = [(re.compile(pattern), PIECES[_varying(pattern)]) for pattern in usable]
    end_of_time = time.perf_counter() + BUDGET
    at = 0
    for line in text.split("\n") if compiled else ():
        spans = []
        for pattern, size in compiled:
            spans += _in_line(line, pattern, size, end_of_time)
            if time.perf_counter() > end_of_time:
                spans = [(0, len(line))]
                break
        for start, end in spans:
            yield at + start, at + end, KIND
        at += len(line) + 1


def _in_line(line: str, pattern, size: int, end_of_time: float):
    """Yield (start, end) of each match; one that a piece cuts off goes on to its word's end."""
    for begin in range(0, max(len(line) - size // OVERLAP, 1), size - size // OVERLAP):
        if time.perf_counter() > end_of_time:
            return
        for found in pattern.finditer(line, begin, begin + size):
            start, end = found.span(1 if pattern.groups and found.group(1) else 0)
            if end == begin + size:
                end = re.compile(END_OF_WORD).match(line, end).end()
            if end > start and line[start:end] not in MARK:
                yield start, end


def matches(text: str, patterns) -> bool:
    """Return True when a pattern matches in the text, or could not be applied in time."""
    return next(find(text, patterns), None) is not None
