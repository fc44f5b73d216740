"""Which copy of the program hooks and agents call, and by which command lines.

Five ways: a clone inside of the project serves the whole team by a relative path; a pinned one
is fetched by the first session on a machine; one that is shared and cannot be fetched is called
below `~`, where everybody has to have it; a copy is kept of an environment that may be
pruned, such as uvx makes; any other is called where it lies.
"""

from __future__ import annotations

import compileall
import os
import shutil
import sys
from collections import namedtuple
from collections.abc import Mapping
from functools import cache

from reflexion.setup import command
from reflexion.setup.command import COPIES, NAME, PACKAGE, TOOLKIT, portable, quote
from reflexion.setup.line import UPWARDS
from reflexion.store import team
from reflexion.store.git import git

SCRIPTS = ("scripts/{script}.py",)
PACKAGED = (f"{NAME}/hosts/plugin/run_hook.py", "{script}")  # of a package without scripts
FETCH = (
    'd="$HOME/{folder}"; [ -d "$d" ] || {{ t="$d.$$"; mkdir -p "${{d%/*}}" && '
    'git clone -q {url} "$t" && git -C "$t" checkout -q {commit} && mv "$t" "$d" || '
    'rm -rf "$t"; }} >/dev/null 2>&1; '
)

# url and commit that a copy of the program can be fetched from
Source = namedtuple("Source", "url commit")


class Program:
    """How a copy of the program is called.

    call       the words by which an agent calls it
    folder     where it lies: absolute, below `~/`, or relative to the project
    entry      the file there that runs a hook, and its arguments; `{script}` is the hook
    python     the interpreter for hooks; "": whichever Python there is, and nothing in the
               calls names a path of this machine
    fetch      shell text that fetches it, for the hook at a session's start
    """

    def __init__(
        self,
        call: str,
        folder: str,
        entry: tuple[str, ...] = SCRIPTS,
        python: str = "",
        fetch: str = "",
    ):
        self.call = call
        self.python = python
        self.fetch = fetch
        file, *arguments = entry
        self._words = (f"{folder}/{file}" if folder != "." else file, *arguments)

    def words(self, script: str) -> list[str]:
        """Return the words that run a hook, not quoted: its file and its arguments."""
        return [word.replace("{script}", script) for word in self._words]

    def target(self, script: str, project_variable: str) -> tuple[list[str], str]:
        """Return (quoted shell words that run a hook, shell text that has to run before)."""
        first, *rest = self.words(script)
        if first.startswith("~/"):
            return [f'"$HOME"{quote(first[1:])}', *rest], ""
        if os.path.isabs(first):
            return [quote(first), *map(quote, rest)], ""
        if project_variable:
            return [f'"${project_variable}"{quote("/" + first)}', *rest], ""
        return [quote(first), *rest], UPWARDS


def choose(
    root: str, scope: str, environ: Mapping[str, str], python: str = "", toolkit: str = TOOLKIT
) -> Program:
    """Return the Program that is set up for a project, or for the scope "user".

    `python` is the interpreter that an earlier set-up wrote, which keeps hooks as they were.
    """
    if scope != "user" and command.is_shared(toolkit, root):
        below = os.path.relpath(toolkit, root).replace(os.sep, "/")
        return Program(command.for_agent(root, root, environ, toolkit), below)
    source = find_source(toolkit) if scope == "shared" else None
    if source:
        folder = f"{COPIES}/{source.commit[:12]}"
        fetch = FETCH.format(folder=folder, url=quote(source.url), commit=source.commit)
        return Program(f"python3 ~/{folder}/{NAME}", f"~/{folder}", fetch=fetch)
    if scope == "shared" and command.is_clone(toolkit):
        call = command.by_path(toolkit, environ)
        if call.startswith("python3 ~/"):
            return Program(call, os.path.dirname(call[len("python3 ") :]))
    if command.may_be_pruned(toolkit):
        toolkit = command.copy_folder(environ)
    call = command.for_agent(root, root, environ, toolkit)
    entry = SCRIPTS if command.is_clone(toolkit) else PACKAGED
    return Program(call, portable(toolkit), entry, python or interpreter())


def interpreter() -> str:
    """Return the Python to write into a command: absolute, of no virtual environment."""
    return portable(getattr(sys, "_base_executable", "") or sys.executable)


@cache
def find_source(toolkit: str = TOOLKIT) -> Source | None:
    """Return the Source of this copy: what pip or uv recorded, else git's; None if unknown."""
    if "site-packages" not in toolkit:
        return _git_source(toolkit)
    url, commit = command.recorded_source(toolkit)
    return Source(url, commit) if commit else None


def prepare(environ: Mapping[str, str], toolkit: str = TOOLKIT) -> None:
    """Have the program where `choose` says that it is called, compiled.

    One that may be pruned is copied there, in place of an older copy: the hooks stay as they
    are, which Codex trusts by a hash. A hook may not be able to write byte code.
    """
    folder = toolkit
    if command.may_be_pruned(toolkit):
        folder = command.copy_folder(environ)
        unfinished = f"{folder}.{os.getpid()}"
        shutil.copytree(PACKAGE, os.path.join(unfinished, NAME))
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(unfinished, folder)
    if not sys.dont_write_bytecode:
        compileall.compile_dir(os.path.join(folder, NAME), quiet=2)


def register_driver(root: str, environ: Mapping[str, str]) -> bool:
    """Have this clone merge entries by a copy of the program that stays; False outside of git."""
    toolkit = TOOLKIT
    if command.may_be_pruned(toolkit):
        toolkit = command.copy_folder(environ)
        if not os.path.isdir(toolkit):
            prepare(environ)
    return team.register(root, os.path.join(toolkit, NAME), interpreter())


def _git_source(toolkit: str) -> Source | None:
    """Return the Source of a clone whose commit its remote has, else None."""
    url = git(toolkit, "config", "--get", "remote.origin.url")
    commit = git(toolkit, "rev-parse", "HEAD")
    if url and commit and git(toolkit, "branch", "-r", "--contains", "HEAD"):
        return Source(url.decode().strip(), commit.decode().strip())
    return None
