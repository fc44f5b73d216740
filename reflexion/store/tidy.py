"""Keep a store in order: heal conflicts, join duplicates, retire what faded; copies stay."""

from __future__ import annotations

import time

from reflexion.store import backups
from reflexion.store.entry import (
    MAX_ALIASES,
    MAX_FILE,
    MAX_NOTES,
    Unreadable,
    id_of,
    mark_of,
    parse,
)
from reflexion.store.files import read_bounded
from reflexion.store.merge import conflicted, merge
from reflexion.store.merge import heal as healed_entry
from reflexion.store.paths import run_git

FADE_DAYS = 60  # a low one that nobody met again for so long was a one-off


def heal(store) -> list:
    """Write every entry that stands with conflict markers as the one it merges to; their ids."""
    healed = []
    for id in filter(None, map(id_of, store.names())):
        if not has_markers(store, id):
            continue
        with store.lock():
            try:
                data = read_bounded(store.path(id), MAX_FILE)
                entry = healed_entry(data, id, _git_base(store, id))
            except (OSError, ValueError):
                continue  # named by `status`
            backups.keep(store, id, "merge")
            store.write(entry, healed_entry(data, id))
            healed.append(id)
    return healed


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
    for print_, ids in groups.items():
        if len(ids) > 1:
            gone.update(_join(store, print_, ids))
    return gone


def _join(store, print_: str, ids: list) -> dict:
    gone = {}
    with store.lock():
        entries = [store.get(id) for id in ids]
        entries = [entry for entry in entries if entry and mark_of(entry) == print_]
        entries.sort(key=lambda entry: (entry["first_seen"] or "9", entry["id"]))
        kept = entries[0] if entries else None
        for other in entries[1:]:
            if not _fixes_agree(kept["resolution"], other["resolution"]):
                continue
            gone[other["id"]], kept = kept["id"], _merged(store, kept, other)
    return gone


def _merged(store, kept: dict, other: dict) -> dict:
    """Store one entry for two, under the id and fingerprint of the first; copies of both stay."""
    joined = {**merge(None, kept, {**other, "id": kept["id"]}), "id": kept["id"]}
    if mark_of(joined) != mark_of(kept):
        joined.update(trigger=kept["trigger"], context=kept["context"])
    if mark_of(other) != mark_of(kept):
        joined["aliases"] = [mark_of(other), *(joined.get("aliases") or [])][:MAX_ALIASES]
    for id in (kept["id"], other["id"]):
        backups.keep(store, id, "merge")
    store.write(joined, kept)
    store.drop(other["id"], other)
    return joined


def combine(store, one: str, other: str) -> dict:
    """Join two entries that a person calls one mistake: {id that went: id that stayed (the older)};
    {} where one is missing. The newer one's fingerprint is known as the older one's from then
    on."""
    with store.lock():
        entries = [entry for entry in (store.get(id) for id in {one, other}) if entry]
        entries.sort(key=lambda entry: (entry["first_seen"] or "9", entry["id"]))
        if len(entries) < 2:
            return {}
        _merged(store, *entries)
        return {entries[1]["id"]: entries[0]["id"]}


def _fixes_agree(one: str, other: str) -> bool:
    words, others = set(one.lower().split()), set(other.lower().split())
    return not words or not others or 2 * len(words & others) >= min(len(words), len(others))


def retire(store, id: str, why: str) -> dict | None:
    """Take an entry out, with a note of why; its copy stays in the backups. None: there is none."""
    with store.lock():
        entry = store.get(id)
        if entry:
            store.write({**entry, "notes": [*(entry.get("notes") or []), why][-MAX_NOTES:]}, entry)
            backups.keep(store, id, "retire")
            store.drop(id, entry)
        return entry


def faded(entry: dict, now: float) -> bool:
    """Is it a low one that was not met for FADE_DAYS?"""
    limit = time.strftime("%Y-%m-%d", time.localtime(now - FADE_DAYS * 86400))
    return (
        entry.get("confidence") == "low"
        and not entry["promoted"]
        and "" < entry["last_seen"][:10] < limit
        and entry["occurrences"] < 2
        and entry.get("source") in ("prompt", "transcript")
    )


def has_markers(store, id: str) -> bool:
    try:
        return conflicted(read_bounded(store.path(id), MAX_FILE))
    except (OSError, ValueError):
        return False
