"""Which file shows which learnings: MEMORY.md beside a SKILL.md, else a page in the store."""

from __future__ import annotations

import os
import zlib
from collections import Counter, namedtuple

from reflexion.memory.blocks import BEGIN
from reflexion.memory.history import MAX_FILE, PAGES, History, history
from reflexion.memory.merging import merged
from reflexion.setup import skills
from reflexion.signals.topics import Route, Router, candidates
from reflexion.store import fs
from reflexion.text.grades import LEVELS

FILE = "MEMORY.md"
NAMED_TWICE = 2  # a name that two learnings speak of as a skill is one, installed or not
Row = namedtuple("Row", "entry store")  # a learning, and where it is kept


class Target:
    """`path`, `label`, `kind` ("skill", "category"), `scope` ("project", "home", "plugin"), `limit`
    (the folder that it must not lead out of), its `history`; `rows`: the Rows that it shows, the
    most useful first; `left_out` ids."""

    def __init__(self, path: str, label: str, kind: str, scope: str, limit: str, history: History):
        self.path = path
        self.label = label
        self.kind = kind
        self.scope = scope
        self.limit = limit
        self.history = history
        self.rows = []
        self.left_out = []

    def text(self) -> str:
        """The file's text, every byte kept; "" when missing. Raises OSError, ValueError."""
        return _text_of(self.path, self.limit)

    def standing(self) -> str:
        """The text that the file stands for: its own, or what an update made of it and of the
        user's. Raises OSError, ValueError."""
        text = self.text()
        last = self.history.last() if self.scope != "project" else {}
        if not last or last["text"] == text or last["path"] == self.path and BEGIN in text:
            return text
        had = ""
        if last["path"] != self.path:
            try:
                had = _text_of(last["path"], self.limit)
            except (OSError, ValueError):
                pass  # the version before is gone
        return merged(had or last["text"], text)


def _text_of(path: str, limit: str) -> str:
    """A file's text, every byte kept; "" when missing. Raises OSError, outside `limit` too."""
    if not fs.resolve(path, limit).lower().endswith(".md"):
        raise OSError("it is a link to what is no Markdown file")
    try:
        return fs.read_bounded(path, MAX_FILE, limit).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def router(project, entries: list, found: list | None = None) -> Router:
    """What each of these learnings is about: an installed skill (`found`, where known already), one
    that a learning was filed under or two of them name, or a subject."""
    here = skills.installed(project.root, project.environ) if found is None else found
    known = {skill.name: skill.description for skill in here}
    filed = [entry["skill"] for entry in entries if entry.get("skill")]
    for name in filed + _named_often(entries):
        known.setdefault(name, "")
    return Router(known.items(), project.settings["routes"])


def _named_often(entries: list) -> list:
    """Names that several learnings speak of as skills."""
    texts = (f"{entry['trigger']} {entry['resolution']}" for entry in entries)
    times = Counter(name for text in texts for name in candidates(text))
    often = [name for name, count in times.items() if count >= NAMED_TWICE]
    return [name for name in often if name.islower() and "." not in name]


def plan(project) -> list:
    """Every Target that shows a learning, was written before, or carries our markers."""
    entries = {store: list(store.all()) for store in project.speaking()}
    found = skills.installed(project.root, project.environ)
    ours = [skill for skill in found if skill.scope == "project" or project.home]
    of_skills = {skill.name: _of_skill(project, skill) for skill in ours}
    routes = router(project, [entry for rows in entries.values() for entry in rows], found)
    pages = _file(project, entries, routes, of_skills)
    most = project.settings["max_learnings_per_skill"]
    for target in [*of_skills.values(), *pages]:
        target.rows.sort(key=lambda row: _use(row.entry), reverse=True)
        target.left_out = [row.entry["id"] for row in target.rows[most:]]
        del target.rows[most:]
    standing = [it for it in of_skills.values() if it.rows or os.path.isfile(it.path)]
    known = {target.path: target for target in pages}
    for page in _left_pages(entries):
        known.setdefault(page.path, page)
    return [*standing, *known.values()]


def _file(project, entries: dict, routes: Router, of_skills: dict) -> list:
    """Put each learning that may be shown into the Target of its skill, else into a page; the
    pages."""
    pages = {}
    for store, stored in entries.items():
        for entry in stored:
            if not _shown(entry, project.settings):
                continue
            route = routes.route(entry)
            target = of_skills.get(route.name) if route.kind == "skill" else None
            if target is None or store is project.home and target.scope == "project":
                key = (store, route.name)
                target = pages.get(key) or _page(store, route)
                pages[key] = target
            target.rows.append(Row(entry, store))
    return list(pages.values())


def _left_pages(stores) -> list:
    """Pages that stand in the stores, known by their files: perhaps nothing is left of them."""
    found = []
    for store in stores:
        for name in fs.names(os.path.join(store.dir, PAGES), store.dir):
            if name.endswith(".md"):
                found.append(_page(store, Route("category", name[:-3], "")))
    return found


def _shown(entry: dict, settings: dict) -> bool:
    """Does a learning belong into a memory file: answered, trusted, not for review?"""
    known = entry["resolution"].strip() or entry["type"] != "error"
    trusted = _level(entry) >= LEVELS.index(settings["confidence_threshold"])
    return bool(known) and trusted and not entry.get("needs_review")


def _use(entry: dict) -> tuple:
    """How useful a learning proved, for an order."""
    proved = 2 * entry.get("applied", 0) + entry.get("worked", 0) - entry.get("failed", 0)
    return proved, _level(entry), entry["occurrences"], entry["last_seen"], entry["id"]


def _level(entry: dict) -> int:
    return LEVELS.index(entry.get("confidence") or "high")


def _page(store, route) -> Target:
    """The page of a label in a store's own folder."""
    name = route.name.replace(":", "-")
    base = os.path.join(store.dir, PAGES)
    kept = history(store, "page-" + name)
    path = os.path.join(base, name + ".md")
    return Target(path, route.name, route.kind, "project", store.dir, kept)


def _of_skill(project, skill) -> Target:
    """The MEMORY.md beside a skill's SKILL.md."""
    is_own = skill.scope == "project"
    store = project.store if is_own else project.home
    kept = history(store, _key(skill))
    path = os.path.join(skill.folder, FILE)
    limit = project.root if is_own else store.root
    return Target(path, skill.name, "skill", skill.scope, limit, kept)


def _key(skill) -> str:
    """The name of a skill's History: the same after an update of its plugin."""
    name = skill.name.replace(":", "-")
    host = os.path.basename(os.path.dirname(os.path.dirname(skill.folder)))
    mark = f"{zlib.crc32(os.fsencode(host)) & 0xFFFF:04x}"
    key = f"{skill.plugin}-{name}" if skill.plugin else f"{skill.scope}-{name}-{mark}"
    return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in key)
