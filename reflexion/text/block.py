"""One block of lines between two marker lines of a text; all around it stays byte for byte.

A marker is a line of its own, outside of code fences.
"""

from __future__ import annotations

import re
from collections import namedtuple

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
CONFLICT = re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)

# before, after: the text around the block; lines: those between its markers, None without it
Split = namedtuple("Split", "before lines after")


class Broken(ValueError):
    """The markers do not stand as a pair; the message says what to do."""


def split(text: str, begin: str, end: str) -> Split:
    """Return the text in three parts; without markers all of it stands before. Raises Broken."""
    found = _markers(text, (begin, end))
    if not found:
        return Split(text, None, "")
    words = [word for word, _ in found]
    if words != [begin, end]:
        counts = f"{words.count(begin)} {begin}, {words.count(end)} {end}"
        raise Broken(f"its markers are broken ({counts}): leave one pair, or none")
    start = found[0][1]
    stop = found[1][1]
    inside = text[start + len(begin) : stop]
    if CONFLICT.search(inside):
        raise Broken("git left a conflict between its markers: settle that first")
    lines = [line.rstrip("\r\n") for line in _lines(inside)[1:]]
    return Split(text[:start], lines, text[stop + len(end) :])


def place(text: str, begin: str, end: str, lines: list) -> str:
    """Return the text with these lines as its block; no lines: without it. Raises Broken."""
    before, old, after = split(text, begin, end)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    if not lines:
        return text if old is None else _joined(before, after, newline)
    block = newline.join([begin, *lines, end])
    if old is not None:
        return before + block + after
    if not before:
        return block + newline
    if before.endswith("\n"):
        return before + newline + block + newline
    return before + newline * 2 + block  # no line end before, none after


def _joined(before: str, after: str, newline: str) -> str:
    """Return what is left when the block goes, with the blank line that came with it."""
    if not after:
        return before.removesuffix(newline * 2)
    if before.endswith(newline * 2):
        before = before.removesuffix(newline)
    return before + after.removeprefix(newline)


def _lines(text: str) -> list:
    """Return the lines with their ends; only a newline ends one."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _markers(text: str, markers: tuple) -> list:
    """Return (marker, place) of every line that is one; an open fence hides none."""
    if not any(marker in text for marker in markers):
        return []
    found = []
    fence = ""  # the sign that opened the fence that is open
    before_fence = 0  # markers found before it
    place = 0
    for line in _lines(text):
        word = line.strip(" \r\n")
        opening = FENCE.match(line)
        if fence and opening and _closes(fence, opening[1], word):
            del found[before_fence:]
            fence = ""
        elif opening and not fence:
            fence = opening[1]
            before_fence = len(found)
        elif word in markers and not line.startswith("    "):
            found.append((word, place + line.index(word)))
        place += len(line)
    return found


def _closes(fence: str, sign: str, line: str) -> bool:
    return sign.startswith(fence) and not line.strip(fence[0])
