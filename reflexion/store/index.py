"""index.txt kept true: written step by step as entries change, mended when someone else changed them, built anew when it is missing."""

from __future__ import annotations

import os
import time

from reflexion.store import index_state as state
from reflexion.store.entry import MAX_BYTES, is_id, parse
from reflexion.store.files import listing, make_folders, open_file, read_bounded
from reflexion.store.index_file import MOST, Reader, merged, replace, spliced

SCAN_LIMIT = 10_000  # entries up to which every file is looked at before a prompt is answered; above, the folder's time has to do
MAX_TERMS = 80  # of one entry
MAX_DELTA = 64 * 1024  # bytes; what came since is folded into index.txt beyond it
DIRECT = (
    512 * 1024
)  # bytes; an index up to this size is rewritten at once, so that it always shows what was learned
WAIT = 0.5  # seconds a recall waits for a capture to finish writing; then it answers from what is there


def terms_of(entry: dict) -> list:
    """What an entry is found by: its keywords as written (lower case), the terms of its texts, and "#" with its fingerprint."""
    from reflexion.text.fingerprint import fingerprint
    from reflexion.text.tokens import terms

    found = dict.fromkeys(_plain(word) for word in entry["keywords"][:40])
    for text in (
        " ; ".join(entry["keywords"][:40]),
        entry["trigger"],
        entry["context"],
        entry["resolution"],
    ):
        found.update((term.text, None) for term in terms(text[:1000]))
    found.pop("", None)
    return [
        f"#{fingerprint(entry['type'], entry['trigger'][:200], entry['context'][:500])}",
        *(f"#{alias}" for alias in entry.get("aliases") or ()),
        *list(found)[:MAX_TERMS],
    ]


def _plain(word: str) -> str:
    return "-".join(word.lower().replace(":", " ").replace(",", " ").split()).lstrip("#")[:60]


def note(dir: str, entry: dict | None, old: dict | None = None, before: int = 0) -> None:
    """Our own write of an entry (None: it was removed); the caller holds the lock. `before`: what `stamp(dir)` said before the write."""
    known = state.load_stamp(dir)
    if known is None:
        rebuild(dir, locked=True)
        return
    id = (entry or old)["id"]
    terms = terms_of(entry) if entry else []
    new = old is None
    if new or not entry or "trigger" not in old or terms_of(old) != terms:
        _apply(dir, {id: terms}, set() if new else {id})
    states = {id: _state(dir, id, checksum(terms)) if entry else state.GONE}
    state.add_known(dir, states)
    alone = (
        before and abs(known.entries) == before
    )  # nobody else changed the folder since it was read
    state.save_stamp(
        dir, -stamp(dir) if alone else 0, known.count + (1 if new and entry else 0 if entry else -1)
    )


def stamp(dir: str) -> int:
    """The time of the entries folder: equal before and after means that nothing came or went."""
    return state.modified(state.entries_path(dir))


def refresh(dir: str, deep: bool = True, locked: bool = False) -> None:
    """Bring the index up to date with the entries folder. `deep`: files changed in place are noticed too (up to SCAN_LIMIT entries).

    `locked`: the caller holds the store's lock. When somebody else does, or nothing can be written, the index stays as it is.
    """
    if _current(dir, deep):
        return
    try:
        if locked:
            _mend(dir)
        else:
            from reflexion.store.lock import Lock

            make_folders(os.path.join(dir, "state"), mode=0o700)
            with Lock(os.path.join(dir, "state", "lock"), WAIT):
                _mend(dir)
    except OSError:
        pass  # a capture is writing and keeps the index true itself, or the store is read-only


def _current(dir: str, deep: bool) -> bool:
    """Is the index true already? One stat of the folder and one of the index; a look at every file when deep."""
    folder = stamp(dir)
    if not folder:
        return True
    known = state.load_stamp(dir)
    if known is None or abs(known.entries) != folder:
        return False
    if not deep or known.count > SCAN_LIMIT:
        return True
    if known.entries < 0:
        return False
    return _total(dir) == known.total


def _total(dir: str) -> int:
    """A number that is another one after any change in place: times only grow. What comes or goes shows in the folder's own time."""
    total = 0
    for item in listing(state.entries_path(dir)):
        found = item.stat(follow_symlinks=False)
        total += found.st_mtime_ns + found.st_size
    return total


def _compare(dir: str, known: dict) -> tuple:
    """Every file against what is known: ([(id, mtime, size)] changed or new, [ids] gone, their `_total`)."""
    left, changed, total = dict(known), [], 0
    for item in listing(state.entries_path(dir)):
        name, found = item.name, item.stat(follow_symlinks=False)
        total += found.st_mtime_ns + found.st_size
        if not name.endswith(".json"):
            continue
        id = name[:-5]
        was = left.pop(id, None)
        if was is None or not was.startswith(f"{found.st_mtime_ns} {found.st_size} "):
            changed.append((id, found.st_mtime_ns, found.st_size))
    return changed, list(left), total


def _mend(dir: str) -> None:
    """Under the lock: read what changed, and write down that it is known now."""
    known_stamp, known = state.load_stamp(dir), state.load_known(dir)
    if known_stamp is None or known is None:
        rebuild(dir, locked=True)
        return
    folder, now = stamp(dir), time.time_ns()
    changed, gone, total = _compare(dir, known)
    changes, states = {id: [] for id in gone}, {id: state.GONE for id in gone}
    for id, mtime, size in changed:
        terms = _terms_in(dir, id)
        sum_ = checksum(terms)
        if known.get(id, "").rpartition(" ")[2] != sum_:
            changes[id] = terms or []
        states[id] = state.state_of(mtime, size, sum_, now)
    if changes:
        _apply(dir, changes, {id for id in changes if id in known})
    known.update(states)
    count = sum(not item.endswith((state.GONE, state.UNREADABLE)) for item in known.values())
    if len(states) > 1000:
        state.save_known(dir, {id: item for id, item in known.items() if item != state.GONE})
    else:
        state.add_known(dir, states)
    fresh = not state.settled(folder, now) or any(item.startswith("0 ") for item in states.values())
    state.save_stamp(dir, -folder if fresh else folder, count, total)


def _apply(dir: str, changes: dict, gone: set) -> None:
    """Take changes (id -> terms) into the index: at once while it is small or they are many, else beside it. `gone`: ids it may have lines of."""
    size = state.delta_size(dir)
    small = os.stat(state.index_path(dir)).st_size <= DIRECT
    if not small and len(changes) <= 50 and size < MAX_DELTA:
        state.add_delta(dir, changes)
        return
    added = {}
    if size:
        state.add_delta(dir, changes)
        more, added = state.load_delta(dir)
        gone = gone | more
    else:
        for id, terms in changes.items():
            for term in terms:
                added.setdefault(term, []).append(id)
    _write(dir, gone, added)


def _write(dir: str, gone: set, added: dict) -> None:
    path = state.index_path(dir)
    with open_file(path) as old:
        if len(gone) <= 8 and os.fstat(old.fileno()).st_size <= DIRECT:
            replace(path, [spliced(old.read(), gone, added)])
        else:
            replace(path, merged(old, gone, added))
    state.drop_delta(dir)


def fold(dir: str) -> None:
    """Take what came since into index.txt; the caller holds the lock. Raises OSError."""
    known = state.load_stamp(dir)
    if known is None or not state.delta_size(dir):
        return
    _write(dir, *state.load_delta(dir))
    state.save_stamp(dir, known.entries, known.count, known.total)
    states = state.load_known(dir)
    if states is not None:
        state.save_known(dir, states)


class View:
    """The index as of now: index.txt and what came since. A context manager; empty when there is no index."""

    def __init__(self, dir: str):
        known = state.load_stamp(dir)
        self.gone, self.added = state.load_delta(
            dir
        )  # before index.txt is opened: folded twice is harmless, not at all is not
        try:
            self.reader = Reader(state.index_path(dir))
        except OSError:
            self.reader = None
        self.count = known.count if known else 0

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if self.reader:
            self.reader.file.close()

    def find(self, term: str, most: int = MOST) -> tuple:
        """(number of entries with the term, their ids or None when they take more than `most` bytes)."""
        number, ids = self.reader.find(term, most) if self.reader else (0, [])
        new = self.added.get(term, [])
        if ids is None:
            return number + len(new), None
        ids = [id for id in ids if id not in self.gone] + new
        return len(ids), ids

    def starting(self, prefix: str) -> list:
        """Terms that begin with prefix, as many as a short read shows."""
        found = self.reader.starting(prefix) if self.reader else []
        return found + [term for term in self.added if term.startswith(prefix)]


def lookup(dir: str, terms) -> dict:
    """term -> ids of the entries that have it; None for a term too common to tell. Reads a few blocks of the file, never all of it."""
    with View(dir) as view:
        return {
            term: view.find(term)[1]
            for term in dict.fromkeys(_plain(term) if term[:1] != "#" else term for term in terms)
        }


def known(dir: str, fingerprint: str) -> str | None:
    """The entry of a mistake (of several, the oldest id)."""
    ids = lookup(dir, ["#" + fingerprint])["#" + fingerprint]
    return min(ids) if ids else None


def count(dir: str) -> int:
    """How many entries the index holds; 0 without one."""
    found = state.load_stamp(dir)
    return found.count if found else 0


def rebuild(dir: str, locked: bool = False) -> dict:
    """Build the index anew from the entries. {"entries": n, "terms": n, "unreadable": [(file name, reason)], "duplicates": [[ids of one mistake]]}.

    Raises OSError. Memory is bounded: beyond some thousand entries sorted runs go to disk and are merged.
    """
    make_folders(state.folder(dir), mode=0o700)
    if not locked:
        from reflexion.store.lock import Lock

        with Lock(os.path.join(dir, "state", "lock")):
            return rebuild(dir, locked=True)
    from reflexion.store.index_build import build

    return build(dir)


def _terms_in(dir: str, id: str) -> list | None:
    """The terms of the entry file; None when it cannot be read as one."""
    entry = read(dir, id)
    return terms_of(entry) if isinstance(entry, dict) else None


def read(dir: str, id: str):
    """The entry in a file of the folder, or the reason (str) why it is none."""
    path = os.path.join(state.entries_path(dir), id + ".json")
    try:
        if not is_id(id):
            return "its name is not of the form RFX-YYYYMMDD-xxxxxx.json"
        return parse(read_bounded(path, MAX_BYTES), id)
    except (OSError, ValueError) as error:
        return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def checksum(terms: list | None) -> str:
    """Of what the index holds of an entry."""
    import zlib

    return (
        state.UNREADABLE
        if terms is None
        else f"{zlib.crc32(' '.join(terms).encode('utf-8', 'replace')):08x}"
    )


def _state(dir: str, id: str, sum_: str) -> str:
    found = os.stat(os.path.join(state.entries_path(dir), id + ".json"))
    return state.state_of(found.st_mtime_ns, found.st_size, sum_, time.time_ns())
