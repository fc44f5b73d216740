"""What `doctor` looks at beside the stores: Python, folders, the lock, hooks and their runs."""

from __future__ import annotations

import errno
import os
import platform
import sys
import time
from functools import partial

from reflexion import __version__
from reflexion.cli.findings import Finding, finding
from reflexion.cli.output import plural
from reflexion.setup import check
from reflexion.setup.command import PACKAGE, quote
from reflexion.status.gather import FAULT_DAYS, faults, silent_hooks
from reflexion.store import fs, history, team
from reflexion.store.entries import PRIVATE
from reflexion.store.lock import Busy, Lock
from reflexion.store.paths import FOLDER, checkout_top
from reflexion.store.project import STATE_FOLDERS, tracks_scratch

LOCK_SECONDS = 1.0
FULL = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", None))
# files and folders below `state/` that older versions wrote and nothing reads any more
OLD_FILES = (
    *("log.txt", "said.txt", "suppressed.txt", "outcomes.txt", "reflected.txt", "notices.txt"),
    *("cards.txt", "told.txt"),
)
OLD_FOLDERS = ("runs", "index", "tracked", "strangers")


def python(patient):
    version = platform.python_version()
    where = sys.executable or "unknown"
    yield finding("python", version=version, where=where, reflexion=__version__, folder=PACKAGE)


def place(patient):
    """Whether there is a store, and why it may not be read."""
    project = patient.project
    for name in filter(project.environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        yield finding("store.elsewhere", name=name, folder=project.environ[name])
    if project.closed:
        yield from _closed(project.root)
    elif not project.store:
        yield finding("store.nowhere", folder=patient.folder)
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


def switches(patient):
    if patient.project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield finding("switch.environment")
    if not patient.project.settings["enabled"]:
        yield finding("switch.setting")


def permissions(patient):
    for store in patient.stores:
        for folder in (store.dir, store.entries_dir, store.state_dir):
            why = why_not_writable(folder, store) if os.path.isdir(folder) else None
            if why:
                yield _unwritable(store, folder, why)
                break  # the others lie below


def why_not_writable(folder: str, store) -> OSError | None:
    """Return why no file can be made in a folder, by trying: the disk may be full.

    The folder of the entries is only asked: the index follows its time.
    """
    path = os.path.join(folder, f".tmp-doctor-{os.getpid()}")
    try:
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if folder == store.entries_dir:
            return None
        fs.write_atomic(path, b"")
        fs.remove(path)
    except OSError as error:
        return error
    return None


def _unwritable(store, folder: str, why: OSError) -> Finding:
    values = {"folder": folder, "quoted": quote(folder), "why": why.strerror}
    if why.errno in FULL:
        return finding("permissions.full", **values)
    is_own = not hasattr(os, "geteuid") or os.stat(folder).st_uid == os.geteuid()
    change = "chmod -R u+rwX" if is_own else 'sudo chown -R "$(id -un)"'
    return finding("permissions.denied", command=f"{change} {quote(store.dir)}", **values)


def lock(patient):
    for store in patient.stores:
        path = os.path.join(store.state_dir, "lock")
        if not os.path.isdir(store.state_dir) or why_not_writable(store.state_dir, store):
            continue
        try:
            with Lock(path, LOCK_SECONDS):
                pass
        except Busy:
            yield finding("lock.held")
        except OSError as error:
            yield finding("lock.broken", why=error, quoted=quote(path))


def git(patient):
    """What git takes of the store, and whether it knows how to merge it."""
    store = patient.project.store
    root = patient.project.root
    if not store or not store.exists() or not checkout_top(root):
        return
    ignore = os.path.join(store.dir, ".gitignore")
    if tracks_scratch(store):
        yield finding("store.scratch", folder=store.state_dir, quoted=quote(store.state_dir))
    if not os.path.lexists(ignore):
        hide = partial(fs.write_atomic, ignore, PRIVATE.encode(), store.scratch)
        fix = partial(team.share, store) if team.asks_for_driver(store) else hide
        yield finding("store.ignore", fix, path=ignore)
    if team.asks_for_driver(store) and not team.is_registered(root):
        yield finding("store.driver", partial(team.register, root))


def leftovers(patient):
    for store in patient.stores:
        old = [os.path.join(store.state_dir, name) for name in OLD_FILES]
        for name in OLD_FOLDERS:
            folder = os.path.join(store.state_dir, name)
            old += [os.path.join(folder, item) for item in fs.names(folder)]
        found = [path for path in old if os.path.isfile(path)] + _stale(store.scratch)
        if found:
            count = plural(len(found), "file")
            fix = partial(_remove, found)
            yield finding("store.leftovers", fix, count=count, folder=store.state_dir)


def _stale(folder: str) -> list:
    """Return the temporary files that no living process can own."""
    before = time.time() - fs.STALE_SECONDS
    try:
        items = list(fs.scan(folder))
        return [item.path for item in items if item.stat(follow_symlinks=False).st_mtime < before]
    except OSError:
        return []


def _remove(paths: list) -> None:
    for path in paths:
        fs.remove(path)
    for folder in {os.path.dirname(path) for path in paths}:
        if os.path.basename(folder) in OLD_FOLDERS:
            fs.remove_folder(folder)


def hooks(patient):
    """What the hosts say: whether the hooks are there, are trusted and work."""
    project = patient.project
    if project.root and project.home:
        rows = check.findings(project.root, project.environ, project.home.dir, patient.quick)
        for row in rows:
            yield Finding("hooks", row.grade, row.text, row.remedy, None)


def runs(patient):
    folder = patient.project.state_dir()
    lines = history.lines(folder, history.RUNS) if folder else []
    times = sorted(int(line[2]) for line in lines if len(line) == 3 and line[2].isdigit())
    if times:
        median = times[len(times) // 2]
        yield finding("runs.some", count=f"{len(times):,}", last=lines[-1][0], median=median)
    else:
        yield finding("runs.none")
    for name in silent_hooks(patient.project):
        yield finding("runs.silent", name=name)


def recorded(patient):
    rows = faults(patient.project)
    if rows:
        when, _, what = rows[-1]
        count = plural(len(rows), "fault")
        yield finding("faults.some", count=count, days=FAULT_DAYS, when=when, what=what)


CHECKS = (python, place, switches, permissions, lock, git, leftovers, hooks, runs, recorded)
