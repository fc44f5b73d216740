"""Private keys in PEM and its like, line by line, also where the block is cut off."""

from __future__ import annotations

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.word_lists import form

_BEGIN = form("private_keys begin")
_END = form("private_keys end")
_BREAK = r"(?:\\{1,4}[rnt]|[\r\n\x00])+"
# a line of key material: decoration (quote marks, diff signs), then base64, hex or a PEM header
_MATERIAL = form("private_keys material")
_RUN_TOGETHER = form("private_keys run together")
_LAST = r"[\s>|+\-#*:.\d\"',]{0,30}[A-Za-z0-9+/_=]{1,200}"
_CODES = r"(?:recovery|backup)[ -]codes?\W[^\n]{0,80}\n"
_CODE = form("private_keys code")
MARKS = ("----", "Private-", "minisign")  # in whatever _BEGIN and _END find
REACH = 20_000  # longest key, in characters
NO_MARK = (1 << 60, 1 << 60, False)


def find(text: str):
    """Yield (start, end, kind), one for each line of a private key."""
    if any(mark in text for mark in MARKS):
        yield from marked(text)
    yield from codes(text)


def marked(text: str):
    """The lines between a key's first and last, or as much of it as is there."""
    marks = [(*mark.span(), True) for mark in re.compile(_BEGIN).finditer(text)]
    marks += [(*mark.span(), False) for mark in re.compile(_END).finditer(text)] + [NO_MARK]
    previous = (0, 0, False)
    for (start, end, begins), following in zip(sorted(marks), [*sorted(marks)[1:], NO_MARK]):
        if begins:
            ends = following != NO_MARK and not following[2] and following[0] <= end + REACH
            pieces = lines(text, end, min(following[0], end + REACH, len(text)))
            found = (trimmed(text, *piece) for piece in pieces)
            yield from filter(None, found if ends else material(text, pieces))
        elif start < NO_MARK[0] and not previous[2]:
            pieces = lines(text, max(previous[1], start - REACH), start)
            yield from filter(None, material(text, pieces[::-1], backwards=True))
        previous = (start, end, begins)


def lines(text: str, start: int, end: int) -> list:
    """[(start, end)] of the lines of text[start:end]; line ends may be JSON's escapes."""
    gaps = [gap.span() for gap in re.compile(_BREAK).finditer(text, start, end)]
    return list(zip([start, *(gap[1] for gap in gaps)], [*(gap[0] for gap in gaps), end]))


def trimmed(text: str, start: int, end: int):
    """The payload of a line, without its decoration; None for a line of decoration alone."""
    while start < end and not (text[start].isalnum() or text[start] in "+/="):
        start += 1
    while end > start and text[end - 1] in " \t\"',\\|>":
        end -= 1
    if start == end or "[REDACTED]" in text[max(start - 1, 0) : end + 1]:
        return None
    return start, end, "private key"


def material(text: str, pieces: list, backwards: bool = False):
    """Spans of the first pieces that are key material: what follows a BEGIN or precedes an END."""
    whole = re.compile(_MATERIAL)
    for start, end in pieces:
        line = text[start:end]
        if not line.strip(" \t-\"'|>") or "[REDACTED]" in line:
            continue
        cut_off = (start, end) == pieces[-1] and " " not in line.strip() and re.match(_LAST, line)
        if whole.match(line) or cut_off:
            yield trimmed(text, start, end)
            continue
        # the lines stand in one, with spaces for their ends
        if backwards:
            span = trimmed(text, start + run_behind(line), end)
            yield span if span and span[1] - span[0] >= 16 else None
        else:
            run = re.compile(_RUN_TOGETHER).match(line)
            yield trimmed(text, start, start + run.end()) if run else None
        return


def run_behind(line: str) -> int:
    """Where the words of key material begin that end a line."""
    words = line.rstrip(" -").split(" ")
    first = len(words)
    while (
        first
        and (len(words[first - 1]) >= 16 or first == len(words))
        and re.fullmatch(r"[\w+/=]*", words[first - 1], re.ASCII)
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
