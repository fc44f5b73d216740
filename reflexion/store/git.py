"""Git, called so that nothing which a checkout names is run. For commands only.

A checkout's own configuration may name programs: for signatures, filters, text converters, pagers,
hooks, monitors, credentials, transports. So git is asked for nothing that needs one of these.
"""

from __future__ import annotations

import os
import subprocess

SECONDS = 10  # after which git is given up
# what reads or writes the index, single objects and configuration, and needs no program
PLAIN = ("config", "rev-parse", "branch", "ls-files", "cat-file")
OVERRIDES = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.pager=cat")
ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone may name a program that fetches
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
}


def git(folder: str, *arguments: str) -> bytes | None:
    """Return what git prints in a folder; None where it is missing or fails.

    No `GIT_…` variable of the caller reaches it. Raises ValueError for any call but the plain
    ones, and for one that converts what it prints.
    """
    if arguments[0] not in PLAIN or any(word in ("--filters", "--textconv") for word in arguments):
        raise ValueError(f"git {' '.join(arguments)} may run a program of the checkout")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    overrides = [word for value in OVERRIDES for word in ("-c", value)]
    try:
        done = subprocess.run(
            [_program(), "-C", folder, *overrides, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            env={**kept, **ENVIRONMENT},
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def _program() -> str:
    """Return the path of git, never one in the working folder; "" without one."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""
