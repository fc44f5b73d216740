"""What must not be stored: keys, tokens, passwords and private keys.

`tokens`: words whose shape tells. `assigned`, `names`, `reading`: a telling name and its value.
`places`: what stands where only a secret stands. `commands`: what programs are given. `blocks`:
what goes over lines. `values`: what a value looks like. `user_patterns`: the settings.
"""

import re
from bisect import bisect_right
from collections import namedtuple

from reflexion.detect.secrets import assigned, patterns, private_keys, tables, tokens, user_patterns
from reflexion.detect.secrets.user_patterns import check_patterns, matches
from reflexion.detect.secrets.values import MARK
from reflexion.text.clean import visible

__all__ = [
    "LONGEST",
    "MARK",
    "Finding",
    "check_patterns",
    "find",
    "matches",
    "redact",
    "redact_all",
]

SHORTEST_REPEATED = 6  # characters of a secret that is looked for in the texts beside its own
MOST_REPEATED = 50  # such secrets
LONGEST = 100_000  # characters of a text that are read
ESCAPED = r"\\{1,8}[\"'`nrt/]|\\{1,2}(?:x1b|u001b|033|e)\[[0-9;]{0,20}m"
LINE_ENDS = {"n": "\n", "r": "\n", "t": "\t"}


class Finding(namedtuple("Finding", "kind start end")):
    """A secret in text[start:end]; `kind` says which, such as "github token"."""

    __slots__ = ()


def redact(text: str, extra=()) -> str:
    """Return the text, visible, with a mark for each secret; lines stay lines.

    `extra`: regular expressions of the user; what they match is a secret, too.
    """
    return redact_all([text], extra)[0]


def redact_all(texts: list, extra=()) -> list:
    """Redact texts that belong together: what is a secret in one of them is one in all.

    `PGPASSWORD=x psql` tells what the value is; the output that repeats it does not.
    """
    known: set = set()
    cleaned = [_with_marks(visible(text), extra, known) for text in texts]
    repeated = sorted(filter(_is_unmistakable, known), key=lambda value: (-len(value), value))
    for value in repeated[:MOST_REPEATED]:
        cleaned = [text.replace(value, MARK) for text in cleaned]
    return cleaned


def find(text: str, extra=()) -> list:
    """Return the Finding of each secret, in order, split at line ends, without overlaps.

    What lies beyond LONGEST characters is not read, and counts as a secret as a whole.
    """
    read = text[:LONGEST]
    spans = list(user_patterns.find(read, extra))
    spans += _found(read.replace("\\\n", "  "))
    if "\\" in read:
        spans += _found_in_strings(read)
    if len(text) > LONGEST:
        spans.append((LONGEST, len(text), "text that is too long to be read"))
    return _merged(text, spans)


def _found(text: str) -> list:
    """Return (start, end, kind) of what the rules find, in any order."""
    lower = text.lower()
    if len(lower) != len(text):  # character by character, so that offsets stay
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    spans = []
    for rules in (tokens, assigned, patterns, private_keys, tables):
        spans += rules.find(text, lower)
    for start, end, _ in list(spans):
        spans += tokens.continued(text, start, end)
    return spans


def _found_in_strings(text: str):
    """Yield what the rules find in the lines with escapes of JSON, read as what they say."""
    plain = []
    moves = []  # (offset in the plain lines, how far from there it is to the same in the text)
    at = 0
    length = 0
    for line in text.split("\n"):
        unescaped = re.sub(ESCAPED, _plain, line) if "\\" in line else line
        if unescaped != line:
            plain.append(unescaped)
            moves.append((length, at - length))
            length += len(line) + 1
        at += len(line) + 1
    for start, end, kind in _found("\n".join(plain)) if plain else ():
        move = moves[bisect_right(moves, (start, len(text))) - 1][1]
        yield start + move, end + move, kind


def _plain(found) -> str:
    mark = found.group()
    if "[" in mark:
        return " " * len(mark)
    return " " * (len(mark) - 1) + LINE_ENDS.get(mark[-1], mark[-1])


def _with_marks(text: str, extra, known: set) -> str:
    """Return the text with a mark in each secret's place; adds the secrets to `known`."""
    parts = []
    at = 0
    for finding in find(text, extra):
        known.add(text[finding.start : finding.end])
        parts += [text[at : finding.start], MARK]
        at = finding.end
    return "".join([*parts, text[at:]])


def _is_unmistakable(value: str) -> bool:
    """Return False for what other texts hold by chance: a short or a plain word."""
    return len(value) >= SHORTEST_REPEATED and not (value.isalpha() and value.islower())


def _merged(text: str, spans: list) -> list:
    """Return spans in order as findings, those that overlap made one, none across a line end."""
    whole: list = []
    for start, end, kind in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        elif end > start:
            whole.append([start, end, kind])
    findings = []
    for start, end, kind in whole:
        for line in text[start:end].split("\n"):
            inner = line.strip(" \t\r")
            first = start + len(line) - len(line.lstrip(" \t\r"))
            if inner and inner != MARK:
                findings.append(Finding(kind, first, first + len(inner)))
            start += len(line) + 1
    return findings
