"""What a person wrote into a memory file becomes entries, or edits of entries. Files that this
machine never wrote are not believed."""

import os
import zlib
from collections import namedtuple

from reflexion.memory import blocks
from reflexion.memory.targets import Target
from reflexion.signals.secrets import redact
from reflexion.store import fs, schema, tidy
from reflexion.store.entries import today
from reflexion.text import managed_block
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

DOUBTFUL = (
    "holds edits that were not made on this machine ({}): "
    "`reflexion memory sync --accept` takes them over"
)
CHOICES = {"type": schema.TYPES, "confidence": schema.LEVELS}
BY_HAND = {"source": "user", "confidence": "high"}
# kept: Blocks that stay as they stand; owners: id -> the owner in its mark
Taken = namedtuple("Taken", "kept owners")
NOTHING = Taken([], {})
ADDED = ("resolution", "source", "confidence")  # what a known entry takes of a person's words


def take(project, target: Target, accept: bool, report, dry_run: bool) -> Taken:
    """Hold a file's Blocks against the entries, and take what a person changed, unless it is a dry
    run. `report`: a Report, which tells of it. Raises OSError."""
    stores = _stores_of(project, target)
    believed = accept or bool(target.history.last())
    taking = _Taking(target, stores, believed, dry_run, project.settings["redact"], report)
    for block in _read(target) if stores else ():
        store, entry = taking.known(block)
        if entry:
            taking.owners[block.id] = block.owner
            taking.changed(store, entry, block)
        elif block.sums and not block.edited():
            taking.rendered(block)
        else:
            taking.added(block)
    if taking.doubtful:
        report.problems.append((target.path, DOUBTFUL.format(", ".join(taking.doubtful))))
    return Taken(taking.kept, taking.owners)


def _stores_of(project, target: Target) -> list:
    """The stores whose entries a file may show; the first one takes what is new."""
    home = project.home
    if home and fs.inside(target.path, home.dir):
        return [home]
    everywhere = target.scope != "project"
    return [it for it in project.speaking() if it is project.store or everywhere]


def _read(target: Target) -> list:
    """The Blocks between the markers; none where the file cannot be read: rendering says so."""
    try:
        text = target.standing()
        return blocks.blocks(managed_block.split(text, blocks.BEGIN, blocks.END).inner)
    except (OSError, ValueError):
        return []


class _Taking:
    """What is taken from one file: `kept` (Blocks that stay as they stand), `owners` (id -> the
    owner in its mark), `doubtful` (what was edited elsewhere)."""

    def __init__(self, target: Target, stores: list, believed, dry_run: bool, extra, report):
        self.target = target
        self.stores = stores
        self.believed = believed
        self.dry_run = dry_run
        self.extra = extra
        self.report = report
        self.ours = {owner_of(store) for store in stores}
        self.kept = []
        self.owners = {}
        self.doubtful = []

    def known(self, block) -> tuple:
        """(store, entry) that a block shows, or two None."""
        for store in self.stores if block.id else ():
            for entry in store.readable([block.id]):
                return store, entry
        return None, None

    def changed(self, store, entry: dict, block) -> None:
        """Take what a person changed in the block of a known entry."""
        change = _changes(entry, block, block.edited(), self.extra)
        if change and not self.believed:
            self.kept.append(block)
            self.doubtful.append(block.id)
        if not change or not self.believed or self.dry_run:
            return
        if "resolution" in change:
            change = {**BY_HAND, "needs_review": False, **change}
        change = {**change, "skill": "", "category": "", self.target.kind: self.target.label}
        with store.lock():
            tidy.keep_copy(store, entry["id"], "memory")
        store.update(entry["id"], lambda stored: stored.update(change))
        self.report.edited.append(entry["id"])

    def rendered(self, block) -> None:
        """A block of an entry that is not here: ours is gone, but another project's, or what a
        plugin ships, stays."""
        if block.owner not in self.ours:
            self.kept.append(block)

    def added(self, block) -> None:
        """A block that a person wrote becomes an entry."""
        new = _draft(block, self.target, self.extra) if self.believed else None
        if new is None:
            self.kept.append(block)
            if not block.sums:
                self.doubtful.append(block.title[:40] or "a block without a heading")
        elif not self.dry_run:
            self.report.added.append(_add(self.stores[0], new, self.target))


def _changes(entry: dict, block: blocks.Block, labels: list, extra) -> dict:
    """field -> new value of what a person changed; what cannot be stored is passed over."""
    said = _fields(block.values, extra)
    was = _fields(blocks.values(entry, extra), extra)
    fields = [field for field, _ in map(blocks.FIELDS.get, labels) if said[field] != was[field]]
    return {field: said[field] for field in fields if said[field] or field == "context"}


def _draft(block: blocks.Block, target, extra):
    """A new entry from a block that a person wrote; None when it says nothing."""
    given = _fields(block.values, extra)
    title = "" if block.id else one_line(redact(block.title, extra), schema.MAX_TRIGGER)
    trigger = given["trigger"] or title or one_line(given["resolution"], schema.MAX_TRIGGER)
    if not any(map(str.isalnum, trigger)):
        return None
    content = _content(given, title)
    words = [*given["keywords"], *keywords(trigger, given["context"], content)]
    return {
        "type": given["type"] or "insight",
        "trigger": trigger,
        "context": given["context"],
        "resolution": content,
        "source": "user",
        "confidence": given["confidence"] or "high",
        "keywords": list(dict.fromkeys(words))[: schema.MAX_KEYWORDS],
        target.kind: target.label,
    }


def _content(given: dict, title: str) -> str:
    """The resolution of what a person wrote below a heading."""
    content = given["resolution"]
    if given["trigger"]:
        content = content or title
    elif title and content:  # a heading and prose below it say one thing
        content = f"{title.rstrip('.:')}: {content}"
    return one_line(content, schema.MAX_RESOLUTION)


def _fields(texts: dict, extra) -> dict:
    """field -> what is stored of a block's texts (by their labels); "" or [] for what cannot be."""
    found = {}
    for label, (field, limit) in blocks.FIELDS.items():
        text = one_line(redact(texts.get(label, ""), extra), limit)
        found[field] = text
        if field == "keywords":
            words = [word.strip().lower() for word in text.split(",")]
            found[field] = [word for word in words if word][: schema.MAX_KEYWORDS]
        elif field in CHOICES:
            found[field] = text.lower() if text.lower() in CHOICES[field] else ""
    return found


def _add(store, entry: dict, target) -> str:
    """Store what a person added; its id. What is known already takes the person's words."""
    fingerprint = schema.mark_of(entry)
    with store.lock():
        known = store.known(fingerprint, locked=True)
        if not known:
            return store.create(entry, fingerprint, today())["id"]
    change = {field: entry[field] for field in (*ADDED, target.kind) if entry[field]}
    store.update(known["id"], lambda stored: stored.update(change))
    return known["id"]


def owner_of(store) -> str:
    """The name of a store in a block's mark."""
    return f"{zlib.crc32(os.fsencode(os.path.realpath(store.dir))) & 0xFFFFFFFF:08x}"
