"""Patterns of the settings `redact` and `ignore`, applied so that none of them can take long.

A pattern runs on pieces of a line, the shorter the more of its repeats vary, and on no further
line once the time for a text is used up.
"""

import re
import time

MOST = 30  # patterns
LONGEST = 200  # characters of a pattern
PIECES = (1000, 1000, 300, 70)  # lengths of the pieces of a line, by the repeats in a pattern
OVERLAP = 5  # a piece begins in the last fifth of the one before
BUDGET = 0.2  # seconds for one text
KIND = "pattern from the settings"
MARK = "[REDACTED]"
SINGLE = r"\\[^1-9]|\[\^?\]?(?:\\.|[^\]\\])*\]"  # what stands for one character: an escape, a set
GROUP = r"\((?:\?[a-zA-Z:=!<-]{1,8}:?)?([^()]*)\)"
VARIES = "[*+?|\0]|\\{\\d*,"  # "\0": a group that varies
REPEAT = r"[*+]|\{\d*,"
OPTION = r"[^(]\?"
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
    if not _piece(pattern):
        return "could take long: give its repeats a bound and repeat no group that varies"
    return ""


def _piece(pattern: str) -> int:
    """Return the length of the text on which a pattern is quick; 0 for none."""
    plain = re.sub(SINGLE, "x", pattern, flags=re.DOTALL)
    repeats = len(re.findall(REPEAT, plain)) + len(re.findall(OPTION, plain)) // 4
    inner = ""
    while plain != inner and repeats < len(PIECES):
        inner = plain
        plain = re.sub(GROUP, _reduced, inner)
        if re.search("\0[*+{]", plain):
            return 0
    return PIECES[repeats] if repeats < len(PIECES) and "\\" not in plain else 0


def _reduced(group) -> str:
    """Return one sign for a group, which says whether its match varies in length."""
    return "\0" if re.search(VARIES, group.group(1)) else "x"


def find(text: str, patterns):
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts.

    A line that could not be held against all patterns in time is a secret as a whole.
    """
    usable = [pattern for pattern in list(patterns)[:MOST] if not _problem(pattern)]
    compiled = [(re.compile(pattern), _piece(pattern)) for pattern in usable]
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
