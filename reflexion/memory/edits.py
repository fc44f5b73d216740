"""What a person changed in a memory file becomes an entry, or the edit of one.

Files that this machine never wrote are not believed.
"""

from __future__ import annotations

import os
import zlib

from reflexion.memory.blocks import FIELDS, Block, values
from reflexion.signals.secrets import redact
from reflexion.store import tidy
from reflexion.store.entries import today
from reflexion.store.entry import LEVELS, MAX_KEYWORDS, MAX_RESOLUTION, MAX_TRIGGER, TYPES, mark_of
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

DOUBTFUL = (
    "holds edits that were not made on this machine ({}): "
    "`reflexion memory sync --accept` takes them over"
)
CHOICES = {"type": TYPES, "confidence": LEVELS}
ADDED = ("resolution", "source", "confidence")  # what a known entry takes of a person's words


def owner_of(store) -> str:
    """The name of a store in a block's mark."""
    return f"{zlib.crc32(os.fsencode(os.path.realpath(store.dir))) & 0xFFFFFFFF:08x}"


def take(blocks: list, stores: list, target, extra, believed: bool, report, dry_run: bool) -> tuple:
    """Hold a file's Blocks against the stores; the first of them takes what is new. What was taken
    is noted in the report. (Blocks that stay as they stand, id -> the owner in its mark.)

    `believed`: this machine wrote the file before. Raises OSError.
    """
    kept, owners, doubtful = [], {}, []
    ours = {owner_of(store) for store in stores}
    for block in blocks:
        places = stores if block.id else ()
        known = ((store, entry) for store in places for entry in store.readable([block.id]))
        store, entry = next(known, (None, None))
        edited = block.edited()
        if entry:
            owners[block.id] = block.owner
            change = changes(entry, block, edited, extra)
            if change and not believed:
                kept.append(block)
                doubtful.append(block.id)
            elif change and not dry_run:
                _edit(store, entry["id"], change, target)
                report.edited.append(entry["id"])
        elif block.sums and not edited:
            if block.owner not in ours:  # another project's, or what a plugin ships
                kept.append(block)
        elif believed and (new := draft(block, target, extra)):
            report.added += [] if dry_run else [_add(stores[0], new, target)]
        else:
            kept.append(block)
            doubtful += [] if block.sums else [block.title[:40] or "a block without a heading"]
    if doubtful:
        report.problems.append((target.path, DOUBTFUL.format(", ".join(doubtful))))
    return kept, owners


def changes(entry: dict, block: Block, labels: list, extra) -> dict:
    """field -> new value of what a person changed; what cannot be stored is passed over."""
    said, was = _fields(block.values, extra), _fields(values(entry, extra), extra)
    fields = [field for field, _ in map(FIELDS.get, labels) if said[field] != was[field]]
    return {field: said[field] for field in fields if said[field] or field == "context"}


def draft(block: Block, target, extra) -> dict | None:
    """A new entry from a block that a person wrote; None when it says nothing."""
    given = _fields(block.values, extra)
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


def _fields(texts: dict, extra) -> dict:
    """field -> what is stored of a block's texts (by their labels); "" or [] for what cannot be."""
    found = {}
    for label, (field, limit) in FIELDS.items():
        text = found[field] = one_line(redact(texts.get(label, ""), extra), limit)
        if field == "keywords":
            words = [word.strip().lower() for word in text.split(",")]
            found[field] = [word for word in words if word][:MAX_KEYWORDS]
        elif field in CHOICES:
            found[field] = text.lower() if text.lower() in CHOICES[field] else ""
    return found


def _edit(store, entry_id: str, change: dict, target) -> None:
    if "resolution" in change:
        change = {"source": "user", "confidence": "high", "needs_review": False, **change}
    change = {**change, "skill": "", "category": "", target.kind: target.label}
    with store.lock():
        tidy.keep_copy(store, entry_id, "memory")
    store.update(entry_id, lambda stored: stored.update(change))


def _add(store, entry: dict, target) -> str:
    """Store what a person added; its id. What is known already takes the person's words."""
    fingerprint = mark_of(entry)
    with store.lock():
        known = store.known(fingerprint, locked=True)
        if not known:
            return store.create(entry, fingerprint, today())["id"]
    change = {field: entry[field] for field in (*ADDED, target.kind) if entry[field]}
    store.update(known["id"], lambda stored: stored.update(change))
    return known["id"]
