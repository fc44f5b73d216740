"""index.txt kept true: written as entries change, mended when someone else changed them; built anew
when it is another file than state/index/state.txt says. That holds the time of the entries folder
as it was last read, the time since which changed files were not read, and the last changes."""

from __future__ import annotations

import os
import time

from reflexion.store.fs import make_folders, read_text, scan, write_atomic
from reflexion.store.index_file import LONGEST, Reader, merged, terms_of
from reflexion.store.schema import id_of

VERSION = "14"  # of the terms an entry is found by: another number makes every index be built anew
ALL = 1_000  # entries up to which a prompt looks at every file; beyond, at those that changed last
RECENT = 100  # how many these are
AT_START = 2_000  # the same for a session's start, and its end
AT_END = 100_000
DIRECT = 128 * 1024  # bytes; an index up to this size is rewritten at once
MANY = 50  # changes that are worth rewriting any index for
BATCH = 5_000  # files read before what they hold goes to disk
MAX_BYTES = 1 << 20  # of state.txt; ours takes some 40 KB
FRESH = 50_000_000  # ns: a file changed since may change again without its time showing it
AHEAD = 2_000_000_000  # ns: a time further ahead was taken by a clock that was set back since
WAIT = 0.5  # seconds a recall waits for a capture to finish; then it answers from what is there
GONE = "-"
PRIME = 0xFFFFFFFB  # the largest of 32 bits; the rest by it tells that terms changed


class Change:
    """A change of an entry: its time `at`, a checksum of its terms (`mark`; GONE for what is to
    leave index.txt), and the `terms` where they are not in index.txt yet."""

    def __init__(self, at: int, mark: str, terms=()):
        self.at = at
        self.mark = mark
        self.terms = terms

    def is_pending(self) -> bool:
        """Is index.txt to be changed for it?"""
        return self.mark == GONE or bool(self.terms)


class State:
    """What index.txt was made of. `recent`: id -> Change, of the last changes."""

    def __init__(self, store, anew: bool = False):
        self.index = os.path.join(store.dir, "index.txt")
        self.path = os.path.join(store.state_dir, "index", "state.txt")
        self.added = set()  # ids that index.txt has no lines of
        self.recent = {}
        self.valid = False
        self.folder_time = self.since = self.count = 0
        try:
            head, *lines = read_text(self.path, MAX_BYTES).split("\n")
            version, *numbers = head.split()
            at, since, count, *file = map(int, numbers)
            rows = [line.split(" ") for line in lines]
            recent = {id: Change(int(at), mark, terms) for id, at, mark, *terms in rows}
            status = os.stat(self.index)
        except (OSError, ValueError):
            return
        same = version == VERSION and file == [status.st_size, status.st_mtime_ns]
        if same and not anew and since <= time.time_ns() + AHEAD:
            self.recent = recent
            self.valid = True
            self.folder_time = at
            self.since = since
            self.count = count

    def waiting(self) -> tuple:
        """(ids whose lines in index.txt no longer count, term -> ids that came since)."""
        ids = {id for id, change in self.recent.items() if change.is_pending()}
        added = {}
        for id in ids:
            for term in self.recent[id].terms:
                added.setdefault(term, []).append(id)
        return ids, added

    def ids(self) -> set:
        """Of all entries that the index holds."""
        with Reader(self.index if self.valid else "") as file:
            found = file.marked_ids()
        found.update(self.recent)
        return found - {id for id, change in self.recent.items() if change.mark == GONE}

    def put(self, id: str, at: int, entry: dict | None, was: bool) -> None:
        """The entry was changed, None: removed, at this time; `was`: the index held it before."""
        terms = terms_of(entry) if entry else []
        old = self.recent.get(id)
        text = " ".join(terms).encode("utf-8", "replace")
        mark = f"{int.from_bytes(text, 'big') % PRIME:08x}" if terms else GONE
        self.count += bool(terms) - was
        if not was and id not in self.recent:
            self.added.add(id)
        if terms or was:
            same = old and old.mark == mark
            self.recent[id] = Change(at, mark, old.terms if same else terms)

    def save(self, folder_time: int, most: int = MANY) -> None:
        """Write it down; index.txt anew where it is short, or more than `most` changes wait."""
        gone, added = self.waiting()
        many = len(gone) > most
        if not self.valid or many or gone and os.stat(self.index).st_size <= DIRECT:
            self._fold(gone, added)
        self._forget_old()
        status = os.stat(self.index)
        self.folder_time = folder_time
        numbers = (folder_time, self.since, self.count, status.st_size, status.st_mtime_ns)
        lines = [(VERSION, *numbers)]
        lines += [(id, it.at, it.mark, *it.terms) for id, it in self.recent.items()]
        text = "\n".join(" ".join(map(str, fields)) for fields in lines)
        write_atomic(self.path, text.encode("utf-8", "replace"), mode=0o600, sync=False)

    def _fold(self, gone: set, added: dict) -> None:
        """Write index.txt anew, with what came and without what went."""
        with Reader(self.index if self.valid else "") as old:
            lines = iter(lambda: old.file.readline(LONGEST), b"")
            new = merged(lines, gone - self.added, added)
            write_atomic(self.index, new, mode=0o600, sync=False)
        kept = {id: change for id, change in self.recent.items() if change.mark != GONE}
        self.recent = {id: Change(change.at, change.mark) for id, change in kept.items()}
        self.added.clear()
        self.valid = True

    def _forget_old(self) -> None:
        """Keep, of the changes that index.txt holds, the last RECENT."""
        told = [id for id, change in self.recent.items() if not change.is_pending()]
        for id in sorted(told, key=lambda id: self.recent[id].at)[:-RECENT]:
            del self.recent[id]


def folder_time(store) -> int:
    """The time of the entries folder, 0 without one: equal when nothing came or went."""
    try:
        return os.stat(store.entries_dir).st_mtime_ns
    except OSError:
        return 0


def _changed_at(status) -> int:
    return max(status.st_mtime_ns, status.st_ctime_ns)  # nobody sets the second by hand


def note(store, id: str, entry: dict | None, was: bool, before: int) -> None:
    """Our own write of an entry, under the lock (None: it was removed; `was`: there was one;
    `before`: the folder's time before the write). Raises OSError."""
    state = State(store)
    if state.valid:
        state.put(id, _changed_at(os.stat(store.path(id))) if entry else 0, entry, was)
        alone = state.folder_time == before  # nobody else changed the folder since it was read
        state.save(folder_time(store) if alone else 0)
    else:
        _mend(store, state)


def refresh(store, most: int = ALL, locked: bool = False) -> State:
    """Bring the index up to date with the entries folder; its State. What came, went or was renamed
    into place shows in the folder's time; files changed in place are looked for in a store of up to
    `most` entries, beyond it among those that changed last, and not at all where it is 0."""
    state = State(store)
    if store.is_closed():
        return state
    if not _is_current(store, state, most):
        try:
            if locked:
                _mend(store, state)
            else:
                with store.lock(WAIT):
                    state = State(store)
                    _mend(store, state)
        except OSError:
            pass  # a capture is writing and keeps the index true itself, or the store is read-only
    return state


def _is_current(store, state: State, most: int) -> bool:
    now = folder_time(store)
    if not now or not most or state.folder_time != now:
        return state.folder_time == now
    try:
        looked_at = _all_files(store) if state.count <= most else _last_files(store, state)
        return all(_changed_at(status) < state.since for status in looked_at)
    except OSError:
        return False


def _all_files(store):
    """Yield the status of each file in the entries folder."""
    return (item.stat(follow_symlinks=False) for item in scan(store.entries_dir))


def _last_files(store, state: State):
    """Yield the status of the files of the last changes."""
    known = (id for id, change in state.recent.items() if change.mark != GONE)
    return (os.lstat(store.path(id)) for id in known)


def _listed(store):
    """Yield the files of entries; what waits is neither read nor indexed."""
    for item in scan(store.entries_dir):
        id = id_of(item.name)
        if id and not (store.provenance and store.provenance.waits_unread(id)):
            yield item


def _read(store, id: str) -> dict | None:
    """The entry as it is indexed, its words put on record; None for a file that is none."""
    entry = store.get(id, waiting=True)
    if entry and store.provenance:
        store.provenance.noticed(entry)
    return store.indexed(entry) if entry else None


def _mend(store, state: State, most: int = MANY) -> None:
    """Under the lock: read the files that changed, in bounded memory."""
    make_folders(os.path.dirname(state.path), mode=0o700)
    lock = os.path.join(store.state_dir, "lock")
    os.utime(lock)  # by the clock of the file system
    now = os.stat(lock).st_mtime_ns - FRESH
    folder = folder_time(store)
    left = state.ids()
    since = state.since
    if not left:
        state.since = now  # a first build that is killed goes on where it was
    for item in _listed(store):
        id = id_of(item.name)
        at = _changed_at(item.stat(follow_symlinks=False))
        was = id in left
        left.discard(id)
        if at >= since or not was:
            state.put(id, at, _read(store, id), was)
            if len(state.recent) > BATCH:
                state.save(0)
    for id in left:
        state.put(id, 0, None, True)
    state.since = now
    state.save(folder if folder < now else 0, most)


class OpenIndex(Reader):
    """index.txt, `refresh`ed, and what came since; `count` entries. A context manager."""

    def __init__(self, store, most: int = 0, locked: bool = False):
        state = refresh(store, most, locked)
        # before index.txt is opened: folded twice is harmless, not at all is not
        waiting = state.waiting()
        self.store = store
        self.count = state.count
        super().__init__("" if store.is_closed() else state.index, *waiting)

    def known(self, fingerprint: str) -> dict | None:
        """The entry of a mistake; the oldest id of several that can be read."""
        return next(self.store.readable(sorted(self.find("#" + fingerprint)[1] or ())), None)

    def sharing(self, weights: dict, most: int, least: float = 0.0, beside: float = 0.0) -> list:
        """Ids of at most `most` entries, those that share the rarest terms first. `weights`: term
        -> votes that it gives, times its rarity; `least`: how many an entry needs, `beside`: as a
        share of the best one's."""
        from reflexion.text.tokens import rare

        votes: dict = {}
        for term, weight in weights.items():
            number, ids = self.find(term)
            given = weight * rare(number, self.count)
            for id in ids or ():
                votes[id] = votes.get(id, 0.0) + given
        least = max(least, beside * max(votes.values(), default=0.0))
        enough = [id for id in votes if votes[id] >= least]
        return sorted(enough, key=lambda id: (-votes[id], id))[:most]


def rebuild(store) -> None:
    """Build the index anew from the entries. Raises OSError."""
    with store.lock():
        _mend(store, State(store, anew=True), 0)
