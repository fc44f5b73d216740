"""A store shared through git: what is committed, and the merge driver of each clone."""

from __future__ import annotations

import os
import sys

from reflexion.store import fs, git
from reflexion.store.paths import checkout_top, main_checkout

IGNORED = "# The entries are shared; what follows belongs to one machine.\nindex.txt\nstate/\n"
ATTRIBUTES = "entries/*.json merge=reflexion\ndropped.txt merge=union\n"
FILES = {".gitignore": IGNORED, ".gitattributes": ATTRIBUTES}
SECTION = '[merge "reflexion"]'
VERSIONS = "%O %A %B"
MAX_FILE = 1 << 20


def share(store) -> list:
    """Let git take the entries; return the names of the files that changed. Raises OSError."""
    changed = []
    for name, text in FILES.items():
        path = os.path.join(store.dir, name)
        if fs.peek(path, MAX_FILE) != text.encode():
            fs.write_atomic(path, text.encode(), store.scratch)
            changed.append(name)
    return changed


def asks_for_driver(store) -> bool:
    """Return True if the store's attributes name the merge driver."""
    return b"merge=reflexion" in fs.peek(os.path.join(store.dir, ".gitattributes"), MAX_FILE)


def is_registered(root: str) -> bool:
    """Return True if this clone knows the merge driver and that is still there.

    Outside of git there is nothing to register: True.
    """
    top = checkout_top(root)
    config = os.path.join(main_checkout(top), ".git", "config") if top else ""
    if not os.path.isfile(config):
        return True
    text = fs.peek(config, MAX_FILE).decode("utf-8", "replace")
    drivers = [line for line in text.splitlines() if line.rstrip().endswith(VERSIONS)]
    if SECTION not in text or not drivers:
        return False
    words = drivers[-1].split("'")  # what stands before, interpreter, blank, script, versions
    if len(words) != 5:
        return True  # somebody's own line
    return all(os.path.exists(word.replace("%%", "%")) for word in (words[1], words[3]))


def register(root: str) -> bool:
    """Write the driver into the clone's git configuration; False where git does not."""
    values = {"name": "Reflexion entries", "driver": driver()}
    for key, value in values.items():
        if git.run(root, "config", "--local", f"merge.reflexion.{key}", value) is None:
            return False
    return True


def unregister(root: str) -> bool:
    """Take the driver out of the clone's configuration; False when it was not there."""
    return git.run(root, "config", "--local", "--remove-section", "merge.reflexion") is not None


def driver() -> str:
    """Return the driver's command line: this interpreter, this copy of the package."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "merge.py")
    return f"{_quote(sys.executable or 'python3')} {_quote(script)} {VERSIONS}"


def _quote(word: str) -> str:
    """Return the word for git's shell, in which a single % begins what git fills in."""
    word = word.replace("\\", "/") if os.name == "nt" else word
    return "'" + word.replace("%", "%%").replace("'", "'\\''") + "'"
