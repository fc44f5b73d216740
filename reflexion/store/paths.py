"""Where the stores are: pure path arithmetic plus the few stat calls it needs. Environment and platform are passed in, never read here."""

from __future__ import annotations

import os

FOLDER = ".reflexion"


def home_folder(environ) -> str:
    """The user's home folder, absolute; "" when there is none to be had."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    return "" if home in ("", "~") else os.path.abspath(home)


def home_store(environ) -> str:
    """Folder of the global store: REFLEXION_HOME, else ~/.reflexion; "" without a home."""
    if environ.get("REFLEXION_HOME"):
        return os.path.abspath(environ["REFLEXION_HOME"])
    home = home_folder(environ)
    return os.path.join(home, FOLDER) if home else ""


def locate(cwd: str, environ) -> tuple[str, str]:
    """(project root, store folder) for a command that ran in cwd; ("", "") where no store may be.

    REFLEXION_DIR names the root (or, when it ends in `.reflexion`, the store itself). Otherwise the nearest folder with a
    store up to the top of the checkout, else that top; of a linked worktree, the top of its main checkout. Outside git
    CLAUDE_PROJECT_DIR, else cwd. Never the home folder or a file system's root. The store need not exist yet.
    """
    if environ.get("REFLEXION_DIR"):
        chosen = os.path.abspath(environ["REFLEXION_DIR"])
        root = os.path.dirname(chosen) if os.path.basename(chosen) == FOLDER else chosen
        return root, os.path.join(root, FOLDER)
    forbidden = _forbidden(environ)
    cwd = os.path.abspath(cwd) if cwd and "\0" not in cwd else ""
    top = checkout_top(cwd) if cwd else ""
    root = _nearest_store(cwd, top, forbidden) if top else ""
    if not root:
        root = main_checkout(top) if top else environ.get("CLAUDE_PROJECT_DIR") or cwd
        root = os.path.abspath(root) if root else ""
    if not root or root in forbidden or os.path.dirname(root) == root:
        return "", ""
    return root, os.path.join(root, FOLDER)


def checkout_top(folder: str) -> str:
    """The nearest folder upwards that holds a `.git` (a folder, or a file in a worktree or submodule); "" outside git."""
    while folder:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return ""


def main_checkout(top: str) -> str:
    """The main checkout that a linked worktree belongs to; top itself for anything else."""
    dot_git = os.path.join(top, ".git")
    if not os.path.isfile(dot_git):
        return top
    try:
        with open(dot_git, encoding="utf-8", errors="surrogateescape") as file:
            line = file.read(4096).strip()
        if not line.startswith("gitdir:"):
            return top
        git_dir = os.path.join(top, line[len("gitdir:") :].strip())
        with open(
            os.path.join(git_dir, "commondir"), encoding="utf-8", errors="surrogateescape"
        ) as file:
            common = os.path.normpath(os.path.join(git_dir, file.read(4096).strip()))
    except (OSError, ValueError):
        return top
    return os.path.dirname(common) if os.path.basename(common) == ".git" else top


def inside(path: str, folder: str) -> bool:
    """Does path lie in folder (or is it folder), both absolute? Symbolic links are not resolved."""
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def escapes(path: str, folder: str) -> bool:
    """Does path, its symbolic links resolved, leave folder?"""
    return not inside(os.path.realpath(path), os.path.realpath(folder))


def relative(cwd: str, root: str) -> str:
    """cwd relative to the project's root with forward slashes, "." for the root and for anything outside it."""
    cwd = os.path.abspath(cwd) if cwd else root
    return os.path.relpath(cwd, root).replace(os.sep, "/") if inside(cwd, root) else "."


def _forbidden(environ) -> set:
    home = home_folder(environ)
    return {home, os.path.realpath(home)} if home else set()


def _nearest_store(folder: str, top: str, forbidden: set) -> str:
    while True:
        if folder not in forbidden and os.path.isdir(os.path.join(folder, FOLDER)):
            return folder
        if folder == top:
            return ""
        folder = os.path.dirname(folder)
