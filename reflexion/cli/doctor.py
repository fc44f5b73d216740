"""`doctor`: look at everything that can be wrong, and name the command that mends it."""

from __future__ import annotations

import os
import platform
import sys
from collections import Counter
from functools import partial

from reflexion import __version__
from reflexion.cli import checks
from reflexion.cli.checks import Finding, existing_stores, finding
from reflexion.cli.terminal import as_called, plural, print_json, say, warn, wrapped
from reflexion.setup import check
from reflexion.setup.check import BAD, GOOD, NOTE
from reflexion.setup.command import PACKAGE, quote
from reflexion.status.gather import FAULT_DAYS, faults, silent_hooks
from reflexion.store import fs, history, team
from reflexion.store.entries import PRIVATE
from reflexion.store.lock import Busy, Lock
from reflexion.store.paths import FOLDER, checkout_top
from reflexion.store.project import STATE_FOLDERS, Project, tracks_scratch

HELP = "find what is wrong, and the command that mends it"
DETAILS = """\
Hooks that this copy wrote are run once. Exit status 1: something is wrong."""
ROOM = 8  # columns in front of a finding
MARKS = {GOOD: "ok", NOTE: "note", BAD: "WRONG"}
LOCK_SECONDS = 1.0


def add_arguments(parser) -> None:
    parser.add_argument("--fix", action="store_true", help="repair what is safe to repair")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args, context) -> int:
    found = _examine(context)
    fixed = _repair(found) if args.fix else []
    if fixed:
        found = _examine(context)
        fixed = [text for text in fixed if text not in [row.text for row in found]]
    if args.json:
        data = [{**row._asdict(), "fix": row.fix is not None} for row in found]
        print_json({"findings": data, "fixed": fixed})
    else:
        _report(found, fixed, context.width)
    return int(BAD in [row.grade for row in found])


def _examine(context) -> list:
    """Return every Finding, as things stand now."""
    project = Project(context.folder, context.environ)
    found = list(_place(project, context.folder))
    return found + [row for look in CHECKS for row in look(project)]


def _repair(found: list) -> list:
    """Repair what can be; return the texts of what was."""
    fixed = []
    for row in filter(lambda row: row.fix, found):
        try:
            row.fix()
            fixed.append(row.text)
        except OSError as error:
            warn(f"{row.text}: {error}")
    return fixed


def _report(found: list, fixed: list, columns: int) -> None:
    for text in fixed:
        say(wrapped("fixed", text, columns, ROOM))
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
    if project.closed:
        yield from _closed(project.root)
    elif not project.store:
        yield finding("store.nowhere", folder=folder)
    elif not project.store.exists():
        yield finding("store.none", folder=project.store.dir)
    else:
        count = plural(len(project.store.ids()), "learning")
        yield finding("store.there", folder=project.store.dir, count=count)


def _closed(root: str):
    for name in ("", "entries", *STATE_FOLDERS):
        path = os.path.join(root, FOLDER, *filter(None, name.split("/")))
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
    """Yield folders that cannot be written, and locks that cannot be taken."""
    for store in existing_stores(project):
        folders = filter(os.path.isdir, (store.dir, store.entries_dir, store.state_dir))
        denied = [folder for folder in folders if not os.access(folder, os.W_OK | os.X_OK)]
        if denied:
            is_own = not hasattr(os, "geteuid") or os.stat(denied[0]).st_uid == os.geteuid()
            change = "chmod -R u+rwX" if is_own else 'sudo chown -R "$(id -un)"'
            command = f"{change} {quote(store.dir)}"
            yield finding("permissions.denied", folder=denied[0], command=command)
        elif os.path.isdir(store.state_dir):
            yield from _lock(os.path.join(store.state_dir, "lock"))


def _lock(path: str):
    try:
        with Lock(path, LOCK_SECONDS):
            pass
    except Busy:
        yield finding("lock.held")
    except OSError as error:
        yield finding("lock.broken", why=error, quoted=quote(path))


def _git(project):
    """Yield what git takes of the store that it should not, and whether it can merge it."""
    store = project.store
    if not store or not store.exists() or not checkout_top(project.root):
        return
    ignore = os.path.join(store.dir, ".gitignore")
    if tracks_scratch(store):
        yield finding("store.scratch", folder=store.state_dir, quoted=quote(store.state_dir))
    if not os.path.lexists(ignore):
        hide = partial(fs.write_atomic, ignore, PRIVATE.encode(), store.scratch)
        fix = partial(team.share, store) if team.asks_for_driver(store) else hide
        yield finding("store.ignore", fix, path=ignore)
    if team.asks_for_driver(store) and not team.is_registered(project.root):
        yield finding("store.driver", partial(team.register, project.root))


def _hooks(project):
    """Yield what the hosts say: whether the hooks are there, are trusted, work and ran."""
    if project.root and project.home:
        for row in check.findings(project.root, project.environ, project.home.dir):
            yield Finding("hooks", row.grade, row.text, row.remedy, None)
    folder = project.state_dir()
    lines = history.lines(folder, history.RUNS) if folder else []
    if lines:
        yield finding("runs.some", count=plural(len(lines), "run"), last=lines[-1][0])
    else:
        yield finding("runs.none")
    for name in silent_hooks(project):
        yield finding("runs.silent", name=name)
    recorded = faults(project)
    if recorded:
        when, _, what = recorded[-1]
        count = plural(len(recorded), "fault")
        yield finding("faults.some", count=count, days=FAULT_DAYS, when=when, what=what)


CHECKS = (_switches, _folders, _git, _hooks, *checks.CHECKS)
