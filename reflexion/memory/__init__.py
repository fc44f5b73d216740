"""The MEMORY.md beside each skill's SKILL.md: its block shows the learnings about the skill.

The skills are those that hosts would load here: of the project, of the home, of plugins. The last
line of the block holds a digest of the others: by it an edit inside is noticed. Hooks import this.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import namedtuple
from collections.abc import Iterator
from glob import escape, iglob

from reflexion.errors import Broken, ReflexionError, Refused
from reflexion.hosts.installation import SETUPS
from reflexion.learning.entry import MAX_PATTERN, Entry
from reflexion.learning.identity import words_of
from reflexion.learning.lesson import is_persons, may_tell_unasked
from reflexion.store import fs
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.paths import home_folder
from reflexion.store.project import Project
from reflexion.store.tracked import may_be_tracked
from reflexion.text import block, one_line
from reflexion.text.block import FENCE

FILE = "MEMORY.md"
IN_PROJECT = (".claude", ".agents", ".codex")
MAX_FILE = 4 << 20
MOST = 30  # learnings in a file
REMEDY = "changed by hand and left alone: `reflexion import {path}` takes it over"
NOT_HERE = "no skill {skill} is installed here: what is known about it is told when it is used"
PRIVATE = "git tracks it, and this store is private: `reflexion init --team` shares the learnings"
BEGIN = "<!-- reflexion:memory:begin -->"
END = "<!-- reflexion:memory:end -->"
TITLE = "## Learnings about "
SIGNED = "<!-- written by `reflexion memory sync`, "
ITEM = re.compile(r"^(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
HEADING = re.compile(r"(#{1,6})[ \t]+(\[?LRN-)?(.*)")  # LRN: a learning of other systems
CONTENT = ("Content", "Summary", "Lesson")  # labels and headings of what is learned
# in bold any words are a label, without it those of the content alone
LABEL = re.compile(rf"(?:\*\*([\w ]{{1,40}})(?::\*\*|\*\*:)|(?:{'|'.join(CONTENT)}):)[ \t]*")
SOURCE = re.compile(r" \((?:seen \d+x, source: )?(RFX-\d{8}-[0-9a-f]{3,16})(?:, ([\w.-]+))?\)$")

Synced = namedtuple("Synced", "lines problems")  # lines for the person; what was not done
# id: "" in a line that somebody added; project: of another project's learning, else ""
Line = namedtuple("Line", "sentence id project", defaults=("", ""))


class Page:
    """The MEMORY.md of a skill. Reading it raises OSError and ValueError.

    skill      the skill's name: that of its folder
    names      what it is called: a plugin's skill `ops:deploy`, too
    path       where the file is, or would be
    is_shared  False for a skill of the project
    top        the folder that the file must not lead out of
    lines      the Lines that it shows
    projects   the names of projects whose Lines these are; those of others stay as they are
    """

    def __init__(self, folder: str, root: str = "", plugin: str = ""):
        self.skill = os.path.basename(folder)
        self.names = [self.skill, f"{plugin}:{self.skill}"] if plugin else [self.skill]
        self.path = os.path.join(folder, FILE)
        self.is_shared = not root
        self.top = root or folder
        self.lines: list[Line] = []
        self.projects: set[str] = set()

    def text(self) -> str:
        """Return the file's text, every byte kept; "" when missing."""
        try:
            data = fs.read_bytes(fs.resolve(self.path, self.top), MAX_FILE)
        except FileNotFoundError:
            return ""
        return data.decode("utf-8", "surrogateescape")

    def block(self) -> list[str]:
        """Return the lines of our block; [] without one."""
        return block.split(self.text(), BEGIN, END).lines or []

    def rendered(self) -> str:
        """Return the file's text with the block as it should be.

        What the file says outside of the block already does not stand in it.
        """
        text = self.text()
        parts = block.split(text, BEGIN, END)
        others = read(parts.lines or []) if self.is_shared else []
        others = [line for line in others if line.id and line.project not in self.projects]
        around = read([*parts.before.split("\n"), *parts.after.split("\n")])
        said = [words_of(line.sentence) for line in around]
        lines = [line for line in self.lines if words_of(line.sentence) not in said]
        return block.place(text, BEGIN, END, render(self.skill, [*lines, *others]))


def pages(project: Project) -> list[Page]:
    """Return the Pages of all skills with what they show.

    First the project's, then the home's, then plugins'.
    """
    every = [Page(*where) for where in _skills(project)]
    shared = [page for page in every if page.is_shared]
    name = re.sub(r"[^\w.-]", "", os.path.basename(project.root)) or "project"
    for store in project.stores():
        found, label = (shared, "") if store is project.home else (every, name)
        _fill(found, store, label)
    return every


def _skills(project: Project) -> Iterator[tuple[str, str, str]]:
    """Yield (folder, root of the project or "", plugin or "") of each skill."""
    environ = project.environ
    places = [(os.path.join(project.root, name, "skills"), project.root, "") for name in IN_PROJECT]
    homes = dict.fromkeys(host.home(environ) for host in SETUPS.values())
    homes[os.path.join(home_folder(environ), ".agents")] = None
    for home in filter(os.path.isabs, homes):  # in no home they would be of this folder
        places.append((os.path.join(home, "skills"), "", ""))
    for host in SETUPS.values():
        places += [(folder, "", plugin) for plugin, folder in host.plugin_skills(environ)]
    for place, root, plugin in places:
        for file in sorted(iglob(os.path.join(escape(place), "*", "SKILL.md"))):
            yield os.path.dirname(file), root, plugin


def _fill(found: list[Page], store: Store, project_name: str) -> None:
    """Put the learnings of a store on these Pages, on the first one of a name.

    So one of the project goes to the project's skill of that name, else to the home's, else to a
    plugin's, with the project's name; one of the home store never into a project.
    """
    for page in found:
        page.projects.add(project_name)
    by_skill = {name: page for page in reversed(found) for name in page.names}
    for entry in _ranked(store):
        meant = by_skill.get(entry.skill)
        if meant and len(meant.lines) < MOST:
            label = project_name if meant.is_shared else ""
            meant.lines.append(Line(words_shown(entry), entry.id, label))


def _ranked(store: Store) -> list[Entry]:
    """Return the entries about a skill that may be told, a person's first, then the most seen."""
    told = map(store.get, [row.id for row in store.index.rows() if row.skill])
    entries = list(filter(may_tell_unasked, filter(None, told)))
    entries.sort(key=lambda entry: (not is_persons(entry), -entry.occurrences, entry.id))
    return entries


def _has_block(page: Page) -> bool:
    try:
        return bool(page.block())
    except (OSError, ValueError, Broken):
        return False


def sync(project: Project, change: Change | None = None) -> Synced:
    """Write every block that is not as it should be; return a Synced.

    `change` keeps what a file held before. Skills that are not here are named, too.
    """
    every = pages(project)
    report = Synced(_not_installed(project, every), [])
    for page in [page for page in every if page.lines or _has_block(page)]:
        try:
            if is_edited(page.block()):
                raise ReflexionError(REMEDY.format(path=page.path))
            if page.rendered() != page.text():
                write(project, page, change)
                report.lines.append(f"wrote {page.path}: {len(page.lines)} of {page.skill}")
        except (OSError, ValueError, ReflexionError) as error:
            report.problems.append(f"{page.path}: {error}")
    return report


def _not_installed(project: Project, every: list[Page]) -> list[str]:
    """Return a line for each skill that learnings are about and that is not here."""
    here = {name for page in every for name in page.names}
    known = {entry.skill for store in project.stores() for entry in _ranked(store)}
    return [NOT_HERE.format(skill=skill) for skill in sorted(known - here - {""})]


def write(project: Project, page: Page, change: Change | None = None) -> None:
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
        raise ReflexionError("it changed while it was read: sync again")


def page_of(project: Project, path: str) -> Page | None:
    """Return the Page whose file this is, with what it shows; None for any other."""
    wanted = os.path.realpath(path)
    return next((page for page in pages(project) if os.path.realpath(page.path) == wanted), None)


def words_shown(entry: Entry) -> str:
    """Return what a line says of an entry."""
    return one_line(entry.resolution, MAX_PATTERN)


def render(skill: str, lines: list[Line]) -> list[str]:
    """Return the lines of the block for these Lines; [] for none."""
    if not lines:
        return []
    written = [f"- {line.sentence} ({', '.join(filter(None, line[1:]))})" for line in lines]
    body = [TITLE + skill, *written]
    return [*body, f"{SIGNED}{_digest(body)} -->"]


def read(text: list[str], is_plain: bool = False) -> list[Line]:
    """Return the Lines of a Markdown text: its bullets, without headings, comments and code.

    With `is_plain`, as in our block, a line without a bullet is one, too.
    """
    found: list[str] = []
    for line in _without_labels(_prose(text)):
        words = line.strip()
        bare = ITEM.sub("", words, count=1)
        if is_plain or bare != words:
            found.append(bare)
        elif found and line[0].isspace() and words.strip("-*_"):
            found[-1] += " " + words
    return list(map(_line_of, found))


def _without_labels(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines but for headings, and of a block `LRN-…` bullets of its content.

    There a labelled line counts if its label says that it is the content, and below a deeper
    heading what stands there if that says so.
    """
    theirs, part = 0, ""  # depth of such a heading, and the deeper one
    for line in lines:
        words = line.strip()
        bare = ITEM.sub("", words, count=1)
        heading = HEADING.match(words)
        label = LABEL.match(bare) if theirs else None
        if heading:
            theirs, part = _below(heading, theirs)
            begins = True
        elif label:
            if label[1] in (None, *CONTENT):
                yield f"- {bare[label.end() :]}"
        elif part in CONTENT:
            yield f"- {bare}" if begins else f" {words}"
            begins = False
        elif not part:
            yield line


def _below(heading: re.Match[str], theirs: int) -> tuple[int, str]:
    """Return (depth of the heading `LRN-…` that what follows is below, the deeper heading)."""
    depth = len(heading[1])
    if heading[2]:
        return depth, ""
    return (theirs, heading[3]) if 0 < theirs < depth else (0, "")


def _line_of(said: str) -> Line:
    source = SOURCE.search(said)
    return Line(said[: source.start()], source[1], source[2] or "") if source else Line(said)


def _prose(text: list[str]) -> Iterator[str]:
    """Yield the lines that are neither blank, nor a comment, nor code."""
    is_code = False
    for line in filter(str.strip, text):
        if re.match(FENCE, line):
            is_code = not is_code
        elif not is_code and not line.lstrip().startswith("<!--"):
            yield line


def is_edited(text: list[str]) -> bool:
    """Return True if a block is not as it was written."""
    lines = list(filter(str.strip, text))
    return bool(lines) and lines[-1] != f"{SIGNED}{_digest(lines[:-1])} -->"


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:8]
