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
    if not lines and old is None:
        return text
    if not lines:  # without the blank line before the block
        if not after or before.endswith(newline * 2):
            before = before.removesuffix(newline * (1 if after else 2))
        return f"{before}{after.removeprefix(newline)}"
    block = newline.join([begin, *lines, end])
    if old is not None:
        return f"{before}{block}{after}"
    if not before:
        return block + newline
    if before.endswith("\n"):
        return f"{before}{newline}{block}{newline}"
    # like the text, the block then ends without a newline
    return f"{before}{newline * 2}{block}"


def _lines(text: str) -> list[str]:
    """Return the lines with their line ends. `str.splitlines` would split at more characters."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _markers(text: str, markers: tuple[str, str]) -> list[tuple[str, int]]:
    """Return (marker, offset) of each line that is a marker, outside of code fences.

    A fence that is never closed hides no marker.
    """
    if not any(marker in text for marker in markers):
        return []
    found: list[tuple[str, int]] = []
    fence = ""  # what opened the current fence, such as ```; "" outside of fences
    found_before = 0  # number of markers before the current fence
    offset = 0
    for line in _lines(text):
        content = line.strip(" \r\n")
        fence_line = re.match(FENCE, line)
        if fence_line and fence and content.startswith(fence) and not content.strip(fence[0]):
            del found[found_before:]
            fence = ""
        elif fence_line and not fence:
            fence = fence_line[1]
            found_before = len(found)
        elif content in markers and not line.startswith("    "):
            found.append((content, offset + line.index(content)))
        offset += len(line)
    return found
