"""Bring every memory file up to date: read what a person changed, then render what the entries say, with a copy of what stood there."""

from __future__ import annotations

import os
import time

from reflexion.memory import blocks, edits, history, update
from reflexion.memory.targets import plan, stores_of
from reflexion.store.files import read_bounded, write_atomic

MAX_FILE = 1 << 20
TITLES = {"skill": "Learnings for {}", "category": "Learnings about {}"}


class Report:
    """`written`, `removed`: Targets; `same`: how many stand as they should; `edited`, `added` ids; `problems`: (path, what); `targets`: all."""

    def __init__(self):
        (
            self.written,
            self.removed,
            self.edited,
            self.added,
            self.problems,
            self.targets,
            self.same,
        ) = [], [], [], [], [], [], 0


def sync(project, accept: bool = False, dry_run: bool = False) -> Report:
    """All of it. `accept`: believe edits in files that were never written on this machine. Raises OSError."""
    report, read = Report(), {}
    for target in plan(project):
        read[target.path] = _take(project, target, accept, report, dry_run)
    report.targets = plan(project)
    for target in report.targets:
        try:
            _render(project, target, read.get(target.path) or edits.Read(), dry_run, report)
        except blocks.Broken as error:
            report.problems.append((target.path, str(error)))
        except (OSError, ValueError) as error:
            report.problems.append(
                (target.path, f"cannot be written: {getattr(error, 'strerror', None) or error}")
            )
    return report


def text_of(path: str) -> str:
    """The file's text, every byte kept; "" when it is missing. Raises OSError, ValueError."""
    try:
        return read_bounded(path, MAX_FILE).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def standing(target) -> str:
    """The text that the file stands for: its own, or what an update made of it and of what the user had. Raises OSError, ValueError."""
    text = text_of(target.path)
    last = history.last(target.base, target.key) if target.scope != "project" else {}
    if not last or last["text"] == text or last["path"] == target.path and blocks.BEGIN in text:
        return text
    had = last["text"]
    if last["path"] != target.path:
        try:
            had = text_of(last["path"]) or had
        except (OSError, ValueError):
            pass
    return update.merged(had, text)


def _take(project, target, accept: bool, report, dry_run: bool):
    """What the file's blocks say; edits become entries, unless it is a dry run."""
    try:
        if not target.safe():
            return None
        found = blocks.blocks(blocks.split(standing(target))[1])
    except (OSError, ValueError):
        return None  # rendering says so
    stores = _stores(project, target)
    believed = accept or bool(history.last(target.base, target.key))
    read = (
        edits.take(found, stores, target, project.settings["redact"], believed, dry_run)
        if stores
        else None
    )
    if read:
        report.edited += read.edited
        report.added += read.added
        if read.doubtful:
            report.problems.append(
                (
                    target.path,
                    f"holds edits that were not made on this machine ({', '.join(read.doubtful)}): `reflexion memory sync --accept` takes them over",
                )
            )
    return read


def _stores(project, target) -> list:
    """The stores that a file shows, the one that takes what is new in it first."""
    if (
        project.home
        and project.home.dir != project.store.dir
        and target.path.startswith(project.home.dir + os.sep)
    ):
        return [project.home]
    return [
        store for store in stores_of(project) if store is project.store or target.scope != "project"
    ]


def _render(project, target, read, dry_run: bool, report) -> None:
    if not target.safe():
        report.problems.append(
            (target.path, "leads out of where it belongs by a symbolic link: not written")
        )
        return
    now, text = text_of(target.path), standing(target)
    inner = blocks.split(text)[1]
    if not target.rows and inner is None and text == now:
        return
    made = _made(project, target, read)
    before = blocks.split(text)
    section = (
        blocks.section(
            TITLES[target.kind].format(target.label),
            made,
            target.left_out,
            time.strftime("%Y-%m-%d"),
            "\r\n" if "\r\n" in text else "\n",
        )
        if made
        else ""
    )
    old = text[len(before[0]) : len(text) - len(before[2])] if inner is not None else ""
    new = blocks.place(text, section)
    if text == now and (new == now or section and blocks.same(section, old)):
        report.same += 1
        return
    (report.written if new else report.removed).append(target)
    if not dry_run:
        write(target, now, new)


def _made(project, target, read) -> list:
    """The blocks of the file: its learnings, then those of others that stood there."""
    kept = {block.id for block in read.kept} - {""}
    name = os.path.basename(project.root) if target.scope != "project" else ""
    made = [
        blocks.block(
            entry,
            read.owners.get(entry["id"]) or edits.owner_of(store),
            name if store is project.store else "",
        )
        for entry, store in target.rows
        if entry["id"] not in kept
    ]
    return made + [block.raw for block in read.kept]


def write(target, now: str, new: str) -> None:
    """Replace the file, with a copy of it before; an empty text removes it. Raises OSError."""
    if now:
        history.keep(target.base, target.key, now.encode("utf-8", "surrogateescape"))
    if not new:
        os.unlink(target.path)
    else:
        os.makedirs(os.path.dirname(target.path), exist_ok=True)
        write_atomic(os.path.realpath(target.path), new.encode("utf-8", "surrogateescape"))
    history.note(
        target.base, target.key, target.path, new.encode("utf-8", "replace").decode("utf-8")
    )
