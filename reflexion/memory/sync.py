"""The MEMORY.md beside each skill's SKILL.md: its block shows the learnings about the skill.

The skills are those that hosts would load here: of the project and of the home.
"""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.errors import Broken, Changed, ReflexionError, Refused
from reflexion.hosts.installation import SETUPS
from reflexion.learning.lesson import is_persons, may_tell_unasked
from reflexion.memory.section import BEGIN, END, Line, is_edited, read, render, sentence_of
from reflexion.store import fs
from reflexion.store.paths import home_folder
from reflexion.store.tracked import may_be_tracked
from reflexion.text import block

FILE = "MEMORY.md"
IN_PROJECT = (".claude", ".agents", ".codex")
MAX_FILE = 4 << 20
MOST = 30  # learnings in a file
REMEDY = "changed by hand and left alone: `reflexion memory import {path}` takes it over"
PRIVATE = "git tracks it, and this store is private: `reflexion init --team` shares the learnings"

Report = namedtuple("Report", "lines problems")  # lines for the person; what was not done
# id: of the learning, "" for a line that was added; old: what it says now
Correction = namedtuple("Correction", "store id old new")


class Page:
    """The MEMORY.md of a skill. Reading it raises OSError and ValueError.

    skill      the skill's name: that of its folder
    path       where the file is, or would be
    is_shared  False for a skill of the project
    top        the folder that the file must not lead out of
    lines      the Lines that it shows
    projects   the names of projects whose Lines these are; those of others stay as they are
    """

    def __init__(self, folder: str, root: str = ""):
        self.skill = os.path.basename(folder)
        self.path = os.path.join(folder, FILE)
        self.is_shared = not root
        self.top = root or folder
        self.lines = []
        self.projects = set()

    def text(self) -> str:
        """Return the file's text, every byte kept; "" when missing."""
        try:
            data = fs.read_bytes(self.path, MAX_FILE, self.top)
        except FileNotFoundError:
            return ""
        return data.decode("utf-8", "surrogateescape")

    def block(self) -> list:
        """Return the lines of our block; [] without one."""
        return block.split(self.text(), BEGIN, END).lines or []

    def rendered(self) -> str:
        """Return the file's text with the block as it should be."""
        others = []
        if self.is_shared:
            others = [line for line in read(self.block()) if line.id]
            others = [line for line in others if line.project not in self.projects]
        return block.place(self.text(), BEGIN, END, render(self.skill, [*self.lines, *others]))


def pages(project) -> list:
    """Return the Pages that show a learning, or that hold our block."""
    every = _every_page(project)
    for store in project.stores():
        _fill(every, project, store)
    return [page for page in every if page.lines or _has_block(page)]


def _every_page(project) -> list:
    """Return the Pages of all skills, those of the project first."""
    found = []
    for name in IN_PROJECT:
        found += _pages_in(os.path.join(project.root, name), project.root)
    homes = [each.home(project.environ) for each in SETUPS.values()]
    home = home_folder(project.environ)
    if home:
        for folder in dict.fromkeys([*homes, os.path.join(home, ".agents")]):
            found += _pages_in(folder)
    return found


def _pages_in(folder: str, root: str = "") -> list:
    skills = os.path.join(folder, "skills")
    paths = [os.path.join(skills, name) for name in fs.names(skills)]
    return [Page(path, root) for path in paths if os.path.isfile(os.path.join(path, "SKILL.md"))]


def _fill(every: list, project, store) -> None:
    """Put the learnings of a store on the Pages.

    One of the project goes to the project's skill of that name, else to the home's, else to a
    plugin's, with the project's name; one of the home store never into a project.
    """
    shared = [page for page in every if page.is_shared]
    is_home = store is project.home
    project_name = "" if is_home else _plain(os.path.basename(project.root))
    for page in shared:
        page.projects.add(project_name)
    by_skill = {page.skill: page for page in reversed(shared if is_home else every)}
    for entry in _ranked(store):
        page = by_skill.get(entry.skill)
        if page and len(page.lines) < MOST:
            label = project_name if page.is_shared else ""
            page.lines.append(Line(sentence_of(entry), entry.id, label))


def _ranked(store) -> list:
    """Return the entries about a skill that may be told, a person's first, then the most seen."""
    rows = [row for row in store.index.rows() if row.skill]
    entries = filter(None, (store.get(row.id) for row in rows))
    entries = [entry for entry in entries if entry.skill and may_tell_unasked(entry)]
    entries.sort(key=lambda entry: (not is_persons(entry), -entry.occurrences, entry.id))
    return entries


def _plain(name: str) -> str:
    """Return a folder's name as it stands in a line's brackets."""
    return "".join(letter for letter in name if letter.isalnum() or letter in "-_.") or "project"


def _has_block(page: Page) -> bool:
    try:
        return bool(page.block())
    except (OSError, ValueError, Broken):
        return False


def sync(project, change=None) -> Report:
    """Write every block that is not as it should be; return a Report.

    `change` (a store.changes.Change) keeps what a file held before.
    """
    report = Report([], [])
    for page in pages(project):
        try:
            if is_edited(page.block()):
                raise Changed(REMEDY.format(path=page.path))
            if page.rendered() != page.text():
                write(project, page, change)
                report.lines.append(f"wrote {page.path}: {len(page.lines)} of {page.skill}")
        except (OSError, ValueError, ReflexionError) as error:
            report.problems.append(f"{page.path}: {error}")
    return report


def write(project, page: Page, change=None) -> None:
    """Write a page as it should be, whatever its block holds. Raises OSError, ReflexionError."""
    text = page.text()
    new = page.rendered()
    is_private = not page.is_shared and not project.store.is_shared()
    if is_private and may_be_tracked(page.path):
        raise Refused(PRIVATE)
    if change:
        change.keep(page.path)
    if not new.strip() and text.lstrip().startswith(BEGIN):
        fs.remove(page.path, page.top)
        return
    was = text.encode("utf-8", "surrogateescape") if os.path.exists(page.path) else None
    if not fs.rewrite(page.path, new.encode("utf-8", "surrogateescape"), was, page.top):
        raise Changed("it changed while it was read: sync again")


def page_of(project, path: str) -> Page | None:
    """Return the Page at a path (a MEMORY.md, or its skill's folder); None for any other."""
    wanted = {os.path.realpath(path), os.path.realpath(os.path.join(path, FILE))}
    found = (page for page in _every_page(project) if os.path.realpath(page.path) in wanted)
    return next(found, None)


def corrections(project, page: Page) -> list:
    """Return a Correction for each line that says something else than its learning.

    A line that is gone is none: the next sync brings it back. Raises OSError, ReflexionError.
    """
    found = []
    for line in read(page.block()):
        if not line.id:
            found.append(Correction(project.store, "", "", line.sentence))
            continue
        for store in project.stores():
            entry = store.get(line.id)
            if entry and sentence_of(entry) != line.sentence:
                found.append(Correction(store, line.id, entry.resolution, line.sentence))
    return found
