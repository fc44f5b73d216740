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
    Unreadable,
)
from reflexion.store.tidy import mark
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords


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
        store, entry = _entry(stores, block.id)
        edited = block.edited()
        if entry:
            read.owners[block.id] = block.owner
            if edited and changes(entry, block, edited, extra):
                if not believed:
                    read.kept.append(block)
                    read.doubtful.append(block.id)
                elif not dry_run:
                    read.edited += _edit(store, entry, block, edited, target, extra)
        elif block.sums and not edited:
            if block.owner not in ours:
                read.kept.append(
                    block
                )  # another project's, or what a plugin ships; ours was removed and goes
        elif believed and draft(block, target, extra):
            read.added += [_add(stores[0], block, target, extra)] if not dry_run else []
        else:
            read.kept.append(block)
            read.doubtful += (
                [block.title[:40] or "a block without a heading"] if not block.sums else []
            )
    return read


def changes(entry: dict, block: Block, labels: list, extra) -> dict:
    """field -> new value of what a person changed; what cannot be stored is passed over."""
    shown, found = values(entry), {}
    for label in labels:
        field, limit = FIELDS[label]
        text = one_line(redact(block.values.get(label, ""), extra), limit)
        if (
            text == shown[label]
            or not text
            and field in ("type", "confidence", "trigger", "keywords", "resolution")
        ):
            continue
        if field == "keywords":
            found[field] = [word.strip().lower() for word in text.split(",") if word.strip()][
                :MAX_KEYWORDS
            ]
        elif field not in ("type", "confidence") or text.lower() in (
            TYPES if field == "type" else LEVELS
        ):
            found[field] = text.lower() if field in ("type", "confidence") else text
    return found


def draft(block: Block, target, extra) -> dict | None:
    """A new entry from a block that a person wrote; None when it says nothing."""
    given = {
        label: one_line(redact(block.values.get(label, ""), extra), limit)
        for label, (_, limit) in FIELDS.items()
    }
    title = one_line(redact(block.title, extra), MAX_TRIGGER) if not block.id else ""
    trigger = given["Problem"] or title or one_line(given["Content"], MAX_TRIGGER)
    if not trigger or not any(letter.isalnum() for letter in trigger):
        return None
    content = given["Content"] or (title if given["Problem"] else "")
    if title and given["Content"] and not given["Problem"]:
        content = one_line(
            f"{title.rstrip('.:')}: {content}", MAX_RESOLUTION
        )  # a heading and prose below it say one thing
    words = [word.strip().lower() for word in given["Triggers"].split(",") if word.strip()]
    entry = {
        "type": given["Type"].lower() if given["Type"].lower() in TYPES else "insight",
        "trigger": trigger,
        "context": given["Context"],
        "resolution": content[:MAX_RESOLUTION],
        "source": "user",
        "confidence": given["Confidence"].lower()
        if given["Confidence"].lower() in LEVELS
        else "high",
        target.kind: target.label,
    }
    entry["keywords"] = list(
        dict.fromkeys([*words, *keywords(trigger, entry["context"], entry["resolution"])])
    )[:MAX_KEYWORDS]
    return entry


def _edit(store, entry: dict, block: Block, labels: list, target, extra) -> list:
    found = changes(entry, block, labels, extra)
    if not found:
        return []
    if "resolution" in found:
        found = {"source": "user", "confidence": "high", "needs_review": False, **found}
    found.update({"skill": "", "category": "", target.kind: target.label})
    with store.lock():
        backups.keep(store, entry["id"], "memory")
    store.update(entry["id"], lambda stored: stored.update(found))
    return [entry["id"]]


def _add(store, block: Block, target, extra) -> str:
    """Store what a person added; its id. What is known already takes the person's words."""
    entry = draft(block, target, extra)
    print_ = mark(entry)
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        known = index.known(store.dir, print_)
        if not known:
            return store.create(entry, print_, today())["id"]
    store.update(
        known,
        lambda stored: stored.update(
            {
                field: entry[field]
                for field in ("resolution", "source", "confidence", target.kind)
                if entry.get(field)
            }
        ),
    )
    return known


def _entry(stores: list, id: str) -> tuple:
    for store in stores if id else ():
        try:
            entry = store.read(id)
        except Unreadable:
            entry = None
        if entry:
            return store, entry
    return None, None
