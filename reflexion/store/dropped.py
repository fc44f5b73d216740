"""The mistakes that shall not be learned again: `dropped.txt`, a line each.

A line is the mistake's fingerprint and what it was about. Hooks and agents cannot bring such
a mistake back; a person can, with `learn` or by deleting the line.
"""

from __future__ import annotations

import os

from reflexion.store import fs
from reflexion.text.clean import one_line

FILE = "dropped.txt"
MAX_BYTES = 1 << 20
HEAD = "# Mistakes that shall not be learned again, a line each. Delete a line to allow it.\n"


def is_dropped(store, mark: str) -> bool:
    """Return True if the mistake with this fingerprint shall not be learned."""
    return any(line.split(" ", 1)[0] == mark for line in _lines(store) if mark in line)


def drop(store, marks: list, text: str) -> None:
    """Put a mistake's fingerprints on the list. Raises OSError."""
    drop_all(store, [(marks, text)])


def drop_all(store, mistakes: list) -> None:
    """Like `drop`, for many (fingerprints, text) at once. Raises OSError."""
    lines = _lines(store) or [HEAD.rstrip("\n")]
    known = {line.split(" ", 1)[0] for line in lines}
    added = {
        mark: f"{mark}  {one_line(text, 120)}"
        for marks, text in mistakes
        for mark in marks
        if mark not in known
    }
    if added:
        _write(store, [*lines, *added.values()])


def allow(store, marks: list) -> bool:
    """Take fingerprints off the list; return True if one stood there. Raises OSError."""
    lines = _lines(store)
    kept = [line for line in lines if line.split(" ", 1)[0] not in marks]
    if len(kept) < len(lines):
        _write(store, kept)
    return len(kept) < len(lines)


def _lines(store) -> list:
    text = fs.peek(os.path.join(store.dir, FILE), MAX_BYTES).decode("utf-8", "replace")
    return text.splitlines()


def _write(store, lines: list) -> None:
    data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
    fs.write_atomic(os.path.join(store.dir, FILE), data, store.scratch)
