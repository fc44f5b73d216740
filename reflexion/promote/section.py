"""The marked section of CLAUDE.md / AGENTS.md as text: everything outside the markers stays byte for byte."""

from __future__ import annotations

import re

from reflexion.promote.sides import sides

BEGIN, END = "<!-- reflexion:begin -->", "<!-- reflexion:end -->"
HEADING = "## Reflexion: Learned Rules"
MAX_CHARS = 4000
SOURCE = r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)\s*$"
SEEN = r"\(seen (\d{1,7})x,"


class Broken(ValueError):
    """The markers do not stand as a pair; its text says what to do."""


def split(text: str) -> tuple[str, list, str]:
    """(text before, lines of the section between the markers, text after). No section: everything is before. Raises Broken.

    Where git left a conflict in the section, the lines are those of both sides, each rule once.
    """
    ours, theirs = sides(text, BEGIN, END)
    found = _split(ours)
    if ours == theirs:
        return found
    other = _split(theirs)
    if (found[0] + found[2]).split() != (other[0] + other[2]).split():
        raise Broken(
            "git left a conflict in it that reaches beyond the section of rules: settle it, and run promote again"
        )
    before, _, after = found if BEGIN in ours else other
    return before, _united(found[1], other[1]), after


def conflicted(text: str) -> bool:
    """Did git leave a conflict in the section?"""
    ours, theirs = sides(text, BEGIN, END)
    return ours != theirs


def _split(text: str) -> tuple[str, list, str]:
    begins, ends = _places(text, BEGIN), _places(text, END)
    if not begins and not ends:
        return text, [], ""
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        raise Broken(
            f"its markers are broken ({len(begins)} {BEGIN}, {len(ends)} {END}): leave one pair, or none, and run promote again"
        )
    inner = text[begins[0] + len(BEGIN) : ends[0]]
    return (
        text[: begins[0]],
        [line for line in inner.splitlines() if line.strip()],
        text[ends[0] + len(END) :],
    )


def _united(lines: list, more: list) -> list:
    """The lines of both; of a rule that both have, the line that tells of more sightings."""
    kept = list(lines)
    for line in more:
        source = re.search(SOURCE, line)
        same = next(
            (n for n, one in enumerate(kept) if one == line or source and source.group() in one),
            None,
        )
        if same is None:
            kept.append(line)
        elif _seen(line) > _seen(kept[same]):
            kept[same] = line
    return kept


def _seen(line: str) -> int:
    found = re.search(SEEN, line)
    return int(found.group(1)) if found else 0


def rules(text: str) -> dict:
    """id -> its line in the section. Raises Broken."""
    found = {}
    for line in split(text)[1]:
        source = re.search(SOURCE, line)
        if source:
            found[source.group(1)] = line
    return found


def rewrite(text: str, add: dict, drop=()) -> str:
    """The file's text with rules added (id -> line; a rule that stands there is left as it is) and dropped. Raises Broken.

    A section without rules goes, with the blank line before it. Lines that a person added inside stay.
    """
    before, lines, after = split(text)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    had = BEGIN in text
    kept, standing = [], set()
    for line in lines:
        source = re.search(SOURCE, line)
        id = source.group(1) if source else ""
        if line.strip() != HEADING and id not in drop:
            kept.append(line)
        standing.add(id)
    kept += [line for id, line in add.items() if id not in standing]
    if not kept:
        return _without(before, after, newline) if had else text
    section = newline.join([BEGIN, HEADING, *kept, END])
    if had:
        return before + section + after
    if not before or before.endswith("\n"):
        return before + (newline if before else "") + section + newline
    return (
        before + newline * 2 + section
    )  # no final newline before, none after: that is how it is found again


def room(text: str, max_rules: int) -> tuple[int, int]:
    """(rules, characters) that the section can still take. Raises Broken."""
    lines = [line for line in split(text)[1] if line.strip() != HEADING]
    used = sum(len(line) + 1 for line in [BEGIN, HEADING, *lines, END])
    return max(0, max_rules - len(lines)), max(0, MAX_CHARS - used)


def _without(before: str, after: str, newline: str) -> str:
    if not after:
        return before[: -2 * len(newline)] if before.endswith(newline * 2) else before
    before = before[: -len(newline)] if before.endswith(newline * 2) else before
    return before + (after[len(newline) :] if after.startswith(newline) else after)


def _places(text: str, marker: str) -> list:
    return [match.start() for match in re.finditer(re.escape(marker), text)]
