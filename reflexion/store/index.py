"""index.txt kept true: written as entries change, mended when someone else changed them."""

from __future__ import annotations

import os
from itertools import islice

from reflexion.store import index_state as state
from reflexion.store.entry import NOT_AN_ENTRY, Unreadable, id_of, read_entry
from reflexion.store.files import make_folders, open_file, scan, write_atomic
from reflexion.store.index_file import LONGEST, MOST, Reader, merged, plain

ALL = 1_000  # entries up to which a prompt looks at every file; beyond, at those that changed last
RECENT = 100  # how many these are
AT_START, AT_END = 2_000, 100_000  # the same for a session's start, and its end
MAX_DELTA = 32 * 1024  # bytes; what came since is folded into index.txt beyond it
SHORT_DELTA = 8 * 1024  # bytes; a session's end leaves what is shorter
DIRECT = 128 * 1024  # bytes; an index up to this size is rewritten at once
MANY = 50  # changes that are worth rewriting any index for
BATCH = 2_000  # files read before what they hold goes to disk
WAIT = 0.5  # seconds a recall waits for a capture to finish; then it answers from what is there


def entries_path(dir: str, id: str = "") -> str:
    return os.path.join(dir, "entries", id + ".json" if id else "")


def stamp(dir: str) -> int:
    """The time of the entries folder, 0 without one: equal before and after means that nothing came
    or went."""
    try:
        return os.stat(entries_path(dir)).st_mtime_ns
    except OSError:
        return 0


def note(dir: str, entry: dict | None, old: dict | None = None, before: int = 0) -> None:
    """Our own write of an entry (None: it was removed); the caller holds the lock. `before`: what
    `stamp(dir)` said before the write."""
    from reflexion.store.index_terms import checksum, terms_of

    stamped = state.load_stamp(dir)
    if stamped is None:
        _mend(dir)
        return
    id = (entry or old)["id"]
    terms = terms_of(entry) if entry else []
    if not (entry and old and "trigger" in old and terms_of(old) == terms):
        _apply(dir, {id: terms}, {id} if old else set())
    written = state.GONE
    if entry:
        written = state.state_of(os.stat(entries_path(dir, id)), checksum(terms))
    state.add_known(dir, {id: written})
    folder_time, count = stamped
    alone = before and folder_time == before  # nobody else changed the folder since it was read
    state.save_stamp(dir, stamp(dir) if alone else 0, count + bool(entry) - bool(old))


def refresh(dir: str, deep: bool = True, locked: bool = False, most: int = 0) -> None:
    """Bring the index up to date with the entries folder.

    What came or went shows in the folder's time, as does what an editor wrote beside the file and
    renamed. `deep`: files changed in place are looked for as well, in a store of more than `most`
    entries (0: ALL) among those that changed last. `locked`: the caller holds the store's lock.
    When somebody else does, or nothing can be written, the index stays as it is.
    """
    if _is_current(dir, deep, most or ALL):
        return
    try:
        if locked:
            _mend(dir)
        else:
            with _lock(dir, WAIT):
                _mend(dir)
    except OSError:
        pass  # a capture is writing and keeps the index true itself, or the store is read-only


def _lock(dir: str, *timeout):
    from reflexion.store.lock import Lock

    make_folders(os.path.join(dir, "state"), mode=0o700)
    return Lock(os.path.join(dir, "state", "lock"), *timeout)


def _is_current(dir: str, deep: bool, most: int) -> bool:
    folder_time = stamp(dir)
    read_at, count = folder_time and state.load_stamp(dir) or (0, 0)
    if read_at != folder_time:
        return False
    if not folder_time or not deep:
        return True
    if count <= most:
        known = state.load_known(dir)
        return known is not None and not any(True for _ in _changed(dir, known))
    known = state.load_known(dir, RECENT) or {}
    try:
        return all(_is_state(os.lstat(entries_path(dir, id)), was) for id, was in known.items())
    except OSError:
        return False


def _changed(dir: str, left: dict):
    """Yield (id, its os.stat_result) of the files that are not as known, (id, None) of those that
    are gone."""
    for item in scan(entries_path(dir)):
        id = id_of(item.name)
        if id:
            was, status = left.pop(id, ""), item.stat(follow_symlinks=False)
            if not _is_state(status, was):
                yield id, status
    yield from ((id, None) for id in left)


def _is_state(status, was: str) -> bool:
    return was.startswith(f"{status.st_mtime_ns} {status.st_size} ")


def _mend(dir: str) -> None:
    """Under the lock: read the files that changed, in bounded memory, and write down that they are
    known now, the last change last."""
    stamped, known, folder_time = state.load_stamp(dir), state.load_known(dir), stamp(dir)
    if stamped is None or known is None:
        state.start_anew(dir)
        stamped, known = (0, 0), {}
    count, recent = stamped[1], []
    changed = _changed(dir, dict(known))
    for batch in iter(lambda: list(islice(changed, BATCH)), []):
        states, more = _take(dir, batch, known)
        ordered = sorted([*recent, *states.items()], key=_changed_at)
        state.add_known(dir, dict(ordered[:-RECENT]))
        count, recent = count + more, ordered[-RECENT:]
    state.add_known(dir, dict(recent))
    state.save_stamp(dir, folder_time if state.settled(folder_time) else 0, count)


def _take(dir: str, batch: list, known: dict) -> tuple:
    """Index the files of a batch: (id -> state, by how many the entries became more)."""
    from reflexion.store.index_terms import checksum, terms_of

    changes, states, more = {}, {}, 0
    for id, status in batch:
        terms, mark = [], state.UNREADABLE
        try:
            entry = read_entry(entries_path(dir, id), id) if status else None
            if entry:
                terms = terms_of(entry)
                mark = checksum(terms)
        except Unreadable:
            pass
        was = known.get(id, "").rpartition(" ")[2]
        if was != mark:
            changes[id] = terms
        more += bool(terms) - (was not in ("", state.UNREADABLE))
        states[id] = state.state_of(status, mark) if status else state.GONE
    if changes:
        _apply(dir, changes, known.keys() & changes.keys())
    return states, more


def _changed_at(item: tuple) -> int:
    """When a file changed, from its (id, state); one that is gone or had just changed is last."""
    return int(item[1].partition(" ")[0].strip("-") or 0) or 1 << 63


def _apply(dir: str, changes: dict, gone: set) -> None:
    """Take changes (id -> terms) into the index, or beside it where it is large and they are few.
    `gone`: ids it may have lines of."""
    waiting = state.size_of(dir, "delta.txt")
    large = os.stat(state.index_path(dir)).st_size > DIRECT
    if large and len(changes) <= MANY and waiting < MAX_DELTA:
        state.add_delta(dir, changes)
        return
    changed, added = state.delta(dir, changes)
    _write(dir, changed if waiting else gone, added)


def _write(dir: str, gone: set, added: dict) -> None:
    path = state.index_path(dir)
    with open_file(path) as old:
        lines = iter(lambda: old.readline(LONGEST), b"")
        write_atomic(path, merged(lines, gone, added), mode=0o600, sync=False)
    state.drop_delta(dir)


def fold(dir: str, least: int = SHORT_DELTA) -> None:
    """Take what came since into index.txt, unless it is shorter; the caller holds the lock. Raises
    OSError."""
    stamped = state.load_stamp(dir)
    if stamped and state.size_of(dir, "known.txt") > 2 * state.LINE * (stamped[1] + RECENT):
        state.shorten_known(dir)
    if stamped and state.size_of(dir, "delta.txt") >= max(1, least):
        _write(dir, *state.delta(dir, {}))
        state.save_stamp(dir, *stamped)


class OpenIndex(Reader):
    """The index as of now: index.txt and what came since; `count` entries. A context manager."""

    def __init__(self, dir: str):
        self.count = count(dir)
        # before index.txt is opened: folded twice is harmless, not at all is not
        self.gone, self.added = state.delta(dir, {})
        super().__init__(state.index_path(dir))

    def find(self, term: str, most: int = MOST) -> tuple:
        number, ids = super().find(term, most)
        new = self.added.get(term, [])
        if ids is None:
            return number + len(new), None
        ids = [id for id in ids if id not in self.gone] + new
        return len(ids), ids

    def starting(self, prefix: str) -> list:
        return super().starting(prefix) + [term for term in self.added if term.startswith(prefix)]


def lookup(dir: str, terms) -> dict:
    """term -> ids of the entries that have it; None for a term too common to tell. Reads a few
    blocks of the file, never all of it."""
    terms = dict.fromkeys(term if term[:1] == "#" else plain(term) for term in terms)
    with OpenIndex(dir) as view:
        return {term: view.find(term)[1] for term in terms}


def count(dir: str) -> int:
    """How many entries the index holds; 0 without one."""
    return (state.load_stamp(dir) or (0, 0))[1]


def rebuild(dir: str) -> dict:
    """Build the index anew from the entries. {"entries": n, "terms": n, "unreadable": [(file name,
    reason)], "duplicates": [[ids of one mistake]]}. Raises OSError."""
    with _lock(dir):
        state.start_anew(dir)
        _mend(dir)
        fold(dir, 0)
    names = [item.name for item in scan(entries_path(dir)) if item.name[0] != "."]
    problems = [(name, NOT_AN_ENTRY) for name in names if not id_of(name)]
    states = state.load_known(dir).items()
    for id in [id for id, was in states if was.endswith(state.UNREADABLE)]:
        try:
            read_entry(entries_path(dir, id), id)
        except Unreadable as error:
            problems.append((id + ".json", str(error)))
    terms, duplicates = _survey(dir)
    report = {"entries": count(dir), "terms": terms}
    return {**report, "unreadable": sorted(problems), "duplicates": duplicates}


def _survey(dir: str) -> tuple:
    """(number of terms, lists of the ids that share a fingerprint)."""
    terms, duplicates = set(), []
    with open_file(state.index_path(dir)) as file:
        for line in file:
            key, _, ids = line.partition(b":")
            terms.add(key)
            if key[:1] == b"#" and b"," in ids:
                duplicates.append(ids.decode("ascii", "replace").strip().split(","))
    return len(terms), duplicates
