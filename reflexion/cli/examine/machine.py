"""Python, paths, permissions, the lock, what killed processes left."""

from __future__ import annotations

import errno
import os
import sys
import time
from importlib import import_module

from reflexion import __version__
from reflexion.cli.examine.finding import bad, note, ok
from reflexion.hosts.command import PACKAGE
from reflexion.store.files import STALE_SECONDS, listing, remove, walk, write_atomic
from reflexion.store.lock import Busy, Lock
from reflexion.store.paths import escapes

OLDEST = (3, 9)
LOCK_SECONDS = 1.0
# what a module that is cut, or of another version, raises
DAMAGE = (ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError, LookupError)
FULL = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", None))


def look(project) -> list:
    first = [python(), toolkit(), paths(project), *switches(project)]
    return [*first, *permissions(project), *lock(project), *leftovers(project)]


def python(version=sys.version_info, executable=sys.executable):
    text = f"{version[0]}.{version[1]}.{version[2]} ({executable or 'unknown'})"
    if tuple(version[:2]) >= OLDEST:
        return ok("python", text)
    needed = f"Reflexion needs Python {OLDEST[0]}.{OLDEST[1]} or newer"
    return bad("python", text, f"{needed}: run it, and `reflexion init`, with a newer one")


def toolkit():
    """Is this copy whole? A hook keeps quiet about a module that it cannot load."""
    broken = []
    for name in sorted(modules()):
        try:
            import_module(name)
        except (*DAMAGE, OSError) as error:
            broken.append(f"{getattr(error, 'filename', None) or name}: {error}")
    if not broken:
        return ok("toolkit", f"{__version__} in {PACKAGE}")
    text = f"{len(broken)} module(s) cannot be loaded, the first {broken[0]}"
    return bad("toolkit", text, f"fetch or install it anew; this copy is {PACKAGE}")


def modules() -> list:
    """The name of every module of this copy."""
    found = []
    for folder, _, names in walk(PACKAGE):
        if "__init__.py" in names:
            below = os.path.relpath(folder, os.path.dirname(PACKAGE)).replace(os.sep, ".")
            stems = [name[:-3] for name in names if name.endswith(".py") and name[:2] != "__"]
            found += [below, *(f"{below}.{stem}" for stem in stems)]
    return found


def paths(project):
    store = project.store
    if store.exists():
        count = sum(name.endswith(".json") for name in store.names())
        return ok("store", f"{store.dir} ({count} learnings)")
    remedy = "the first failure or correction makes it, and so does `reflexion init`"
    return note("store", f"{store.dir} is not there yet", remedy)


def switches(project) -> list:
    rows, environ = [], project.environ
    if environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        text = "REFLEXION_DISABLED is set: the hooks do nothing"
        rows.append(bad("switch", text, "unset it where your agent is started"))
    if not project.settings["enabled"]:
        text = "the setting `enabled` is off: the hooks do nothing"
        rows.append(bad("switch", text, "reflexion on"))
    for name in filter(environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        remedy = "unset it if the store shall be looked for"
        rows.append(note("paths", f"{name} is {environ[name]}", remedy))
    return rows


def permissions(project) -> list:
    rows = []
    for store in filter(None, (project.store, project.home)):
        for folder in (store.dir, store.entries_dir, store.state_dir) if store.exists() else ():
            if os.path.islink(folder) and escapes(folder, store.root):
                text = f"{folder} is a link that leads out of the project: nothing is written there"
                rows.append(bad("permissions", text, "replace it by a folder"))
            elif os.path.isdir(folder) and denied(folder):
                rows.append(_unwritable(folder, store, denied(folder)))
                break  # one word for all that lies below
    fine = [ok("permissions", "the stores can be written")] if project.store.exists() else []
    return rows or fine


def _unwritable(folder: str, store, error):
    remedy = f"sudo chown -R \"$USER\" '{store.dir}' && chmod -R u+rwX '{store.dir}'"
    if error.errno in FULL:
        remedy = "make room, or mount it for writing; REFLEXION_DIR names another folder"
    text = f"{folder} cannot be written ({error.strerror}): new learnings are lost"
    return bad("permissions", text, remedy)


def denied(folder: str) -> OSError | None:
    """Why no file can be made here, found by trying: a file system may be read-only."""
    path = os.path.join(folder, f".tmp-doctor-{os.getpid()}")
    try:
        write_atomic(path, b"")
        remove(path)
    except OSError as error:
        return error
    return None


def lock(project) -> list:
    folder = project.store.state_dir
    if not os.path.isdir(folder) or denied(folder):
        return []
    try:
        with Lock(os.path.join(folder, "lock"), LOCK_SECONDS):
            return [ok("lock", "free")]
    except Busy:
        remedy = "run doctor again; if it stays so, a process hangs: end it"
        return [bad("lock", "held by another process for over a second", remedy)]
    except OSError as error:
        return [bad("lock", str(error), f"remove {os.path.join(folder, 'lock')}")]


def leftovers(project) -> list:
    """Temporaries that no living process can own."""
    store, old = project.store, []
    try:
        for item in listing(store.scratch):
            age = time.time() - item.stat(follow_symlinks=False).st_mtime
            if item.name.startswith(".tmp-") and age > STALE_SECONDS:
                old.append(item.name)
    except OSError:
        return []

    def fix():
        store.sweep()
        return f"removed {len(old)} temporary file(s)"

    text = f"{len(old)} file(s) that a killed process left in {store.scratch}"
    remedy = "harmless; the next session's end clears them"
    return [note("temporaries", text, remedy, fix)] if old else []
