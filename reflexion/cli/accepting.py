"""Show what somebody else wrote, whole, before a person says that the agent may be told."""

from __future__ import annotations

import json
import os
import shutil

from reflexion.cli.output import plural
from reflexion.detect.risk import risk_of
from reflexion.learning.entry import MAX_BYTES, Unreadable, encode, parse
from reflexion.learning.identity import COUNTS
from reflexion.store import settings
from reflexion.store.trust import REFUSED, YOURS
from reflexion.text.clean import one_line


class Waiting:
    """What of a project waits: `entries` as their files have them, and `settings` (or None)."""

    def __init__(self, project):
        store = project.store
        trust = store.trust
        found = store.waiting() if store.exists() else []
        if trust.is_accepted:  # of a store that was revoked everything is shown again
            found = [entry for entry in found if store.standing(entry) != REFUSED]
        self.entries = found
        self.settings = _waiting_settings(project) if project.settings_wait else None

    def __bool__(self):
        return bool(self.entries) or self.settings is not None

    def what(self) -> str:
        """Return what waits, counted."""
        parts = [plural(len(self.entries), "learning")] if self.entries else []
        return " and ".join([*parts, *(["settings"] if self.settings is not None else [])])


def _waiting_settings(project):
    try:
        return settings.read(project.store.dir)
    except settings.Wrong:
        return None


def shown(project, waiting: Waiting) -> str:
    """Return everything that would be told or would hold, uncut; changes as a diff."""
    blocks = [_entry(project.store, entry) for entry in waiting.entries]
    if waiting.settings is not None:
        before = project.store.trust.settings()
        blocks.append(["settings (config.json):", *_difference(before, waiting.settings)])
    return "\n\n".join("\n".join(lines) for lines in blocks)


def _entry(store, entry: dict) -> list:
    """Return the lines about a learning: its fields, or what changed since it was accepted."""
    seen = f"seen {entry['occurrences']}x"
    head = f"{entry['id']}  {entry['type']}, {seen}"
    accepted = _accepted(store, entry["id"])
    if accepted and store.trust.is_accepted:
        lines = [f"{head}, changed since you accepted it:", *_difference(accepted, entry)]
    else:
        lines = [head, *(f"  {name}: {as_text(entry[name])}" for name in steering(entry))]
    risk = risk_of(entry["resolution"])
    return [*lines, f"  RISKY: {risk}"] if risk else lines


def _accepted(store, entry_id: str) -> dict:
    """Return a learning as it was last accepted; {} for one that never was."""
    try:
        return parse(store.trust.copy_of(entry_id), entry_id)
    except Unreadable:
        return {}


def steering(entry: dict) -> list:
    """Return the names of the fields that steer what is told, and say something."""
    empty = (None, "", False, [])
    known = ("id", "type", *COUNTS)
    return [name for name in entry if name not in known and entry[name] not in empty]


def _difference(before: dict, after: dict) -> list:
    """Return the fields that differ, as they were and as they would be."""
    lines = []
    for name in dict.fromkeys([*before, *after]):
        if name in COUNTS or before.get(name) == after.get(name):
            continue
        if name in before:
            lines.append(f"  - {name}: {as_text(before[name])}")
        if name in after:
            lines.append(f"  + {name}: {as_text(after[name])}")
    return lines


def as_text(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return one_line(text, MAX_BYTES)


def accept(project, waiting: Waiting) -> None:
    """Take what was shown for the person's own, exactly as it was shown. Raises OSError.

    What was counted before makes no rule.
    """
    store = project.store
    for entry in waiting.entries:
        accept_entry(store, entry)
    if waiting.settings is not None:
        store.trust.accept_settings(waiting.settings)
    open_store(store)


def open_store(store) -> None:
    """Let the store be used from now on. Raises OSError.

    Scratch that came along is somebody else's journal, logs and notices: it goes.
    """
    if not store.trust.was_accepted:
        shutil.rmtree(os.path.join(store.dir, "state"), ignore_errors=True)
    if not store.trust.is_accepted:
        store.trust.accept_store()


def accept_entry(store, entry: dict) -> None:
    """Take one learning, as it was read, for the person's own. Raises OSError."""
    store.trust.decide(YOURS, entry, entry["occurrences"])
    if store.is_shared():
        store.trust.keep_copy(entry["id"], encode(entry))


def refuse(project, waiting: Waiting) -> None:
    """Put what waits on the list as refused: it is not asked about again. Raises OSError."""
    for entry in waiting.entries:
        project.store.trust.decide(REFUSED, entry)
