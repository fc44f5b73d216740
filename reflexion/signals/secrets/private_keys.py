"""What goes on in the next line: private keys (cut off, too), recovery codes, broken tokens."""

import re
from collections import namedtuple

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import MARK, form

MARKS = ("----", "Private-", "minisign")  # in whatever begins or ends a key
REACH = 20_000  # longest key, in characters
LOOSE = 5  # characters by which the lines of one broken token may differ


def find(text: str, lower: str):
    """Yield (start, end, kind), one for each line of a private key, and each recovery code."""
    if any(mark in text for mark in MARKS):
        for span in marked(text):
            if span:
                yield (*span, "private key")
    if "ecovery code" in text or "ackup code" in text:
        yield from codes(text)


Mark = namedtuple("Mark", "start end begins")  # where the first or the last line of a key stands


def marked(text: str):
    """The lines between a key's first and last, or as much of it as is there; None for others."""
    marks = [Mark(*found.span(), True) for found in form("private_keys begin").finditer(text)]
    marks += [Mark(*found.span(), False) for found in form("private_keys end").finditer(text)]
    marks = sorted(marks)
    before = [Mark(0, 0, False), *marks]
    behind = [*marks[1:], Mark(len(text) + REACH, 0, True)]
    for last, mark, following in zip(before, marks, behind):
        if mark.begins:
            yield from _behind_begin(text, mark, following)
        elif not last.begins:
            pieces = lines(text, max(last.end, mark.start - REACH), mark.start)
            yield from material(text, pieces[::-1], backwards=True)


def _behind_begin(text: str, mark: Mark, following: Mark):
    """The lines behind the first one of a key: all of them up to its last, where that is there."""
    reach = mark.end + REACH
    pieces = lines(text, mark.end, min(following.start, reach, len(text)))
    if following.begins or following.start > reach:
        return material(text, pieces)
    return (trimmed(text, *piece) for piece in pieces)


def lines(text: str, start: int, end: int) -> list:
    """[(start, end)] of the lines of text[start:end]; line ends may be JSON's escapes."""
    gaps = [gap.span() for gap in form("private_keys break").finditer(text, start, end)]
    return list(zip([start, *(gap[1] for gap in gaps)], [*(gap[0] for gap in gaps), end]))


def trimmed(text: str, start: int, end: int):
    """(start, end) of a line without its decoration; None for a line of decoration alone."""
    while start < end and not (text[start].isalnum() or text[start] in "+/="):
        start += 1
    while end > start and text[end - 1] in " \t\"',\\|>":
        end -= 1
    return None if start == end or MARK in text[max(start - 1, 0) : end + 1] else (start, end)


def material(text: str, pieces: list, backwards: bool = False):
    """Spans of the first pieces that are key material: what follows a BEGIN or precedes an END."""
    whole = form("private_keys material")
    for start, end in pieces:
        line = text[start:end]
        if not line.strip(" \t-\"'|>") or MARK in line:
            continue
        is_cut_off = (start, end) == pieces[-1] and " " not in line.strip()
        if whole.match(line) or is_cut_off and form("private_keys last").match(line):
            yield trimmed(text, start, end)
            continue
        # the lines stand in one, with spaces for their ends
        run = form("private_keys run together").match(line)
        if backwards:
            yield run_before(text, start, end)
        elif run:
            yield trimmed(text, start, start + run.end())
        return


def run_before(text: str, start: int, end: int):
    """The span of the key material with which a line ends; None without enough of it."""
    span = trimmed(text, start + run_behind(text[start:end]), end)
    return span if span and span[1] - span[0] >= 16 else None


def run_behind(line: str) -> int:
    """Where the words of key material begin that end a line."""
    words = line.rstrip(" -").split(" ")
    first = len(words)
    is_material = re.compile(r"[\w+/=]*\Z", re.ASCII)
    while first and is_material.match(words[first - 1]):
        if first < len(words) and len(words[first - 1]) < 16:
            break
        first -= 1
    return len(" ".join(words[:first]))


def wrapped(text: str, start: int, end: int):
    """The further lines of a token broken to the width of a page; text[start:end] is its first."""
    width = end - start
    at = end
    line = form("private_keys wrapped")
    if width < 48 or text[text.rfind("\n", 0, start) + 1 : start].strip(" |>\t"):
        return
    while True:
        found = line.match(text, at)
        if not found or not _goes_on(found.group(1), width):
            return
        yield (*found.span(1), "rest of a token")
        if len(found.group(1)) < width - LOOSE:
            return
        at = found.end(1)


def _goes_on(line: str, width: int) -> bool:
    """Is a line the next part of a token that was broken to this width?"""
    if len(line) > width + LOOSE or "=" in line.rstrip("="):
        return False
    whole = len(line) >= width - LOOSE
    plain = whole or not re.search(r"\d|[a-z][A-Z]", line)
    return not plain or values.scrambled(line.strip("="))


def codes(text: str):
    """Recovery codes, listed one or two a line under their heading."""
    code = form("private_keys code")
    ended = text + "\n"
    for heading in form("private_keys codes").finditer(text.lower() if text.isascii() else text):
        at = heading.end()
        for _ in range(24):
            line = code.match(ended, at)
            if not line:
                break
            for group in (1, 2):
                if line.group(group) and any(map(str.isdigit, line.group(group))):
                    yield (*line.span(group), "recovery code")
            at = line.end()
