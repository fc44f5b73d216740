"""A store shared through git: what is committed, and the merge driver of each clone."""

import os
import sys

from reflexion.store.fs import peek, write_atomic
from reflexion.store.git import run_git
from reflexion.store.paths import checkout_top, main_checkout

SHARED_IGNORE = (
    "# The entries are shared; what follows belongs to one machine.\nindex.txt\nstate/\n"
)
ATTRIBUTES = "entries/*.json merge=reflexion\nindex.txt merge=union\n"
ARGUMENTS = "merge-driver %O %A %B"
LIMIT = 1 << 20


def share(store) -> list:
    """Write the store's .gitignore and .gitattributes; names of what changed. Raises OSError."""
    changed = []
    for name, text in ((".gitignore", SHARED_IGNORE), (".gitattributes", ATTRIBUTES)):
        path = os.path.join(store.dir, name)
        if peek(path, LIMIT) != text.encode():
            write_atomic(path, text.encode(), store.scratch)
            changed.append(name)
    return changed


def is_shared(store) -> bool:
    """Does the store carry the attributes that ask for the merge driver?"""
    return b"merge=reflexion" in peek(os.path.join(store.dir, ".gitattributes"), LIMIT)


def registered(root: str) -> bool:
    """Does this clone know the merge driver, and is that still there? True outside git."""
    top = checkout_top(root)
    config = os.path.join(main_checkout(top), ".git", "config") if top else ""
    if not os.path.isfile(config):
        return True
    text = peek(config, LIMIT).decode("utf-8", "replace")
    for line in text.splitlines():
        words = line.split("'")  # before, interpreter, a blank, package, arguments
        if ARGUMENTS in line and len(words) == 5:  # another path is taken on trust
            return all(os.path.exists(word.replace("%%", "%")) for word in (words[1], words[3]))
    return '[merge "reflexion"]' in text


def join(store, root: str) -> bool:
    """Register the driver where the store is shared and it is missing; whether that was done."""
    return is_shared(store) and not registered(root) and register(root)


def driver_command() -> str:
    """The driver's command line for this machine: this interpreter, this copy of the package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return f"{_quote(sys.executable or 'python3')} {_quote(package)} {ARGUMENTS}"


def _quote(word: str) -> str:
    """A word for the shell that git runs the driver in (git's own sh on Windows, too), in which git
    fills in what a single % begins."""
    word = word.replace("\\", "/" if os.name == "nt" else "\\").replace("%", "%%")
    return "'" + word.replace("'", "'\\''") + "'"


def register(root: str) -> bool:
    """Write the driver into the clone's git configuration; False where git does not."""
    for key, value in (("name", "Reflexion entries"), ("driver", driver_command())):
        if run_git(root, "config", "--local", f"merge.reflexion.{key}", value) is None:
            return False
    return True


def unregister(root: str) -> bool:
    """Take the driver out of the clone's configuration; False when it was not there."""
    return run_git(root, "config", "--local", "--remove-section", "merge.reflexion") is not None
