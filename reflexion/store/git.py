"""Run git to read what it knows, so that nothing a checkout names is run or fetched.

For commands only: no hook starts a process.
"""

from __future__ import annotations

import os
import subprocess

SECONDS = 10  # after which git is given up
CLEAN = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone may name a program that fetches
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
}


def run(folder: str, *arguments: str) -> bytes | None:
    """Return what git prints in a folder; None where it is missing or fails.

    No `GIT_…` variable of the caller reaches it.
    """
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
    return done.stdout if done.returncode == 0 else None


def stage(root: str, path: str, number: int) -> bytes:
    """Return a version of a file in conflict: 1 the base, 2 ours, 3 theirs; b"" for none."""
    place = os.path.relpath(path, root).replace(os.sep, "/")
    return run(root, "cat-file", "blob", f":{number}:./{place}") or b""


def unmerged(root: str, folder: str) -> list:
    """Return the names of files in a folder whose merge git left to a person."""
    printed = run(root, "ls-files", "-u", "-z", "--", folder) or b""
    names = {os.fsdecode(row).partition("\t")[2] for row in printed.split(b"\0") if row}
    return sorted(names)


def _program() -> str:
    """Return the path of git, never one in the working folder; "" without one."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""
