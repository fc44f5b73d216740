"""A store that is shared through git: what is committed, and the merge driver that each clone
registers for itself."""

from __future__ import annotations

import os
import sys

from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.paths import checkout_top, main_checkout

SHARED_IGNORE = (
    "# The entries are shared; what follows belongs to one machine.\nindex.txt\nstate/\n"
)
ATTRIBUTES = "entries/*.json merge=reflexion\nindex.txt merge=union\n"
SECTION = 'merge "reflexion"'
ARGUMENTS = "merge-driver %O %A %B"
LIMIT = 1 << 20


def share(store) -> list:
    """Narrow the store's .gitignore and write its .gitattributes; names of the files that changed.
    Raises OSError."""
    changed = []
    for name, text in ((".gitignore", SHARED_IGNORE), (".gitattributes", ATTRIBUTES)):
        path = os.path.join(store.dir, name)
        if _text(path) != text:
            write_atomic(path, text.encode(), store.scratch)
            changed.append(name)
    return changed


def is_shared(store) -> bool:
    """Does the store carry the attributes that ask for the merge driver?"""
    return "merge=reflexion" in _text(os.path.join(store.dir, ".gitattributes"))


def registered(root: str) -> bool:
    """Does this clone know the merge driver, and is that still where it was? (Read from the file:
    no process is started.)"""
    config = _config(root)
    text = _text(config) if config else ""
    if not config or f"[{SECTION}]" not in text:
        return not config
    for line in text.splitlines():
        words = line.split("'")
        if (
            ARGUMENTS in line and len(words) == 5
        ):  # before, interpreter, a blank, package, arguments; a stranger path is taken on trust
            return os.path.exists(words[1]) and os.path.exists(words[3])
    return True


def join(store, root: str) -> bool:
    """Register the merge driver where the store is shared and this clone lacks it; True when that
    was done."""
    return is_shared(store) and not registered(root) and register(root)


def driver_command() -> str:
    """The driver's command line for this machine: this interpreter, this copy of the package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return f"{_quote(sys.executable or 'python3')} {_quote(package)} {ARGUMENTS}"


def register(root: str) -> bool:
    """Write the driver into the clone's own git configuration; False when git is not there or
    refuses."""
    import subprocess

    for key, value in (("name", "Reflexion entries"), ("driver", driver_command())):
        command = ["git", "-C", root, "config", "--local", f"merge.reflexion.{key}", value]
        try:
            if subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10
            ).returncode:
                return False
        except (OSError, subprocess.SubprocessError):
            return False
    return True


def unregister(root: str) -> bool:
    """Take the driver out of the clone's configuration; False when it was not there."""
    import subprocess

    command = ["git", "-C", root, "config", "--local", "--remove-section", "merge.reflexion"]
    try:
        return (
            subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10
            ).returncode
            == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False


def _config(root: str) -> str:
    top = checkout_top(root)
    path = os.path.join(main_checkout(top), ".git", "config") if top else ""
    return path if path and os.path.isfile(path) else ""


def _quote(word: str) -> str:
    """A word for the shell that git runs the driver in (git's own sh on Windows, too)."""
    return "'" + word.replace("\\", "/" if os.name == "nt" else "\\").replace("'", "'\\''") + "'"


def _text(path: str) -> str:
    try:
        return read_bounded(path, LIMIT).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
