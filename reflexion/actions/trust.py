"""What is not accepted here yet: what it says, and taking it for the person's own."""

from __future__ import annotations

import json
import os
import shutil

from reflexion.detect.sentences import risk_of
from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES, Entry, as_object, encode, parse
from reflexion.learning.fields import UNSTEERED
from reflexion.store import settings
from reflexion.store.trust import REFUSED, YOURS
from reflexion.text.clean import one_line, plural


class Waiting:
    """What of a project waits: `entries` as their files have them, and `settings` (or None)."""

    def __init__(self, project, with_refused: bool = False):
        self.project = project
        self.store = project.store
        self.entries = self.store.waiting(with_refused) if self.store.exists() else []
        self.settings = None
        if project.settings_wait:
            try:
                self.settings = settings.read(self.store.dir)
            except Unreadable:
                pass  # `doctor` names the file

    def __bool__(self):
        return bool(self.entries) or self.settings is not None

    def count(self) -> str:
        """Return what waits, counted."""
        parts = [plural(len(self.entries), "learning")] if self.entries else []
        return " and ".join([*parts, *(["settings"] if self.settings is not None else [])])

    def shown(self) -> str:
        """Return everything that would be told or would hold, uncut; changes as a diff."""
        blocks = [_entry_lines(self.store, entry) for entry in self.entries]
        if self.settings is not None:
            before = self.store.trust.settings()
            blocks.append(["settings (config.json):", *difference(before, self.settings)])
        return "\n\n".join("\n".join(lines) for lines in blocks)

    def accept(self) -> None:
        """Take what was shown for the person's own, exactly as it was shown. Raises OSError.

        What was counted before makes no rule.
        """
        for entry in self.entries:
            _accept_entry(self.store, entry)
        if self.settings is not None:
            self.store.trust.accept_settings(self.settings)
        open_store(self.store)
        _reread(self.store, self.entries)

    def refuse(self) -> None:
        """Refuse the words that wait: they are not asked about again. Raises OSError."""
        for entry in self.entries:
            self.store.trust.decide(REFUSED, entry)
        _reread(self.store, self.entries)


def open_store(store) -> None:
    """Let the store be used from now on. Raises OSError.

    Scratch that came along is somebody else's journal, logs and notices: it goes.
    """
    if not store.trust.was_accepted:
        shutil.rmtree(os.path.join(store.dir, "state"), ignore_errors=True)
    if not store.trust.is_accepted:
        store.accept()


def _accept_entry(store, entry: Entry) -> None:
    """Take one learning, as it was read, for the person's own. Raises OSError."""
    store.trust.decide(YOURS, entry, entry.occurrences)
    if store.is_shared():
        store.trust.keep_copy(entry.id, encode(entry))


def _reread(store, entries: list[Entry]) -> None:
    """Let the catalogue know what was decided about the words of these entries."""
    with store.lock():
        store.index.reread([entry.id for entry in entries])


def _entry_lines(store, entry: Entry) -> list:
    """Return the lines about a learning: its fields, or what changed since it was accepted."""
    head = f"{entry.id}  {entry.type}, seen {entry.occurrences}x"
    try:
        accepted = parse(store.trust.copy_of(entry.id), entry.id)
    except Unreadable:
        accepted = None
    if accepted and store.trust.is_accepted:
        changes = difference(as_object(accepted), as_object(entry))
        return [f"{head}, changed since you accepted it:", *changes, *risk_lines(entry)]
    return [head, *steering_lines(entry)]


def steering_lines(entry: Entry) -> list:
    """Return a line for each field that steers what is told, and says something."""
    said = {**as_object(entry), **dict.fromkeys(("id", "type", *UNSTEERED))}
    lines = [f"  {name}: {_as_text(value)}" for name, value in said.items() if value]
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


def _as_text(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return one_line(text, MAX_BYTES)
