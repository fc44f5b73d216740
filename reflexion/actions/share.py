"""What a shared store holds here that nobody shared yet, and sharing it."""

from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Sequence
from functools import partial

from reflexion.actions.acceptance import words_of
from reflexion.detect import secrets
from reflexion.learning.entry import Entry
from reflexion.learning.identity import digest, fingerprints_of
from reflexion.learning.lesson import is_solved, writer_of
from reflexion.store import fs, team
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.mine import COUNTED, GONE, KEPT_PRIVATE, MAX_KEPT, SHARED, WORDS
from reflexion.store.project import set_apart
from reflexion.store.trust import YOURS
from reflexion.text import plural

# is_gone: it is part of another learning; lines: what others would get to see, in full; words:
# what stands for them among those kept private
Offer = namedtuple("Offer", "id is_gone lines words")


def offers(store: Store, wanted: Sequence[str] = ()) -> list[Offer]:
    """Return an Offer for each lesson that could be shared, without those kept private.

    With `wanted`, ids, those alone, also what was kept private.
    """
    if not store.is_shared():
        return []
    ids = store.mine.ids() | store.mine.ids(GONE)
    kept = [] if wanted else fs.peek(_kept(store), MAX_KEPT).decode("utf-8", "replace").split()
    found = map(partial(_offer, store), sorted(ids.intersection(wanted or ids)))
    return [offer for offer in filter(None, found) if offer.words not in kept]


def _offer(store: Store, entry_id: str) -> Offer | None:
    """Return an Offer of a lesson; None for what stays here."""
    if store.mine.has(entry_id, GONE):
        lines = [entry_id, "  it is part of another learning, and goes"]
        return Offer(entry_id, True, lines, entry_id)
    entry = store.get_file(entry_id)
    if not entry or not is_solved(entry) or store.standing(entry) != YOURS:
        return None
    if store.dropped.holds(*fingerprints_of(entry)):  # somebody removed it for all
        return None
    shared = store.mine.get_shared(entry_id)
    every = secrets.find("\n".join(map(str, entry.fields().values())))
    lines = [
        f"{entry_id}  {'changed' if shared else 'new'}",
        *words_of(entry, shared),
        f"  ({writer_of(entry)})",
        *sorted({f"  SECRET? {found.kind}" for found in every}),
    ]
    return Offer(entry_id, False, lines, digest(entry))


def keep_private(store: Store, offer: Offer) -> None:
    """Do not offer a lesson again, as long as it says the same. Raises OSError."""
    fs.append(_kept(store), f"{offer.words}\n".encode(), MAX_KEPT)


def _kept(store: Store) -> str:
    return os.path.join(store.state_dir, KEPT_PRIVATE)


def share(store: Store, change: Change, ids: list[str]) -> int:
    """Let git take these lessons, and what was counted of all shared ones.

    Returns how many others were only counted. A process that ends in between has shared nothing
    twice. Raises Unreadable, OSError.
    """
    with store.lock():
        with_words = {*ids, *store.mine.ids(), *store.mine.ids(GONE)}
        counted = sorted(store.mine.ids(COUNTED) - with_words)
        counted = [each for each in counted if store.mine.get_shared(each)]
        for entry_id in [*ids, *counted]:
            change.keep(*store.paths(entry_id))
            _publish(store, entry_id)
        store.index.reread([*ids, *counted])
    return len(counted)


def _publish(store: Store, entry_id: str) -> None:
    entry = store.mine.read(entry_id)
    if entry:
        _publish_words(store, entry)
    else:  # it is part of another one
        fs.remove(store.mine.path(entry_id, SHARED))
    store.mine.forget(entry_id)


def _publish_words(store: Store, entry: Entry) -> None:
    """Let git take an entry; what others made of its lesson meanwhile is proposed in it."""
    shared = store.mine.entry(entry.id, SHARED) or Entry()
    has_words = store.mine.has(entry.id, WORDS)
    is_yours = has_words or store.standing(shared) == YOURS
    theirs = shared.resolution.strip()
    is_new = has_words and theirs not in ("", entry.resolution)
    if is_new and not store.mine.is_over(entry.id, shared):
        entry.update(proposed=theirs, proposed_by=shared.source)
    data = store.mine.publish(entry)
    if is_yours:
        store.trust.decide(YOURS, entry, store.trust.base(entry))
        store.trust.keep(entry.id, data)


def make_shared(store: Store) -> list[str]:
    """Let git take the store, without an entry; return the names of the files that changed.

    What the store held is this machine's, and waits to be shared. Raises OSError.
    """
    if store.is_shared():
        return team.share(store)
    with store.lock():
        changed = team.share(store)
        set_apart(store)
    return changed


def git_command(store: Store, count: int, verb: str = "Share") -> str:
    """Return the command that commits what was shared, or removed."""
    folder = os.path.relpath(store.dir, store.root).replace(os.sep, "/")
    what = f"{verb} {plural(count, 'learning')}"
    return f"git add {folder} && git commit -m '{what}' -- {folder}"
