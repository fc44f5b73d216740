"""Three versions of one entry become one, the same from either side; so do the sides in a file that
git left with conflict markers. Pure."""

from __future__ import annotations

import json
from collections import namedtuple
from itertools import product

from reflexion.store import schema
from reflexion.text.grades import LEVELS, is_person

ABSENT = object()
GO_WITH_RESOLUTION = ("resolution", "source", "confidence", "judged")
OURS = schema.MARKER
BASE = b"|||||||"
SPLIT = b"======="
THEIRS = b">>>>>>>"
MAX_DEPTH = 3

# a line, and the part of each conflict that it stands in, outermost first
Placed = namedtuple("Placed", "parts text")


def merge(base: dict | None, ours: dict, theirs: dict) -> dict:
    """What both sides learned since `base` (None: they met the mistake independently)."""
    base = base or {}
    # one order, so that both clones agree
    first, second = sorted((ours, theirs), key=_order)
    merged = _fields(base, first, second)
    if merged.get("skill") and merged.get("category"):
        merged.pop("skill" if second.get("category") else "category")  # a learning has one label
    winner, loser = _resolutions(base.get("resolution", ""), first, second)
    merged.update({field: winner[field] for field in GO_WITH_RESOLUTION if field in winner})
    if loser and loser["resolution"] not in ("", winner["resolution"]):
        notes = _union(merged.get("notes"), [f"also: {loser['resolution']}"])
        merged["notes"] = notes[-schema.MAX_NOTES :]
    return merged


def _order(entry: dict) -> tuple:
    """What puts the newer of two entries behind the other, whichever side each is on."""
    return entry["last_seen"], json.dumps(entry, sort_keys=True)


def _fields(base: dict, first: dict, second: dict) -> dict:
    """All fields of both sides but those that go with the resolution; `second`: the newer one."""
    merged = {}
    for field in dict.fromkeys([*schema.FIELDS, *first, *second]):
        if field in GO_WITH_RESOLUTION:
            continue
        default = schema.DEFAULTS.get(field, ABSENT)
        sides = (first.get(field, default), second.get(field, default))
        value = _field(field, base.get(field, ABSENT), *sides)
        if value is not ABSENT:
            merged[field] = value
    return merged


def _field(field: str, was, a, b):
    """The value of a field, of the base `was` and both sides (`b`: the newer one), or ABSENT."""
    if field in schema.COUNTERS:
        return _counted(field, was, a, b)
    join = JOINED.get(field)
    if join:
        return join(a, b)
    return a if b in (a, was) else b  # what changed; of two changes the newer entry's


def _counted(field: str, *values):
    """The sum of what both sides counted since the base."""
    was, a, b = (value if isinstance(value, int) else 0 for value in values)
    if not (a or b):
        return ABSENT
    least = 1 if field == "occurrences" else 0
    return max(least, min(schema.MAX_COUNT, a + b - was))


def _earlier(a, b):
    return min(filter(None, (a, b)), default="")


def _later(a, b):
    return max(filter(None, (a, b)), default="")


# fields of which both sides' values count, whatever the base had
JOINED = {
    "id": _earlier,
    "first_seen": _earlier,
    "last_seen": _later,
    "promoted": lambda a, b: a or b,
    "keywords": lambda a, b: _union(a, b)[: schema.MAX_KEYWORDS],
    "aliases": lambda a, b: _union(a, b)[: schema.MAX_ALIASES] or ABSENT,
    "notes": lambda a, b: _union(a, b)[-schema.MAX_NOTES :] or ABSENT,
}


def _resolutions(was: str, first: dict, second: dict) -> tuple[dict, dict | None]:
    """(the side whose resolution stands, the side whose resolution is kept as a note or None)."""
    winner = max(first, second, key=_trust)
    if first["resolution"] == second["resolution"]:
        return winner, None
    for one, other in ((first, second), (second, first)):
        if one["resolution"] == was and other["resolution"]:
            return other, None  # only one side changed it, and took it not out
    return winner, second if winner is first else first


def _trust(entry: dict) -> tuple:
    """By what the resolution of an entry stands before another one; the greater wins."""
    level = (*LEVELS, None).index(entry.get("confidence"))
    return (
        bool(entry["resolution"]),
        is_person(entry),
        level,
        entry["last_seen"],
        entry["resolution"],
    )


def _union(a, b) -> list:
    """The items of both lists, each once; of a value that is no list none."""
    union = []
    for value in (a, b):
        for item in value if isinstance(value, (list, tuple)) else ():
            if item not in union:
                union.append(item)
    return union


def conflicted(data: bytes) -> bool:
    """Does a line of data begin with a conflict marker?"""
    return data.startswith(OURS) or b"\n" + OURS in data


def heal(data: bytes, name: str, base: dict | None = None) -> dict:
    """The entry in a file's bytes, of a conflict's sides the one they merge to, without those that
    are none; `base` where it is known from elsewhere: without any the larger counters stand, so
    that nothing is counted twice. Raises Unreadable."""
    if not conflicted(data):
        return schema.parse(data, name)
    lines = _placed(data)
    sides = _sides(lines, name)
    base = base or _base_of(lines, name)
    healed = sides[0]
    for side in sides[1:]:
        least = {field: min(healed.get(field, 0), side.get(field, 0)) for field in schema.COUNTERS}
        healed = merge(base or least, healed, side)
    return healed


def _sides(lines: list, name: str) -> list:
    """The different entries that the sides of the conflicts make. Raises Unreadable for none."""
    sides = []
    why = None
    depth = max(len(line.parts) for line in lines)
    for innermost_first in product((OURS, THEIRS), repeat=depth):
        try:
            side = _side(lines, innermost_first[::-1], name)
        except schema.Unreadable as error:
            why = error
            continue
        if side not in sides:
            sides.append(side)
    if not sides:
        raise schema.Unreadable(f"conflict markers, and no side is an entry ({why})")
    return sides


def _base_of(lines: list, name: str) -> dict | None:
    """The entry that git shows as the base of the outermost conflict; None without a whole one."""
    if not any(BASE in line.parts for line in lines):
        return None
    try:
        return _side(lines, [BASE], name)
    except schema.Unreadable:
        return None


def _placed(data: bytes) -> list:
    """All lines as Placed, behind an empty one. Raises Unreadable."""
    placed = [Placed((), b"")]
    parts = []
    for line in data.splitlines(keepends=True):
        marker = line[:7]
        if marker == OURS and len(parts) < MAX_DEPTH:
            parts.append(OURS)
        elif parts and marker == BASE:
            parts[-1] = BASE
        elif parts and line.strip() == SPLIT:
            parts[-1] = THEIRS
        elif parts and marker == THEIRS:
            parts.pop()
        else:
            placed.append(Placed(tuple(parts), line))
    if parts:
        raise schema.Unreadable("conflict markers that do not close")
    return placed


def _side(lines: list, wanted: list, name: str) -> dict:
    """The entry of the lines that stand in the wanted part of each conflict around them."""
    fits = (line.text for line in lines if line.parts == tuple(wanted[: len(line.parts)]))
    return schema.parse(b"".join(fits), name)
