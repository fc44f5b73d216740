"""What stood in a memory file before it was written, and what we last wrote there.

Kept in `memory/.memory-backups/<key>/` of a store, ignored by git; `base` is that `memory` folder.
No component of it may be a symbolic link.
"""

from __future__ import annotations

import json
import os
import re
import time

from reflexion.store import files

FOLDER, LAST = ".memory-backups", "last.json"
MAX_FILE, KEEP = 1 << 20, 20
COPY = re.compile(r"\d{4}-\d\d-\d\dT\d{6}\.\d{6}\.md")
IGNORE = b"# Rendered from the entries: nothing here needs to be shared.\n*\n"


def last(base: str, key: str) -> dict:
    """{"path", "text"} of what was written last under this key; {} when nothing was."""
    try:
        data = files.read_bounded(os.path.join(_folder(base, key), LAST), 2 * MAX_FILE)
        value = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return {}
    fine = isinstance(value, dict) and all(isinstance(value.get(k), str) for k in ("path", "text"))
    return value if fine else {}


def note(base: str, key: str, path: str, text: str) -> None:
    """Remember what was written. Raises OSError."""
    where = _make(base, key)
    data = json.dumps({"path": path, "text": text}).encode("ascii")
    files.write_atomic(os.path.join(where, LAST), data)


def keep(base: str, key: str, data: bytes) -> None:
    """Keep a dated copy, the newest KEEP of them. Raises OSError."""
    where = _make(base, key)
    stamp = time.strftime("%Y-%m-%dT%H%M%S", time.gmtime())
    name = f"{stamp}.{time.time_ns() // 1000 % 1000000:06d}.md"
    files.write_atomic(os.path.join(where, name), data)
    for old in listed(base, key)[KEEP:]:
        files.remove(os.path.join(where, old))


def copy(base: str, key: str, name: str) -> bytes:
    """A copy's bytes. Raises OSError, ValueError."""
    return files.read_bounded(os.path.join(_folder(base, key), name), MAX_FILE)


def listed(base: str, key: str) -> list:
    """Names of the copies, newest first."""
    try:
        names = files.names(_folder(base, key))
    except OSError:
        return []
    return [name for name in reversed(names) if COPY.fullmatch(name)]


def keys(base: str) -> list:
    return files.names(os.path.join(base, FOLDER), os.path.dirname(base))


def _folder(base: str, key: str) -> str:
    """The folder of a key. Raises files.Outside where a link stands in its way."""
    store, where = os.path.dirname(base), os.path.join(base, FOLDER, key)
    if os.path.realpath(where) != os.path.join(
        os.path.realpath(store), os.path.relpath(where, store)
    ):
        raise files.Outside(f"{where} is a symbolic link: nothing is kept or removed through it")
    return where


def _make(base: str, key: str) -> str:
    where = _folder(base, key)
    files.make_folders(where)
    ignore = os.path.join(base, ".gitignore")
    if not os.path.lexists(ignore):
        files.write_atomic(ignore, IGNORE)
    return where
