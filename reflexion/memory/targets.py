"""Which file shows which learnings (MEMORY.md beside a SKILL.md, else a page in the store), and
what stood in it before: kept in `memory/.memory-backups/<key>/` of a store, ignored by git."""

from __future__ import annotations

import json
import os
import re
import time
import zlib
from collections import namedtuple

from reflexion.setup import skills
from reflexion.signals.topics import Route, Router, candidates
from reflexion.store import fs
from reflexion.text.grades import LEVELS

FILE = "MEMORY.md"
PAGES = "memory"
NAMED_TWICE = 2  # a name that two learnings speak of as a skill is one, installed or not
FOLDER = ".memory-backups"
LAST = "last.json"
MAX_FILE = 1 << 20
KEEP = 20
COPY = re.compile(r"\d{4}-\d\d-\d\dT\d{6}\.\d{6}\.md")
Row = namedtuple("Row", "entry store")  # a learning, and where it is kept
IGNORE = b"# Rendered from the entries: nothing here needs to be shared.\n*\n"


class History:
    """What is kept of one file, below `base` (a store's `memory` folder). No component of its
    folder may be a symbolic link."""

    def __init__(self, base: str, key: str, brought: bool = False):
        """`brought`: git or an archive brought what stands there, so it tells nothing."""
        self.base = base
        self.key = key
        self.brought = brought

    def last(self) -> dict:
        """{"path", "text"} of what this machine wrote last; {} when that is not known."""
        if self.brought:
            return {}
        try:
            value = json.loads(fs.read_bounded(self._path(LAST), 2 * MAX_FILE))
            return {name: "" + value[name] for name in ("path", "text")}
        except (OSError, ValueError, RecursionError, LookupError, TypeError):
            return {}

    def note(self, path: str, text: str) -> None:
        """Remember what was written. Raises OSError."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        self._write(LAST, json.dumps({"path": path, "text": text}).encode("ascii"))

    def keep(self, data: bytes) -> None:
        """Keep a dated copy, the newest KEEP of them. Raises OSError."""
        seconds, rest = divmod(time.time_ns(), 10**9)
        stamp = time.strftime("%Y-%m-%dT%H%M%S", time.gmtime(seconds))
        self._write(f"{stamp}.{rest // 1000:06d}.md", data)
        for old in self.copies()[KEEP:]:
            fs.remove(self._path(old))

    def copies(self) -> list:
        """Names of the copies, newest first."""
        try:
            return [name for name in fs.names(self._path())[::-1] if COPY.fullmatch(name)]
        except OSError:
            return []

    def read(self, name: str) -> str:
        """A copy's text, every byte kept. Raises OSError, ValueError."""
        return fs.read_bounded(self._path(name), MAX_FILE).decode("utf-8", "surrogateescape")

    def _path(self, *name: str) -> str:
        """The folder, or a file in it. Raises fs.Outside where a link stands in its way."""
        store = os.path.dirname(self.base)
        where = os.path.join(self.base, FOLDER, self.key)
        plain = os.path.join(os.path.realpath(store), os.path.relpath(where, store))
        if os.path.realpath(where) != plain:
            raise fs.Outside(f"{where} is a symbolic link: nothing is kept or removed through it")
        return os.path.join(where, *name)

    def _write(self, name: str, data: bytes) -> None:
        fs.make_folders(self._path())
        ignore = os.path.join(self.base, ".gitignore")
        if not os.path.lexists(ignore):
            fs.write_atomic(ignore, IGNORE)
        fs.write_atomic(self._path(name), data)


def histories(store) -> list:
    """The History of every file that was written for a store."""
    folder = os.path.join(store.dir, PAGES, FOLDER)
    return [_history(store, key) for key in fs.names(folder, store.dir)]


def _history(store, key: str) -> History:
    """The History of one file that is written for a store."""
    known = store.provenance
    kept = f"{PAGES}/{FOLDER}/"
    brought = known and (known.guest or any(name.startswith(kept) for name in known.names))
    return History(os.path.join(store.dir, PAGES), key, bool(brought))


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


def installed(project) -> list:
    """The Skills that the hosts would load in this project."""
    return skills.installed(project.root, project.environ)


def router(project, entries: list, found: list | None = None) -> Router:
    """What each of these learnings is about: an installed skill (`found`, where known already), one
    that a learning was filed under or two of them name, or a subject."""
    here = installed(project) if found is None else found
    known = {skill.name: skill.description for skill in here}
    filed = [entry["skill"] for entry in entries if entry.get("skill")]
    for name in filed + _named_often(entries):
        known.setdefault(name, "")
    return Router(known.items(), project.settings["routes"])


def _named_often(entries: list) -> list:
    """Names that several learnings speak of as skills."""
    times = {}
    for entry in entries:
        for name in candidates(f"{entry['trigger']} {entry['resolution']}"):
            if name.islower() and "." not in name:
                times[name] = times.get(name, 0) + 1
    return [name for name, count in times.items() if count >= NAMED_TWICE]


def plan(project) -> list:
    """Every Target that shows a learning, was written before, or carries our markers."""
    entries = {store: list(store.all()) for store in project.speaking()}
    found = installed(project)
    of_skills = _of_skills(project, found)
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


def _of_skills(project, found: list) -> dict:
    """name -> the Target of each skill that can be written for."""
    ours = [skill for skill in found if skill.scope == "project" or project.home]
    return {skill.name: _of_skill(project, skill) for skill in ours}


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
                target = pages[key] = pages.get(key) or _page(store, route)
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
    history = _history(store, "page-" + name)
    path = os.path.join(base, name + ".md")
    return Target(path, route.name, route.kind, "project", store.dir, history)


def _of_skill(project, skill) -> Target:
    """The MEMORY.md beside a skill's SKILL.md."""
    is_own = skill.scope == "project"
    store = project.store if is_own else project.home
    history = _history(store, _key(skill))
    path = os.path.join(skill.folder, FILE)
    limit = project.root if is_own else store.root
    return Target(path, skill.name, "skill", skill.scope, limit, history)


def _key(skill) -> str:
    """The name of a skill's History: the same after an update of its plugin."""
    name = skill.name.replace(":", "-")
    host = os.path.basename(os.path.dirname(os.path.dirname(skill.folder)))
    mark = f"{zlib.crc32(os.fsencode(host)) & 0xFFFF:04x}"
    key = f"{skill.plugin}-{name}" if skill.plugin else f"{skill.scope}-{name}-{mark}"
    return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in key)
