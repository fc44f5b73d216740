"""The journal of what commands changed, and dated copies of files as they were before.

`undo` takes back the last change of a person or an agent, and keeps copies of what it takes
away; `restore` brings back one file. What hooks count is no change: it stays.
"""

from __future__ import annotations

import json
import os
import time
from collections import namedtuple

from reflexion.errors import Changed, ReflexionError, Unreadable
from reflexion.learning.entry import Entry, file_of, id_of, parse
from reflexion.learning.fields import COUNTS, MAX_COUNT
from reflexion.learning.identity import digest, digest_of, fingerprints_of
from reflexion.learning.lesson import title
from reflexion.store import fs, history, settings
from reflexion.store.trust import YOURS
from reflexion.text.json_object import read_object

FOLDER = "copies"
JOURNAL = "journal.jsonl"
MAX_JOURNAL = 1 << 20
MAX_FILE = 8 << 20
KEPT_SECONDS = 31 * 86400
UNDO = "undo"  # who made a change that only keeps copies: it is not taken back itself

# path: of the file; copy: name of its copy, "" if it was not there; after: `_mark` when the
# change was made, "" if it was not there any more; counts: of an entry, [occurrences, sessions]
# when the change was made
File = namedtuple("File", "path copy after counts")
Record = namedtuple("Record", "when what by files")
Copy = namedtuple("Copy", "name when path what")


class Change:
    """One change of some files, put on record at its end; a context manager.

    `what` is the command as a person would know it again. Call `keep(path)` before a file is
    written or removed. A change that altered nothing leaves no record. `beside` is another Store:
    what is changed in its folder stands on its own record, of the same time and words.
    """

    def __init__(self, store, what: str, by: str = "person", beside=None):
        self._store = store
        self._beside = beside and Change(beside, what, by)
        self._what = what
        self._by = by
        self._before: dict = {}

    def __enter__(self):
        return self

    def keep(self, *paths: str) -> None:
        """Keep files as they are now, if that was not done yet. Raises OSError, ValueError."""
        for path in map(os.path.abspath, paths):
            self._keep(path)

    def _keep(self, path: str) -> None:
        if self._beside and fs.is_inside(path, self._beside._store.dir):
            self._beside.keep(path)
        elif path not in self._before:
            data = fs.read_bytes(path, MAX_FILE, follow=True) if os.path.exists(path) else None
            self._before[path] = data

    def made(self, path: str) -> None:
        """Take note of a file that was not there before the change."""
        path = os.path.abspath(path)
        if self._beside and fs.is_inside(path, self._beside._store.dir):
            self._beside.made(path)
        else:
            self._before.setdefault(path, None)

    def __exit__(self, kind, *_):
        when = history.stamp()
        for change in filter(None, (self, self._beside)):
            change._put_on_record(when)

    def _put_on_record(self, when: str) -> None:
        files = [self._file(path, data) for path, data in self._before.items()]
        files = [file for file in files if file]
        if files:
            record = Record(when, self._what, self._by, files)
            fs.append(_journal(self._store), _line(record), MAX_JOURNAL)
        fs.sweep(_folder(self._store), age=KEPT_SECONDS)

    def _file(self, path: str, before: bytes | None) -> File | None:
        """Return what is on record about a file; None if it is as it was."""
        after = fs.peek(path, MAX_FILE) if os.path.exists(path) else None
        if after == before:
            return None
        copy = _put_copy(self._store, path, before) if before is not None else ""
        entry = _entry_in(path, after)
        counts = [getattr(entry, name) for name in COUNTS] if entry else []
        return File(_place(self._store, path), copy, _mark(path, after), counts)


def records(store) -> list:
    """Return the Records of changes that were not taken back, oldest first."""
    return [record for record in _all_records(store) if record.by != UNDO]


def _all_records(store) -> list:
    found = []
    for line in fs.peek(_journal(store), 2 * MAX_JOURNAL).splitlines():
        try:
            record = Record(**read_object(line))
            found.append(record._replace(files=[File(*file) for file in record.files]))
        except (ReflexionError, TypeError):
            continue  # a line cut by a full disk
    return found


def undo(store, record: Record) -> list:
    """Take a change back; return what was done to each file, in words.

    An entry is put back even if it was changed since. What was taken away is kept as a copy.
    Raises Changed, with nothing done, if another file was changed since; Unreadable, OSError.
    """
    since = [_change_since(store, file) for file in record.files]
    is_learning = record.by == "agent" or record.what.split(" ")[0] == "learn"
    with Change(store, f"undo {record.what}", UNDO) as change:
        for file in record.files:
            change.keep(_absolute(store, file.path))
        done = [_put_back(store, file, is_learning) for file in record.files]
    _strike(store, record)
    return [line + changed for line, changed in zip(done, since)]


def copies(store) -> list:
    """Return every Copy, newest first."""
    found = {}
    for record in _all_records(store):
        for file in record.files:
            if file.copy and os.path.exists(_copy_path(store, file.copy)):
                found[file.copy] = Copy(file.copy, record.when, file.path, record.what)
    return sorted(found.values(), key=lambda copy: copy.name, reverse=True)


def restore(store, copy: Copy) -> str:
    """Bring a file back as the copy has it; return what was done. Raises OSError."""
    path = _absolute(store, copy.path)
    with Change(store, f"restore {copy.name}") as change:
        change.keep(path)
        return _put_back(store, File(copy.path, copy.name, "", []))


def forget(store, path: str) -> None:
    """Remove the copies of a file, and the changes that hold it: nothing brings it back."""
    place = _place(store, os.path.abspath(path))
    for record in _all_records(store):
        if any(file.path == place for file in record.files):
            _strike(store, record)
    for name in fs.names(_folder(store)):
        if name.endswith(f"-{os.path.basename(path)}"):
            fs.remove(_copy_path(store, name))


def _change_since(store, file: File) -> str:
    """Return in words that an entry was changed since, by more than counts; "" if it was not.

    Raises Changed for any other file.
    """
    path = _absolute(store, file.path)
    now = _mark(path, fs.peek(path, MAX_FILE) if os.path.exists(path) else None)
    if now == file.after:
        return ""
    entry_id = id_of(os.path.basename(path))
    if not entry_id:
        copy = f"; what it held before is in {_copy_path(store, file.copy)}" if file.copy else ""
        raise Changed(f"{path} was changed since: nothing was taken back{copy}")
    if not now:
        return ""
    remedy = f"`reflexion restore {file_of(entry_id)}`"
    return f"; its file was changed since, and {remedy} brings that back"


def _put_back(store, file: File, is_learning: bool = False) -> str:
    """Make a file what it was; an entry keeps what was counted since.

    If the change was the learning of something, that is not learned again.
    """
    path = _absolute(store, file.path)
    name = os.path.basename(path)
    data = fs.read_bytes(_copy_path(store, file.copy), MAX_FILE) if file.copy else None
    entry_id = id_of(name)
    if entry_id and path in map(os.path.abspath, store.paths(entry_id)):
        return _put_entry_back(store, path, data, file.counts, is_learning)
    if data is None:
        fs.remove(path)
    else:
        fs.make_folders(os.path.dirname(path))
        fs.write_atomic(path, data, mode=None)
    if name == settings.FILE and os.path.dirname(path) == os.path.abspath(store.dir):
        store.trust.accept_settings(read_object(data or b"{}"))
    return f"removed {name}" if data is None else f"{name} is as it was"


def _put_entry_back(store, path: str, data: bytes | None, counts, is_learning) -> str:
    """Do what `_put_back` does for one of the files of an entry."""
    entry_id = id_of(os.path.basename(path))
    with store.lock():
        now = store.get_file(entry_id)
        if data is None:
            fs.remove(path)
            store.index.reread([entry_id])
            if now and is_learning:
                store.dropped.add(fingerprints_of(now), now.trigger)
                return f"forgot {title(now)}; hooks and agents do not learn it again"
            return f"forgot {title(now)}" if now else f"{entry_id} is gone"
        entry = _entry_in(path, data)
        if entry is None or path == os.path.abspath(store.mine.path(entry_id)):
            return _put_bytes_back(store, path, data, entry)
        if now:
            _add_counted(entry, now, counts)
        else:
            store.dropped.allow(fingerprints_of(entry))
        if not now and store.is_shared():  # the file that git tracks, not what is over it
            store.trust.keep_copy(entry_id, store.mine.save_shared(entry))
            store.trust.decide(YOURS, entry)
            store.index.reread([entry_id])
        else:
            store.write(entry)
        return f"{title(entry)}: as it was"


def _put_bytes_back(store, path: str, data: bytes, entry: Entry | None) -> str:
    """Put back what is no entry, or holds words alone, as it was; return what was done."""
    entry_id = id_of(os.path.basename(path))
    fs.write_atomic(path, data, mode=None)
    if entry:
        store.trust.decide(YOURS, entry)
    store.index.reread([entry_id])
    return f"{title(entry) if entry else entry_id}: as it was"


def _add_counted(entry: Entry, now: Entry, counts: list) -> None:
    """Give an entry that is put back what was counted since the change."""
    for name, then in zip(COUNTS, counts):
        since = max(0, getattr(now, name) - then)
        setattr(entry, name, min(MAX_COUNT, getattr(entry, name) + since))
        entry.last_seen = max(now.last_seen, entry.last_seen) if since else entry.last_seen


def _entry_in(path: str, data: bytes | None) -> Entry | None:
    """Return the entry in a file; None if there is none, and for any other file."""
    entry_id = id_of(os.path.basename(path))
    try:
        return parse(data or b"", entry_id) if entry_id else None
    except Unreadable:
        return None


def _mark(path: str, data: bytes | None) -> str:
    """Return the digest of a file, of an entry without what hooks count; "" if it is not there."""
    if data is None:
        return ""
    entry = _entry_in(path, data)
    return digest(entry.copy(promoted=False)) if entry else digest_of(data)


def _strike(store, record: Record) -> None:
    """Take a record out of the journal."""
    kept = [_line(row) for row in _all_records(store) if row != record]
    fs.write_atomic(_journal(store), b"".join(kept), mode=0o600)


def _line(record: Record) -> bytes:
    line = json.dumps(record._asdict(), ensure_ascii=False) + "\n"
    return line.encode("utf-8", "replace")


def _put_copy(store, path: str, data: bytes) -> str:
    fs.make_folders(_folder(store), mode=0o700)
    now = time.time_ns() // 1000
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now // 10**6))
    name = f"{stamp}-{now % 10**6:06d}-{os.path.basename(path)}"
    fs.write_atomic(_copy_path(store, name), data, mode=0o600)
    return name


def _journal(store) -> str:
    return os.path.join(store.state_dir, JOURNAL)


def _folder(store) -> str:
    return os.path.join(store.state_dir, FOLDER)


def _copy_path(store, name: str) -> str:
    return os.path.join(_folder(store), os.path.basename(name))


def _place(store, path: str) -> str:
    """Return a path below the project's root relative to it, any other one as it is."""
    root = os.path.abspath(store.root)
    return os.path.relpath(path, root).replace(os.sep, "/") if fs.is_inside(path, root) else path


def _absolute(store, place: str) -> str:
    """Return the path of a file on record. Raises Changed for one outside of the project."""
    path = os.path.abspath(os.path.join(store.root, place))
    if not fs.is_inside(path, os.path.abspath(store.root)) or fs.leaves(path, store.root):
        raise Changed(f"{path} lies outside of the project", "put it back by hand")
    return path
