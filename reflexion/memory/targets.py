"""Which file shows which learnings: MEMORY.md beside a SKILL.md, else a page in the store."""

from __future__ import annotations

import os
import zlib

from reflexion.memory import labels
from reflexion.signals.prompts.topics import Route
from reflexion.store import files
from reflexion.store.entry import LEVELS

FILE, PAGES = "MEMORY.md", "memory"


class Target:
    """`path`, `label`, `kind` ("skill", "category"), `scope` ("project", "home", "plugin"); `base`
    and `key` of its history, `limit` (the folder that it must not lead out of), `rows`: the
    (entry, store) that it shows, the most useful first; `left_out` ids."""

    __slots__ = ("path", "label", "kind", "scope", "base", "key", "limit", "rows", "left_out")

    def __init__(
        self, path: str, label: str, kind: str, scope: str, base: str, key: str, limit: str
    ):
        self.path, self.label, self.kind, self.scope, self.base, self.key, self.limit = (
            path,
            label,
            kind,
            scope,
            base,
            key,
            limit,
        )
        self.rows, self.left_out = [], []


def plan(project) -> list:
    """Every Target that shows a learning, was written before, or carries our markers."""
    stores = stores_of(project)
    entries = {store: list(store.all()) for store in stores}
    found = labels.installed(project)
    router = labels.router(project, [entry for rows in entries.values() for entry in rows], found)
    targets = {
        skill.name: _of_skill(project, skill)
        for skill in found
        if skill.scope == "project" or project.home
    }
    pages = {}
    for store in stores:
        for entry in entries[store]:
            if not shown(entry, project.settings["confidence_threshold"]):
                continue
            route = router.route(entry)
            target = targets.get(route.name) if route.kind == "skill" else None
            if target is None or store is project.home and target.scope == "project":
                target = pages.get((store, route.name)) or pages.setdefault(
                    (store, route.name), page(store, route)
                )
            target.rows.append((entry, store))
    written = [target for store in stores for target in _written(store, pages)]
    for target in [*targets.values(), *pages.values()]:
        target.rows.sort(key=lambda row: use(row[0]), reverse=True)
        target.left_out = [
            entry["id"] for entry, _ in target.rows[project.settings["max_learnings_per_skill"] :]
        ]
        target.rows = target.rows[: project.settings["max_learnings_per_skill"]]
    return (
        [target for target in targets.values() if target.rows or os.path.isfile(target.path)]
        + list(pages.values())
        + written
    )


def stores_of(project) -> list:
    """The project's store and, unless switched off, the one for all projects; those that exist."""
    home = (
        project.home
        if project.home and project.settings["use_global"] and project.home.dir != project.store.dir
        else None
    )
    return [store for store in (project.store, home) if store and store.exists()]


def shown(entry: dict, threshold: str) -> bool:
    """Return True if a learning belongs into a memory file: answered, trusted, not for review."""
    known = entry["resolution"].strip() or entry["type"] != "error"
    return (
        bool(known)
        and not entry.get("needs_review")
        and LEVELS.index(entry.get("confidence") or "high") >= LEVELS.index(threshold)
    )


def use(entry: dict) -> tuple:
    """How useful a learning proved, for an order."""
    level = LEVELS.index(entry.get("confidence") or "high")
    return (
        2 * entry.get("applied", 0) + entry.get("worked", 0) - entry.get("failed", 0),
        level,
        entry["occurrences"],
        entry["last_seen"],
        entry["id"],
    )


def page(store, route) -> Target:
    """The page of a label in a store's own folder."""
    name = route.name.replace(":", "-")
    base = os.path.join(store.dir, PAGES)
    return Target(
        os.path.join(base, name + ".md"),
        route.name,
        route.kind,
        "project",
        base,
        "page-" + name,
        store.dir,
    )


def _of_skill(project, skill) -> Target:
    at_home = skill.scope != "project"
    base = os.path.join((project.home if at_home else project.store).dir, PAGES)
    name = skill.name.replace(":", "-")
    host = os.path.basename(os.path.dirname(os.path.dirname(skill.folder)))
    key = f"{skill.scope}-{name}-{_sum(host)}"
    key = f"{skill.plugin.replace('@', '-')}-{name}" if skill.plugin else key
    key = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in key)
    limit = project.home.root if at_home else project.root
    return Target(
        os.path.join(skill.folder, FILE), skill.name, "skill", skill.scope, base, key, limit
    )


def _written(store, pages: dict) -> list:
    """Targets of pages that stand in the folder and no longer show anything."""
    found = []
    names = files.names(os.path.join(store.dir, PAGES), store.dir)
    known = {target.path for target in pages.values()}
    for name in names:
        if name.endswith(".md") and os.path.join(store.dir, PAGES, name) not in known:
            found.append(page(store, Route("category", name[:-3], "")))
    return found


def _sum(text: str) -> str:
    return f"{zlib.crc32(os.fsencode(text)) & 0xFFFF:04x}"
