"""Bring the blocks up to date: each shows the learnings about the skill that it lies beside."""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.learning.lesson import is_persons, may_tell_unasked
from reflexion.memory.section import BEGIN, END, Line, is_edited, read, render, sentence_of
from reflexion.memory.skills import PROJECT, installed
from reflexion.store import fs, tracked
from reflexion.text import block

FILE = "MEMORY.md"
MAX_FILE = 4 << 20
MOST = 30  # learnings in a file
# how a file stands
SAME = "up to date"
MISSING = "not written yet"
STALE = "not up to date"
EDITED = "changed by hand"
REMEDY = "changed by hand and left alone: `reflexion memory import {path}` takes it over"
PRIVATE = "git tracks it, and this store is private: `reflexion init --team` shares the learnings"

Report = namedtuple("Report", "lines problems")  # lines for the person; what was not done


class Page:
    """The MEMORY.md of a `skill` (a Skill). Reading it raises OSError and ValueError.

    path      its path
    lines     the Lines that it shows
    projects  the names of projects whose Lines these are; those of others stay as they are
    """

    def __init__(self, skill):
        self.skill = skill
        self.path = os.path.join(skill.folder, FILE)
        self.lines = []
        self.projects = set()

    def add(self, entry: dict, project: str) -> None:
        """Show a learning; in a file that projects share, its Line names the project."""
        label = "" if self.skill.scope == PROJECT else project
        self.lines.append(Line(sentence_of(entry), entry["id"], label))

    def text(self) -> str:
        """Return the file's text, every byte kept; "" when missing."""
        try:
            data = fs.read_bytes(self.path, MAX_FILE, self.skill.limit)
        except FileNotFoundError:
            return ""
        return data.decode("utf-8", "surrogateescape")

    def block(self) -> list:
        """Return the lines of our block; [] without one."""
        return block.split(self.text(), BEGIN, END).lines or []

    def rendered(self) -> str:
        """Return the file's text with the block as it should be."""
        others = [line for line in read(self.block()) if self._is_of_another(line)]
        lines = render(self.skill.name, [*self.lines, *others])
        return block.place(self.text(), BEGIN, END, lines)

    def state(self) -> str:
        """Return SAME, MISSING, STALE or EDITED."""
        old = self.block()
        if old and is_edited(old):
            return EDITED
        if self.rendered() == self.text():
            return SAME
        return STALE if old else MISSING

    def _is_of_another(self, line: Line) -> bool:
        """Return True for the line of another project, in a file that all of them share."""
        return self.skill.scope != PROJECT and bool(line.id) and line.project not in self.projects


def pages(project) -> list:
    """Return the Pages that show a learning, or that hold our block."""
    every = [Page(skill) for skill in installed(project)]
    for store in project.stores():
        _fill(every, project, store)
    return [page for page in every if page.lines or _has_block(page)]


def _fill(every: list, project, store) -> None:
    """Put the learnings of a store on the Pages.

    One of the project goes to the project's skill of that name, else to the home's, else to a
    plugin's, with the project's name; one of the home store never into a project.
    """
    shared = [page for page in every if page.skill.scope != PROJECT]
    is_home = store is project.home
    name = "" if is_home else _plain(os.path.basename(project.root))
    for page in shared:
        page.projects.add(name)
    by_name = {page.skill.name: page for page in reversed(shared if is_home else every)}
    for entry in _ranked(store):
        page = by_name.get(entry["skill"])
        if page and len(page.lines) < MOST:
            page.add(entry, name)


def sync(project, change=None, dry_run: bool = False) -> Report:
    """Write every block that is not as it should be; return a Report.

    `change` (a store.changes.Change) keeps what a file held before.
    """
    report = Report([], [])
    for page in pages(project):
        try:
            state = page.state()
            if state == EDITED:
                raise ValueError(REMEDY.format(path=page.path))
            if state != SAME:
                if not dry_run:
                    write(project, page, change)
                verb = "would write" if dry_run else "wrote"
                report.lines.append(f"{verb} {page.path}: {len(page.lines)} of {page.skill.name}")
        except (OSError, ValueError) as error:
            report.problems.append(f"{page.path}: {error}")
    return report


def write(project, page: Page, change=None) -> None:
    """Write a page as it should be, whatever stands in its block. Raises OSError, ValueError."""
    text = page.text()
    new = page.rendered()
    is_private = page.skill.scope == PROJECT and not project.store.is_shared()
    if is_private and _is_tracked(page.path):
        raise ValueError(PRIVATE)
    if change:
        change.keep(page.path)
    if not new.strip() and text.lstrip().startswith(BEGIN):
        fs.remove(page.path, page.skill.limit)
        return
    was = text.encode("utf-8", "surrogateescape") if os.path.exists(page.path) else None
    data = new.encode("utf-8", "surrogateescape")
    if not fs.rewrite(page.path, data, was, page.skill.limit):
        raise ValueError("it changed while it was read: sync again")


def _ranked(store) -> list:
    """Return the entries about a skill that may be told, a person's first, then the most seen."""
    rows = [row for row in store.index.rows().values() if row.skill]
    entries = filter(None, (store.get(row.id) for row in rows))
    entries = [entry for entry in entries if entry.get("skill") and may_tell_unasked(entry)]
    entries.sort(key=lambda entry: (not is_persons(entry), -entry["occurrences"], entry["id"]))
    return entries


def _plain(name: str) -> str:
    """Return a folder's name as it stands in a line's brackets."""
    return "".join(letter for letter in name if letter.isalnum() or letter in "-_.") or "project"


def _has_block(page: Page) -> bool:
    try:
        return bool(page.block())
    except (OSError, ValueError):
        return False


def _is_tracked(path: str) -> bool:
    try:
        return tracked.is_tracked(path)
    except tracked.Unknown:
        return True
