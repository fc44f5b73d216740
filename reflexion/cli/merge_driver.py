"""What git calls when both sides changed an entry."""

from __future__ import annotations

from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import MAX_BYTES, Unreadable, decode, encode, is_id, parse
from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.merge import merge


def merge_driver(context) -> int:
    """Write the merged entry over OURS; 1 leaves the conflict to a person."""
    options = context.options
    base, ours, theirs = map(_entry, (options.base, options.ours, options.theirs))
    if not ours or not theirs:
        return 1
    write_atomic(options.ours, encode({**merge(base, ours, theirs), "id": ours["id"]}))
    return 0


def _entry(path: str):
    """The entry in a file that git wrote under a name of its own; None when it is none."""
    try:
        data = read_bounded(path, 4 * MAX_BYTES)
        if conflicted(data):  # a virtual base of a criss-cross merge
            words = data.decode("utf-8", "replace").replace('"', " ").split()
            return heal(data, next(filter(is_id, words), ""))
        value = decode(data)
        name = value.get("id") if isinstance(value, dict) else ""
        return parse(data, name) if isinstance(name, str) else None
    except (OSError, ValueError, Unreadable):
        return None
