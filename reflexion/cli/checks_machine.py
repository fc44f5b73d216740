"""What `doctor` looks at on this machine: Python, folders, the lock, runs of the hooks."""

import errno
import os
import pkgutil
import sys
import time
from functools import partial
from importlib import import_module

from reflexion import __version__
from reflexion.cli.checks_hosts import hooks
from reflexion.cli.findings import finding
from reflexion.setup.command import PACKAGE
from reflexion.status import figures
from reflexion.status.board import ago
from reflexion.store import journal, tidy
from reflexion.store.fs import STALE_SECONDS, escapes, remove, scan, write_atomic
from reflexion.store.lock import Busy, Lock

OLDEST = (3, 9)
LOCK_SECONDS = 1.0
SLOW_MS = 1000  # a person notices
# what a module that is cut, or of another version, raises
DAMAGE = (ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError, LookupError)
FULL = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", None))


def python(_patient, version=sys.version_info, executable=sys.executable):
    key = "python.fine" if tuple(version[:2]) >= OLDEST else "python.old"
    shown = ".".join(map(str, version[:3]))
    yield finding(key, version=shown, where=executable or "unknown", oldest="%d.%d" % OLDEST)


def toolkit(_patient):
    """Is this copy whole? A hook keeps quiet about a module that it cannot load."""
    broken = []
    every = pkgutil.walk_packages([PACKAGE], "reflexion.", onerror=lambda name: None)
    for name in [module.name for module in every if not module.name.endswith("__main__")]:
        try:
            import_module(name)
        except (*DAMAGE, OSError) as error:
            broken.append(f"{getattr(error, 'filename', None) or name}: {error}")
    if broken:
        told = {"count": len(broken), "first": broken[0]}
        yield finding("reflexion.damaged", folder=PACKAGE, **told)
    else:
        yield finding("reflexion.whole", folder=PACKAGE, version=__version__)


def store(patient):
    key = "store.there" if patient.store.exists() else "store.none"
    count = sum(name.endswith(".json") for name in patient.store.names())
    yield finding(key, folder=patient.store.dir, count=count)


def switches(patient):
    environ = patient.project.environ
    if environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield finding("switch.environment")
    if not patient.project.settings["enabled"]:
        yield finding("switch.setting")
    for name in filter(environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        yield finding("paths.elsewhere", name=name, folder=environ[name])


def permissions(patient):
    """Can the stores be written, with no folder of theirs behind a link that leads out?"""
    there = [place for place in (patient.store, patient.project.home) if place and place.exists()]
    wrong = [row for place in there for row in _refusing(place)]
    if wrong or not patient.store.exists():
        return wrong
    return [finding("permissions.fine")]


def _refusing(place) -> list:
    """The findings about the folders of one store."""
    wrong = []
    for folder in (place.dir, place.entries_dir, place.state_dir):
        if os.path.islink(folder) and escapes(folder, place.root):
            wrong.append(finding("permissions.link", folder=folder))
        elif os.path.isdir(folder) and (error := denied(folder)):
            key = "permissions.full" if error.errno in FULL else "permissions.denied"
            wrong.append(finding(key, folder=folder, why=error.strerror, store=place.dir))
            break  # one word for all that lies below
    return wrong


def denied(folder: str):
    """Why no file can be made here (an OSError, else None), found by trying: it may be
    read-only."""
    path = os.path.join(folder, f".tmp-doctor-{os.getpid()}")
    try:
        write_atomic(path, b"")
        remove(path)
    except OSError as error:
        return error
    return None


def lock(patient):
    folder = patient.store.state_dir
    path = os.path.join(folder, "lock")
    if not os.path.isdir(folder) or denied(folder):
        return
    try:
        with Lock(path, LOCK_SECONDS):
            yield finding("lock.free")
    except Busy:
        yield finding("lock.held")
    except OSError as error:
        yield finding("lock.broken", why=error, path=path)


def leftovers(patient):
    """Temporaries that no living process can own."""
    scratch = patient.store.scratch
    then = time.time() - STALE_SECONDS
    try:
        items = [item for item in scan(scratch) if item.name.startswith(".tmp-")]
        old = [item for item in items if item.stat(follow_symlinks=False).st_mtime < then]
    except OSError:
        return
    if old:
        fix = partial(tidy.sweep, patient.store)
        yield finding("temporaries.old", fix, count=len(old), folder=scratch)


def runs(patient):
    """When each hook ran last and what it costs."""
    rows = figures.hooks(journal.runs(patient.project.state_dir()))
    for row in [row for row in rows if row["runs"]]:
        key = "runs.slow" if row["longest_ms"] > SLOW_MS else "runs.fine"
        yield finding(key, ago=ago(time.time() - row["last"]), **row)
    if not any(row["runs"] for row in rows):
        yield finding("runs.none")


CHECKS = (python, toolkit, store, switches, permissions, lock, leftovers, hooks, runs)
