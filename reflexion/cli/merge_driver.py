"""What git calls when both sides changed an entry."""

from __future__ import annotations

from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import MAX_BYTES, Unreadable, decode, encode, is_id, parse
from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.merge import merge

SUMMARY = "merge three versions of an entry (git calls it: merge-driver BASE OURS THEIRS)"


def main(argv: list) -> int:
    """Write the merged entry over OURS. Exit 1 leaves the conflict to a person, as git's own merge does; 2 for usage."""
    if len(argv) != 3 or argv[0] in ("-h", "--help"):
        print(
            f"usage: reflexion merge-driver BASE OURS THEIRS\n{SUMMARY}\n`reflexion init --team` registers it in this clone."
        )
        return 0 if argv and argv[0] in ("-h", "--help") else 2
    base, ours, theirs = (_entry(path) for path in argv)
    if not ours or not theirs:
        return 1
    write_atomic(argv[1], encode({**merge(base, ours, theirs), "id": ours["id"]}))
    return 0


def _entry(path: str):
    """The entry in a file that git wrote under a name of its own; None when it is none."""
    try:
        data = read_bounded(path, 4 * MAX_BYTES)
        if conflicted(data):  # a virtual base of a criss-cross merge
            id = next(
                (
                    word
                    for word in data.decode("utf-8", "replace").replace('"', " ").split()
                    if is_id(word)
                ),
                "",
            )
            return heal(data, id)
        value = decode(data)
        id = value.get("id") if isinstance(value, dict) else ""
        return parse(data, id) if isinstance(id, str) else None
    except (OSError, ValueError, Unreadable):
        return None
