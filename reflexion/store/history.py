"""What happened on this machine, a line each: what `log` and `status` read."""

from __future__ import annotations

import os
import time
from collections import namedtuple

from reflexion.store import fs
from reflexion.text.clean import one_line

FILE = "history.txt"
MAX_BYTES = 2 << 20
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


def sessions_of(state_dir: str, what: str, entry_id: str) -> set:
    """Return the sessions in which this happened to the learning."""
    data = fs.peek(os.path.join(state_dir, FILE), 2 * MAX_BYTES)
    mark = f"\t{what}\t{entry_id}\t".encode()
    lines = [line for line in data.split(b"\n") if mark in line] if mark in data else []
    return {line.rpartition(b"\t")[2].decode("utf-8", "replace") for line in lines}


def _plain(text: str) -> str:
    return one_line(text, 100).replace("\t", " ")
