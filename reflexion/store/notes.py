"""What hooks note for the person: faults, that they ran, and notices to show later."""

from __future__ import annotations

import os
import time

from reflexion.store import fs
from reflexion.text.clean import one_line

FAULTS = "faults.txt"
RUNS = "runs.txt"
LATER = "later.txt"
MAX_BYTES = 64 * 1024


def fault(state_dir: str, where: str, error) -> None:
    """Put a fault on record. Raises OSError."""
    name = f"{type(error).__name__}: " if isinstance(error, Exception) else ""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    line = f"{when}\t{_plain(where)}\t{one_line(name + str(error), 300)}\n"
    fs.append(os.path.join(state_dir, FAULTS), line.encode("utf-8", "replace"), MAX_BYTES)


def ran(state_dir: str, call: str, milliseconds: float) -> None:
    """Put on record that a hook ran. Raises OSError."""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    line = f"{when}\t{_plain(call)}\t{milliseconds:.0f}\n"
    fs.append(os.path.join(state_dir, RUNS), line.encode(), MAX_BYTES)


def keep_for_later(state_dir: str, text: str) -> None:
    """Keep a notice that no host shows now, for the next session's start. Raises OSError."""
    line = one_line(text, 500) + "\n"
    fs.append(os.path.join(state_dir, LATER), line.encode("utf-8", "replace"), MAX_BYTES)


def take_kept(state_dir: str) -> list:
    """Return the notices that were kept, once. Raises OSError."""
    path = os.path.join(state_dir, LATER)
    lines = fs.peek(path, 2 * MAX_BYTES).decode("utf-8", "replace").splitlines()
    if lines:
        fs.remove(path)
    return lines


def forget(state_dir: str, digits: str) -> None:
    """Take the notices that name a learning by its digits off the list. Raises OSError."""
    path = os.path.join(state_dir, LATER)
    kept = fs.peek(path, 2 * MAX_BYTES).splitlines(keepends=True)
    if any(digits.encode() in line for line in kept):
        left = [line for line in kept if digits.encode() not in line]
        fs.write_atomic(path, b"".join(left), mode=0o600)


def lines(state_dir: str, file: str) -> list:
    """Return the lines of FAULTS or RUNS as lists of fields, oldest first."""
    text = fs.peek(os.path.join(state_dir, file), 4 * MAX_BYTES).decode("utf-8", "replace")
    return [line.split("\t") for line in text.splitlines()]


def _plain(text: str) -> str:
    return one_line(text, 100).replace("\t", " ")
