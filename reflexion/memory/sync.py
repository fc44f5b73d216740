"""Bring every memory file up to date: take a person's edits, then render what the entries say.
Files that this machine never wrote are not believed."""

import os
import time
import zlib
from collections import namedtuple

from reflexion.memory import blocks
from reflexion.memory.targets import MAX_FILE, History, Target, plan
from reflexion.setup import install
from reflexion.signals.secrets import redact
from reflexion.store import fs, schema, team, tidy
from reflexion.store.entries import today
from reflexion.text import managed_block
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

TITLES = {"skill": "Learnings for {}", "category": "Learnings about {}"}
TRACKED = (
    "is tracked by git, and this store is private: not written "
    "(`reflexion init --team` shares the learnings)"
)
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


class Report:
    """`written`, `removed`: Targets; `same`: how many stand as they should; `edited`, `added`: ids;
    `problems`: (path, what)."""

    def __init__(self):
        self.written = []
        self.removed = []
        self.edited = []
        self.added = []
        self.problems = []
        self.same = 0


def sync(project, accept: bool = False, dry_run: bool = False) -> Report:
    """All of it. `accept`: believe edits in files never written on this machine. Raises OSError."""
    report = Report()
    taken = {}
    for target in plan(project):
        taken[target.path] = _take(project, target, accept, report, dry_run)
    for target in plan(project):
        try:
            _render(project, target, taken.get(target.path, NOTHING), dry_run, report)
        except (managed_block.Broken, install.LeftAlone) as error:
            report.problems.append((target.path, str(error)))
        except (OSError, ValueError) as error:
            what = getattr(error, "strerror", None) or error
            report.problems.append((target.path, f"cannot be written: {what}"))
    return report


def text_of(path: str, limit: str) -> str:
    """A file's text, every byte kept; "" when missing. Raises OSError, outside `limit` too."""
    if not fs.resolve(path, limit).lower().endswith(".md"):
        raise OSError("it is a link to what is no Markdown file")
    try:
        return fs.read_bounded(path, MAX_FILE, limit).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def standing(target: Target) -> str:
    """The text that the file stands for: its own, or what an update made of it and of the user's.
    Raises OSError, ValueError."""
    text = text_of(target.path, target.limit)
    last = target.history.last() if target.scope != "project" else {}
    if not last or last["text"] == text or last["path"] == target.path and blocks.BEGIN in text:
        return text
    had = ""
    if last["path"] != target.path:
        try:
            had = text_of(last["path"], target.limit)
        except (OSError, ValueError):
            pass  # the version before is gone
    return blocks.merged(had or last["text"], text)


def write(target: Target, now: str, new: str) -> None:
    """Replace the file, with a copy of it before; a blank text removes it. Raises OSError."""
    data, was = (text.encode("utf-8", "surrogateescape") for text in (new, now))
    if now:
        target.history.keep(was)
    if not new.strip():
        fs.remove(target.path, target.limit)
    elif not fs.rewrite(target.path, data, was if now else None, target.limit):
        raise OSError("it changed while it was read: sync again")
    target.history.note(target.path, new)


def restore(project, history: History) -> tuple:
    """(path, day of the copy) of a file that is again what it was before it was last written.
    Raises OSError, ValueError; LookupError where there is no copy, or no such file any more."""
    copies = history.copies()
    wanted = (history.base, history.key)
    targets = [it for it in plan(project) if (it.history.base, it.history.key) == wanted]
    if not copies or not targets:
        raise LookupError(history.key)
    path = targets[0].path
    limit = targets[0].limit
    write(targets[0], text_of(path, limit), history.read(copies[0]))
    return path, copies[0][:10]


def _take(project, target: Target, accept: bool, report: Report, dry_run: bool) -> Taken:
    """Hold a file's Blocks against the entries, and take what a person changed, unless it is a dry
    run. Raises OSError."""
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
    if home and home.dir != project.store.dir and fs.inside(target.path, home.dir):
        return [home]
    everywhere = target.scope != "project"
    return [it for it in project.speaking() if it is project.store or everywhere]


def _read(target: Target) -> list:
    """The Blocks between the markers; none where the file cannot be read: rendering says so."""
    try:
        text = standing(target)
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
        text = found[field] = one_line(redact(texts.get(label, ""), extra), limit)
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


def _render(project, target: Target, taken: Taken, dry_run: bool, report: Report) -> None:
    """Write a file as it should be. Raises OSError, ValueError, Broken, LeftAlone."""
    now = text_of(target.path, target.limit)
    text = standing(target)
    around = managed_block.split(text, blocks.BEGIN, blocks.END)
    old = around.inner
    if not target.rows and old is None and text == now:
        return
    lines = []
    parts = _parts(project, target, taken, around)
    if parts:
        title = TITLES[target.kind].format(target.label)
        lines = blocks.section(title, parts, target.left_out, time.strftime("%Y-%m-%d"))
    new = managed_block.place(text, blocks.BEGIN, blocks.END, lines)
    says_so = bool(lines) and blocks.said(lines) == blocks.said(old or [])
    if text == now and (new == now or says_so):
        report.same += 1
        if not dry_run:
            _note_around(target, now)
    elif not _stays_private(project, target, dry_run):
        report.problems.append((target.path, TRACKED))
    else:
        done = report.written if new.strip() else report.removed
        done.append(target)
        if not dry_run:
            write(target, now, new)


def _note_around(target: Target, now: str) -> None:
    """Remember what a person wrote outside the markers: the next update has to keep it."""
    if target.history.last().get("text", now) != now:
        target.history.note(target.path, now)


def _stays_private(project, target: Target, dry_run: bool) -> bool:
    """Keep what a private store writes beside a skill out of git. False where git has the file."""
    store = project.store
    if target.scope != "project" or fs.inside(target.path, store.dir) or team.is_shared(store):
        return True
    if install.is_tracked(project.root, target.path):
        return False
    if not dry_run:
        install.exclude(project.root, [target.path], (project.home or store).dir)
    return True


def _parts(project, target: Target, taken: Taken, around) -> list:
    """The blocks of the file: its learnings, then those of others that stood there. What a default
    of the skill says already stands once."""
    name = os.path.basename(project.root) if target.scope != "project" else ""
    standing_ids = {block.id for block in taken.kept}
    defaults = blocks.parts(around.before) + blocks.parts(around.after)
    parts = []
    for entry, store in target.rows:
        if entry["id"] in standing_ids or blocks.is_shown(entry, taken.kept):
            continue
        if blocks.is_said(entry["resolution"], defaults):
            continue
        owner = taken.owners.get(entry["id"]) or owner_of(store)
        shared = name if store is project.store else ""
        parts.append(blocks.block(entry, owner, shared, project.settings["redact"]))
    return parts + [block.raw for block in taken.kept]
