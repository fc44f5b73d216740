"""What can be wrong in a project, and the command that mends it: one generator a subject.

The words of the findings stand in `setup/findings.tsv`.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator

from reflexion import __version__
from reflexion.errors import Refused
from reflexion.learning.entry import MAX_BYTES, digits_of, file_of, id_of, is_id
from reflexion.learning.lesson import sentence_in, sentence_of
from reflexion.setup import check
from reflexion.setup.check import Finding, finding
from reflexion.setup.command import PACKAGE, quote
from reflexion.setup.site import Site
from reflexion.store import fs, history, rule_files, team
from reflexion.store.entries import Store
from reflexion.store.fs import is_inside
from reflexion.store.paths import above, checkout_top
from reflexion.store.project import ABSENT, WAITS, Project
from reflexion.store.settings import SETTINGS
from reflexion.store.tracked import stores_below
from reflexion.text import plural
from reflexion.text.json_object import object_or_empty

DEFAULT_FILES = SETTINGS["promote_to"].default
NAMED = 4  # files that a finding names
FAULT_DAYS = 7
DAY = 86400  # seconds
VARIABLES = ("REFLEXION_DIR", "REFLEXION_HOME")
LEAST_FREE = 4 << 20  # bytes of a disk
AHEAD = 3600  # seconds that a record may be ahead of the clock
HOOKS = {"capture", "recall"}  # every host calls these
BUSY = 20  # runs after which each of these should have run


def everything(project: Project, folder: str) -> list[Finding]:
    """Return all Findings about a project, for a command in `folder`; its hooks are run."""
    version = platform.python_version()
    where = sys.executable or "unknown"
    own = finding("python", version=version, where=where, reflexion=__version__, folder=PACKAGE)
    here = Site(project.root, project.environ, project.home.dir)
    hooks = check.findings(here) if project.access != ABSENT else []
    return [own, *stores(project, folder), *hooks, *examine(project)]


def examine(project: Project) -> list[Finding]:
    """Return the Findings about a project's files, without running its hooks."""
    return [row for look in CHECKS for row in look(project)]


def stores(project: Project, folder: str) -> Iterator[Finding]:
    """Yield where the stores lie, for a command in `folder`."""
    for name in filter(project.environ.get, VARIABLES):
        value = project.environ[name]
        key = "store.elsewhere" if os.path.isabs(value) else "store.relative"
        yield finding(key, name=name, folder=value)
    if project.access == ABSENT:
        yield finding("store.nowhere" if project.has_home else "home.none", folder=folder)
    elif project.may_be_read:
        key = "store.there" if project.store.exists() else "store.none"
        count = plural(len(project.store.ids()), "learning")
        yield finding(key, folder=project.store.dir, count=count)


def closed(project: Project) -> Iterator[Finding]:
    """Yield what keeps the store from being read."""
    if project.why:
        path = project.blocker
        key = "store.link" if os.path.islink(path) else "store.repository"
        yield finding(key, path=path)


def nested(project: Project) -> Iterator[Finding]:
    """Yield the stores in folders of the checkout that came along and were not accepted."""
    top = checkout_top(project.root)
    for root in stores_below(top) if top else ():
        own = Project(root, {**project.environ, "REFLEXION_DIR": root})
        if root != project.root and not own.trusted and not own.store.trust.is_revoked:
            yield finding("store.nested", folder=own.store.dir, path=root)


def machine(project: Project) -> Iterator[Finding]:
    """Yield what keeps anything from being kept: rights, a full disk, a clock that jumped."""
    store = project.store
    # the home store, or the nearest folder above that is there: its "." is, too
    home = os.path.dirname(next(above(project.home.dir, os.curdir), ""))
    folders = [home, store.dir, store.entries_dir, store.state_dir] if project.has_home else []
    folders = list(filter(os.path.isdir, folders))
    denied = [folder for folder in folders if not os.access(folder, os.W_OK | os.X_OK)]
    if denied:
        command = _opening(denied[0], [store.dir, project.home.dir])
        yield finding("permissions.denied", folder=denied[0], command=command)
    full = [folder for folder in folders if shutil.disk_usage(folder).free < LEAST_FREE]
    if full:
        yield finding("disk.full", folder=full[0])
    last = max(history.lines(project.state_dir(), history.RUNS), default=[""])
    if last[0] > history.stamp(-AHEAD):
        yield finding("clock.behind", when=last[0], now=history.stamp())


def _opening(folder: str, stores: list[str]) -> str:
    """Return the command that lets the person write a folder; in a store, all of it."""
    is_own = not hasattr(os, "geteuid") or os.stat(folder).st_uid == os.geteuid()
    change = "chmod -R u+rwX" if is_own else 'sudo chown -R "$(id -un)"'
    is_store = any(is_inside(folder, each) for each in stores)
    return f"{change if is_store else change.replace(' -R', '')} {quote(folder)}"


def settings(project: Project) -> Iterator[Finding]:
    """Yield the settings that cannot be used, and those of others."""
    for path, name, what in project.problems:
        where = "--global " if path.startswith(project.home.dir + os.sep) else ""
        kind = "wrong" if name in SETTINGS else "unknown" if name else "broken"
        values = {"path": path, "what": what, "name": f"{where}{name}"}
        yield finding(f"settings.{kind}", **values)


def trusted(project: Project) -> Iterator[Finding]:
    """Yield what waits for `reflexion trust`."""
    count = len(project.store.waiting())
    if count or project.access == WAITS:
        key = "trust.waiting" if project.trusted else "trust.missing"
        yield finding(key, count=plural(count, "learning"))


def entries(project: Project) -> Iterator[Finding]:
    """Yield the entry files that cannot be used, and how many can."""
    for store in filter(Store.exists, project.both_stores):
        unreadable = store.unreadable()
        marked = [each for each in unreadable if team.is_conflicted(store, each)]
        for entry_id in filter(lambda each: each not in marked, unreadable):
            path = os.path.join(store.entries_dir, file_of(entry_id))
            key = "entries.broken" if fs.peek(path, MAX_BYTES) else "entries.closed"
            told = {"name": file_of(entry_id), "path": path, "id": entry_id}
            yield finding(key, why=unreadable[entry_id], **told)
        yield from _misnamed(store)
        yield from _conflicts(store, marked)
        readable = len(store.ids()) - len(unreadable)
        if readable or store is project.store:
            yield finding("entries.good", count=plural(readable, "learning"), folder=store.dir)


def _conflicts(store: Store, marked: list[str]) -> Iterator[Finding]:
    """Yield what a merge left to a person, with markers in the files or without."""
    if marked:
        names = ", ".join(map(file_of, marked[:NAMED]))
        yield finding("entries.markers", count=plural(len(marked), "entry file"), names=names)
    for name in map(os.path.basename, team.unmerged(store.root, store.entries_dir)):
        if id_of(name) and id_of(name) not in marked:
            path = os.path.join(store.entries_dir, name)
            yield finding("entries.unmerged", name=name, path=path)


def _misnamed(store: Store) -> Iterator[Finding]:
    """Yield each file that is named as no entry, and where it belongs: by the id in it, else beside
    the entries."""
    for name in fs.names(store.entries_dir):
        if not name.endswith(".json") or id_of(name):
            continue
        path = os.path.join(store.entries_dir, name)
        own = object_or_empty(fs.peek(path, MAX_BYTES)).get("id", "")
        is_free = is_id(own) and not os.path.lexists(store.path(str(own)))
        better = store.path(str(own)) if is_free else os.path.join(store.dir, name)
        yield finding("entries.misnamed", path=path, better=better)


def rules(project: Project) -> Iterator[Finding]:
    """Yield where rules and learnings do not agree."""
    try:
        paths: list[str] = rule_files.targets(project) if project.may_be_read else []
    except Refused as error:
        other = next(file for file in DEFAULT_FILES if file != error.file)
        yield finding("rules.nowhere", why=error, other=other)
        return
    ids: set[str] = set()
    are_all_read = True
    for path in paths:
        try:
            lines = rule_files.rules_in(rule_files.read(path))
        except Refused as error:
            are_all_read = False
            name = os.path.basename(path)
            yield finding("rules.refused", name=name, why=error, path=path)
            continue
        ids |= lines.keys()
        for entry_id, line in lines.items():
            yield from _rule(project, path, entry_id, sentence_in(line))
    if are_all_read:
        yield from _missing(project.store, ids)
    if ids:
        yield finding("rules.good", count=plural(len(ids), "rule"))


def _missing(store: Store, standing: set[str]) -> Iterator[Finding]:
    for entry in store.all():
        if entry.promoted and entry.id not in standing:
            yield finding("rules.missing", digits=digits_of(entry.id))


def _rule(project: Project, path: str, entry_id: str, sentence: str) -> Iterator[Finding]:
    """Yield what is wrong with a rule: a person changed it, or its learning is gone."""
    entry = project.store.get(entry_id) or project.home.get(entry_id)
    values = {"digits": digits_of(entry_id), "file": os.path.basename(path)}
    if entry and sentence_of(entry) != sentence:
        yield finding("rules.changed", **values)
    elif not entry and not os.path.lexists(project.store.path(entry_id)):
        yield finding("rules.orphan", id=entry_id, **values)


def _states(project: Project) -> Iterator[Finding]:
    """Yield what is so or not, without more to be said of it."""
    is_off = project.environ.get("REFLEXION_DISABLED", "") not in ("", "0")
    here = Site(project.root, project.environ, project.home.dir)
    is_team = team.asks_for_driver(project.store) and check.is_served(here)
    lacks_driver = is_team and not team.is_registered(project.root)
    rows = (
        ("switch.environment", is_off),
        ("switch.setting", not project.settings["enabled"]),
        ("store.driver", lacks_driver),
        ("settings.wait", project.settings_wait),
    )
    yield from (finding(key) for key, is_so in rows if is_so)


def _runs(project: Project) -> Iterator[Finding]:
    lines = history.lines(project.state_dir(), history.RUNS)
    if lines:
        yield finding("runs.some", count=plural(len(lines), "run"), last=lines[-1][0])
    elif project.access != ABSENT:
        yield finding("runs.none" if project.store.exists() else "runs.never")
    silent = HOOKS.difference(line[1].partition(".")[0] for line in lines)
    if len(lines) >= BUSY:
        yield from (finding("runs.silent", name=name) for name in sorted(silent))


def _faults(project: Project) -> Iterator[Finding]:
    since = history.stamp(FAULT_DAYS * DAY)
    folders = {store.state_dir for store in project.both_stores}
    rows = sorted(row for folder in folders for row in history.lines(folder, history.FAULTS))
    recent = [row for row in rows if row[0] >= since]
    if recent:
        when, _, what = recent[-1]
        count = plural(len(recent), "fault")
        yield finding("faults.some", count=count, days=FAULT_DAYS, when=when, what=what)


CHECKS = (closed, _states, machine, nested, settings, trusted, entries, rules, _runs, _faults)
