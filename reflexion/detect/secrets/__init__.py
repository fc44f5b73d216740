"""Find and redact what must not be stored: keys, tokens, passwords and private keys.

`patterns`: what its shape or place gives away. `assigned`: a value beside a name that
tells. Here: what the person's own patterns match (the setting `redact`).
"""

from __future__ import annotations

import re
import time
from collections import namedtuple
from collections.abc import Iterator, Sequence

from reflexion.detect.secrets import assigned, patterns
from reflexion.detect.secrets.values import MARK
from reflexion.text import end_of, visible

COMMON = r".{0,5}|[a-z]+"  # secrets that stand in other texts by chance: short and plain words
MOST_REPEATED = 50  # secrets that are looked for in the texts beside their own
LONGEST = 100_000  # characters of a text that are read
DIFF = r"(?m)^[+-](?=[ \t])"  # a line that was added or taken out, indented as its file is
ESCAPED = r"\\{1,8}[\"'`nrt/]|\\{1,2}(?:x1b|u001b|033|e)\[[0-9;]{0,20}m"
# patterns of the settings `redact` and `ignore`
MOST_PATTERNS = 30
LONGEST_PATTERN = 200  # characters
PIECES = (1000, 1000, 300, 70)  # characters of a line held against a pattern, by its repeats
BUDGET = 0.2  # seconds for one text
SINGLE = r"(?s)\\[^1-9]|\[\^?\]?(?:\\.|[^\]\\])*\]"  # stands for one sign: an escape, a set
REPEAT = r"[*+]|\{\d*,"
OPTION = r"[^(]\?"
# a repeated group that varies in length or holds another one; a backreference
SLOW = r"\([^()]*(?:[*+|]|(?<!\()\?|\{\d*,)[^()]*\)[*+{]|\)[^()]*\)[*+{]|\\"


# a secret in text[start:end]; `kind` says which, such as "github token"
Secret = namedtuple("Secret", "kind start end")


def redact(text: str, extra: Sequence[str] = ()) -> str:
    """Return the text, visible, with a mark for each secret; lines stay lines.

    `extra`: regular expressions of the person; what they match is a secret, too.
    """
    return redact_all([text], extra)[0]


def redact_all(texts: list[str], extra: Sequence[str] = ()) -> list[str]:
    """Redact texts that belong together: what is a secret in one of them is one in all.

    `PGPASSWORD=x psql` tells what the value is; the output that repeats it does not.
    """
    known: set[str] = set()
    cleaned = []
    for text in map(visible, texts):
        for secret in reversed(find(text, extra)):
            known.add(text[secret.start : secret.end])
            text = text[: secret.start] + MARK + text[secret.end :]
        cleaned.append(text)
    repeated = [one for one in sorted(known) if not re.fullmatch(COMMON, one)]
    for value in sorted(repeated, key=len, reverse=True)[:MOST_REPEATED]:
        cleaned = [text.replace(value, MARK) for text in cleaned]
    return cleaned


def find(text: str, extra: Sequence[str] = ()) -> list[Secret]:
    """Return the Secret of each secret, in order, split at line ends, without overlaps.

    What lies beyond LONGEST characters is not read, and counts as a secret as a whole.
    """
    read = text[:LONGEST]
    spans = [*_matched(read, extra), *_found(read.replace("\\\n", "  "))]
    unescaped = re.sub(DIFF, " ", re.sub(ESCAPED, _plain, read))
    if unescaped != read:
        spans += _found(unescaped)
    spans.append((LONGEST, len(text), "text that is too long to be read"))  # mostly nothing
    found = []
    for start, end, kind in _merged(spans):
        for line in re.finditer(r"[^\s](?:[^\n]*\S)?", text[start:end]):
            if line.group() != MARK:
                found.append(Secret(kind, start + line.start(), start + line.end()))
    return found


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of what the rules find, in any order."""
    lower = text.replace("\u0130", "i").lower()  # which alone would get longer
    for find_in in (patterns.find, assigned.find, patterns.find_random):
        for start, end, kind in find_in(text, lower):
            yield start, patterns.continued(text, start, end), kind


def _plain(found: re.Match[str]) -> str:
    """Return what an escape in a string stands for, padded to the escape's length."""
    mark = found.group()
    if "[" in mark:
        return " " * len(mark)
    return " " * (len(mark) - 1) + ("\n" if mark[-1] in "nrt" else mark[-1])


def _merged(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return (start, end, kind) in order, those that overlap made one."""
    whole: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(spans):
        if whole and start < whole[-1][1]:
            first, last, of = whole[-1]
            whole[-1] = (first, max(last, end), of)
        elif end > start:
            whole.append((start, end, kind))
    return whole


def check_patterns(patterns: list[str]) -> str:
    """Return what is wrong with the patterns of a setting, in one line; "" for nothing."""
    if len(patterns) > MOST_PATTERNS:
        return f"holds more than {MOST_PATTERNS} regular expressions"
    problems = ((pattern, _problem(pattern)) for pattern in patterns)
    return next((f"{pattern!r:.80} {problem}" for pattern, problem in problems if problem), "")


def matches(text: str, patterns: Sequence[str]) -> bool:
    """Return True when a pattern matches in the text, or could not be applied in time."""
    return next(_matched(text, patterns), None) is not None


def _problem(pattern: str) -> str:
    """Return what is wrong with a pattern; "" for nothing."""
    if not 0 < len(pattern) <= LONGEST_PATTERN:
        return f"is no regular expression of at most {LONGEST_PATTERN} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    if compiled.match("") or compiled.match("\n"):
        return "matches the empty text"
    if re.search(SLOW, re.sub(SINGLE, "x", pattern)) or _repeats(pattern) >= len(PIECES):
        return "could take long: give its repeats a bound and repeat no group that varies"
    return ""


def _repeats(pattern: str) -> int:
    plain = re.sub(SINGLE, "x", pattern)
    return len(re.findall(REPEAT, plain)) + len(re.findall(OPTION, plain)) // 4


def _matched(text: str, patterns: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each match; where a pattern has a group, its group 1 counts.

    Patterns run on pieces of a line. A line that could not be held against all of them in time
    is a secret as a whole.
    """
    usable = [one for one in patterns[:MOST_PATTERNS] if not _problem(one)]
    compiled = [(re.compile(one), PIECES[_repeats(one)]) for one in usable]
    deadline = time.perf_counter() + BUDGET
    at = 0
    for line in text.split("\n") if usable else ():
        spans = [span for pattern in compiled for span in _in_line(line, *pattern, deadline)]
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
            group = 1 if any(found.groups()[:1]) else 0
            start, end = found.span(group)
            if end == begin + size:
                end = end_of(r"\S*", line, end)
            if line[start:end] not in MARK:  # nor an empty match
                yield start, end
