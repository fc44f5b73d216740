"""Merge three versions of an entry, and the sides of one in which git left conflict markers.

Git runs this file as its merge driver: `python3 …/store/merge.py BASE OURS THEIRS` writes the
merged entry over OURS. Exit status 1 leaves the conflict to a person.
"""

from __future__ import annotations

import os
import sys

if not __package__:  # run by its path: Python put this folder first
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from reflexion.learning import entry as fields
from reflexion.learning.entry import Unreadable, encode, is_id, parse
from reflexion.store import fs

LISTS = {
    "keywords": fields.MAX_KEYWORDS,
    "aliases": fields.MAX_ALIASES,
    "notes": fields.MAX_NOTES,
}
WITH_RESOLUTION = ("resolution", "source", "confidence")  # they change together
OURS = b"<<<<<<<"
BASE = b"|||||||"
SPLIT = b"======="
THEIRS = b">>>>>>>"
# part of a conflict: the markers that end it, and the part that each begins
NEXT = {
    b"": {OURS: OURS},
    OURS: {BASE: BASE, SPLIT: THEIRS},
    BASE: {SPLIT: THEIRS},
    THEIRS: {THEIRS: b""},
}


def merge(base: dict | None, ours: dict, theirs: dict) -> dict:
    """Return what both sides made of `base` (None: each met the mistake on its own).

    Counts are exact. Of a text that both sides changed ours stays, and their resolution
    becomes `proposed`, so that a person decides.
    """
    base = base or {}
    merged = {}
    for name in dict.fromkeys([*ours, *theirs]):
        value = _merge_field(name, base.get(name), ours.get(name), theirs.get(name))
        if value is not None:
            merged[name] = value
    _take_side(merged, _side_of_resolution(base, ours, theirs))
    if _both_changed(base, ours, theirs) and theirs["resolution"].strip():
        merged["proposed"] = theirs["resolution"]
    return merged


def _merge_field(name: str, was, ours, theirs):
    """Return a field's merged value; None leaves it out."""
    if name in fields.COUNTERS:
        return _add_counts(name, was, ours, theirs)
    if name in LISTS:
        return _merge_lists(was or [], ours or [], theirs or [])[: LISTS[name]] or None
    if name == "first_seen":
        return min(filter(None, (ours, theirs)), default="")
    if name == "last_seen":
        return max(filter(None, (ours, theirs)), default="")
    if name == "needs_review" and was is None:
        return ours or theirs
    return theirs if ours == was else ours


def _add_counts(name: str, was, ours, theirs) -> int:
    """Return the base's count and what each side added to it."""
    least = 1 if name == "occurrences" else 0
    count = (ours or 0) + (theirs or 0) - (was or 0)
    return max(least, min(fields.MAX_COUNT, count))


def _merge_lists(was: list, ours: list, theirs: list) -> list:
    """Return the items of both sides, without those that one side took out."""
    gone = [item for item in was if item not in ours or item not in theirs]
    both = dict.fromkeys([*ours, *theirs])
    return [item for item in both if item not in gone]


def _side_of_resolution(base: dict, ours: dict, theirs: dict) -> dict:
    """Return the side whose resolution stands: the one that changed it; of both, ours."""
    was = base.get("resolution", "")
    is_theirs = ours["resolution"] == was != theirs["resolution"]
    return theirs if is_theirs else ours


def _take_side(merged: dict, side: dict) -> None:
    for name in WITH_RESOLUTION:
        merged.pop(name, None)
        if name in side:
            merged[name] = side[name]


def _both_changed(base: dict, ours: dict, theirs: dict) -> bool:
    texts = (base.get("resolution", ""), ours["resolution"], theirs["resolution"])
    return len(set(texts)) == len(texts)


def heal(data: bytes, entry_id: str, base: dict | None = None) -> dict:
    """Return the entry that a file with conflict markers merges to. Raises Unreadable.

    `base` is the common ancestor where it is known from elsewhere. Without any the smaller
    counts stand for it, so that nothing is counted twice.
    """
    versions = _split(data)
    ours = parse(versions[OURS], entry_id)
    theirs = parse(versions[THEIRS], entry_id)
    if base is None and BASE in data:
        base = parse(versions[BASE], entry_id)
    return merge(base or _least(ours, theirs), ours, theirs)


def _least(ours: dict, theirs: dict) -> dict:
    counts = fields.COUNTERS
    return {name: min(ours.get(name, 0), theirs.get(name, 0)) for name in counts}


def _split(data: bytes) -> dict:
    """Return {OURS, BASE, THEIRS: the whole file with that part of each conflict}."""
    versions: dict = {OURS: [], BASE: [], THEIRS: []}
    part = b""  # the part that is being read; b"" outside of a conflict
    for line in data.splitlines(keepends=True):
        marker = line[:7]
        if marker in NEXT[part]:
            part = NEXT[part][marker]
            continue
        for name in [part] if part else versions:
            versions[name].append(line)
    if part:
        raise Unreadable("it holds conflict markers that do not close: mend it by hand")
    return {name: b"".join(lines) for name, lines in versions.items()}


def main(argv: list) -> int:
    """Merge the three files that git names; return 0, or 1 for a conflict."""
    if len(argv) != 3:
        print("usage: merge.py BASE OURS THEIRS", file=sys.stderr)
        return 2
    try:
        base, ours, theirs = [_read(path) for path in argv]
        if not ours or not theirs:
            return 1
        merged = {**merge(base, ours, theirs), "id": ours["id"]}
        fs.write_atomic(argv[1], encode(merged), mode=None)
    except (OSError, ValueError) as error:
        print(f"{argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


def _read(path: str) -> dict | None:
    """Return the entry in a file whose name git made up; None for an empty one."""
    data = fs.read_bytes(path, fields.MAX_BYTES)
    if not data.strip():
        return None
    words = data.decode("utf-8", "replace").replace('"', " ").split()
    return parse(data, next(filter(is_id, words), ""))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
