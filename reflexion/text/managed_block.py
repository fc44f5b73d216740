"""A section of ours between two markers in a Markdown file; all around it stays byte for byte.

A marker is a line of its own, outside code fences. Pure.
"""

from __future__ import annotations

import re
from collections import namedtuple

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

# before, after: the text around the section; inner: the lines between its markers, or None
Split = namedtuple("Split", "before inner after")


class Broken(ValueError):
    """The markers do not stand as a pair; its text says what to do."""


def lines_of(text: str) -> list:
    """The lines with their ends. Only a newline ends one: VT, NEL, U+2028 and their like do not."""
    *lines, last = text.split("\n")
    return [line + "\n" for line in lines] + [last] * bool(last)


def split(text: str, begin: str, end: str) -> Split:
    """The Split of a text; without markers all of it stands before. Raises Broken."""
    found = _offsets(text, (begin, end))
    if not found:
        return Split(text, None, "")
    words = [word for word, _ in found]
    if words != [begin, end]:
        raise Broken(
            f"its markers are broken ({words.count(begin)} {begin}, {words.count(end)} {end}): "
            "leave one pair, or none, and try again"
        )
    (_, start), (_, stop) = found
    inner = lines_of(text[start + len(begin) : stop])[1:]
    between = [line.rstrip("\r\n") for line in inner]
    return Split(text[:start], between, text[stop + len(end) :])


def place(text: str, begin: str, end: str, lines: list) -> str:
    """The text with these lines as its section, for no lines without it. Raises Broken."""
    before, old, after = split(text, begin, end)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    if not lines:
        if old is None:
            return text
        if not after:
            return before.removesuffix(newline * 2)
        before = before.removesuffix(newline) if before.endswith(newline * 2) else before
        return before + after.removeprefix(newline)
    section = newline.join([begin, *lines, end])
    if old is not None:
        return before + section + after
    if not before or before.endswith("\n"):
        return before + (newline if before else "") + section + newline
    return before + newline * 2 + section  # no final newline before, none after: found again so


def _offsets(text: str, markers: tuple) -> list:
    """(marker, offset) of every line that is one. A fence that nobody closes hides none."""
    if not any(marker in text for marker in markers):
        return []
    found = []
    fence = ""  # the sign that opened the fence that is open
    since = 0  # markers found before it
    offset = 0
    for line in lines_of(text):
        word = line.strip(" \r\n")
        opening = FENCE.match(line)
        if fence and opening and _closes(fence, opening[1], word):
            del found[since:]
            fence = ""
        elif opening and not fence:
            fence = opening[1]
            since = len(found)
        elif word in markers and not line.startswith("    "):
            found.append((word, offset + line.index(word)))
        offset += len(line)
    return found


def _closes(fence: str, sign: str, line: str) -> bool:
    """Does a line close the fence: its sign, at least as long, and nothing else?"""
    return sign.startswith(fence) and not line.strip(fence[0])
