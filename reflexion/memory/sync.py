"""Bring every memory file up to date: take a person's edits, then render what the entries say."""

from __future__ import annotations

import os
import time

from reflexion.hosts import install
from reflexion.memory import blocks, edits
from reflexion.memory.targets import MAX_FILE, History, Target, plan
from reflexion.store import files, team
from reflexion.text import marked

TITLES = {"skill": "Learnings for {}", "category": "Learnings about {}"}
NOTHING = ((), {})  # is kept of a file that was not read
TRACKED = (
    "is tracked by git, and this store is private: not written "
    "(`reflexion init --team` shares the learnings)"
)


class Report:
    """`written`, `removed`: Targets; `same`: how many stand as they should; `edited`, `added`: ids;
    `problems`: (path, what)."""

    def __init__(self):
        self.written, self.removed, self.edited, self.added = [], [], [], []
        self.problems, self.same = [], 0


def sync(project, accept: bool = False, dry_run: bool = False) -> Report:
    """All of it. `accept`: believe edits in files never written on this machine. Raises OSError."""
    report = Report()
    reads = {it.path: _take(project, it, accept, report, dry_run) for it in plan(project)}
    for target in plan(project):
        try:
            _render(project, target, reads.get(target.path, NOTHING), dry_run, report)
        except (marked.Broken, install.LeftAlone) as error:
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
        files.remove(target.path, target.limit)
    elif not files.rewrite(target.path, data, was if now else None, target.limit):
        raise OSError("it changed while it was read: sync again")
    target.history.note(target.path, new)


def restore(project, history: History) -> tuple:
    """(path, day of the copy) of a file that is again what it was before it was last written.

    Raises OSError, ValueError; LookupError where there is no copy, or no such file any more.
    """
    copies, wanted = history.copies(), (history.base, history.key)
    targets = [it for it in plan(project) if (it.history.base, it.history.key) == wanted]
    if not copies or not targets:
        raise LookupError(history.key)
    path, limit = targets[0].path, targets[0].limit
    write(targets[0], text_of(path, limit), history.read(copies[0]))
    return path, copies[0][:10]


def _take(project, target: Target, accept: bool, report: Report, dry_run: bool) -> tuple:
    """What of the file's blocks stays; edits become entries, unless it is a dry run."""
    home, everywhere = project.home, target.scope != "project"
    if home and home.dir != project.store.dir and files.inside(target.path, home.dir):
        stores = [home]
    else:  # the first one takes what is new
        stores = [it for it in project.speaking() if it is project.store or everywhere]
    try:
        taken = blocks.blocks(_section(standing(target))) if stores else []
    except (OSError, ValueError):
        taken = []  # rendering says so
    believed, extra = accept or bool(target.history.last()), project.settings["redact"]
    return edits.take(taken, stores, target, extra, believed, report, dry_run)


def _section(text: str) -> list | None:
    return marked.split(text, blocks.BEGIN, blocks.END)[1]


def _render(project, target: Target, read: tuple, dry_run: bool, report: Report) -> None:
    now, text = text_of(target.path, target.limit), standing(target)
    old = _section(text)
    if not target.rows and old is None and text == now:
        return
    parts, lines = _parts(project, target, *read), []
    if parts:
        title = TITLES[target.kind].format(target.label)
        lines = blocks.section(title, parts, target.left_out, time.strftime("%Y-%m-%d"))
    new = marked.place(text, blocks.BEGIN, blocks.END, lines)
    if text == now and (new == now or lines and blocks.said(lines) == blocks.said(old or [])):
        report.same += 1
        if not dry_run and target.history.last().get("text", now) != now:
            # a note outside the markers: the next update has to keep it
            target.history.note(target.path, now)
    elif not _stays_private(project, target, dry_run):
        report.problems.append((target.path, TRACKED))
    else:
        (report.written if new.strip() else report.removed).append(target)
        if not dry_run:
            write(target, now, new)


def _stays_private(project, target: Target, dry_run: bool) -> bool:
    """Keep what a private store writes beside a skill out of git. False where git has the file."""
    store = project.store
    if target.scope != "project" or files.inside(target.path, store.dir) or team.is_shared(store):
        return True
    if install.is_tracked(project.root, target.path):
        return False
    if not dry_run:
        install.exclude(project.root, [target.path], (project.home or store).dir)
    return True


def _parts(project, target: Target, kept: list, owners: dict) -> list:
    """The blocks of the file: its learnings, then those of others that stood there."""
    name = os.path.basename(project.root) if target.scope != "project" else ""
    standing, parts = {block.id for block in kept}, []
    for entry, store in [row for row in target.rows if row[0]["id"] not in standing]:
        owner = owners.get(entry["id"]) or edits.owner_of(store)
        shared = name if store is project.store else ""
        parts.append(blocks.block(entry, owner, shared, project.settings["redact"]))
    return parts + [block.raw for block in kept]
