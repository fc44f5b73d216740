"""Find the project, its store, the home store and git's folders. Reads nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from reflexion.store.fs import is_inside, peek

FOLDER = ".reflexion"
MAX_PATH = 4096  # no system opens a longer path by its name


def home_folder(environ: Mapping[str, str]) -> str:
    """Return the user's home folder; "" without one, or when it is the file system's root."""
    given = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    home = os.path.abspath(given)
    return home if os.path.isabs(given) and os.path.dirname(home) != home else ""


def home_store(environ: Mapping[str, str]) -> str:
    """Return the folder of the home store, REFLEXION_HOME or ~/.reflexion; "" without a home."""
    if environ.get("REFLEXION_HOME"):
        return os.path.abspath(environ["REFLEXION_HOME"])
    home = home_folder(environ)
    return os.path.join(home, FOLDER) if home else ""


def project_root(cwd: str, environ: Mapping[str, str], is_own: Callable[[str], bool] = bool) -> str:
    """Return the root of the project for a command that ran in `cwd`; "" where none may be.

    REFLEXION_DIR names the root or its store. Otherwise it is the nearest folder with a
    store up to the checkout's top, or that top (of a linked worktree: of its main checkout).
    Outside of git and of all that has a store it is the same of the folder that the host names,
    CLAUDE_PROJECT_DIR, or `cwd`. Never the home folder or `/`.

    Of several stores the nearest counts for which `is_own(root)` is true, else the outermost.
    """
    chosen = environ.get("REFLEXION_DIR")
    if chosen:
        chosen = os.path.abspath(chosen)
        return os.path.dirname(chosen) if os.path.basename(chosen) == FOLDER else chosen
    cwd = os.path.abspath(cwd) if is_path(cwd) else ""
    root = _root_in_git(cwd, is_own)
    started = environ.get("CLAUDE_PROJECT_DIR", "")
    if is_path(started) and not (root and os.path.isdir(os.path.join(root, FOLDER))):
        root = _root_in_git(started, is_own) or started
    root = os.path.abspath(root or cwd) if root or cwd else ""
    home = home_folder(environ)
    is_home = bool(home) and os.path.realpath(root) == os.path.realpath(home)
    return "" if is_home or not os.path.isdir(root) or os.path.dirname(root) == root else root


def _root_in_git(folder: str, is_own: Callable[[str], bool]) -> str:
    """Return the root for a folder of a checkout; "" outside of git."""
    stores = []
    for place in _upwards(folder):
        if os.path.isdir(os.path.join(place, FOLDER)):
            stores.append(place)
        if os.path.lexists(os.path.join(place, ".git")):
            own = next(filter(is_own, stores), "") if len(stores) > 1 else ""
            return own or (stores[-1] if stores else main_checkout(place))
    return ""


def is_path(path: str) -> bool:
    """Return True if it could be the path of a folder: not empty, no NUL, not too long."""
    return 0 < len(path) <= MAX_PATH and "\0" not in path


def above(folder: str, *names: str) -> str:
    """Return the path of the first of these names that is there, here or above; "" for none."""
    every = (os.path.join(place, name) for place in _upwards(folder) for name in names)
    return next(filter(os.path.lexists, every), "")


def checkout_top(folder: str) -> str:
    """Return the nearest folder upwards that holds a `.git`; "" outside of git."""
    return os.path.dirname(above(folder, ".git"))


def main_checkout(top: str) -> str:
    """Return the main checkout of a linked worktree; `top` itself for anything else.

    The link has to be mutual, as in git: a forged file cannot lead into another checkout.
    """
    dot_git = os.path.join(top, ".git")
    folder = git_folder(top)
    if folder == dot_git:
        return top
    back = os.path.join(folder, _read_path(os.path.join(folder, "gitdir")))
    common = _read_path(os.path.join(folder, "commondir"))
    if not common or os.path.realpath(back) != os.path.realpath(dot_git):
        return top
    common = os.path.normpath(os.path.join(folder, common))
    return os.path.dirname(common) if os.path.basename(common) == ".git" else top


def git_folder(top: str) -> str:
    """Return the folder that the `.git` of a checkout is or names."""
    dot_git = os.path.join(top, ".git")
    line = _read_path(dot_git) if os.path.isfile(dot_git) else ""
    word, _, place = line.partition(": ")
    return os.path.join(top, place) if word == "gitdir" else dot_git


def relative(cwd: str, root: str) -> str:
    """Return cwd below the root with forward slashes; "." for the root and what is outside."""
    cwd = os.path.abspath(cwd) if is_path(cwd) else root
    return os.path.relpath(cwd, root).replace(os.sep, "/") if is_inside(cwd, root) else "."


def is_outside(cwd: str, root: str) -> bool:
    """Return True if a folder is neither one of the project nor of its other checkouts."""
    if not is_path(cwd):
        return bool(cwd)
    here = os.path.realpath(cwd)
    top = os.path.realpath(root)
    if is_inside(here, top):
        return False
    other = checkout_top(here)
    return not other or os.path.realpath(main_checkout(other)) != top


def _upwards(folder: str) -> Iterator[str]:
    above = ""
    while folder and folder != above:
        yield folder
        above = folder
        folder = os.path.dirname(folder)


def _read_path(file: str) -> str:
    line = os.fsdecode(peek(file, MAX_PATH)).strip()
    return line if is_path(line) else ""
