"""`doctor`: look at everything that can be wrong, and name the command that mends it."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections import Counter

from reflexion import __version__
from reflexion.cli import checks
from reflexion.cli.checks import existing_stores, finding
from reflexion.cli.terminal import as_called, plural, print_json, say, wrapped
from reflexion.setup import check
from reflexion.setup.check import BAD, GOOD, NOTE
from reflexion.setup.command import PACKAGE, quote
from reflexion.store import history, team
from reflexion.store.paths import FOLDER, checkout_top
from reflexion.store.project import STATE_FOLDERS, Project, tracks_scratch

HELP = "find what is wrong, and the command that mends it"
DETAILS = """\
Hooks that this copy wrote are run once. Exit status 1: something is wrong."""
ROOM = 8  # columns in front of a finding
MARKS = {GOOD: "ok", NOTE: "note", BAD: "WRONG"}
FAULT_DAYS = 7
DAY = 86400  # seconds
HOOKS = ("capture", "recall")  # every host calls these
BUSY = 20  # runs of one hook after which the other one should have run, too


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args, context) -> int:
    project = Project(context.folder, context.environ)
    found = [*_place(project, context.folder), *_hooks(project), *examine(project)]
    if args.json:
        print_json({"findings": [row._asdict() for row in found]})
    else:
        _report(found, context.width)
    return int(BAD in [row.grade for row in found])


def examine(project) -> list:
    """Return the Findings about a project's files, without running its hooks."""
    return [row for look in CHECKS for row in look(project)]


def _report(found: list, columns: int) -> None:
    for row in found:
        say(wrapped(MARKS[row.grade], f"{row.check}: {row.text}", columns, ROOM))
        if row.remedy and row.grade != GOOD:
            say(f"{' ' * ROOM}-> {as_called(row.remedy)}")
    grades = Counter(row.grade for row in found)
    verdict = plural(grades[BAD], "thing") + " wrong" if grades[BAD] else "nothing is wrong"
    noted = f", {plural(grades[NOTE], 'thing')} worth a look" if grades[NOTE] else ""
    say(f"\n{verdict}{noted}")


def _place(project, folder: str):
    """Yield which program this is, whether there is a store, and why it may not be read."""
    version = platform.python_version()
    where = sys.executable or "unknown"
    yield finding("python", version=version, where=where, reflexion=__version__, folder=PACKAGE)
    for name in filter(project.environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        yield finding("store.elsewhere", name=name, folder=project.environ[name])
    if not project.store:
        if not project.closed:
            yield finding("store.nowhere", folder=folder)
    elif not project.store.exists():
        yield finding("store.none", folder=project.store.dir)
    else:
        count = plural(len(project.store.ids()), "learning")
        yield finding("store.there", folder=project.store.dir, count=count)


def _closed(project):
    """Yield what keeps the store from being read."""
    for name in ("", "entries", *STATE_FOLDERS) if project.closed else ():
        path = os.path.join(project.root, FOLDER, *filter(None, name.split("/")))
        if os.path.islink(path):
            yield finding("store.link", path=path, quoted=quote(path))
        elif os.path.lexists(os.path.join(path, ".git")):
            yield finding("store.repository", path=path, quoted=quote(path))


def _switches(project):
    """Yield what switches the hooks off."""
    if project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield finding("switch.environment")
    if not project.settings["enabled"]:
        yield finding("switch.setting")


def _folders(project):
    """Yield folders that cannot be written."""
    for store in existing_stores(project):
        folders = filter(os.path.isdir, (store.dir, store.entries_dir, store.state_dir))
        denied = [folder for folder in folders if not os.access(folder, os.W_OK | os.X_OK)]
        if denied:
            is_own = not hasattr(os, "geteuid") or os.stat(denied[0]).st_uid == os.geteuid()
            change = "chmod -R u+rwX" if is_own else 'sudo chown -R "$(id -un)"'
            command = f"{change} {quote(store.dir)}"
            yield finding("permissions.denied", folder=denied[0], command=command)


def _git(project):
    """Yield what git takes of the store that it should not, and whether it can merge it."""
    store = project.store
    if not store or not store.exists() or not checkout_top(project.root):
        return
    if tracks_scratch(store):
        yield finding("store.scratch", folder=store.state_dir, quoted=quote(store.state_dir))
    if team.asks_for_driver(store) and not team.is_registered(project.root):
        yield finding("store.driver")


def _hooks(project):
    """Yield what the hosts say: whether the hooks are there, are trusted, and work."""
    if project.root and project.home:
        yield from check.findings(project.root, project.environ, project.home.dir)


def _runs(project):
    """Yield whether the hooks ran, and what went wrong in them."""
    folder = project.state_dir()
    lines = history.lines(folder, history.RUNS) if folder else []
    if lines:
        yield finding("runs.some", count=plural(len(lines), "run"), last=lines[-1][0])
    else:
        yield finding("runs.none")
    counts = Counter(line[1].partition(".")[0] for line in lines if len(line) == 3)
    for name in HOOKS:
        if not counts[name] and max(counts.values(), default=0) >= BUSY:
            yield finding("runs.silent", name=name)
    recorded = _faults(project)
    if recorded:
        when, _, what = recorded[-1]
        count = plural(len(recorded), "fault")
        yield finding("faults.some", count=count, days=FAULT_DAYS, when=when, what=what)


def _faults(project) -> list:
    """Return the faults of the last days as (when, where, what), oldest first."""
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(time.time() - FAULT_DAYS * DAY))
    folders = [store.state_dir for store in (project.store, project.home) if store]
    rows = [row for folder in set(folders) for row in history.lines(folder, history.FAULTS)]
    return sorted(row for row in rows if len(row) == 3 and row[0] >= since)


CHECKS = (_closed, _switches, _folders, _git, *checks.CHECKS, _runs)
