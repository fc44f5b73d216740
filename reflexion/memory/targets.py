"""Which file shows which learnings: MEMORY.md beside a SKILL.md, else a page in the store."""

from __future__ import annotations

import os
import zlib

from reflexion.hosts import skills
from reflexion.signals.prompts.subject import candidates
from reflexion.signals.topics import Route, Router
from reflexion.store import files
from reflexion.store.entry import LEVELS

FILE, PAGES = "MEMORY.md", "memory"
NAMED_TWICE = 2  # a name that two learnings speak of as a skill is one, installed or not


class Target:
    """`path`, `label`, `kind` ("skill", "category"), `scope` ("project", "home", "plugin"); `base`
    and `key` of its history, `limit` (the folder that it must not lead out of), `rows`: the
    (entry, store) that it shows, the most useful first; `left_out` ids."""

    __slots__ = ("path", "label", "kind", "scope", "base", "key", "limit", "rows", "left_out")

    def __init__(self, *given: str):
        for name, value in zip(self.__slots__, given):
            setattr(self, name, value)
        self.rows, self.left_out = [], []


def installed(project) -> list:
    """The Skills that the hosts would load in this project."""
    return skills.installed(project.root, project.environ)


def router(project, entries: list, found: list | None = None) -> Router:
    """What each of these learnings is about. `found`: the installed skills, where known already."""
    found = installed(project) if found is None else found
    known = {skill.name: skill.description for skill in found}
    for name in _spoken_of(entries):
        known.setdefault(name, "")
    return Router(known.items(), project.settings["routes"])


def _spoken_of(entries: list) -> list:
    """Skills that learnings were filed under, or that two of them name."""
    times = {}
    for entry in entries:
        for name in candidates(f"{entry['trigger']} {entry['resolution']}"):
            if name.islower() and "." not in name:
                times[name] = times.get(name, 0) + 1
    filed = [entry["skill"] for entry in entries if entry.get("skill")]
    return filed + [name for name, count in times.items() if count >= NAMED_TWICE]


def plan(project) -> list:
    """Every Target that shows a learning, was written before, or carries our markers."""
    entries = {store: list(store.all()) for store in project.speaking()}
    found = installed(project)
    routes = router(project, [entry for rows in entries.values() for entry in rows], found)
    targets = {
        skill.name: _of_skill(project, skill)
        for skill in found
        if skill.scope == "project" or project.home
    }
    pages = {}
    for store, rows in entries.items():
        for entry in rows:
            if not shown(entry, project.settings["confidence_threshold"]):
                continue
            route = routes.route(entry)
            target = targets.get(route.name) if route.kind == "skill" else None
            if target is None or store is project.home and target.scope == "project":
                target = pages.setdefault((store, route.name), page(store, route))
            target.rows.append((entry, store))
    most = project.settings["max_learnings_per_skill"]
    for target in [*targets.values(), *pages.values()]:
        target.rows.sort(key=lambda row: use(row[0]), reverse=True)
        target.left_out = [entry["id"] for entry, _ in target.rows[most:]]
        del target.rows[most:]
    standing = [t for t in targets.values() if t.rows or os.path.isfile(t.path)]
    return [*standing, *pages.values(), *_emptied(entries, pages)]


def shown(entry: dict, threshold: str) -> bool:
    """Return True if a learning belongs into a memory file: answered, trusted, not for review."""
    known = entry["resolution"].strip() or entry["type"] != "error"
    trusted = LEVELS.index(entry.get("confidence") or "high") >= LEVELS.index(threshold)
    return bool(known) and trusted and not entry.get("needs_review")


def use(entry: dict) -> tuple:
    """How useful a learning proved, for an order."""
    proved = 2 * entry.get("applied", 0) + entry.get("worked", 0) - entry.get("failed", 0)
    level = LEVELS.index(entry.get("confidence") or "high")
    return proved, level, entry["occurrences"], entry["last_seen"], entry["id"]


def page(store, route) -> Target:
    """The page of a label in a store's own folder."""
    name, base = route.name.replace(":", "-"), os.path.join(store.dir, PAGES)
    path = os.path.join(base, name + ".md")
    return Target(path, route.name, route.kind, "project", base, "page-" + name, store.dir)


def _of_skill(project, skill) -> Target:
    store = project.store if skill.scope == "project" else project.home
    name = skill.name.replace(":", "-")
    host = os.path.basename(os.path.dirname(os.path.dirname(skill.folder)))
    mark = f"{zlib.crc32(os.fsencode(host)) & 0xFFFF:04x}"
    key = f"{skill.plugin}-{name}" if skill.plugin else f"{skill.scope}-{name}-{mark}"
    key = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in key)
    path, base = os.path.join(skill.folder, FILE), os.path.join(store.dir, PAGES)
    limit = project.root if skill.scope == "project" else store.root
    return Target(path, skill.name, "skill", skill.scope, base, key, limit)


def _emptied(stores, pages: dict) -> list:
    """Targets of pages that stand in a store and no longer show anything."""
    known, found = {target.path for target in pages.values()}, []
    for store in stores:
        folder = os.path.join(store.dir, PAGES)
        for name in files.names(folder, store.dir):
            if name.endswith(".md") and os.path.join(folder, name) not in known:
                found.append(page(store, Route("category", name[:-3], "")))
    return found
