"""What `doctor` looks at on this machine: Python, paths, permissions, the lock, leftovers."""

from __future__ import annotations

import errno
import os
import pkgutil
import sys
import time
from importlib import import_module

from reflexion import __version__
from reflexion.cli.doctor import finding
from reflexion.hosts.command import PACKAGE
from reflexion.store.files import STALE_SECONDS, listing, remove, write_atomic
from reflexion.store.lock import Busy, Lock
from reflexion.store.paths import escapes

OLDEST = (3, 9)
LOCK_SECONDS = 1.0
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
        yield finding("toolkit.damaged", count=len(broken), first=broken[0], folder=PACKAGE)
    else:
        yield finding("toolkit.whole", version=__version__, folder=PACKAGE)


def store(patient):
    folder = patient.store.dir
    if patient.store.exists():
        count = sum(name.endswith(".json") for name in patient.store.names())
        yield finding("store.there", folder=folder, count=count)
    else:
        yield finding("store.none", folder=folder)


def switches(patient):
    environ = patient.project.environ
    if environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield finding("switch.environment")
    if not patient.project.settings["enabled"]:
        yield finding("switch.setting")
    for name in filter(environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        yield finding("paths.elsewhere", name=name, folder=environ[name])


def permissions(patient):
    rows = []
    for place in filter(None, (patient.store, patient.project.home)):
        for folder in (place.dir, place.entries_dir, place.state_dir) if place.exists() else ():
            if os.path.islink(folder) and escapes(folder, place.root):
                rows.append(finding("permissions.link", folder=folder))
            elif os.path.isdir(folder) and denied(folder):
                rows.append(unwritable(folder, place, denied(folder)))
                break  # one word for all that lies below
    fine = [finding("permissions.fine")] if patient.store.exists() else []
    return rows or fine


def unwritable(folder: str, place, error):
    key = "permissions.full" if error.errno in FULL else "permissions.denied"
    return finding(key, folder=folder, why=error.strerror, store=place.dir)


def denied(folder: str) -> OSError | None:
    """Why no file can be made here, found by trying: a file system may be read-only."""
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
    scratch, then = patient.store.scratch, time.time() - STALE_SECONDS
    try:
        items = [item for item in listing(scratch) if item.name.startswith(".tmp-")]
        old = [item for item in items if item.stat(follow_symlinks=False).st_mtime < then]
    except OSError:
        return

    def fix():
        patient.store.sweep()
        return f"removed {len(old)} temporary file(s)"

    if old:
        yield finding("temporaries.old", fix, count=len(old), folder=scratch)


CHECKS = (python, toolkit, store, switches, permissions, lock, leftovers)
