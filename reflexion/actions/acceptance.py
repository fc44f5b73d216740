"""What is not accepted here yet: what it says, and taking it for the person's own."""

from __future__ import annotations

import json
import os
import shutil
from collections import namedtuple

from reflexion.detect.sentences import risk_of
from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES, UNSTEERED, Entry, as_object, encode
from reflexion.store import settings
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.store.trust import REFUSED, WAITS, YOURS
from reflexion.text import one_line, plural

# what: an Entry, or the dict of the settings; is_change: accepted words or settings changed;
# lines: all that would be told or would hold, changes as a diff
Unaccepted = namedtuple("Unaccepted", "what is_change lines")


def waiting(project: Project, with_refused: bool = False) -> list[Unaccepted]:
    """Return what of a project waits for a yes, what changed first."""
    store = project.store
    items = [_item(store, entry) for entry in store.waiting(with_refused)]
    if project.settings_wait:
        try:
            found = settings.read(store.dir)
        except Unreadable:
            return items  # `doctor` names the file
        changes = difference(store.trust.settings(), found)
        items.append(Unaccepted(found, True, ["settings (config.json):", *changes]))
    return sorted(items, key=lambda item: not item.is_change)


def count(items: list[Unaccepted]) -> str:
    """Return what these are, counted."""
    entries = len(_entries(items))
    parts = [plural(entries, "learning")] if entries else []
    return " and ".join(parts + ["settings"] * (len(items) - entries))


def accept(store: Store, items: list[Unaccepted]) -> None:
    """Take what was shown for the person's own, exactly as it was shown. Raises OSError.

    What was counted before makes no rule.
    """
    for item in items:
        if isinstance(item.what, dict):
            store.trust.accept_settings(item.what)
            continue
        store.trust.decide(YOURS, item.what, item.what.occurrences)
        if store.is_shared():
            store.trust.keep(item.what.id, encode(item.what))
    open_store(store)
    _reread(store, items)


def refuse(store: Store, items: list[Unaccepted]) -> None:
    """Refuse words: they are not asked about again. Raises OSError."""
    for entry in _entries(items):
        store.trust.decide(REFUSED, entry)
    _reread(store, items)


def accept_pulls(store: Store, is_on: bool) -> None:
    """Accept what later pulls bring, or ask about it again; what waits waits on. Raises OSError."""
    for entry in store.waiting():
        store.trust.decide(WAITS, entry)
    store.trust.accept_pulls(is_on)


def open_store(store: Store) -> None:
    """Let the store be used from now on. Raises OSError.

    Scratch that came along is somebody else's journal, logs and notices: it goes.
    """
    if not store.trust.mark:
        shutil.rmtree(os.path.join(store.dir, "state"), ignore_errors=True)
    if not store.trust.is_accepted:
        store.accept()


def _entries(items: list[Unaccepted]) -> list[Entry]:
    return [item.what for item in items if isinstance(item.what, Entry)]


def _reread(store: Store, items: list[Unaccepted]) -> None:
    with store.lock():
        store.index.reread([entry.id for entry in _entries(items)])


def _item(store: Store, entry: Entry) -> Unaccepted:
    accepted = store.trust.accepted(entry.id)
    since = ", changed since you accepted it:" if accepted else ""
    head = f"{entry.id}  {entry.type}, seen {entry.occurrences}x{since}"
    return Unaccepted(entry, accepted is not None, [head, *words_of(entry, accepted)])


def words_of(entry: Entry, before: Entry | None = None) -> list[str]:
    """Return a line for each field that steers what is told, and says something; of a learning
    that was there `before`, those that differ. Then, why the lesson is risky.
    """
    said = {**as_object(entry), **dict.fromkeys(("id", "type", *UNSTEERED))}
    lines = [f"  {name}: {_as_text(value)}" for name, value in said.items() if value]
    if before:
        lines = difference(as_object(before), as_object(entry))
    return [*lines, *risk_lines(entry)]


def risk_lines(entry: Entry) -> list[str]:
    """Return a line that says why an entry's lesson is risky; [] if it is not."""
    risk = risk_of(entry.resolution)
    return [f"  RISKY: {risk}"] if risk else []


def difference(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """Return the fields that differ, as they were and as they would be."""
    lines = []
    for name in dict.fromkeys([*before, *after]):
        if name in UNSTEERED or before.get(name) == after.get(name):
            continue
        if name in before:
            lines.append(f"  - {name}: {_as_text(before[name])}")
        if name in after:
            lines.append(f"  + {name}: {_as_text(after[name])}")
    return lines


def _as_text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return one_line(text, MAX_BYTES)
