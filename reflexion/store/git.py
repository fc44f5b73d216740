"""What git knows of a checkout, asked so that neither the caller's environment nor the checkout's
own configuration decides the answer, and nothing that a checkout names is run or fetched."""

from __future__ import annotations

import os

from reflexion.store.fs import make_folders, names, peek, write_atomic
from reflexion.store.paths import FOLDER, checkout_top, git_folder, relative

SECONDS = 10  # after which git is given up
MAX_INDEX = 16 << 20  # bytes of git's index, or of what is kept of it, that are read here
MAX_FILE = 1 << 20  # bytes of a file of the store that is compared
CONVERTING = ("filter", "ident", "working-tree-encoding")  # attributes
VERSIONS = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3")  # heads of an index with whole paths
CLEAN = {
    "GIT_OPTIONAL_LOCKS": "0",  # an index that is lost or stale is not written anew
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone may name a program that fetches
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
}


def _program() -> str:
    """The path of git, "" without one: never one in the working folder, where Windows (and a PATH
    with an empty part) would look, too."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""


def run_git(folder: str, *arguments: str) -> bytes | None:
    """What git prints in a folder; None where there is no git, or it fails. No `GIT_...` variable
    of the environment reaches it."""
    import subprocess

    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = [_program(), "-C", folder, "-c", "core.fsmonitor=false", *arguments]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            env={**kept, **CLEAN},
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return None if done.returncode else done.stdout


def tracked(root: str, home: str) -> frozenset | None:
    """Names below the store of `root` that git's index or HEAD holds, such as
    `entries/rfx-….json`, in lower case; None when that cannot be told. The answer is kept in the
    home store until the index or HEAD changes."""
    top = checkout_top(root)
    folder = git_folder(top) if top else ""
    stamps = _stamps(folder) if folder else ()
    if not any(stamps[:3]):
        return frozenset()  # no checkout, or nothing was ever added or committed in it
    from binascii import crc32  # not before: outside of a checkout there is nothing to ask

    real = os.path.realpath(root)
    head = "\0".join([real, *map(str, stamps)])
    cache = os.path.join(home, "state", "tracked", f"{crc32(os.fsencode(real)):08x}.txt")
    was, _, names_then = (os.fsdecode(peek(cache, MAX_INDEX)) if home else "").partition("\n")
    known = frozenset(filter(None, names_then.split("\n")))
    if was == head:
        return known
    printed = b""
    belonged = was.startswith(real + "\0") and bool(known)
    if belonged or _may_hold(folder, root, top):
        printed = _asked(root)
        if printed is None:
            return None
    found = frozenset(_below_store(printed))
    if home:
        _keep(cache, head, found)
    return found


def _stamps(folder: str) -> tuple:
    """What tells that the index (the first), HEAD or its log changed: a text each, "" for no such
    file. The log of HEAD tells of every move, and is there from the first commit on."""
    names_of = ("index", os.path.join("logs", "HEAD"), "packed-refs", "HEAD")
    return tuple(_stamp(os.path.join(folder, name)) for name in names_of)


def _stamp(path: str) -> str:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{status.st_mtime_ns} {status.st_size}"


def _may_hold(folder: str, root: str, top: str) -> bool:
    """May git's index hold a file of the store? It is rare that git has to be asked."""
    data = peek(os.path.join(folder, "index"), MAX_INDEX)
    is_split = any(name.startswith("sharedindex.") for name in names(folder))
    if is_split or not data.startswith(VERSIONS):
        return True
    place = relative(root, top)
    if not place.isascii():  # some file systems spell such a name in another way
        place = "."
    prefix = FOLDER if place == "." else f"{place}/{FOLDER}"
    if place == "." and top != root:
        return b"/" + FOLDER.encode() + b"/" in data.lower()
    if folds_case(root):
        return prefix.lower().encode() + b"/" in data.lower()
    return prefix.encode() + b"/" in data


def folds_case(root: str) -> bool:
    """Does the file system take the store's folder under another case of its name, too?"""
    path = os.path.join(root, FOLDER)
    try:
        return os.path.samefile(path, os.path.join(root, FOLDER.upper()))
    except (OSError, ValueError):
        return False


def _asked(root: str) -> bytes | None:
    """The names of the store that git's index or HEAD hold, each with a NUL behind it."""
    spec = f":(icase){FOLDER}" if folds_case(root) else FOLDER
    printed = run_git(root, "ls-files", "-z", "--with-tree=HEAD", "--", spec)
    if printed is None:  # there is no commit yet
        printed = run_git(root, "ls-files", "-z", "--", spec)
    return printed


def _below_store(printed: bytes):
    for name in os.fsdecode(printed).lower().split("\0"):
        if name.startswith(FOLDER + "/") and "\n" not in name:
            yield name.removeprefix(FOLDER + "/")


def _keep(cache: str, head: str, found: frozenset) -> None:
    try:
        make_folders(os.path.dirname(cache), mode=0o700)
        text = "\n".join([head, *sorted(found)])
        write_atomic(cache, os.fsencode(text), mode=0o600, sync=False)
    except OSError:
        pass  # asked again the next time


def is_modified(root: str, name: str) -> bool:
    """Was this file of the store (a name as `tracked` has it) changed in the working tree since git
    wrote or added it? False when that cannot be told: in the middle of a merge, and where an
    attribute, which a checkout may bring, has git write something else than it holds."""
    found = run_git(root, "ls-files", "-z", "-s", "--", f":(icase){FOLDER}/{name}")
    staged, _, path = os.fsdecode(found or b"").strip("\0").partition("\t")
    *_, blob, stage = ["", *staged.split(" ")]
    if "\0" in path or stage != "0" or _is_converted(root, path):
        return False
    # git's own comparison comes first, so that a file that it just wrote is not read for nothing
    if not run_git(root, "ls-files", "-z", "-m", "--", f":(literal){path}"):
        return False
    held = run_git(root, "cat-file", "blob", blob)
    if held is None:
        return False
    present = peek(os.path.join(root, path), MAX_FILE)
    return present.replace(b"\r", b"") != held.replace(b"\r", b"")


def _is_converted(root: str, path: str) -> bool:
    """Does git run a filter for the file, or write it in another form? (Line ends do not count.)"""
    printed = run_git(root, "check-attr", "-z", *CONVERTING, "--", path)
    values = (printed or b"").split(b"\0")[2::3]
    return not values or any(value not in (b"unspecified", b"unset") for value in values)
