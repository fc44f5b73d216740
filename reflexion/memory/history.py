"""What stood in a memory file before it was written, and what we last wrote there: below `.memory-backups/`, ignored by git."""

from __future__ import annotations

import json
import os
import time

from reflexion.store.files import read_bounded, write_atomic

FOLDER, LAST = ".memory-backups", "last.json"
MAX_FILE, KEEP = 1 << 20, 20


def folder(base: str, key: str) -> str:
    return os.path.join(base, FOLDER, key)


def last(base: str, key: str) -> dict:
    """{"path", "text"} of what we wrote last under this key; {} when we never did."""
    try:
        found = json.loads(read_bounded(os.path.join(folder(base, key), LAST), 2 * MAX_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    fine = (
        isinstance(found, dict)
        and isinstance(found.get("path"), str)
        and isinstance(found.get("text"), str)
    )
    return found if fine else {}


def note(base: str, key: str, path: str, text: str) -> None:
    """Remember what was written. Raises OSError."""
    where = folder(base, key)
    _make(base, where)
    write_atomic(
        os.path.join(where, LAST), json.dumps({"path": path, "text": text}).encode("ascii")
    )


def keep(base: str, key: str, data: bytes) -> str:
    """A dated copy; its path. Raises OSError."""
    where = folder(base, key)
    _make(base, where)
    stamp = time.strftime("%Y-%m-%dT%H%M%S", time.gmtime())
    path = os.path.join(where, f"{stamp}.{time.time_ns() // 1000 % 1000000:06d}.md")
    write_atomic(path, data)
    for old in listed(base, key)[KEEP:]:
        os.unlink(os.path.join(where, old))
    return path


def listed(base: str, key: str) -> list:
    """Names of the copies, newest first."""
    try:
        return sorted(
            (
                name
                for name in os.listdir(folder(base, key))
                if name.endswith(".md") and not name.startswith(".")
            ),
            reverse=True,
        )
    except OSError:
        return []


def keys(base: str) -> list:
    try:
        return sorted(
            name for name in os.listdir(os.path.join(base, FOLDER)) if not name.startswith(".")
        )
    except OSError:
        return []


def _make(base: str, where: str) -> None:
    os.makedirs(where, exist_ok=True)
    ignore = os.path.join(base, ".gitignore")
    if not os.path.exists(ignore):
        write_atomic(ignore, b"# Rendered from the entries: nothing here needs to be shared.\n*\n")
