"""The journal of what commands changed, and dated copies of files as they were before.

`undo` takes back the last change of a person or an agent, and keeps copies of what it takes
away; `restore` brings back one file. Both put back bytes. What hooks count is no change: it stays.
"""

from __future__ import annotations

import json
import os
import time
from collections import namedtuple
from itertools import starmap

from reflexion.errors import ReflexionError
from reflexion.learning.entry import COUNTS, MAX_COUNT, Entry, encode, is_id, or_none, parse
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.lesson import title
from reflexion.store import fs, history, settings
from reflexion.store.entries import Store
from reflexion.store.mine import SHARED
from reflexion.store.trust import YOURS
from reflexion.text import hashed
from reflexion.text.json_object import read_object

FOLDER = "copies"
JOURNAL = "journal.jsonl"
MAX_JOURNAL = 1 << 20
MAX_FILE = 8 << 20
KEPT_SECONDS = 31 * 86400
UNDO = "undo"  # who made a change that only keeps copies: it is not taken back itself

# path: of the file; copy: name of its copy, "" if it was not there; after: `_mark` when the
# change was made, "" if it was not there any more; counts: of a learning,
# {field: [before the change, after]}
File = namedtuple("File", "path copy after counts")
Record = namedtuple("Record", "when what by files")
Copy = namedtuple("Copy", "name when path what store")


class Change:
    """One change of some files, put on record at its end; a context manager.

    `what` is the command as a person would know it again. Call `keep(path)` before a file is
    written or removed. A change that altered nothing leaves no record. `beside` is another Store:
    what is changed in its folder stands on its own record, of the same time and words.
    """

    def __init__(self, store: Store, what: str, by: str = "person", beside: Store | None = None):
        self._store = store
        self._beside = Change(beside, what, by) if beside else None
        self._what = what
        self._by = by
        self._before: dict[str, bytes | None] = {}
        self._counts: dict[str, dict[str, int]] = {}  # of learnings, before the change

    def __enter__(self) -> Change:
        return self

    def keep(self, *paths: str) -> None:
        """Keep files as they are now, if that was not done yet. Raises OSError, ValueError."""
        for path in map(os.path.abspath, paths):
            owner = self._owner(path)
            if path not in owner._before:
                data = fs.read_bytes(path, MAX_FILE, follow=True) if os.path.exists(path) else None
                owner._before[path] = data
                owner._counts.setdefault(_id_in(path), _counts_of(owner._store, path))

    def made(self, path: str) -> None:
        """Take note of a file that was not there before the change."""
        path = os.path.abspath(path)
        self._owner(path)._before.setdefault(path, None)

    def forget(self, entry_id: str) -> None:
        """Remove every copy that names a learning, and the changes that hold one or its files:
        nothing brings back what it said. Raises OSError."""
        mark = entry_id.encode()
        kept = self._before.items()
        self._before = {path: data for path, data in kept if mark not in (data or b"")}
        for name in fs.names(_path(self._store, FOLDER)):
            path = _path(self._store, FOLDER, name)
            if entry_id in name or mark in fs.peek(path, MAX_FILE):
                fs.remove(path)
        there = {"", *fs.names(_path(self._store, FOLDER))}
        every = records(self._store, True)
        whole = [one for one in every if there.issuperset(file.copy for file in one.files)]
        _write(self._store, whole)

    def __exit__(self, *_: object) -> None:
        when = history.stamp()
        for change in filter(None, (self, self._beside)):
            change._put_on_record(when)

    def _owner(self, path: str) -> Change:
        beside = self._beside
        return beside if beside and fs.is_inside(path, beside._store.dir) else self

    def _put_on_record(self, when: str) -> None:
        files = list(filter(None, starmap(self._file, self._before.items())))
        if files:
            record = Record(when, self._what, self._by, files)
            fs.append(_path(self._store, JOURNAL), _line(record), MAX_JOURNAL)
        fs.sweep(_path(self._store, FOLDER), age=KEPT_SECONDS)

    def _file(self, path: str, data: bytes | None) -> File | None:
        """Return what is on record about a file; None if it is as it was."""
        after = _now(path)
        if after == data:
            return None
        copy = ""
        if data is not None:
            seconds, micros = divmod(time.time_ns() // 1000, 10**6)  # by one clock: names sort
            when = time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))
            copy = f"{when}-{micros:06d}-{os.path.basename(path)}"
            fs.make_folders(_path(self._store, FOLDER), mode=0o700)
            fs.write_atomic(_path(self._store, FOLDER, copy), data, mode=0o600)
        before = self._counts.pop(_id_in(path), {})  # with the first of a learning's files
        now = _counts_of(self._store, path)
        counts = {name: [before.get(name, 0), now.get(name, 0)] for name in COUNTS if before}
        root = os.path.abspath(self._store.root)
        if fs.is_inside(path, root):
            path = os.path.relpath(path, root).replace(os.sep, "/")
        return File(path, copy, _mark(after), counts)


def records(store: Store, with_undone: bool = False) -> list[Record]:
    """Return the Records of changes that were not taken back, oldest first; or of all."""
    found = []
    for line in fs.peek(_path(store, JOURNAL), 2 * MAX_JOURNAL).splitlines():
        try:
            record = Record(**read_object(line))
            found.append(record._replace(files=[File(*row) for row in record.files]))
        except (ReflexionError, TypeError):
            continue  # a line cut by a full disk
    return [record for record in found if with_undone or record.by != UNDO]


def undo(store: Store, record: Record) -> list[str]:
    """Take a change back; return what was done to each file, in words.

    What was taken away is kept as a copy. Raises ReflexionError, with nothing done, if a file that
    is no entry was changed since; OSError.
    """
    paths = [_absolute(store, file.path) for file in record.files]
    for path, file in zip(paths, record.files):
        if not _id_in(path) and _mark(_now(path)) != file.after:
            remedy = "`reflexion restore` lists its copies"
            raise ReflexionError(f"{path} was changed since: nothing was taken back", remedy)
    is_learning = record.by == "agent" or record.what.split(" ")[0] == "learn"
    with Change(store, f"undo {record.what}", UNDO) as change:
        change.keep(*paths)
        done = _put_back(store, record.files, is_learning)
    _write(store, [each for each in records(store, True) if each != record])
    return done


def copies(store: Store) -> list[Copy]:
    """Return every Copy, newest first."""
    there = set(fs.names(_path(store, FOLDER)))
    every = ((file, record) for record in records(store, True) for file in record.files)
    found = [Copy(file.copy, record.when, file.path, record.what, store) for file, record in every]
    kept = [copy for copy in found if copy.name in there]
    return sorted(kept, key=lambda copy: str(copy.name), reverse=True)


def restore(copy: Copy) -> str:
    """Bring a file back as the copy has it; return what was done. Raises OSError."""
    with Change(copy.store, f"restore {copy.name}") as change:
        change.keep(_absolute(copy.store, copy.path))
        return _put_back(copy.store, [File(copy.path, copy.name, "", {})])[0]


def _put_back(store: Store, files: list[File], is_learning: bool = False) -> list[str]:
    """Make files what they were; return what was done, a line for each learning or other file."""
    folders = list(map(os.path.abspath, store.mine.folders))
    done = []
    before: dict[str, Entry | None] = {}
    for file in files:
        path = _absolute(store, file.path)
        entry_id = _id_in(path)
        copy = _path(store, FOLDER, os.path.basename(file.copy))
        data = fs.read_bytes(copy, MAX_FILE) if file.copy else None
        if entry_id and os.path.dirname(path) in folders:
            before.setdefault(entry_id, store.get_file(entry_id))
            with store.lock():
                _put_entry_back(store, path, data, file)
        else:
            done.append(_put_other_back(store, path, data))
    return done + [_outcome(store, *each, is_learning) for each in before.items()]


def _put_other_back(store: Store, path: str, data: bytes | None) -> str:
    """Make a file that is no learning's what it was; return what was done."""
    _put(path, data)
    name = os.path.basename(path)
    if path == os.path.join(os.path.abspath(store.dir), settings.FILE):
        store.trust.accept_settings(read_object(data or b"{}"))
    return f"removed {name}" if data is None else f"{name} is as it was"


def _put_entry_back(store: Store, path: str, data: bytes | None, file: File) -> None:
    """Make a file of a learning what it was; what was counted since stays."""
    entry_id = _id_in(path)
    now = store.get_file(entry_id)
    entry = or_none(parse, data or b"", entry_id)  # a mark that one is gone is empty
    is_shared = store.is_shared() and path == os.path.abspath(store.mine.path(entry_id, SHARED))
    totals = _totals(now, entry, file)
    if entry and file.counts and not is_shared:
        data = encode(entry.copy(**totals))
    _put(path, data)
    whole = now or entry
    if whole and store.is_shared():
        store.mine.write_counts(whole.copy(**totals), store.mine.get_shared(entry_id))
    if entry:
        _accept(store, entry, bool(now), is_shared)
    store.index.reread([entry_id])


def _outcome(store: Store, entry_id: str, was: Entry | None, is_learning: bool) -> str:
    """Return what became of a learning; it is not learned again if the change learned it."""
    entry = store.get_file(entry_id) or was
    name = title(entry) if entry else entry_id
    if os.path.lexists(store.path(entry_id)):
        return f"{name}: as it was"
    if not (was and is_learning):
        return f"forgot {name}"
    with store.lock():
        store.dropped.add(fingerprints_of(was), was.trigger)
    return f"forgot {name}; hooks and agents do not learn it again"


def _totals(now: Entry | None, was: Entry | None, file: File) -> dict[str, object]:
    """Return the counts, and the last date, of a learning without a change of them."""
    counts = file.counts if isinstance(file.counts, dict) else {}  # an older version noted a list
    since = {name: getattr(now, name, 0) - after for name, (_, after) in counts.items()}
    last = now if max(since.values(), default=0) > 0 else was or now
    totals = {name: max(1, min(MAX_COUNT, counts[name][0] + more)) for name, more in since.items()}
    return {**totals, "last_seen": last.last_seen if last else ""}


def _accept(store: Store, entry: Entry, is_there: bool, is_shared: bool) -> None:
    """Take the words that are put back for the person's, unless others share them."""
    if not (is_there and is_shared):
        store.trust.decide(YOURS, entry)
    if is_shared:
        store.trust.keep(entry.id, encode(entry))
    if not is_there:
        store.dropped.allow(fingerprints_of(entry))


def _put(path: str, data: bytes | None) -> None:
    if data is None:
        fs.remove(path)
    else:
        fs.make_folders(os.path.dirname(path))
        fs.write_atomic(path, data)


def _counts_of(store: Store, path: str) -> dict[str, int]:
    entry = store.get_file(_id_in(path))
    return {name: getattr(entry, name) for name in COUNTS} if entry else {}


def _id_in(path: str) -> str:
    name = os.path.splitext(os.path.basename(path))[0]
    return name if is_id(name) else ""


def _now(path: str) -> bytes | None:
    """Return what a file holds; None if it is not there."""
    return fs.peek(path, MAX_FILE) if os.path.exists(path) else None


def _mark(data: bytes | None) -> str:
    """Return the digest of a file; "" if it is not there."""
    return "" if data is None else hashed(data)[:40]


def _write(store: Store, every: list[Record]) -> None:
    fs.write_atomic(_path(store, JOURNAL), b"".join(map(_line, every)), mode=0o600)


def _line(record: Record) -> bytes:
    return json.dumps(record._asdict()).encode() + b"\n"


def _path(store: Store, *names: str) -> str:
    return os.path.join(store.state_dir, *names)


def _absolute(store: Store, place: str) -> str:
    """Return the path of a file on record, in the project, or in the home store for its own.

    Raises OSError for one that lies elsewhere, behind a link or in git's folder.
    """
    path = os.path.abspath(os.path.join(store.root, place))
    fs.resolve(path, store.dir if store.is_private else store.root)
    return path
