"""A store shared through git: what is committed, the merge driver of each clone, and what git
says of entries. For commands only: no hook starts a process.

A checkout's own configuration may name programs: for signatures, filters, text converters, pagers,
hooks, monitors, credentials, transports. So git is asked for nothing that needs one of these.
"""

from __future__ import annotations

import os
import re
import subprocess

from reflexion.learning.entry import CONFLICT
from reflexion.store import fs
from reflexion.store.entries import Store
from reflexion.store.mine import SHARED
from reflexion.store.paths import checkout_top

IGNORED = "# The entries are shared; what follows belongs to one machine.\nindex.txt\nstate/\n"
ATTRIBUTES = "entries/*.json merge=reflexion\ndropped.txt merge=union\n"
FILES = {".gitignore": IGNORED, ".gitattributes": ATTRIBUTES}
DRIVER = "merge.reflexion"
MERGE_TEXT = "git merge-file -q -L ours -L base -L theirs %A %O %B"
MAX_FILE = 1 << 20
SECONDS = 10  # after which git is given up
OVERRIDES = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.pager=cat")
ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone may name a program that fetches
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
}


def stage(root: str, path: str, number: int) -> bytes:
    """Return a version of a file in conflict: 1 the base, 2 ours, 3 theirs; b"" for none."""
    place = os.path.relpath(path, root).replace(os.sep, "/")
    return git(root, "cat-file", "blob", f":{number}:./{place}") or b""


def unmerged(root: str, folder: str) -> list[str]:
    """Return the names of files in a folder whose merge git left to a person."""
    printed = git(root, "ls-files", "-u", "-z", "--", folder) or b""
    names = {os.fsdecode(row).partition("\t")[2] for row in printed.split(b"\0") if row}
    return sorted(names)


def is_conflicted(store: Store, entry_id: str) -> bool:
    """Return True if git left conflict markers in an entry's file."""
    return CONFLICT in fs.peek(store.mine.path(entry_id, SHARED), MAX_FILE)


def share(store: Store) -> list[str]:
    """Let git take the entries; return the names of the files that changed. Raises OSError."""
    files = {name: (os.path.join(store.dir, name), text.encode()) for name, text in FILES.items()}
    changed = [name for name, (path, data) in files.items() if fs.peek(path, MAX_FILE) != data]
    for name in changed:
        fs.write_atomic(*files[name], store.scratch)
    store.look_again()
    return changed


def asks_for_driver(store: Store) -> bool:
    """Return True if the store's attributes name the merge driver."""
    return b"merge=reflexion" in fs.peek(os.path.join(store.dir, ".gitattributes"), MAX_FILE)


def is_registered(root: str) -> bool:
    """Return True if this clone knows the merge driver and its script is still there.

    Outside of git there is nothing to register: True.
    """
    if not checkout_top(root):
        return True
    known = git(root, "config", "--local", "--get", f"{DRIVER}.driver") or b""
    script = re.match(r"f='((?:[^']|'\\'')*)'; ", known.decode("utf-8", "replace"))
    path = script.group(1).replace("'\\''", "'").replace("%%", "%") if script else ""
    return os.path.isfile(path)


def register(root: str, package: str, python: str) -> bool:
    """Write the driver into the clone's git configuration; False where git does not.

    `package` is the folder of the copy that is called, `python` the interpreter.
    """
    config = ("config", "--local")
    named = git(root, *config, f"{DRIVER}.name", "Reflexion entries")
    line = driver(package, python)
    return named is not None and git(root, *config, f"{DRIVER}.driver", line) is not None


def unregister(root: str) -> bool:
    """Take the driver out of the clone's configuration; False when it was not there."""
    return git(root, "config", "--local", "--remove-section", DRIVER) is not None


def driver(package: str, python: str) -> str:
    """Return the driver's command line: this interpreter, else python3; without either, or
    where that cannot merge, git's own merge with its markers."""
    script = _quote(os.path.join(package, "store", "merge.py"))
    tries = " || ".join(f'{name} -I -S "$f" %O %A %B' for name in (_quote(python), "python3"))
    return f'f={script}; {{ [ -f "$f" ] && {{ {tries}; }}; }} || {MERGE_TEXT}'


def _quote(word: str) -> str:
    """Return the word for git's shell, in which a single % begins what git fills in."""
    word = word.replace("\\", "/") if os.name == "nt" else word
    return "'" + word.replace("%", "%%").replace("'", "'\\''") + "'"


def git(folder: str, *arguments: str) -> bytes | None:
    """Return what git prints in a folder; None where it is missing or fails.

    No `GIT_…` variable of the caller reaches it. Call it only for what reads or writes the index,
    single objects and configuration: such a call needs no program of the checkout.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    overrides = [word for value in OVERRIDES for word in ("-c", value)]
    try:
        return subprocess.run(
            [_program(), "-C", folder, *overrides, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
            env={**kept, **ENVIRONMENT},
        ).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _program() -> str:
    """Return the path of git, never one in the working folder; "" without one."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""
