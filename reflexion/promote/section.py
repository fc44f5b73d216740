"""The marked section of a rule file as text: everything outside the markers stays byte for byte.

A marker is a line of its own, outside code fences. Pure.
"""

from __future__ import annotations

import re

from reflexion.promote.sides import lines_of, sides

BEGIN, END = "<!-- reflexion:begin -->", "<!-- reflexion:end -->"
HEADING = "## Reflexion: Learned Rules"
MAX_CHARS = 4000
SOURCE = re.compile(r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)\s*$")
SEEN = re.compile(r"\(seen (\d{1,7})x,")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Broken(ValueError):
    """The markers do not stand as a pair; its text says what to do."""


def split(text: str) -> tuple[str, list, str]:
    """(text before, lines between the markers, text after); all before without. Raises Broken.

    Where git left a conflict in the section, the lines are those of both sides, each rule once.
    """
    ours, theirs = sides(text, BEGIN, END)
    mine = _split(ours)
    if ours == theirs:
        return mine
    other = _split(theirs)
    if (mine[0] + mine[2]).split() != (other[0] + other[2]).split():
        raise Broken(
            "git left a conflict in it that reaches beyond the section of rules: "
            "settle it, and run promote again"
        )
    before, _, after = mine if BEGIN in ours else other
    return before, _united(mine[1], other[1]), after


def conflicted(text: str) -> bool:
    """Return True if the section holds git conflict markers."""
    ours, theirs = sides(text, BEGIN, END)
    return ours != theirs


def rules(text: str) -> dict:
    """id -> its line in the section. Raises Broken."""
    sources = ((SOURCE.search(line), line) for line in split(text)[1])
    return {source.group(1): line for source, line in sources if source}


def rewrite(text: str, add: dict, drop=()) -> str:
    """The text with rules added (id -> line; one that stands stays) and dropped. Raises Broken.

    A section without rules goes, with the blank line before it. Lines that a person added stay.
    """
    before, lines, after = split(text)
    standing = rules(text)
    had = bool(after) or before != text
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    gone = {standing[entry_id] for entry_id in drop if entry_id in standing}
    kept = [line for line in lines if line.strip() != HEADING and line not in gone]
    kept += [line for entry_id, line in add.items() if entry_id not in standing]
    if not kept:
        return _without(before, after, newline) if had else text
    section = newline.join([BEGIN, HEADING, *kept, END])
    if had:
        return before + section + after
    if not before or before.endswith("\n"):
        return before + (newline if before else "") + section + newline
    return (
        before + newline * 2 + section
    )  # no final newline before, none after: so it is found again


def room(text: str, max_rules: int) -> tuple[int, int]:
    """(rules, characters) that the section can still take. Raises Broken."""
    lines = [line for line in split(text)[1] if line.strip() != HEADING]
    used = sum(len(line) + 1 for line in [BEGIN, HEADING, *lines, END])
    return max(0, max_rules - len(lines)), max(0, MAX_CHARS - used)


def _split(text: str) -> tuple[str, list, str]:
    begins, ends = _markers(text)
    if not begins and not ends:
        return text, [], ""
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        raise Broken(
            f"its markers are broken ({len(begins)} {BEGIN}, {len(ends)} {END}): "
            "leave one pair, or none, and run promote again"
        )
    inner = text[begins[0] + len(BEGIN) : ends[0]]
    lines = [line.rstrip("\r\n") for line in lines_of(inner) if line.strip()]
    return text[: begins[0]], lines, text[ends[0] + len(END) :]


def _markers(text: str) -> tuple[list, list]:
    """Offsets of the begin and the end markers. A fence that nobody closes hides none."""
    places = {BEGIN: [], END: []}
    if BEGIN not in text and END not in text:
        return [], []
    fence, within, at = "", [], 0
    for line in lines_of(text):
        marker = line.strip(" \r\n")
        opening = FENCE.match(line)
        if fence and opening and opening.group(1).startswith(fence) and not marker.strip(fence[0]):
            fence, within = "", []
        elif opening and not fence:
            fence = opening.group(1)
        elif marker in places and not line.startswith("    "):
            within.append((marker, at + line.index(marker)))
        if not fence:
            for kind, offset in within:
                places[kind].append(offset)
            within = []
        at += len(line)
    for kind, offset in within:
        places[kind].append(offset)
    return places[BEGIN], places[END]


def _united(lines: list, more: list) -> list:
    """The lines of both; of a rule that both have, the line that tells of more sightings."""
    kept = list(lines)
    for line in more:
        source = SOURCE.search(line)
        twins = (
            n for n, mine in enumerate(kept) if mine == line or source and source.group() in mine
        )
        twin = next(twins, None)
        if twin is None:
            kept.append(line)
        elif _seen(line) > _seen(kept[twin]):
            kept[twin] = line
    return kept


def _seen(line: str) -> int:
    seen = SEEN.search(line)
    return int(seen.group(1)) if seen else 0


def _without(before: str, after: str, newline: str) -> str:
    if not after:
        return before[: -2 * len(newline)] if before.endswith(newline * 2) else before
    before = before[: -len(newline)] if before.endswith(newline * 2) else before
    return before + (after[len(newline) :] if after.startswith(newline) else after)
