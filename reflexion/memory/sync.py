"""Bring every memory file up to date: take a person's edits, then render what the entries say."""

from __future__ import annotations

import os
import time

from reflexion.hosts import exclude, install
from reflexion.memory import blocks, dated_copies, edits, update
from reflexion.memory.targets import plan
from reflexion.store import files, team
from reflexion.text.marked import Broken

MAX_FILE = dated_copies.MAX_FILE
TITLES = {"skill": "Learnings for {}", "category": "Learnings about {}"}
TRACKED = (
    "is tracked by git, and this store is private: not written "
    "(`reflexion init --team` shares the learnings)"
)
DOUBTFUL = (
    "holds edits that were not made on this machine ({}): "
    "`reflexion memory sync --accept` takes them over"
)


class Report:
    """`written`, `removed`: Targets; `same`: how many stand as they should; `edited`, `added`: ids;
    `problems`: (path, what)."""

    def __init__(self):
        self.written, self.removed, self.edited, self.added = [], [], [], []
        self.problems, self.same = [], 0


def sync(project, accept: bool = False, dry_run: bool = False) -> Report:
    """All of it. `accept`: believe edits in files never written on this machine. Raises OSError."""
    report, read = Report(), {}
    for target in plan(project):
        read[target.path] = _take(project, target, accept, report, dry_run)
    for target in plan(project):
        try:
            _render(project, target, read.get(target.path) or edits.Read(), dry_run, report)
        except (Broken, install.LeftAlone) as error:
            report.problems.append((target.path, str(error)))
        except (OSError, ValueError) as error:
            what = getattr(error, "strerror", None) or error
            report.problems.append((target.path, f"cannot be written: {what}"))
    return report


def text_of(path: str, limit: str) -> str:
    """A file's text, every byte kept; "" when missing. Raises OSError, outside `limit` too."""
    if not files.resolve(path, limit).lower().endswith(".md"):
        raise OSError("it is a link to what is no Markdown file")
    try:
        return files.read_bounded(path, MAX_FILE, limit).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def standing(target) -> str:
    """The text that the file stands for: its own, or what an update made of it and of the user's.

    Raises OSError, ValueError.
    """
    text = text_of(target.path, target.limit)
    last = dated_copies.last(target.base, target.key) if target.scope != "project" else {}
    if not last or last["text"] == text or last["path"] == target.path and blocks.BEGIN in text:
        return text
    had = ""
    if last["path"] != target.path:
        try:
            had = text_of(last["path"], target.limit)
        except (OSError, ValueError):
            pass  # the version before is gone
    return update.merged(had or last["text"], text)


def write(target, now: str, new: str) -> None:
    """Replace the file, with a copy of it before; a blank text removes it. Raises OSError."""
    data, was = (text.encode("utf-8", "surrogateescape") for text in (new, now))
    if now:
        dated_copies.keep(target.base, target.key, was)
    if not new.strip():
        files.remove(target.path, target.limit)
    elif not files.rewrite(target.path, data, was if now else None, target.limit):
        raise OSError("it changed while it was read: sync again")
    dated_copies.note(target.base, target.key, target.path, new)


def restore(project, base: str, key: str) -> tuple:
    """(path, day of the copy) of a file that is again what it was before it was last written.

    Raises OSError, ValueError; LookupError where there is no copy, or no such file any more.
    """
    copies = dated_copies.listed(base, key)
    target = next((t for t in plan(project) if (t.base, t.key) == (base, key)), None)
    if not copies or not target:
        raise LookupError(key)
    old = dated_copies.copy(base, key, copies[0]).decode("utf-8", "surrogateescape")
    write(target, text_of(target.path, target.limit), old)
    return target.path, copies[0][:10]


def _take(project, target, accept: bool, report, dry_run: bool):
    """What the file's blocks say; edits become entries, unless it is a dry run."""
    stores = _stores(project, target)
    try:
        taken = blocks.blocks(blocks.split(standing(target))[1])
    except (OSError, ValueError):
        return None  # rendering says so
    if not stores:
        return None
    believed = accept or bool(dated_copies.last(target.base, target.key))
    read = edits.take(taken, stores, target, project.settings["redact"], believed, dry_run)
    report.edited += read.edited
    report.added += read.added
    if read.doubtful:
        report.problems.append((target.path, DOUBTFUL.format(", ".join(read.doubtful))))
    return read


def _stores(project, target) -> list:
    """The stores that a file shows, the one that takes what is new in it first."""
    home = project.home
    if home and home.dir != project.store.dir and files.inside(target.path, home.dir):
        return [home]
    every = target.scope != "project"
    return [store for store in project.speaking() if store is project.store or every]


def _render(project, target, read, dry_run: bool, report) -> None:
    now, text = text_of(target.path, target.limit), standing(target)
    old = blocks.split(text)[1]
    if not target.rows and old is None and text == now:
        return
    parts, lines = _parts(project, target, read), []
    if parts:
        title = TITLES[target.kind].format(target.label)
        lines = blocks.section(title, parts, target.left_out, time.strftime("%Y-%m-%d"))
    new = blocks.place(text, lines)
    if text == now and (new == now or lines and blocks.same(lines, old or [])):
        report.same += 1
        if not dry_run and dated_copies.last(target.base, target.key).get("text") not in (
            None,
            now,
        ):
            # a note outside the markers: the next update has to keep it
            dated_copies.note(target.base, target.key, target.path, now)
    elif not _stays_private(project, target, dry_run):
        report.problems.append((target.path, TRACKED))
    else:
        (report.written if new.strip() else report.removed).append(target)
        if not dry_run:
            write(target, now, new)


def _stays_private(project, target, dry_run: bool) -> bool:
    """Keep what a private store writes beside a skill out of git. False where git has the file."""
    store = project.store
    if target.scope != "project" or files.inside(target.path, store.dir) or team.is_shared(store):
        return True
    path = exclude.file_of(project.root)
    if not path or exclude.tracked(project.root, target.path):
        return not path
    if not dry_run:
        home = project.home.dir if project.home else store.dir
        install.put(path, lambda text: exclude.added(text, project.root, [target.path]), home, "")
    return True


def _parts(project, target, read) -> list:
    """The blocks of the file: its learnings, then those of others that stood there."""
    kept = {block.id for block in read.kept}
    name = os.path.basename(project.root) if target.scope != "project" else ""
    rows = [row for row in target.rows if row[0]["id"] not in kept]
    parts = []
    for entry, store in rows:
        owner = read.owners.get(entry["id"]) or edits.owner_of(store)
        shared = name if store is project.store else ""
        parts.append(blocks.block(entry, owner, shared, project.settings["redact"]))
    return parts + [block.raw for block in read.kept]
