"""Bring every memory file up to date: take a person's edits, then render what the entries say."""

from __future__ import annotations

import os
import time

from reflexion.memory import blocks, merging
from reflexion.memory.history import History
from reflexion.memory.taking import NOTHING, Taken, owner_of, take
from reflexion.memory.targets import Target, plan
from reflexion.setup import install
from reflexion.store import fs, team
from reflexion.text import managed_block

TITLES = {"skill": "Learnings for {}", "category": "Learnings about {}"}
TRACKED = (
    "is tracked by git, and this store is private: not written "
    "(`reflexion init --team` shares the learnings)"
)


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
        taken[target.path] = take(project, target, accept, report, dry_run)
    for target in plan(project):
        try:
            _render(project, target, taken.get(target.path, NOTHING), dry_run, report)
        except (managed_block.Broken, install.LeftAlone) as error:
            report.problems.append((target.path, str(error)))
        except (OSError, ValueError) as error:
            what = getattr(error, "strerror", None) or error
            report.problems.append((target.path, f"cannot be written: {what}"))
    return report


def write(target: Target, now: str, new: str) -> None:
    """Replace the file, with a copy of it before; a blank text removes it. Raises OSError."""
    data = new.encode("utf-8", "surrogateescape")
    was = now.encode("utf-8", "surrogateescape")
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
    write(targets[0], targets[0].text(), history.read(copies[0]))
    return path, copies[0][:10]


def _render(project, target: Target, taken: Taken, dry_run: bool, report: Report) -> None:
    """Write a file as it should be. Raises OSError, ValueError, Broken, LeftAlone."""
    now = target.text()
    new = _rendered(project, target, taken, now)
    if new is None:
        return
    if new == now:
        report.same += 1
        if not dry_run and target.history.last().get("text", now) != now:
            target.history.note(target.path, now)  # the next update keeps what a person wrote
    elif not _stays_private(project, target, dry_run):
        report.problems.append((target.path, TRACKED))
    else:
        done = report.written if new.strip() else report.removed
        done.append(target)
        if not dry_run:
            write(target, now, new)


def _rendered(project, target: Target, taken: Taken, now: str) -> str | None:
    """The file's text as it should be: as it is `now` where that says the same; None where nothing
    of ours stands in the file, nor goes there. Raises OSError, ValueError, Broken."""
    text = target.standing()
    around = managed_block.split(text, blocks.BEGIN, blocks.END)
    if not target.rows and around.inner is None and text == now:
        return None
    parts = _parts(project, target, taken, around)
    title = TITLES[target.kind].format(target.label)
    date = time.strftime("%Y-%m-%d")
    lines = blocks.section(title, parts, target.left_out, date) if parts else []
    says_so = bool(lines) and blocks.said(lines) == blocks.said(around.inner or [])
    if text == now and says_so:
        return now
    return managed_block.place(text, blocks.BEGIN, blocks.END, lines)


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
    defaults = merging.parts(around.before) + merging.parts(around.after)
    parts = []
    for entry, store in target.rows:
        if entry["id"] in standing_ids or merging.is_shown(entry, taken.kept):
            continue
        if merging.is_said(entry["resolution"], defaults):
            continue
        owner = taken.owners.get(entry["id"]) or owner_of(store)
        shared = name if store is project.store else ""
        parts.append(blocks.block(entry, owner, shared, project.settings["redact"]))
    return parts + [block.raw for block in taken.kept]
