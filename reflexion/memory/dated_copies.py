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
        value = json.loads(files.read_bounded(_path(base, key, LAST), 2 * MAX_FILE))
        return {name: "" + value[name] for name in ("path", "text")}
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return {}


def note(base: str, key: str, path: str, text: str) -> None:
    """Remember what was written. Raises OSError."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    _write(base, key, LAST, json.dumps({"path": path, "text": text}).encode("ascii"))


def keep(base: str, key: str, data: bytes) -> None:
    """Keep a dated copy, the newest KEEP of them. Raises OSError."""
    stamp = time.strftime("%Y-%m-%dT%H%M%S", time.gmtime())
    _write(base, key, f"{stamp}.{time.time_ns() // 1000 % 1000000:06d}.md", data)
    for old in listed(base, key)[KEEP:]:
        files.remove(_path(base, key, old))


def copy(base: str, key: str, name: str) -> bytes:
    """A copy's bytes. Raises OSError, ValueError."""
    return files.read_bounded(_path(base, key, name), MAX_FILE)


def listed(base: str, key: str) -> list:
    """Names of the copies, newest first."""
    try:
        names = files.names(_path(base, key))
    except OSError:
        return []
    return [name for name in reversed(names) if COPY.fullmatch(name)]


def keys(base: str) -> list:
    return files.names(os.path.join(base, FOLDER), os.path.dirname(base))


def _path(base: str, key: str, *name: str) -> str:
    """The folder of a key, or a file in it. Raises files.Outside where a link stands in its way."""
    store, where = os.path.dirname(base), os.path.join(base, FOLDER, key)
    plain = os.path.join(os.path.realpath(store), os.path.relpath(where, store))
    if os.path.realpath(where) != plain:
        raise files.Outside(f"{where} is a symbolic link: nothing is kept or removed through it")
    return os.path.join(where, *name)


def _write(base: str, key: str, name: str, data: bytes) -> None:
    files.make_folders(_path(base, key))
    ignore = os.path.join(base, ".gitignore")
    if not os.path.lexists(ignore):
        files.write_atomic(ignore, IGNORE)
    files.write_atomic(_path(base, key, name), data)
