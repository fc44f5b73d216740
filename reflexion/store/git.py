"""Git, called so that nothing which a checkout names is run. For commands only.

A checkout's own configuration may name programs (`gpg.program`, filters, text converters, pagers,
hooks, monitors, aliases) and whose signatures are good. So git reads objects and index through
a git folder that is made for one call and has no configuration; what the person configured for
all repositories holds.
"""

from __future__ import annotations

import os
import subprocess
import tempfile

from reflexion.store import fs
from reflexion.store.paths import checkout_top, git_folder

SECONDS = 10  # after which git is given up
MAX_SHALLOW = 8 << 20  # of the list that a shallow clone has
# calls that read or write configuration and names of commits, and run no program
PLAIN = ("config", "rev-parse", "branch")
OVERRIDES = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.pager=cat")
ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone may name a program that fetches
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
}
CONFIG = "[core]\n\trepositoryformatversion = {}\n\tbare = false\n"
SHA256 = "[extensions]\n\tobjectformat = sha256\n"


def git(folder: str, *arguments: str) -> bytes | None:
    """Return what git prints in a folder; None where it is missing or fails.

    No `GIT_…` variable of the caller and no configuration of the checkout reaches it.
    """
    if arguments[0] in PLAIN:
        return _run(folder, arguments, {})
    commit = _run(folder, ("rev-parse", "--verify", "--quiet", "HEAD"), {}) or b""
    common = _run(folder, ("rev-parse", "--git-common-dir"), {})
    top = checkout_top(os.path.abspath(folder))
    if common is None or not top:
        return None
    shared = os.path.join(folder, os.fsdecode(common.rstrip(b"\n")))
    try:
        with tempfile.TemporaryDirectory(prefix="reflexion-git-") as bare:
            return _run(folder, arguments, _stand_in(bare, top, shared, commit.decode().strip()))
    except OSError:
        return None


def _stand_in(bare: str, top: str, shared: str, commit: str) -> dict[str, str]:
    """Make a git folder without configuration; return the variables that have git use it.

    `shared` is the git folder that holds the objects; `commit` is HEAD's, "" before the first.
    """
    own = git_folder(top)
    is_long = len(commit) == 64
    config = CONFIG.format(int(is_long)) + (SHA256 if is_long else "")
    texts = {"HEAD": commit or "ref: refs/heads/none", "config": config}
    for name, text in texts.items():
        fs.write_atomic(os.path.join(bare, name), f"{text}\n".encode(), bare)
    fs.make_folders(os.path.join(bare, "refs"))
    shallow = fs.peek(os.path.join(shared, "shallow"), MAX_SHALLOW)
    if shallow:
        fs.write_atomic(os.path.join(bare, "shallow"), shallow, bare)
    for name in fs.names(own):
        if name.startswith("sharedindex."):
            os.symlink(os.path.join(own, name), os.path.join(bare, name))
    return {
        "GIT_DIR": bare,
        "GIT_WORK_TREE": top,
        "GIT_OBJECT_DIRECTORY": os.path.join(shared, "objects"),
        "GIT_INDEX_FILE": os.path.join(own, "index"),
    }


def _run(folder: str, arguments: tuple[str, ...], more: dict[str, str]) -> bytes | None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    overrides = [word for value in OVERRIDES for word in ("-c", value)]
    try:
        done = subprocess.run(
            [_program(), "-C", folder, *overrides, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            env={**kept, **ENVIRONMENT, **more},
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
