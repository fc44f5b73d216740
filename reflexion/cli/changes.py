"""What commands changed, on record below the store's state, so that `undo` can take it back."""

from __future__ import annotations

import json
import os
import time

from reflexion.status.terminal import cut
from reflexion.store import tidy
from reflexion.store.fs import make_folders, names, read_bounded, remove, sweep, write_atomic
from reflexion.store.schema import Unreadable, encode, parse
from reflexion.text.clean import one_line

FOLDER = "undo"  # below the store's state
DONE = "done"  # a file there; its time tells when something was taken back last
MOST_ENTRIES = 1000  # of one command; more are brought back by `restore`
MOST_RECORDS = 30
MAX_BYTES = 8 << 20
MAX_STORED = 2000  # characters of a command that are looked at
MAX_WORDS = 120


class Changes:
    """The learnings and files that a command is about to change, as they were before.

    `before`: (store's folder, id) -> the entry's text, "" for none; `settings`: path -> text of a
    file of settings, or of one that a reflection writes."""

    def __init__(self):
        self.before: dict = {}
        self.settings: dict = {}
        self.stores: dict = {}

    def entry(self, store, entry_id: str) -> None:
        """Note an entry as it is; a store calls this before it writes or removes one."""
        key = (store.dir, entry_id)
        if key not in self.before and len(self.before) <= MOST_ENTRIES:
            self.stores[store.dir] = store
            self.before[key] = _text_of(store, entry_id)

    def file(self, path: str) -> None:
        """Note a file as it is."""
        self.settings.setdefault(path, text_of(path))

    def save(self, stores: list, words: str) -> None:
        """Put on record what really changed, with the command's words, in the first of the stores
        that is there. Raises OSError."""
        store = next((store for store in stores if store.exists()), None)
        entries = self._changed_entries()
        settings = self._changed_settings()
        changed = bool(entries or settings)
        if not store or not changed or len(entries) > MOST_ENTRIES:
            return
        command = cut(one_line(words, MAX_STORED), MAX_WORDS)
        record = {"command": command, "entries": entries, "settings": settings}
        _write(store, record)

    def _changed_entries(self) -> list:
        rows = [
            {
                "store": folder,
                "id": name,
                "after": _text_of(self.stores[folder], name),
                "before": was,
            }
            for (folder, name), was in self.before.items()
        ]
        return [row for row in rows if row["after"] != row["before"]]

    def _changed_settings(self) -> list:
        known = self.settings.items()
        rows = [{"path": path, "before": was, "after": text_of(path)} for path, was in known]
        return [row for row in rows if row["after"] != row["before"]]


def _write(store, record: dict) -> None:
    """Store a record under its time, and let the oldest go. Raises OSError."""
    folder = folder_of(store)
    for path in (folder, store.scratch):
        make_folders(path, mode=0o700)
    name = f"{time.time_ns():020d}.json"
    data = json.dumps(record).encode()
    write_atomic(os.path.join(folder, name), data, store.scratch, 0o600)
    for old in _records(folder)[:-MOST_RECORDS]:
        remove(os.path.join(folder, old))
    sweep(folder, time.time(), "", tidy.KEEP_SECONDS)


def typed(words: list) -> str:
    """A command for a person to read: what is of several words stands in quotes."""
    return " ".join(f"'{word}'" if " " in word else word for word in words)


def folder_of(store) -> str:
    return os.path.join(store.state_dir, FOLDER)


def _records(folder: str) -> list:
    return [name for name in names(folder) if name.endswith(".json")]


def latest(stores: list) -> tuple:
    """(the record's path, its time in seconds, the record) of the latest; ("", 0.0, {}) of none."""
    folders = [folder_of(store) for store in stores]
    paths = [os.path.join(folder, name) for folder in folders for name in _records(folder)]
    for path in sorted(paths, key=os.path.basename, reverse=True):
        stamp = os.path.basename(path).partition(".")[0]
        try:
            return path, int(stamp) / 1e9, json.loads(read_bounded(path, MAX_BYTES))
        except (OSError, ValueError):
            continue
    return "", 0.0, {}


def last_undone(store) -> float:
    """When something was taken back last, in seconds; 0.0 for never."""
    try:
        return os.stat(os.path.join(folder_of(store), DONE)).st_mtime
    except OSError:
        return 0.0


def undone(store, path: str) -> None:
    """A change was taken back: its record goes, the time is kept. Raises OSError."""
    if path:
        remove(path)
    if not store.exists():
        return
    for folder in (folder_of(store), store.scratch):
        make_folders(folder, mode=0o700)
    write_atomic(os.path.join(folder_of(store), DONE), b"", store.scratch, 0o600)


def _text_of(store, entry_id: str) -> str:
    """The entry's file, without secrets that somebody typed into it; "" when there is none."""
    return tidy.clean_copy(store, entry_id).decode("utf-8", "replace")


def text_of(path: str) -> str:
    """A file's text, "" when there is none; what is no UTF-8 comes back by "surrogateescape"."""
    try:
        return read_bounded(path, MAX_BYTES).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""


def merged(now: dict | None, before: str, after: str, entry_id: str) -> dict | None:
    """The entry as it was before a change, with what was counted since; None: it goes.

    A field that the change wrote is as before, every other as it is now."""
    if not before:
        return None
    old = parse(before.encode(), entry_id)
    try:
        new = parse(after.encode(), entry_id) if after else None
    except Unreadable:
        new = None
    if not now or not new:
        return old
    fields = dict(now)
    for field in old.keys() | new.keys():
        if old.get(field) == new.get(field):
            continue
        if field in old:
            fields[field] = old[field]
        else:
            fields.pop(field, None)
    return parse(encode({**fields, "id": entry_id}), entry_id)
