"""Keep a store in order: heal conflicts, join duplicates, retire what faded. Copies of what edits,
removals, merges and retirements replace stay below state/backups/."""

from __future__ import annotations

import os
import time

from reflexion.store import files
from reflexion.store.entry import (
    MAX_ALIASES,
    MAX_FILE,
    MAX_NOTES,
    Unreadable,
    encode,
    id_of,
    is_id,
    mark_of,
    parse,
)
from reflexion.store.paths import run_git

FADE_DAYS = 60  # a low one that nobody met again for so long was a one-off
KEEP_SECONDS, MAX_COPIES = 31 * 86400, 2000


def heal(store) -> list:
    """Write every entry that stands with conflict markers as the one it merges to; their ids."""
    from reflexion.store import merge

    healed = []
    for id in filter(None, map(id_of, store.names())):
        if not has_markers(store, id):
            continue
        with store.lock():
            try:
                data = files.read_bounded(store.path(id), MAX_FILE)
                entry = merge.heal(data, id, _git_base(store, id))
            except (OSError, ValueError):
                continue  # named by `status`
            keep_copy(store, id, "merge")
            store.write(entry, entry)
            healed.append(id)
    return healed


def has_markers(store, id: str) -> bool:
    """Does the entry's file stand with conflict markers?"""
    from reflexion.store.merge import conflicted

    return conflicted(files.peek(store.path(id), MAX_FILE))


def _git_base(store, id: str) -> dict | None:
    """What both sides started from, where git is in the middle of the merge and still knows."""
    data = run_git(store.entries_dir, "show", f":1:./{id}.json")
    try:
        return parse(data, id) if data is not None else None
    except Unreadable:
        return None


def dedupe(store) -> dict:
    """Join entries with one fingerprint: {id that went: id that stayed (the older)}.

    Two whose fixes have little in common stay apart: one of them must not silence the other.
    """
    groups, gone = {}, {}
    for entry in store.all():
        groups.setdefault(mark_of(entry), []).append(entry["id"])
    for mark, ids in groups.items():
        if len(ids) < 2:
            continue
        with store.lock():
            entries = [entry for entry in _by_age(store, ids) if mark_of(entry) == mark]
            for other in entries[1:]:
                if _fixes_agree(entries[0]["resolution"], other["resolution"]):
                    gone[other["id"]] = entries[0]["id"]
                    entries[0] = _joined(store, entries[0], other)
    return gone


def combine(store, one: str, other: str) -> dict:
    """Join two entries that a person calls one mistake: {id that went: id that stayed (the older)};
    {} where one is missing. The newer one's fingerprint is known as the older one's from then
    on."""
    with store.lock():
        entries = _by_age(store, {one, other})
        if len(entries) < 2:
            return {}
        _joined(store, *entries)
        return {entries[1]["id"]: entries[0]["id"]}


def _by_age(store, ids) -> list:
    entries = filter(None, map(store.get, ids))
    return sorted(entries, key=lambda entry: (entry["first_seen"] or "9", entry["id"]))


def _joined(store, kept: dict, other: dict) -> dict:
    """Store one entry for two, under the id and fingerprint of the first; copies of both stay."""
    from reflexion.store.merge import merge

    joined = {**merge(None, kept, {**other, "id": kept["id"]}), "id": kept["id"]}
    if mark_of(joined) != mark_of(kept):
        joined.update(trigger=kept["trigger"], context=kept["context"])
    if mark_of(other) != mark_of(kept):
        joined["aliases"] = [mark_of(other), *(joined.get("aliases") or [])][:MAX_ALIASES]
    for id in (kept["id"], other["id"]):
        keep_copy(store, id, "merge")
    store.write(joined, kept)
    store.drop(other["id"], other)
    return joined


def _fixes_agree(one: str, other: str) -> bool:
    words, others = set(one.lower().split()), set(other.lower().split())
    return not words or not others or 2 * len(words & others) >= min(len(words), len(others))


def retire(store, id: str, why: str) -> dict | None:
    """Take an entry out, with a note of why; its copy stays in the backups. None: there is none."""
    with store.lock():
        entry = store.get(id)
        if entry:
            store.write({**entry, "notes": [*(entry.get("notes") or []), why][-MAX_NOTES:]}, entry)
            keep_copy(store, id, "retire")
            store.drop(id, entry)
        return entry


def faded(entry: dict, now: float) -> bool:
    """Is it a low one that was not met for FADE_DAYS?"""
    limit = time.strftime("%Y-%m-%d", time.localtime(now - FADE_DAYS * 86400))
    low = entry.get("confidence") == "low" and not entry["promoted"] and entry["occurrences"] < 2
    heard = entry.get("source") in ("prompt", "transcript")
    return low and heard and "" < entry["last_seen"][:10] < limit


def keep_copy(store, id: str, why: str) -> str:
    """Copy the entry's file as it is now, without the secrets that somebody typed into it; `why` is
    one word, such as "edit" or "merge". The copy's name, "" when there is no file."""
    try:
        data = files.read_bounded(store.path(id), MAX_FILE)
    except (OSError, ValueError):
        return ""
    if store.redact:
        try:
            entry = parse(data, id)
            clean = {name: _clean(value, store.redact) for name, value in entry.items()}
            data = data if clean == entry else encode({**clean, "id": id})
        except Unreadable:
            text = store.redact(data.decode("utf-8", "surrogateescape"))
            data = text.encode("utf-8", "surrogateescape")
    for folder in (_folder(store), store.scratch):
        files.make_folders(folder, mode=0o700)
    second = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    name = f"{second}{time.time_ns() // 1000 % 1000000:06d}.{why}.{id}.json"
    files.write_atomic(os.path.join(_folder(store), name), data, store.scratch, 0o600)
    return name


def _clean(value, redact):
    if isinstance(value, list):
        return [_clean(item, redact) for item in value]
    return redact(value) if isinstance(value, str) else value


def copies(store) -> list:
    """(name, stamp, why, id) of all copies, newest first."""
    found = [(name, *name.split(".")) for name in files.names(_folder(store))]
    return [row[:4] for row in reversed(found) if len(row) == 5 and is_id(row[3])]


def read_copy(store, name: str) -> bytes:
    """The bytes of one copy. Raises OSError, ValueError."""
    return files.read_bounded(os.path.join(_folder(store), os.path.basename(name)), MAX_FILE)


def sweep(store, now: float) -> None:
    """Remove copies older than a month and beyond the limit."""
    for row in copies(store)[MAX_COPIES:]:
        files.remove(os.path.join(_folder(store), row[0]))
    files.sweep(_folder(store), now, "", KEEP_SECONDS)


def _folder(store) -> str:
    return os.path.join(store.state_dir, "backups")
