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

NOTHING = Entry(occurrences=0, sessions=0)  # what was there before each met it on its own
# ways of `fields.tsv` to merge what two sides made of one value: what each counted on top, the
# items of both without those that one side took out, a date
ADDED = "added"
JOINED = "joined"
DATES = {"earlier": min, "later": max}
# in any other way the side's value stands that changed it, ours if both did; these go with a text
LEADERS = {"with the lesson": "resolution", "with the proposal": "proposed"}


def merge(base: Entry | None, ours: Entry, theirs: Entry) -> Entry:
    """Return what both sides made of `base` (None: each met the mistake on its own).

    Counts are exact. Of a text that both sides changed ours stays, and their resolution
    becomes `proposed`, so that a person decides.
    """
    base = base or NOTHING
    merged = ours.copy()
    for field in FIELDS:
        setattr(merged, field.name, _merge_field(field, base, ours, theirs))
    for name in dict.fromkeys([*ours.extra, *theirs.extra]):
        is_ours = ours.extra.get(name) != base.extra.get(name)
        merged.extra[name] = (ours if is_ours else theirs).extra.get(name)
    merged.extra = {name: value for name, value in merged.extra.items() if value is not None}
    both_changed = len({base.resolution, ours.resolution, theirs.resolution}) == 3
    if both_changed and theirs.resolution.strip():
        merged.update(proposed=theirs.resolution, proposed_by=theirs.source)
    return merged


def _merge_field(field: Field, base: Entry, ours: Entry, theirs: Entry) -> Any:
    """Return a field's merged value."""
    versions = (base, ours, theirs)
    was, our, their = (getattr(each, field.name) for each in versions)
    if field.merge == ADDED:
        return max(1, min(field.most, our + their - was))
    if field.merge == JOINED:
        gone = {*was} - ({*our} & {*their})
        return [item for item in dict.fromkeys([*our, *their]) if item not in gone][: field.most]
    if field.merge in DATES:
        return DATES[field.merge](filter(None, (our, their)), default="")
    leader = LEADERS.get(field.merge, field.name)
    is_theirs = getattr(ours, leader) == getattr(base, leader) != getattr(theirs, leader)
    return their if is_theirs else our


def main(argv: list[str]) -> int:
    """Merge the three files that git names; return 0, or 1 for a conflict."""
    try:
        base, ours, theirs = [_read(path) for path in argv]
        if not ours or not theirs:
            return 1
        merged = merge(base, ours, theirs).copy(id=ours.id)
        fs.write_atomic(argv[1], encode(merged))
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
