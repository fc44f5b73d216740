"""Private keys in PEM and its like, line by line, also where the block is cut off."""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.tables import form

_BEGIN = form("private_keys begin")
_END = form("private_keys end")
_BREAK = r"(?:\\{1,4}[rnt]|[\r\n\x00])+"
# a line of key material: decoration (quote marks, diff signs), then base64, hex or a PEM header
_MATERIAL = form("private_keys material")
_RUN_TOGETHER = form("private_keys run together")
_LAST = r"[\s>|+\-#*:.\d\"',]{0,30}[A-Za-z0-9+/_=]{1,200}"
_PAYLOAD = r"[A-Za-z0-9+/_=][^\r\n]{0,4000}"
_FULL = r"[A-Za-z0-9+/]{60,76}"
_CODES = r"(?:recovery|backup)[ -]codes?\W[^\n]{0,80}\n"
_CODE = form("private_keys code")
REACH = 20_000  # longest key, in characters


def find(text: str):
    """Yield (start, end, kind), one for each line of a private key."""
    end_marks = [mark.span() for mark in re.compile(_END).finditer(text)]
    at, which = 0, 0
    begin = re.compile(_BEGIN)
    first = True
    while True:
        mark = begin.search(text, at)
        stop = mark.start() if mark else len(text)
        while which < len(end_marks) and end_marks[which][0] < stop:
            if end_marks[which][0] >= at and (first or end_marks[which][0] - at > 0):
                yield from backwards(text, at, end_marks[which][0])
            at = max(at, end_marks[which][1])
            which += 1
        if not mark:
            break
        first = False
        limit = end_marks[which][0] if which < len(end_marks) else -1
        nextbegin = begin.search(text, mark.end(), mark.end() + REACH)
        if 0 <= limit <= mark.end() + REACH and not (nextbegin and nextbegin.start() < limit):
            yield from lines(text, mark.end(), limit)
            at = end_marks[which][1]
            which += 1
        else:
            at = mark.end()
            for span in forwards(text, mark.end()):
                at = span[1]
                yield span
    yield from codes(text)


def lines(text: str, start: int, end: int):
    """All that stands between two marks, line by line."""
    at = start
    for gap in [*re.compile(_BREAK).finditer(text, start, end), None]:
        stop = gap.start() if gap else end
        span = trimmed(text, at, stop)
        if span:
            yield span
        at = gap.end() if gap else end


def trimmed(text: str, start: int, end: int):
    """The payload of a line, without its decoration; None for a line of decoration alone."""
    while start < end and not (text[start].isalnum() or text[start] in "+/="):
        start += 1
    while end > start and text[end - 1] in " \t\"',\\|>":
        end -= 1
    word = text[start:end]
    return (
        (start, end, "private key")
        if word and word != "REDACTED]" and "[REDACTED]" not in text[max(start - 1, 0) : end]
        else None
    )


def forwards(text: str, at: int):
    """The key's lines after a BEGIN whose END was cut off."""
    material, last = re.compile(_MATERIAL), re.compile(_LAST)
    breaks = re.compile(_BREAK)
    stop = min(len(text), at + REACH)
    while at < stop:
        gap = breaks.search(text, at, stop)
        line = text[at : gap.start() if gap else stop]
        if line.strip(" \t\"'|>") and "[REDACTED]" not in line:
            if not material.match(line) and not (
                not gap and last.match(line) and " " not in line.strip()
            ):
                run = re.compile(_RUN_TOGETHER).match(
                    line
                )  # the lines stand in one, with spaces for their ends
                span = trimmed(text, at, at + run.end()) if run else None
                if span:
                    yield span
                break
            span = trimmed(text, at, at + len(line))
            if span:
                yield span
        if not gap:
            break
        at = gap.end()


def backwards(text: str, floor: int, end: int):
    """The key's lines before an END whose BEGIN was cut off."""
    floor = max(floor, end - REACH)
    pieces, at = [], floor
    for gap in re.compile(_BREAK).finditer(text, floor, end):
        pieces.append((at, gap.start()))
        at = gap.end()
    pieces.append((at, end))
    material = re.compile(_MATERIAL)
    for start, stop in reversed(pieces):
        line = text[start:stop]
        if line.strip(" \t-\"'|>") and "[REDACTED]" not in line:
            if not material.match(line) and not (
                start == floor and re.match(_LAST, line) and " " not in line.strip()
            ):
                span = trimmed(text, start + run_behind(line), stop)
                if span and span[1] - span[0] >= 16:
                    yield span
                break
            span = trimmed(text, start, stop)
            if span:
                yield span


def run_behind(line: str) -> int:
    """Where the words of key material begin that end a line."""
    words = line.rstrip(" -").split(" ")
    first = len(words)
    while (
        first
        and (len(words[first - 1]) >= 16 or first == len(words))
        and not words[first - 1].strip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_="
        )
    ):
        first -= 1
    return len(" ".join(words[:first]))


def wrapped(text: str, start: int, end: int):
    """The further lines of a token broken to the width of a page; text[start:end] is its first."""
    line = re.compile(r"[ \t|>]{0,12}([A-Za-z0-9+/_=.\-]{1,200})[ \t]*(?:\r?\n|$)")
    width, at = end - start, end
    while width >= 48 and not text[text.rfind("\n", 0, start) + 1 : start].strip(" |>\t"):
        gap = re.compile(r"[ \t]*\r?\n").match(text, at)
        found = line.match(text, gap.end()) if gap else None
        if not found or len(found.group(1)) > width + 5 or "=" in found.group(1).rstrip("="):
            return
        whole = len(found.group(1)) >= width - 5
        if not values.scrambled(found.group(1).strip("=")) and (
            whole or not re.search(r"\d|[a-z][A-Z]", found.group(1))
        ):
            return
        yield (*found.span(1), "rest of a token")
        if not whole:
            return
        at = found.end(1)


def codes(text: str):
    """Recovery codes, listed one or two a line under their heading."""
    if "ecovery code" not in text and "ackup code" not in text:
        return
    code = re.compile(_CODE)
    for heading in re.compile(_CODES).finditer(text.lower() if text.isascii() else text):
        at = heading.end()
        for _ in range(24):
            blank = re.compile(r"[ \t]*\n").match(text, at)
            at = blank.end() if blank else at
            line = code.match(
                text + "\n" if at + 60 > len(text) and not text.endswith("\n") else text, at
            )
            if not line:
                break
            for group in (1, 2):
                if line.group(group) and any(map(str.isdigit, line.group(group))):
                    yield (*line.span(group), "recovery code")
            at = line.end()
