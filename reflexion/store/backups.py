"""Copies of what edits, removals, merges and retirements replace, kept below state/backups/."""

from __future__ import annotations

import os
import time

from reflexion.store import files
from reflexion.store.entry import MAX_FILE, Unreadable, encode, is_id, parse
from reflexion.store.files import make_folders, names, read_bounded, remove, write_atomic

KEEP_SECONDS = 31 * 86400
MAX_FILES = 2000


def folder(store) -> str:
    return os.path.join(store.state_dir, "backups")


def keep(store, id: str, why: str) -> str:
    """Copy the entry's file as it is now; `why` is one word, such as "edit" or "merge". The copy's
    name, "" when there is no file."""
    try:
        data = read_bounded(store.path(id), MAX_FILE)
    except (OSError, ValueError):
        return ""
    if store.redact:
        data = _redacted(data, id, store.redact)
    for needed in (folder(store), store.scratch):
        make_folders(needed, mode=0o700)
    second = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    name = f"{second}{time.time_ns() // 1000 % 1000000:06d}.{why}.{id}.json"
    write_atomic(os.path.join(folder(store), name), data, store.scratch, 0o600)
    return name


def _redacted(data: bytes, id: str, redact) -> bytes:
    """The copy without the secrets that somebody typed into the file by hand."""
    try:
        entry = parse(data, id)
    except Unreadable:
        text = data.decode("utf-8", "surrogateescape")
        return redact(text).encode("utf-8", "surrogateescape")
    clean = {name: _clean(value, redact) for name, value in entry.items()}
    return data if clean == entry else encode({**clean, "id": id})


def _clean(value, redact):
    if isinstance(value, list):
        return [_clean(item, redact) for item in value]
    return redact(value) if isinstance(value, str) else value


def listed(store) -> list:
    """(name, stamp, why, id) of all copies, newest first."""
    rows = [(name, *name.split(".")) for name in names(folder(store)) if name.count(".") == 3]
    return [row[:4] for row in reversed(rows) if is_id(row[3])]


def read(store, name: str) -> bytes:
    """The bytes of one copy. Raises OSError, ValueError."""
    return read_bounded(os.path.join(folder(store), os.path.basename(name)), MAX_FILE)


def sweep(store, now: float) -> None:
    """Remove copies older than a month and beyond the limit."""
    for row in listed(store)[MAX_FILES:]:
        remove(os.path.join(folder(store), row[0]))
    files.sweep(folder(store), now, "", KEEP_SECONDS)
