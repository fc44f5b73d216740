"""What goes on in the next line: private keys (cut off, too), recovery codes, broken tokens."""

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import MARK, form

MARKS = ("----", "Private-", "minisign")  # in whatever begins or ends a key
REACH = 20_000  # longest key, in characters


def find(text: str, lower: str):
    """Yield (start, end, kind), one for each line of a private key, and each recovery code."""
    if any(mark in text for mark in MARKS):
        for span in marked(text):
            if span:
                yield (*span, "private key")
    if "ecovery code" in text or "ackup code" in text:
        yield from codes(text)


def marked(text: str):
    """The lines between a key's first and last, or as much of it as is there; None for others."""
    marks = [(*mark.span(), True) for mark in form("private_keys begin").finditer(text)]
    marks += [(*mark.span(), False) for mark in form("private_keys end").finditer(text)]
    marks = sorted(marks)
    before = (0, 0, False)
    for (start, end, begins), following in zip(marks, [*marks[1:], (len(text) + REACH, 0, True)]):
        pieces = lines(text, end, min(following[0], end + REACH, len(text))) if begins else ()
        if begins and not following[2] and following[0] <= end + REACH:
            yield from (trimmed(text, *piece) for piece in pieces)
        elif begins:
            yield from material(text, pieces)
        elif not before[2]:
            pieces = lines(text, max(before[1], start - REACH), start)
            yield from material(text, pieces[::-1], backwards=True)
        before = (start, end, begins)


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
        if whole.match(line) or (start, end) == pieces[-1] and is_cut_off(line):
            yield trimmed(text, start, end)
            continue
        # the lines stand in one, with spaces for their ends
        yield run_before(text, start, end) if backwards else run_after(text, start, line)
        return


def is_cut_off(line: str) -> bool:
    """Is it the first part of a line of key material?"""
    return " " not in line.strip() and bool(form("private_keys last").match(line))


def run_after(text: str, start: int, line: str):
    """The span of the key material with which a line begins; None without any."""
    run = form("private_keys run together").match(line)
    return trimmed(text, start, start + run.end()) if run else None


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
        if not found or len(found.group(1)) > width + 5 or "=" in found.group(1).rstrip("="):
            return
        whole = len(found.group(1)) >= width - 5
        plain = whole or not re.search(r"\d|[a-z][A-Z]", found.group(1))
        if plain and not values.scrambled(found.group(1).strip("=")):
            return
        yield (*found.span(1), "rest of a token")
        if not whole:
            return
        at = found.end(1)


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
