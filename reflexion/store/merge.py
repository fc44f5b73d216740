"""Merge three versions of an entry.

Git runs this file as its merge driver: `python3 …/store/merge.py BASE OURS THEIRS` writes the
merged entry over OURS. Exit status 1 leaves the conflict to a person.
"""

from __future__ import annotations

import os
import sys
from typing import Any

if not __package__:  # run by its path
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from reflexion.errors import Unreadable
from reflexion.learning.entry import FIELDS, MAX_BYTES, Entry, Field, encode, is_id, parse
from reflexion.store import fs

# ways of `fields.tsv` to merge what two sides made of one value; of any other way the side that
# changed it, ours if both did
ADDED = "added"  # what each side counted on top
JOINED = "joined"  # the items of both, without those that one side took out
EARLIER = "earlier"
LATER = "later"
WITH_LESSON = "with the lesson"  # the side whose resolution stands
WITH_PROPOSAL = "with the proposal"  # the side whose proposal stands

NOTHING = Entry(occurrences=0, sessions=0)  # what was there before each met it on its own


def merge(base: Entry | None, ours: Entry, theirs: Entry) -> Entry:
    """Return what both sides made of `base` (None: each met the mistake on its own).

    Counts are exact. Of a text that both sides changed ours stays, and their resolution
    becomes `proposed`, so that a person decides.
    """
    base = base or NOTHING
    merged = ours.copy()
    for field in FIELDS:
        values = [getattr(entry, field.name) for entry in (base, ours, theirs)]
        setattr(merged, field.name, _merge_field(field, *values))
    merged.extra = _merge_extra(base.extra, ours.extra, theirs.extra)
    _take_side(merged, _side_of(base, ours, theirs, "resolution"), WITH_LESSON)
    _take_side(merged, _side_of(base, ours, theirs, "proposed"), WITH_PROPOSAL)
    if _both_changed(base, ours, theirs) and theirs.resolution.strip():
        merged.update(proposed=theirs.resolution, proposed_by=theirs.source)
    return merged


def _merge_field(field: Field, was: Any, ours: Any, theirs: Any) -> Any:
    """Return a field's merged value."""
    if field.merge == ADDED:
        return max(1, min(field.most, ours + theirs - was))
    if field.merge == JOINED:
        return _merge_lists(was, ours, theirs)[: field.most]
    if field.merge == EARLIER:
        return min(filter(None, (ours, theirs)), default="")
    if field.merge == LATER:
        return max(filter(None, (ours, theirs)), default="")
    return theirs if ours == was else ours


def _merge_lists(was: list[str], ours: list[str], theirs: list[str]) -> list[str]:
    """Return the items of both sides, without those that one side took out."""
    gone = [item for item in was if item not in ours or item not in theirs]
    both = dict.fromkeys([*ours, *theirs])
    return [item for item in both if item not in gone]


def _merge_extra(
    was: dict[str, object], ours: dict[str, object], theirs: dict[str, object]
) -> dict[str, object]:
    """Return the merged fields of somebody's own; what one side took out is gone."""
    merged = {}
    for name in dict.fromkeys([*ours, *theirs]):
        value = theirs.get(name) if ours.get(name) == was.get(name) else ours.get(name)
        if value is not None:
            merged[name] = value
    return merged


def _side_of(base: Entry, ours: Entry, theirs: Entry, name: str) -> Entry:
    """Return the side whose text stands: the one that changed it; of both, ours."""
    is_theirs = getattr(ours, name) == getattr(base, name) != getattr(theirs, name)
    return theirs if is_theirs else ours


def _take_side(merged: Entry, side: Entry, way: str) -> None:
    """Take from one side all fields that are merged in this way, since they change together."""
    for field in FIELDS:
        if field.merge == way:
            setattr(merged, field.name, getattr(side, field.name))


def _both_changed(base: Entry, ours: Entry, theirs: Entry) -> bool:
    return len({base.resolution, ours.resolution, theirs.resolution}) == 3


def main(argv: list[str]) -> int:
    """Merge the three files that git names; return 0, or 1 for a conflict."""
    if len(argv) != 3:
        print("usage: merge.py BASE OURS THEIRS", file=sys.stderr)
        return 2
    try:
        base, ours, theirs = [_read(path) for path in argv]
        if not ours or not theirs:
            return 1
        merged = merge(base, ours, theirs).copy(id=ours.id)
        fs.write_atomic(argv[1], encode(merged), mode=None)
    except (OSError, ValueError, Unreadable) as error:
        print(f"{argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


def _read(path: str) -> Entry | None:
    """Return the entry in a file whose name git made up; None for an empty one."""
    data = fs.read_bytes(path, MAX_BYTES)
    if not data.strip():
        return None
    words = data.decode("utf-8", "replace").replace('"', " ").split()
    return parse(data, next(filter(is_id, words), ""))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
