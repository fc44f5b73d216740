"""What happened on this machine, a line each: what `log` and `status` read.

Beside it stand the faults, the runs of hooks, and the notices that are shown later.
"""

from __future__ import annotations

import os
import time
from collections import namedtuple

from reflexion.store import fs
from reflexion.text.clean import one_line

FILE = "history.txt"
FAULTS = "faults.txt"
RUNS = "runs.txt"
LATER = "later.txt"
MAX_BYTES = 2 << 20
MAX_NOTES = 64 * 1024
# what may have happened to a learning
SEEN = "seen"
TOLD = "told"
CAME_BACK = "came-back"
ASKED = "asked"
LEARNED = "learned"
WORKED = "worked"
FAILED = "failed"
PROMOTED = "promoted"
DEMOTED = "demoted"
OFFERED = "offered"
REMOVED = "removed"
UNDONE = "undone"
KINDS = (
    *(SEEN, TOLD, CAME_BACK, ASKED, LEARNED, WORKED, FAILED),
    *(PROMOTED, DEMOTED, OFFERED, REMOVED, UNDONE),
)

Row = namedtuple("Row", "when what id session")  # when: "YYYY-MM-DD HH:MM:SS"


def append(state_dir: str, session: str, rows: list) -> None:
    """Append (what, id) pairs. Raises OSError."""
    if not rows:
        return
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    lines = [f"{when}\t{what}\t{entry_id}\t{_plain(session)}\n" for what, entry_id in rows]
    fs.append(os.path.join(state_dir, FILE), "".join(lines).encode(), MAX_BYTES)


def read(state_dir: str) -> list:
    """Return the Rows, oldest first."""
    text = fs.peek(os.path.join(state_dir, FILE), 2 * MAX_BYTES).decode("utf-8", "replace")
    fields = (line.split("\t") for line in text.splitlines())
    return [Row(*found) for found in fields if len(found) == 4]


def sessions_of(state_dir: str, what: str, entry_id: str, since: str = "") -> set:
    """Return the sessions in which this happened to the learning.

    With `since`, another thing that may have happened, only what came after it last did.
    """
    data = fs.peek(os.path.join(state_dir, FILE), 2 * MAX_BYTES)
    if since:
        data = data[data.rfind(f"\t{since}\t{entry_id}\t".encode()) + 1 :]
    mark = f"\t{what}\t{entry_id}\t".encode()
    lines = [line for line in data.split(b"\n") if mark in line] if mark in data else []
    return {line.rpartition(b"\t")[2].decode("utf-8", "replace") for line in lines}


def fault(state_dir: str, where: str, error) -> None:
    """Put a fault on record. Raises OSError."""
    name = f"{type(error).__name__}: " if isinstance(error, Exception) else ""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    line = f"{when}\t{_plain(where)}\t{one_line(name + str(error), 300)}\n"
    fs.append(os.path.join(state_dir, FAULTS), line.encode("utf-8", "replace"), MAX_NOTES)


def ran(state_dir: str, call: str, milliseconds: float) -> None:
    """Put on record that a hook ran. Raises OSError."""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    line = f"{when}\t{_plain(call)}\t{milliseconds:.0f}\n"
    fs.append(os.path.join(state_dir, RUNS), line.encode(), MAX_NOTES)


def keep_for_later(state_dir: str, text: str) -> None:
    """Keep a notice that no host shows now, for the next session's start. Raises OSError."""
    line = one_line(text, 500) + "\n"
    fs.append(os.path.join(state_dir, LATER), line.encode("utf-8", "replace"), MAX_NOTES)


def take_kept(state_dir: str) -> list:
    """Return the notices that were kept, once. Raises OSError."""
    path = os.path.join(state_dir, LATER)
    lines = fs.peek(path, 2 * MAX_NOTES).decode("utf-8", "replace").splitlines()
    if lines:
        fs.remove(path)
    return lines


def forget(state_dir: str, digits: str) -> None:
    """Take the notices that name a learning by its digits off the list. Raises OSError."""
    path = os.path.join(state_dir, LATER)
    kept = fs.peek(path, 2 * MAX_NOTES).splitlines(keepends=True)
    if any(digits.encode() in line for line in kept):
        left = [line for line in kept if digits.encode() not in line]
        fs.write_atomic(path, b"".join(left), mode=0o600)


def lines(state_dir: str, file: str) -> list:
    """Return the lines of FAULTS or RUNS as lists of fields, oldest first."""
    text = fs.peek(os.path.join(state_dir, file), 4 * MAX_NOTES).decode("utf-8", "replace")
    return [line.split("\t") for line in text.splitlines()]


def _plain(text: str) -> str:
    return one_line(text, 100).replace("\t", " ")
