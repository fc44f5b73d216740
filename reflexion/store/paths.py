"""Where the stores and git's folders are; the environment is passed in."""

from __future__ import annotations

import os

from reflexion.store.fs import inside, peek

FOLDER = ".reflexion"
LONGEST = 4096  # characters of a path; no system opens a longer one by its name


def home_folder(environ) -> str:
    """The user's home folder, absolute; "" without one, or when it is the file system's root."""
    home = environ.get("HOME") or environ.get("USERPROFILE")
    if not home:
        try:
            import pwd

            home = pwd.getpwuid(os.getuid()).pw_dir
        except (ImportError, KeyError):
            return ""
    return "" if not os.path.isabs(home) or _is_top(home) else os.path.abspath(home)


def _is_top(folder: str) -> bool:
    return os.path.dirname(os.path.abspath(folder)) == os.path.abspath(folder)


def home_store(environ) -> str:
    """Folder of the global store: REFLEXION_HOME, else ~/.reflexion; "" without a home."""
    if environ.get("REFLEXION_HOME"):
        return os.path.abspath(environ["REFLEXION_HOME"])
    home = home_folder(environ)
    return os.path.join(home, FOLDER) if home else ""


def locate(cwd: str, environ) -> tuple[str, str]:
    """(project root, store folder), there or not, for a command that ran in cwd; ("", "") where no
    store may be: in the home folder or a file system's root. REFLEXION_DIR names root or store;
    else the nearest folder with a store up to the checkout's top, else that top (of a linked
    worktree its main checkout's). Outside git CLAUDE_PROJECT_DIR, else cwd."""
    if environ.get("REFLEXION_DIR"):
        chosen = os.path.abspath(environ["REFLEXION_DIR"])
        root = os.path.dirname(chosen) if os.path.basename(chosen) == FOLDER else chosen
        return root, os.path.join(root, FOLDER)
    home = home_folder(environ)
    forbidden = {home, os.path.realpath(home)} if home else set()
    cwd = os.path.abspath(cwd) if is_path(cwd) else ""
    top = checkout_top(cwd)
    if top:
        root = _nearest_store(cwd, top, forbidden) or main_checkout(top)
    else:
        root = environ.get("CLAUDE_PROJECT_DIR") or cwd
    root = os.path.abspath(root) if root else ""
    if root in forbidden or _is_top(root) or not os.path.isdir(root):
        return "", ""
    return root, os.path.join(root, FOLDER)


def _nearest_store(folder: str, top: str, forbidden: set) -> str:
    """The nearest folder with a store, from this one up to the checkout's top; "" without one."""
    for place in _upwards(folder):
        if place not in forbidden and os.path.isdir(os.path.join(place, FOLDER)):
            return place
        if place == top:
            break
    return ""


def is_path(path: str) -> bool:
    """Could it be the path of a folder: not empty, no NUL in it, not too long?"""
    return 0 < len(path) <= LONGEST and "\0" not in path


def _upwards(folder: str):
    above = ""
    while folder != above:
        yield folder
        above = folder
        folder = os.path.dirname(folder)


def checkout_top(folder: str) -> str:
    """The nearest folder upwards that holds a `.git` (a folder or a file); "" outside git."""
    tops = (top for top in _upwards(folder) if os.path.exists(os.path.join(top, ".git")))
    return next(tops, "")


def main_checkout(top: str) -> str:
    """The main checkout that a linked worktree belongs to; top itself for anything else. As in git
    the link has to be mutual: a forged file cannot lead into a stranger's checkout."""
    dot_git = os.path.join(top, ".git")
    git_dir = git_folder(top)
    if git_dir == dot_git:
        return top
    back = os.path.join(git_dir, _line(os.path.join(git_dir, "gitdir")))
    common = _line(os.path.join(git_dir, "commondir"))
    if not common or os.path.realpath(back) != os.path.realpath(dot_git):
        return top
    common = os.path.normpath(os.path.join(git_dir, common))
    return os.path.dirname(common) if os.path.basename(common) == ".git" else top


def git_folder(top: str) -> str:
    """The folder that the `.git` of a checkout is or names."""
    dot_git = os.path.join(top, ".git")
    line = _line(dot_git) if os.path.isfile(dot_git) else ""
    word, _, place = line.partition(": ")
    return os.path.join(top, place) if word == "gitdir" else dot_git


def _line(path: str) -> str:
    """The path that a file of git's holds; "" for none."""
    line = os.fsdecode(peek(path, LONGEST)).strip()
    return line if is_path(line) else ""


def relative(cwd: str, root: str) -> str:
    """cwd relative to the root with forward slashes; "." for the root and what is outside it."""
    cwd = os.path.abspath(cwd) if is_path(cwd) else root
    return os.path.relpath(cwd, root).replace(os.sep, "/") if inside(cwd, root) else "."
