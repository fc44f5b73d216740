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
        return os.path.abspath(chosen).removesuffix(os.sep + FOLDER)
    cwd = os.path.abspath(cwd or os.sep)
    root = _root_in_git(cwd, is_own)
    started = environ.get("CLAUDE_PROJECT_DIR")
    if started and not (root and os.path.isdir(os.path.join(root, FOLDER))):
        root = _root_in_git(os.path.abspath(started), is_own) or started
    root = os.path.abspath(root or cwd)
    if not os.path.isdir(root):
        return ""
    real = os.path.realpath(root)
    home = os.path.realpath(os.path.join(os.sep, home_folder(environ)))
    return "" if real in (home, os.path.dirname(real)) else root


def _root_in_git(folder: str, is_own: Callable[[str], bool]) -> str:
    """Return the root for a folder of a checkout; "" outside of git."""
    stores: list[str] = []
    for found in above(folder, FOLDER, ".git"):
        place, name = os.path.split(found)
        if name == ".git" and not stores:
            return main_checkout(place)
        if name == ".git":
            return next(filter(is_own, stores[:-1]), stores[-1])
        if os.path.isdir(found):
            stores.append(place)
    return ""


def above(folder: str, *names: str) -> Iterator[str]:
    """Yield the path of each of these names that is there, here and above, the nearest first."""
    below = ""
    while folder != below:
        paths = (os.path.join(folder, name) for name in names)
        yield from filter(os.path.lexists, paths)
        below = folder
        folder = os.path.dirname(folder)


def checkout_top(folder: str) -> str:
    """Return the nearest folder upwards that holds a `.git`; "" outside of git."""
    return os.path.dirname(next(above(folder, ".git"), ""))


def main_checkout(top: str) -> str:
    """Return the main checkout of a linked worktree; `top` itself for anything else.

    The link has to be mutual, as in git: a forged file cannot lead into another checkout.
    """
    dot_git = os.path.join(top, ".git")
    if os.path.isdir(dot_git):
        return top
    folder = git_folder(top)
    back = os.path.join(folder, _read_path(os.path.join(folder, "gitdir")))
    common = _read_path(os.path.join(folder, "commondir"))
    if not common or os.path.realpath(back) != os.path.realpath(dot_git):
        return top
    common = os.path.normpath(os.path.join(folder, common))
    return os.path.dirname(common) if os.path.basename(common) == ".git" else top


def git_folder(top: str) -> str:
    """Return the folder that the `.git` of a checkout is or names."""
    dot_git = os.path.join(top, ".git")
    word, _, place = _read_path(dot_git).partition(": ")
    return os.path.join(top, place) if word == "gitdir" else dot_git


def relative(cwd: str, root: str) -> str:
    """Return cwd below the root with forward slashes; "." for the root and what is outside."""
    cwd = os.path.abspath(os.path.join(root, cwd))
    return os.path.relpath(cwd, root).replace(os.sep, "/") if is_inside(cwd, root) else "."


def is_outside(cwd: str, root: str) -> bool:
    """Return True if a folder is neither one of the project nor of its other checkouts."""
    top = os.path.realpath(root)
    here = os.path.realpath(os.path.join(top, cwd))
    if is_inside(here, top):
        return False
    other = checkout_top(here)
    return not other or os.path.realpath(main_checkout(other)) != top


def _read_path(file: str) -> str:
    """Return the path in a file of git's; "" for none."""
    return os.fsdecode(peek(file, MAX_PATH)).partition("\0")[0].strip()
