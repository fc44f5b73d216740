"""Find and redact what must not be stored: keys, tokens, passwords and private keys.

`patterns`: what its shape or place gives away. `assigned`: a value beside a name that
tells. `random_words`: a random word in a line that speaks of secrets.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Iterator, Sequence

from reflexion.detect.secrets import assigned, patterns, random_words, user_patterns
from reflexion.detect.secrets.user_patterns import check_patterns as check_patterns
from reflexion.detect.secrets.user_patterns import matches as matches
from reflexion.detect.secrets.values import MARK
from reflexion.text.clean import visible

SHORTEST_REPEATED = 6  # characters of a secret that is looked for in the texts beside its own
MOST_REPEATED = 50  # such secrets
LONGEST = 100_000  # characters of a text that are read
DIFF = r"(?m)^[+-](?=[ \t])"  # a line that was added or taken out, indented as its file is
ESCAPED = r"\\{1,8}[\"'`nrt/]|\\{1,2}(?:x1b|u001b|033|e)\[[0-9;]{0,20}m"


class Finding(namedtuple("Finding", "kind start end")):
    """A secret in text[start:end]; `kind` says which, such as "github token"."""

    __slots__ = ()


def redact(text: str, extra: Sequence[str] = ()) -> str:
    """Return the text, visible, with a mark for each secret; lines stay lines.

    `extra`: regular expressions of the user; what they match is a secret, too.
    """
    return redact_all([text], extra)[0]


def redact_all(texts: list[str], extra: Sequence[str] = ()) -> list[str]:
    """Redact texts that belong together: what is a secret in one of them is one in all.

    `PGPASSWORD=x psql` tells what the value is; the output that repeats it does not.
    """
    known: set[str] = set()
    cleaned = [_with_marks(visible(text), extra, known) for text in texts]
    # short and plain words stand in other texts by chance
    long = [one for one in known if len(one) >= SHORTEST_REPEATED]
    repeated = [one for one in long if not (one.isalpha() and one.islower())]
    repeated.sort(key=lambda value: (-len(value), value))
    for value in repeated[:MOST_REPEATED]:
        cleaned = [text.replace(value, MARK) for text in cleaned]
    return cleaned


def find(text: str, extra: Sequence[str] = ()) -> list[Finding]:
    """Return the Finding of each secret, in order, split at line ends, without overlaps.

    What lies beyond LONGEST characters is not read, and counts as a secret as a whole.
    """
    read = text[:LONGEST]
    spans = list(user_patterns.find(read, extra))
    spans += _found(read.replace("\\\n", "  "))
    unescaped = re.sub(ESCAPED, _plain, read) if "\\" in read else read
    unescaped = re.sub(DIFF, " ", unescaped)
    if unescaped != read:
        spans += _found(unescaped)
    if len(text) > LONGEST:
        spans.append((LONGEST, len(text), "text that is too long to be read"))
    return [one for span in _merged(spans) for one in _split_at_lines(text, *span)]


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of what the rules find, in any order."""
    lower = text.lower()
    if len(lower) != len(text):  # character by character, so that offsets stay
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for rules in (patterns, assigned, random_words):
        for start, end, kind in rules.find(text, lower):
            yield start, patterns.continued(text, start, end), kind


def _plain(found: re.Match[str]) -> str:
    """Return what an escape in a string stands for, padded to the escape's length."""
    mark = found.group()
    if "[" in mark:
        return " " * len(mark)
    return " " * (len(mark) - 1) + ("\n" if mark[-1] in "nrt" else mark[-1])


def _with_marks(text: str, extra: Sequence[str], known: set[str]) -> str:
    """Return the text with a mark in each secret's place; adds the secrets to `known`."""
    parts = []
    at = 0
    for finding in find(text, extra):
        known.add(text[finding.start : finding.end])
        parts += [text[at : finding.start], MARK]
        at = finding.end
    return "".join([*parts, text[at:]])


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


def _split_at_lines(text: str, start: int, end: int, kind: str) -> Iterator[Finding]:
    """Yield the Findings of a span, one for each of its lines that is not blank."""
    for line in re.finditer(r"[^\s][^\n]*", text[start:end]):
        inner = line.group().rstrip()
        if inner != MARK:
            yield Finding(kind, start + line.start(), start + line.start() + len(inner))
