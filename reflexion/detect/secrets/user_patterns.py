"""Patterns of the settings `redact` and `ignore`, applied so that none of them can take long.

A pattern runs on pieces of a line, and on no further line once the time for a text is used up.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

from reflexion.detect.secrets.values import MARK
from reflexion.text.clean import end_of

MOST = 30  # patterns
LONGEST = 200  # characters of a pattern
PIECES = (1000, 1000, 300, 70)  # characters of a line held against a pattern, by its repeats
BUDGET = 0.2  # seconds for one text
SINGLE = r"\\[^1-9]|\[\^?\]?(?:\\.|[^\]\\])*\]"  # what stands for one character: an escape, a set
REPEAT = r"[*+]|\{\d*,"
OPTION = r"[^(]\?"
# a repeated group of which the match varies in length, or that contains another group
SLOW = r"\([^()]*(?:[*+|]|(?<!\()\?|\{\d*,)[^()]*\)[*+{]|\)[^()]*\)[*+{]"


def check_patterns(patterns: object) -> str:
    """Return what is wrong with the patterns of a setting, in one line; "" for nothing."""
    if not isinstance(patterns, (list, tuple)):
        return "must be a list of regular expressions"
    if len(patterns) > MOST:
        return f"holds more than {MOST} regular expressions"
    problems = ((pattern, _problem(pattern)) for pattern in patterns)
    return next((f"{pattern!r:.80} {problem}" for pattern, problem in problems if problem), "")


def _problem(pattern: object) -> str:
    """Return what is wrong with a pattern; "" for nothing."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        return f"is no regular expression of at most {LONGEST} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    if compiled.match("") or compiled.match("\n"):
        return "matches the empty text"
    if not _piece(pattern):
        return "could take long: give its repeats a bound and repeat no group that varies"
    return ""


def _piece(pattern: str) -> int:
    """Return the length of the text on which a pattern is quick; 0 for none."""
    plain = re.sub(SINGLE, "x", pattern, flags=re.DOTALL)
    repeats = len(re.findall(REPEAT, plain)) + len(re.findall(OPTION, plain)) // 4
    if repeats >= len(PIECES) or "\\" in plain or re.search(SLOW, plain):
        return 0
    return PIECES[repeats]


def find(text: str, patterns: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts.

    A line that could not be held against all patterns in time is a secret as a whole.
    """
    usable = [(re.compile(one), _piece(one)) for one in patterns[:MOST] if not _problem(one)]
    deadline = time.perf_counter() + BUDGET
    at = 0
    for line in text.split("\n") if usable else ():
        spans = [span for pattern in usable for span in _in_line(line, *pattern, deadline)]
        if time.perf_counter() > deadline:
            spans = [(0, len(line))]
        for start, end in spans:
            yield at + start, at + end, "pattern from the settings"
        at += len(line) + 1


def _in_line(
    line: str, pattern: re.Pattern[str], size: int, deadline: float
) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each match; one that a piece cuts off goes on to its word's end."""
    for begin in range(0, max(len(line) - size // 5, 1), size - size // 5):
        if time.perf_counter() > deadline:
            return
        for found in pattern.finditer(line, begin, begin + size):
            start, end = found.span(1 if found.re.groups and found.group(1) else 0)
            if end == begin + size:
                end = end_of(r"\S*", line, end)
            if line[start:end] not in MARK:  # nor an empty match
                yield start, end


def matches(text: str, patterns: Sequence[str]) -> bool:
    """Return True when a pattern matches in the text, or could not be applied in time."""
    return next(find(text, patterns), None) is not None
