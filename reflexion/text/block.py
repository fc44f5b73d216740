"""One block of lines between two marker lines of a text; all around it stays byte for byte.

A marker is a line of its own, outside of code fences.
"""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.errors import Broken

FENCE = r" {0,3}(`{3,}|~{3,})"
CONFLICT = r"(?m)^(?:<{7} |>{7} |={7}$)"

# before, after: the text around the block; lines: those between the markers, None without a block
Split = namedtuple("Split", "before lines after")


def split(text: str, begin: str, end: str) -> Split:
    """Return the text as a Split; without markers all of it is `before`. Raises Broken."""
    found = _markers(text, (begin, end))
    if not found:
        return Split(text, None, "")
    markers = [marker for marker, _ in found]
    if markers != [begin, end]:
        counts = f"{markers.count(begin)} {begin}, {markers.count(end)} {end}"
        raise Broken(f"its markers are broken ({counts}): leave one pair, or none")
    start = found[0][1]
    stop = found[1][1]
    inside = text[start + len(begin) : stop]
    if re.search(CONFLICT, inside):
        raise Broken("git left a conflict between its markers: settle that first")
    # the first of them is the end of the line of the marker
    lines = [line.rstrip("\r\n") for line in _lines(inside)[1:]]
    return Split(text[:start], lines, text[stop + len(end) :])


def place(text: str, begin: str, end: str, lines: list[str]) -> str:
    """Return the text with these lines as its block, or without the block if there are none.

    A text without a block gets it at its end. Raises Broken.
    """
    before, old, after = split(text, begin, end)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    block = newline.join([begin, *lines, end])
    if not lines:
        return text if old is None else _joined(before, after, newline)
    if old is not None:
        return f"{before}{block}{after}"
    if not before:
        return block + newline
    if before.endswith("\n"):
        return f"{before}{newline}{block}{newline}"
    # like the text, the block then ends without a newline
    return f"{before}{newline * 2}{block}"


def _joined(before: str, after: str, newline: str) -> str:
    """Return the text around a block without the block and the blank line before it."""
    if not after:
        return before.removesuffix(newline * 2)
    if before.endswith(newline * 2):
        before = before.removesuffix(newline)
    return f"{before}{after.removeprefix(newline)}"


def _lines(text: str) -> list[str]:
    """Return the lines with their line ends. `str.splitlines` would split at more characters."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _markers(text: str, markers: tuple[str, str]) -> list[tuple[str, int]]:
    """Return (marker, offset) of each line that is a marker, outside of code fences.

    A fence that is never closed hides no marker.
    """
    found: list[tuple[str, int]] = []
    fence = ""  # what opened the current fence, such as ```; "" outside of fences
    found_before = 0  # number of markers before the current fence
    either = "|".join(map(re.escape, markers))
    for line in re.finditer(rf"(?m)^(?:{FENCE}(.*)| {{0,3}}({either})[ \r]*)$", text):
        opened, rest, marker = line.groups("")
        if marker:
            found.append((marker, line.start(3)))
        elif not fence:
            fence = opened
            found_before = len(found)
        elif opened.startswith(fence) and not rest.strip():
            del found[found_before:]
            fence = ""
    return found
