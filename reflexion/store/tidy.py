"""Keep a store in order: heal conflicts, join duplicates, retire what faded, and keep copies."""

from __future__ import annotations

import os
import time

from reflexion.store import fs, journal
from reflexion.store.git import run_git
from reflexion.store.schema import (
    MAX_FILE,
    MAX_NOTES,
    Unreadable,
    encode,
    id_of,
    mark_of,
    parse,
    redacted,
)
from reflexion.store.trust import BEFORE

FADE_DAYS = 60  # a low one that nobody met again for so long was a one-off
KEEP_SECONDS = 31 * 86400  # as long as hosts keep transcripts, which `reflect` reads
MOST_ASIDE = 20  # states put aside one within the other
MAX_COPIES = 2000


def heal(store) -> list:
    """Write every entry that stands with conflict markers as the one it merges to; their ids."""
    from reflexion.store import merge

    healed = []
    for id in filter(None, map(id_of, store.names())):
        if not has_markers(store, id):
            continue
        with store.lock():
            try:
                # what both sides started from, where git is in the middle of the merge
                known = run_git(store.entries_dir, "cat-file", "blob", f":1:./{id}.json")
                base = parse(known, id) if known else None
            except Unreadable:
                base = None
            try:
                entry = merge.heal(fs.read_bounded(store.path(id), MAX_FILE), id, base)
            except (OSError, ValueError):
                continue  # named by `status`
            keep_copy(store, id, "merge")
            store.write(entry, entry)
            healed.append(id)
    return healed


def has_markers(store, id: str) -> bool:
    """Does the entry's file stand with conflict markers?"""
    from reflexion.store.merge import conflicted

    return conflicted(fs.peek(store.path(id), MAX_FILE))


def dedupe(store) -> dict:
    """Join entries with one fingerprint: {id that went: id that stayed (the older)}, but not those
    whose fixes have little in common: one must not silence the other."""
    groups = {}
    gone = {}
    for entry in store.all():
        groups.setdefault(mark_of(entry), []).append(entry["id"])
    for ids in groups.values():
        _, *more = ids
        entries = _by_age(store, ids) if more else []
        mine = store.provenance
        if len({mine is None or mine.owns(entry) for entry in entries}) != 1:
            continue  # somebody else's words must not come into an entry of ours by themselves
        first, *others = entries
        for other in others:
            kept = store.get(first["id"]) or first
            if _agree(kept, other):
                gone.update(combine(store, kept["id"], other["id"]))
    return gone


def _agree(one: dict, other: dict) -> bool:
    """Do the fixes have half of the shorter one's words in common?"""
    mine = set(one["resolution"].lower().split())
    theirs = set(other["resolution"].lower().split())
    return 2 * len(mine & theirs) >= min(len(mine), len(theirs))


def combine(store, one: str, other: str) -> dict:
    """Join two entries that are one mistake: {id that went: id that stayed (the older)}, {} where
    one is missing."""
    from reflexion.store.merge import merge

    with store.lock():
        entries = _by_age(store, {one, other})
        if len(entries) < 2:
            return {}
        kept, gone = entries
        joined = {**merge(None, kept, {**gone, "id": kept["id"]}), "id": kept["id"]}
        if mark_of(joined) != mark_of(kept):
            joined.update(trigger=kept["trigger"], context=kept["context"])
        if mark_of(gone) != mark_of(kept):
            joined["aliases"] = [mark_of(gone), *(joined.get("aliases") or [])]
        for entry in entries:
            keep_copy(store, entry["id"], "merge")
        store.write(joined, kept)
        store.drop(gone["id"], gone)
        return {gone["id"]: kept["id"]}


def _by_age(store, ids) -> list:
    entries = filter(None, map(store.get, ids))
    return sorted(entries, key=lambda entry: (entry["first_seen"] or "9", entry["id"]))


def retire(store, id: str, why: str) -> dict | None:
    """Take an entry out, with a note of why; its copy stays in the backups. None: there is none."""
    with store.lock():
        entry = store.get(id)
        if entry:
            notes = [*(entry.get("notes") or []), why]
            store.write({**entry, "notes": notes[-MAX_NOTES:]}, entry)
            keep_copy(store, id, "retire")
            store.drop(id, entry)
        return entry


def faded(entry: dict, now: float) -> bool:
    """Is it a low one that was not met for FADE_DAYS?"""
    limit = time.strftime("%Y-%m-%d", time.localtime(now - FADE_DAYS * 86400))
    low = entry.get("confidence") == "low" and not entry["promoted"] and entry["occurrences"] < 2
    heard = entry.get("source") in ("prompt", "transcript")
    return low and heard and "" < entry["last_seen"] < limit


def keep_copy(store, id: str, why: str) -> str:
    """Copy the entry's file, without the secrets that somebody typed into it; `why` is one word,
    such as "edit". The copy's name, "" when there is no file."""
    data = clean_copy(store, id)
    if not data:
        return ""
    for folder in (store.backups, store.scratch):
        fs.make_folders(folder, mode=0o700)
    now = time.time_ns() // 1000  # read once: copies are put in order by their names
    second = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now // 1000000))
    name = f"{second}{now % 1000000:06d}.{why}.{id}.json"
    fs.write_atomic(os.path.join(store.backups, name), data, store.scratch, 0o600)
    return name


def clean_copy(store, id: str) -> bytes:
    """The bytes of the entry's file, without the secrets that somebody typed into it; b"" when
    there is none."""
    try:
        data = fs.read_bounded(store.path(id), MAX_FILE)
    except (OSError, ValueError):
        return b""
    if not store.redact:
        return data
    try:
        entry = parse(data, id)
    except Unreadable:
        text = store.redact(data.decode("utf-8", "surrogateescape"))
        return text.encode("utf-8", "surrogateescape")
    clean = {name: redacted(value, store.redact) for name, value in entry.items()}
    return data if clean == entry else encode({**clean, "id": id})


def copies(store) -> list:
    """(name, stamp, why, id) of all copies, newest first."""
    found = []
    for name in reversed(fs.names(store.backups)):
        stamp, _, rest = name.partition(".")
        why, _, file = rest.partition(".")
        if id_of(file):
            found.append((name, stamp, why, id_of(file)))
    return found


def read_copy(store, name: str) -> bytes:
    """The bytes of one copy. Raises OSError, ValueError."""
    return fs.read_bounded(os.path.join(store.backups, os.path.basename(name)), MAX_FILE)


def take_over(store) -> None:
    """Once its person accepted a store, its history and its copies go on where a state that came
    along, or that an uninstall left, put aside what there was of them; also where that was done
    more than once before. Raises OSError."""
    came = store.state_dir
    for _ in range(MOST_ASIDE):
        came = os.path.join(came, BEFORE)
        if not os.path.isdir(came) or os.path.islink(came):
            return
        _take_history(store, os.path.join(came, journal.HISTORY))
        _take_copies(store, os.path.join(came, "backups"))


def _take_history(store, older: str) -> None:
    """Put what an older history holds before the store's own."""
    before = fs.peek(older, journal.MAX_BYTES)
    if before:
        path = os.path.join(store.state_dir, journal.HISTORY)
        data = before.rstrip(b"\n") + b"\n" + fs.peek(path, journal.MAX_BYTES)
        if len(data) > journal.MAX_BYTES:
            data = data[-journal.MAX_BYTES :].partition(b"\n")[2]
        fs.write_atomic(path, data, store.scratch, 0o600)
        fs.remove(older)


def _take_copies(store, older: str) -> None:
    """Put copies of entries beside the store's own."""
    if not os.path.isdir(older) or os.path.islink(older):
        return
    fs.remove_folder(store.backups)
    if not os.path.lexists(store.backups):
        fs.move(older, store.backups)
        return
    for name in fs.names(older):
        if not os.path.lexists(os.path.join(store.backups, name)):
            fs.move(os.path.join(older, name), os.path.join(store.backups, name))


def sweep(store) -> None:
    """Remove copies beyond the limit, copies and sessions older than a month, stale temporaries."""
    now = time.time()
    for name, *_ in copies(store)[MAX_COPIES:]:
        fs.remove(os.path.join(store.backups, name))
    for name in ("backups", "sessions"):
        fs.sweep(os.path.join(store.state_dir, name), now, "", KEEP_SECONDS)
    for name in ("tmp", "", "runs", "sessions"):
        fs.sweep(os.path.join(store.state_dir, name), now)
