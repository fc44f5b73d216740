"""index.txt kept true: written step by step as entries change, mended when someone else changed
them, built when it is missing."""

from __future__ import annotations

import os

from reflexion.store import index_state as state
from reflexion.store.entry import MAX_BYTES, is_id, parse
from reflexion.store.files import make_folders, open_file, read_bounded, scan, write_atomic
from reflexion.store.grade import marks
from reflexion.store.index_file import LONGEST, MOST, Reader, merged

FEW = 1_000  # entries up to which a prompt looks at every file; beyond, at those that changed last
SCAN_LIMIT = 10_000  # the same for a session's start; beyond it the folder's time has to do
MAX_TERMS = 80  # of one entry
MAX_DELTA = 32 * 1024  # bytes; what came since is folded into index.txt beyond it
DIRECT = 128 * 1024  # bytes; an index up to this size is rewritten at once
BATCH = 2_000  # files read before what they hold goes to disk
WAIT = 0.5  # seconds a recall waits for a capture to finish; then it answers from what is there
NOT_AN_ENTRY = "its name is not of the form RFX-YYYYMMDD-xxxxxx.json"
RULES = ("correction",)  # found by what one is about to do, too


def terms_of(entry: dict) -> list:
    """What an entry is found by: its keywords as written (lower case), the terms of its texts, and
    "#" with its fingerprints."""
    from reflexion.text.fingerprint import fingerprint
    from reflexion.text.tokens import terms

    own = fingerprint(entry["type"], entry["trigger"][:200], entry["context"][:500])
    found = dict.fromkeys(_plain(word) for word in entry["keywords"][:40])
    texts = (entry["trigger"], entry["context"], entry["resolution"])
    for text in (" ; ".join(entry["keywords"][:40]), *texts):
        found.update((term.text, None) for term in terms(text[:1000]))
    found.pop("", None)
    if entry["type"] in RULES:
        from reflexion.text.activities import activities

        text = entry["trigger"][:200]
        found = {**dict.fromkeys(activities(terms(text), text)), **found}
    fingerprints = dict.fromkeys([own, *(entry.get("aliases") or ())])
    named = [f"#{print_}" for print_ in fingerprints]
    return [*named, *marks(entry), *list(found)[:MAX_TERMS]]


def _plain(word: str) -> str:
    return "-".join(word.lower().replace(":", " ").replace(",", " ").split()).lstrip("#")[:60]


def stamp(dir: str) -> int:
    """The time of the entries folder: equal before and after means that nothing came or went."""
    return state.modified(state.entries_path(dir))


def note(dir: str, entry: dict | None, old: dict | None = None, before: int = 0) -> None:
    """Our own write of an entry (None: it was removed); the caller holds the lock. `before`: what
    `stamp(dir)` said before the write."""
    known = state.load_stamp(dir)
    if known is None:
        rebuild(dir, locked=True)
        return
    id = (entry or old)["id"]
    terms = terms_of(entry) if entry else []
    if not (entry and old and "trigger" in old and terms_of(old) == terms):
        _apply(dir, {id: terms}, {id} if old else set())
    written = _state(dir, id, checksum(terms)) if entry else state.GONE
    state.add_known(dir, {id: written})
    known.recent.pop(id, None)
    recent = {id: written, **known.recent} if entry else known.recent
    alone = before and known.folder == before  # nobody else changed the folder since it was read
    count = known.count + (0 if entry and old else 1 if entry else -1)
    state.save_stamp(dir, stamp(dir) if alone else 0, count, recent)


def refresh(dir: str, deep: bool = True, locked: bool = False, every: bool = False) -> None:
    """Bring the index up to date with the entries folder.

    What came or went shows in the folder's time, as does what an editor wrote beside the file and
    renamed. `deep`: files changed in place are looked for as well, in a large store among those
    that changed last; `every`: among all (up to SCAN_LIMIT). `locked`: the caller holds the store's
    lock. When somebody else does, or nothing can be written, the index stays as it is.
    """
    if _current(dir, deep, every):
        return
    try:
        if locked:
            _mend(dir)
            return
        from reflexion.store.lock import Lock

        make_folders(os.path.join(dir, "state"), mode=0o700)
        with Lock(os.path.join(dir, "state", "lock"), WAIT):
            _mend(dir)
    except OSError:
        pass  # a capture is writing and keeps the index true itself, or the store is read-only


def _current(dir: str, deep: bool, every: bool) -> bool:
    folder = stamp(dir)
    if not folder:
        return True
    known = state.load_stamp(dir)
    if known is None or known.folder != folder:
        return False
    if not deep or every and known.count > SCAN_LIMIT:
        return True
    if every or known.count <= FEW:
        states = state.load_known(dir)
        return states is not None and not any(True for _ in _changed(dir, states))
    return all(_unchanged(dir, id, was) for id, was in known.recent.items())


def _changed(dir: str, left: dict):
    """Yield (id, its os.stat_result) of the files that are not as known; what stays in `left` is
    gone."""
    for item in scan(state.entries_path(dir)):
        id = item.name[:-5]
        if not item.name.endswith(".json") or not is_id(id):
            continue
        was, status = left.pop(id, ""), item.stat(follow_symlinks=False)
        if not was.startswith(f"{status.st_mtime_ns} {status.st_size} "):
            yield id, status
    yield from ((id, None) for id in left)


def _unchanged(dir: str, id: str, was: str) -> bool:
    try:
        status = os.lstat(os.path.join(state.entries_path(dir), id + ".json"))
    except OSError:
        return False
    return was.startswith(f"{status.st_mtime_ns} {status.st_size} ")


def _mend(dir: str, problems: list | None = None) -> None:
    """Under the lock: read the files that changed, in bounded memory, and write down that they are
    known now."""
    stamped, known = state.load_stamp(dir), state.load_known(dir)
    folder = stamp(dir)
    if stamped is None or known is None:
        stamped, known = _empty(dir), {}
    recent, count, batch = dict(stamped.recent), stamped.count, []
    for id, status in _changed(dir, dict(known)):
        batch.append((id, status))
        if len(batch) >= BATCH:
            count += _take(dir, batch, known, recent, problems)
            batch = []
    count += _take(dir, batch, known, recent, problems)
    newest = sorted(recent.items(), key=lambda row: -_time(row[1]))
    state.save_stamp(dir, folder if state.settled(folder) else 0, count, dict(newest))


def _take(dir: str, batch: list, known: dict, recent: dict, problems: list | None) -> int:
    """Index the files of a batch; by how many the entries became more."""
    changes, states, more = {}, {}, 0
    for id, status in batch:
        entry = read(dir, id) if status else None
        if isinstance(entry, str) and problems is not None:
            problems.append((id + ".json", entry))
        terms = terms_of(entry) if isinstance(entry, dict) else None
        sum_, was = checksum(terms), known.get(id, "").rpartition(" ")[2]
        if was != sum_:
            changes[id] = terms or []
        more += (terms is not None) - (was not in ("", state.UNREADABLE))
        states[id] = state.state_of(status, sum_) if status else state.GONE
        recent.pop(id, None)
        if status:
            recent[id] = states[id]
    if changes:
        _apply(dir, changes, {id for id in changes if id in known})
    state.add_known(dir, states)
    for id in sorted(recent, key=lambda id: -_time(recent[id]))[state.RECENT :]:
        del recent[id]
    return more


def _time(written: str) -> int:
    """When the file changed, from its state; one that had just changed comes before all."""
    return int(written.partition(" ")[0]) or 1 << 63


def _empty(dir: str) -> state.Stamp:
    make_folders(state.folder(dir), mode=0o700)
    write_atomic(state.index_path(dir), b"", mode=0o600, sync=False)
    state.save_known(dir, {})
    state.drop_delta(dir)
    return state.Stamp(0, 0, 0, 0, {})


def _apply(dir: str, changes: dict, gone: set) -> None:
    """Take changes (id -> terms) into the index: at once while it is small or they are many, else
    beside it. `gone`: ids it may have lines of."""
    waiting = state.delta_size(dir)
    small = os.stat(state.index_path(dir)).st_size <= DIRECT
    if not small and len(changes) <= 50 and waiting < MAX_DELTA:
        state.add_delta(dir, changes)
        return
    added = {}
    if waiting:
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
        lines = iter(lambda: old.readline(LONGEST), b"")
        write_atomic(path, merged(lines, gone, added), mode=0o600, sync=False)
    state.drop_delta(dir)


def fold(dir: str) -> None:
    """Take what came since into index.txt; the caller holds the lock. Raises OSError."""
    known = state.load_stamp(dir)
    if known is None or not state.delta_size(dir):
        return
    _write(dir, *state.load_delta(dir))
    state.save_stamp(dir, known.folder, known.count, known.recent)
    states = state.load_known(dir)
    if states is not None:
        state.save_known(dir, states)


class View:
    """The index as of now: index.txt and what came since. A context manager; empty when there is no
    index."""

    def __init__(self, dir: str):
        known = state.load_stamp(dir)
        # before index.txt is opened: folded twice is harmless, not at all is not
        self.gone, self.added = state.load_delta(dir)
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
        """(number of entries with the term, their ids or None when they take more than `most`
        bytes)."""
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
    """term -> ids of the entries that have it; None for a term too common to tell. Reads a few
    blocks of the file, never all of it."""
    plain = dict.fromkeys(_plain(term) if term[:1] != "#" else term for term in terms)
    with View(dir) as view:
        return {term: view.find(term)[1] for term in plain}


def known(dir: str, fingerprint: str) -> str | None:
    """The entry of a mistake (of several, the oldest id)."""
    ids = lookup(dir, ["#" + fingerprint])["#" + fingerprint]
    return min(ids) if ids else None


def count(dir: str) -> int:
    """How many entries the index holds; 0 without one."""
    found = state.load_stamp(dir)
    return found.count if found else 0


def rebuild(dir: str, locked: bool = False) -> dict:
    """Build the index anew from the entries. {"entries": n, "terms": n, "unreadable": [(file name,
    reason)], "duplicates": [[ids of one mistake]]}.

    Raises OSError.
    """
    if not locked:
        from reflexion.store.lock import Lock

        make_folders(state.folder(dir), mode=0o700)
        with Lock(os.path.join(dir, "state", "lock")):
            return rebuild(dir, locked=True)
    _empty(dir)
    strange = [item.name for item in scan(state.entries_path(dir)) if not _is_entry(item.name)]
    problems = [(name, NOT_AN_ENTRY) for name in sorted(strange) if name[0] != "."]
    _mend(dir, problems)
    fold(dir)
    terms, duplicates = _survey(dir)
    return {
        "entries": count(dir),
        "terms": terms,
        "unreadable": sorted(problems),
        "duplicates": duplicates,
    }


def _survey(dir: str) -> tuple:
    """(number of terms, lists of the ids that share a fingerprint)."""
    terms, duplicates, before = 0, [], b""
    with open_file(state.index_path(dir)) as file:
        for line in file:
            key, _, ids = line.partition(b":")
            terms += key != before
            before = key
            if key[:1] == b"#" and b"," in ids:
                duplicates.append(ids.decode("ascii", "replace").strip().split(","))
    return terms, duplicates


def _is_entry(name: str) -> bool:
    return name.endswith(".json") and is_id(name[:-5])


def read(dir: str, id: str):
    """The entry in a file of the folder, or the reason (str) why it is none."""
    try:
        return parse(
            read_bounded(os.path.join(state.entries_path(dir), id + ".json"), MAX_BYTES), id
        )
    except (OSError, ValueError) as error:
        return (isinstance(error, OSError) and error.strerror) or str(error)


def checksum(terms: list | None) -> str:
    """Of what the index holds of an entry."""
    import zlib

    if terms is None:
        return state.UNREADABLE
    return f"{zlib.crc32(' '.join(terms).encode('utf-8', 'replace')):08x}"


def _state(dir: str, id: str, sum_: str) -> str:
    return state.state_of(os.stat(os.path.join(state.entries_path(dir), id + ".json")), sum_)
