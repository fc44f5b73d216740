"""Merge three versions of an entry.

Git runs this file as its merge driver: `python3 …/store/merge.py BASE OURS THEIRS` writes the
merged entry over OURS. Exit status 1 leaves the conflict to a person.
"""

from __future__ import annotations

import os
import sys

if not __package__:  # run by its path
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from reflexion.errors import Unreadable
from reflexion.learning import entry as fields
from reflexion.learning.entry import encode, is_id, parse
from reflexion.store import fs

LISTS = {
    "keywords": fields.MAX_KEYWORDS,
    "aliases": fields.MAX_ALIASES,
    "notes": fields.MAX_NOTES,
}
ONCE = dict.fromkeys(fields.COUNTERS, 1)  # what a count that is missing means
WITH_RESOLUTION = ("resolution", "source", "confidence")  # they change together
PROPOSAL = ("proposed", "proposed_by")  # so do these


def merge(base: dict | None, ours: dict, theirs: dict) -> dict:
    """Return what both sides made of `base` (None: each met the mistake on its own).

    Counts are exact. Of a text that both sides changed ours stays, and their resolution
    becomes `proposed`, so that a person decides.
    """
    base = {**ONCE, **base} if base else {}
    ours = {**ONCE, **ours}
    theirs = {**ONCE, **theirs}
    merged = {}
    for name in dict.fromkeys([*ours, *theirs]):
        value = _merge_field(name, base.get(name), ours.get(name), theirs.get(name))
        if value is not None:
            merged[name] = value
    _take_side(merged, _side_of_resolution(base, ours, theirs), WITH_RESOLUTION)
    is_ours = merged.get("proposed") == ours.get("proposed")
    _take_side(merged, ours if is_ours else theirs, PROPOSAL)
    if _both_changed(base, ours, theirs) and theirs["resolution"].strip():
        merged.update(proposed=theirs["resolution"], proposed_by=theirs.get("source"))
    return merged


def _merge_field(name: str, was, ours, theirs):
    """Return a field's merged value; None leaves it out."""
    if name in fields.COUNTERS:
        return max(1, min(fields.MAX_COUNT, ours + theirs - (was or 0)))
    if name in LISTS:
        return _merge_lists(was or [], ours or [], theirs or [])[: LISTS[name]] or None
    if name == "first_seen":
        return min(filter(None, (ours, theirs)), default="")
    if name == "last_seen":
        return max(filter(None, (ours, theirs)), default="")
    if name == "needs_review" and was is None:
        return ours or theirs
    return theirs if ours == was else ours


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


def _take_side(merged: dict, side: dict, names: tuple) -> None:
    for name in names:
        merged.pop(name, None)
        if name in side:
            merged[name] = side[name]


def _both_changed(base: dict, ours: dict, theirs: dict) -> bool:
    texts = (base.get("resolution", ""), ours["resolution"], theirs["resolution"])
    return len(set(texts)) == len(texts)


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
    except (OSError, ValueError, Unreadable) as error:
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
