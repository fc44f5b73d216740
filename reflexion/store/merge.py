"""Three versions of one entry become one, the same from either side; so do the sides in a file that
git left with conflict markers. Pure."""

from __future__ import annotations

import json

from reflexion.store import schema
from reflexion.text.grades import LEVELS, is_person

ABSENT = object()
GO_WITH_RESOLUTION = ("resolution", "source", "confidence", "judged")
OURS = schema.MARKER
BASE = b"|||||||"
SPLIT = b"======="
THEIRS = b">>>>>>>"
# part of a conflict -> which marker ends it, and what begins with that
FOLLOWING = {b"": {OURS: OURS}, OURS: {BASE: BASE, SPLIT: THEIRS}, BASE: {SPLIT: THEIRS}}
FOLLOWING[THEIRS] = {THEIRS: b""}


def merge(base: dict | None, ours: dict, theirs: dict) -> dict:
    """What both sides learned since `base` (None: they met the mistake independently)."""
    base = base or {}
    # the newer one behind the other, whichever side each is on, so that both clones agree
    order = [(side["last_seen"], json.dumps(side, sort_keys=True)) for side in (ours, theirs)]
    first, second = (ours, theirs) if order == sorted(order) else (theirs, ours)
    merged = _fields(base, first, second)
    if merged.get("skill") and merged.get("category"):
        merged.pop("skill" if second.get("category") else "category")  # a learning has one label
    winner, loser = _resolutions(base.get("resolution", ""), first, second)
    merged.update({field: winner[field] for field in GO_WITH_RESOLUTION if field in winner})
    if loser and loser["resolution"] not in ("", winner["resolution"]):
        notes = _union(merged.get("notes"), [f"also: {loser['resolution']}"])
        merged["notes"] = notes[-schema.MAX_NOTES :]
    return merged


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
    versions = _versions(data)
    sides = []
    for part in (OURS, THEIRS):
        try:
            side = schema.parse(versions[part], name)
        except schema.Unreadable as error:
            why = error
            continue
        if side not in sides:
            sides.append(side)
    if not sides:
        raise schema.Unreadable(f"conflict markers, and no side is an entry ({why})")
    if len(sides) == 1:
        return sides[0]
    ours, theirs = sides
    least = {field: min(ours.get(field, 0), theirs.get(field, 0)) for field in schema.COUNTERS}
    return merge(base or _base_of(versions, name) or least, ours, theirs)


def _base_of(versions: dict, name: str) -> dict | None:
    """The entry that git shows as the base of both sides; None without a whole one."""
    try:
        return schema.parse(versions[BASE], name)
    except (KeyError, schema.Unreadable):
        return None


def _versions(data: bytes) -> dict:
    """Part of a conflict (its marker) -> the bytes of the file with that part of each; BASE only
    where git shows one. Raises Unreadable."""
    lines = {OURS: [], BASE: [], THEIRS: []}
    place = b""  # the part that is being read, b"" outside of a conflict
    for line in data.splitlines(keepends=True):
        marker = SPLIT if line.strip() == SPLIT else line[:7]
        if marker in FOLLOWING.get(place, ()):
            place = FOLLOWING[place][marker]
        else:
            for part in [place] if place else lines:
                lines[part].append(line)
    if place:
        raise schema.Unreadable("conflict markers that do not close")
    if BASE not in data:
        del lines[BASE]
    return {part: b"".join(found) for part, found in lines.items()}
