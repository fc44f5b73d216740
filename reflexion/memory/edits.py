"""What a person changed in a memory file becomes an entry, or the edit of one.

Files that this machine never wrote are not believed.
"""

from __future__ import annotations

import os
import zlib

from reflexion.memory.blocks import FIELDS, Block, values
from reflexion.signals.secrets import redact
from reflexion.store import backups, index
from reflexion.store.entries import today
from reflexion.store.entry import (
    LEVELS,
    MAX_KEYWORDS,
    MAX_RESOLUTION,
    MAX_TRIGGER,
    TYPES,
    mark_of,
)
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

CHOICES = {"type": TYPES, "confidence": LEVELS}


class Read:
    """Of one file: `edited` and `added` ids, `kept` Blocks (as they stand), `owners` (id -> owner
    of its mark), `doubtful`: what was edited in a file that this machine never wrote."""

    def __init__(self):
        self.edited, self.added, self.kept, self.owners, self.doubtful = [], [], [], {}, []


def owner_of(store) -> str:
    """The name of a store in a block's mark."""
    return f"{zlib.crc32(os.fsencode(os.path.realpath(store.dir))) & 0xFFFFFFFF:08x}"


def take(blocks: list, stores: list, target, extra, believed: bool, dry_run: bool = False) -> Read:
    """Hold a file's Blocks against the stores; the first of them takes what is new.

    `believed`: this machine wrote the file before. Raises OSError.
    """
    read, ours = Read(), {owner_of(store) for store in stores}
    for block in blocks:
        known = ((store, entry) for store in stores for entry in store.readable([block.id]))
        store, entry = next(known, (None, None)) if block.id else (None, None)
        edited = block.edited()
        if entry:
            read.owners[block.id] = block.owner
            change = changes(entry, block, edited, extra)
            if change and not believed:
                read.kept.append(block)
                read.doubtful.append(block.id)
            elif change and not dry_run:
                _edit(store, entry["id"], change, target)
                read.edited.append(entry["id"])
        elif block.sums and not edited:
            if block.owner not in ours:  # another project's, or what a plugin ships
                read.kept.append(block)
        elif believed and (new := draft(block, target, extra)):
            read.added += [] if dry_run else [_add(stores[0], new, target)]
        else:
            read.kept.append(block)
            read.doubtful += [] if block.sums else [block.title[:40] or "a block without a heading"]
    return read


def changes(entry: dict, block: Block, labels: list, extra) -> dict:
    """field -> new value of what a person changed; what cannot be stored is passed over."""
    shown, found = values(entry, extra), {}
    for label in labels:
        field, text = FIELDS[label][0], _text(block, label, extra)
        value = _value(field, text)
        if text != shown[label] and (value or field == "context"):
            found[field] = value
    return found


def draft(block: Block, target, extra) -> dict | None:
    """A new entry from a block that a person wrote; None when it says nothing."""
    given = {
        field: _value(field, _text(block, label, extra)) for label, (field, _) in FIELDS.items()
    }
    title = one_line(redact(block.title, extra), MAX_TRIGGER) if not block.id else ""
    content = given["resolution"]
    trigger = given["trigger"] or title or one_line(content, MAX_TRIGGER)
    if not any(map(str.isalnum, trigger)):
        return None
    if given["trigger"]:
        content = content or title
    elif title and content:  # a heading and prose below it say one thing
        content = f"{title.rstrip('.:')}: {content}"
    content = one_line(content, MAX_RESOLUTION)
    words = [*given["keywords"], *keywords(trigger, given["context"], content)]
    return {
        "type": given["type"] or "insight",
        "trigger": trigger,
        "context": given["context"],
        "resolution": content,
        "source": "user",
        "confidence": given["confidence"] or "high",
        "keywords": list(dict.fromkeys(words))[:MAX_KEYWORDS],
        target.kind: target.label,
    }


def _text(block: Block, label: str, extra) -> str:
    return one_line(redact(block.values.get(label, ""), extra), FIELDS[label][1])


def _value(field: str, text: str):
    """What is stored of a field's text; "" or [] for what cannot be."""
    if field == "keywords":
        words = [word.strip().lower() for word in text.split(",")]
        return [word for word in words if word][:MAX_KEYWORDS]
    if field in CHOICES:
        return text.lower() if text.lower() in CHOICES[field] else ""
    return text


def _edit(store, entry_id: str, change: dict, target) -> None:
    if "resolution" in change:
        change = {"source": "user", "confidence": "high", "needs_review": False, **change}
    change = {**change, "skill": "", "category": "", target.kind: target.label}
    with store.lock():
        backups.keep(store, entry_id, "memory")
    store.update(entry_id, lambda stored: stored.update(change))


def _add(store, entry: dict, target) -> str:
    """Store what a person added; its id. What is known already takes the person's words."""
    fingerprint = mark_of(entry)
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        known = store.known(fingerprint)
        if not known:
            return store.create(entry, fingerprint, today())["id"]
    words = ("resolution", "source", "confidence", target.kind)
    change = {field: entry[field] for field in words if entry[field]}
    store.update(known["id"], lambda stored: stored.update(change))
    return known["id"]
