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
DAMAGE = (
    ImportError,
    SyntaxError,
    NameError,
    AttributeError,
    TypeError,
    ValueError,
    LookupError,
    OSError,
)  # what a module that is cut, or of another version, raises


def look(found) -> list:
    return [
        python(),
        toolkit(),
        paths(found),
        *switches(found),
        *permissions(found),
        *lock(found),
        *leftovers(found),
    ]


def python(version=sys.version_info, executable=sys.executable):
    text = f"{version[0]}.{version[1]}.{version[2]} ({executable or 'unknown'})"
    if tuple(version[:2]) < OLDEST:
        return bad(
            "python",
            text,
            f"Reflexion needs Python {OLDEST[0]}.{OLDEST[1]} or newer: run it, and `reflexion init`, with a newer one",
        )
    return ok("python", text)


def toolkit():
    """Is this copy whole? A hook keeps quiet about a module that it cannot load."""
    broken = []
    for name in sorted(modules()):
        try:
            import_module(name)
        except DAMAGE as error:
            broken.append(f"{getattr(error, 'filename', None) or name}: {error}")
    if broken:
        return bad(
            "toolkit",
            f"{len(broken)} module(s) cannot be loaded, the first {broken[0]}",
            f"fetch or install it anew; this copy is {PACKAGE}",
        )
    return ok("toolkit", f"{__version__} in {PACKAGE}")


def modules() -> list:
    """The name of every module of this copy."""
    found = []
    for folder, _, names in walk(PACKAGE):
        if "__init__.py" in names:
            package = ".".join(
                ["reflexion", *os.path.relpath(folder, PACKAGE).split(os.sep)]
            ).rstrip(".")
            found += [package] + [
                f"{package}.{name[:-3]}"
                for name in names
                if name.endswith(".py") and name not in ("__init__.py", "__main__.py")
            ]
    return found


def paths(found):
    if not found.store.exists():
        return note(
            "store",
            f"{found.store.dir} is not there yet",
            "the first failure or correction makes it, and so does `reflexion init`",
        )
    return ok(
        "store",
        f"{found.store.dir} ({sum(name.endswith('.json') for name in found.store.names())} learnings)",
    )


def switches(found) -> list:
    rows = []
    if found.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        rows.append(
            bad(
                "switch",
                "REFLEXION_DISABLED is set: the hooks do nothing",
                "unset it where your agent is started",
            )
        )
    if not found.settings["enabled"]:
        rows.append(
            bad(
                "switch",
                "the setting `enabled` is off: the hooks do nothing",
                "reflexion config set enabled true",
            )
        )
    for name in ("REFLEXION_DIR", "REFLEXION_HOME"):
        if found.environ.get(name):
            rows.append(
                note(
                    "paths",
                    f"{name} is {found.environ[name]}",
                    "unset it if the store shall be looked for",
                )
            )
    return rows


def permissions(found) -> list:
    rows = []
    for store in filter(None, (found.store, found.home)):
        if not store.exists():
            continue
        for folder in (store.dir, store.entries_dir, store.state_dir):
            if os.path.islink(folder) and escapes(folder, store.root):
                rows.append(
                    bad(
                        "permissions",
                        f"{folder} is a link that leads out of the project: nothing is written through it",
                        "replace it by a folder",
                    )
                )
            elif os.path.isdir(folder) and denied(folder):
                rows.append(_unwritable(folder, store, denied(folder)))
                break  # one word for all that lies below
    return (
        rows or [ok("permissions", "the stores can be written")] if found.store.exists() else rows
    )


def _unwritable(folder: str, store, error):
    if error.errno in (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", None)):
        remedy = (
            "make room, or mount it for writing; REFLEXION_DIR names another folder for the store"
        )
    else:
        remedy = (
            f"make it yours: sudo chown -R \"$USER\" '{store.dir}' && chmod -R u+rwX '{store.dir}'"
        )
    return bad(
        "permissions",
        f"{folder} cannot be written ({error.strerror}): new learnings are lost",
        remedy,
    )


def denied(folder: str) -> OSError | None:
    """Why no file can be made here; None when one can. Tried, for a read-only file system denies what the mode allows."""
    path = os.path.join(folder, f".tmp-doctor-{os.getpid()}")
    try:
        write_atomic(path, b"")
        remove(path)
    except OSError as error:
        return error
    return None


def lock(found) -> list:
    if not os.path.isdir(found.store.state_dir) or denied(found.store.state_dir):
        return []
    try:
        with Lock(os.path.join(found.store.state_dir, "lock"), LOCK_SECONDS):
            return [ok("lock", "free")]
    except Busy:
        return [
            bad(
                "lock",
                "held by another process for over a second",
                "run doctor again; if it stays so, a process hangs: end it",
            )
        ]
    except OSError as error:
        return [bad("lock", str(error), f"remove {os.path.join(found.store.state_dir, 'lock')}")]


def leftovers(found) -> list:
    """Temporaries that no living process can own."""
    try:
        old = [
            item.name
            for item in listing(found.store.scratch)
            if item.name.startswith(".tmp-")
            and time.time() - item.stat(follow_symlinks=False).st_mtime > STALE_SECONDS
        ]
    except OSError:
        return []
    if not old:
        return []

    def fix():
        found.store.sweep()
        return f"removed {len(old)} temporary file(s)"

    return [
        note(
            "temporaries",
            f"{len(old)} file(s) that a killed process left in {found.store.scratch}",
            "harmless; the next session's end clears them",
            fix,
        )
    ]
