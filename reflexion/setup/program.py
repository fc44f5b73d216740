"""Which copy of the program hooks and agents call, and by which command lines.

A shared one is pinned: the first session on a machine fetches it. Of an environment that may be
pruned, such as uvx makes, a copy is kept. Any other is called where it lies.
"""

from __future__ import annotations

import compileall
import os
import re
import shutil
import sys
from collections import namedtuple
from collections.abc import Mapping
from functools import cache

from reflexion.setup import command
from reflexion.setup.command import COPIES, NAME, PACKAGE, TOOLKIT, lasting, portable, quote
from reflexion.store import team
from reflexion.store.team import git

SCRIPTS = ("scripts/{script}.py",)
PACKAGED = (f"{NAME}/hosts/plugin/run_hook.py", "{script}")  # of a package without scripts
FETCH = (
    'd="$HOME/{folder}"; [ -d "$d" ] || {{ t="$d.$$"; mkdir -p "${{d%/*}}" && '
    'git clone -q {url} "$t" && git -C "$t" checkout -q {commit} && mv "$t" "$d" || '
    'rm -rf "$t"; }} >/dev/null 2>&1; '
)

ELSEWHERE = re.compile(r"(?!file:)[\w+.-]+://|[\w.-]+@[\w.-]+:")  # a URL of no one machine

# url and commit that a copy of the program can be fetched from
Source = namedtuple("Source", "url commit")


class Program(namedtuple("Program", "call folder entry python fetch", defaults=("",))):
    """How a copy of the program is called.

    call       the words by which an agent calls it
    folder     where it lies: absolute, or below `~/`
    entry      the file there that runs a hook, and its arguments; `{script}` is the hook
    python     the interpreter for hooks
    fetch      shell text that fetches it, for the hook at a session's start: then nothing in the
               calls names a path of this machine
    """

    __slots__ = ()

    def words(self, script: str) -> list[str]:
        """Return the words that run a hook, not quoted: its file and its arguments."""
        file, *arguments = [word.replace("{script}", script) for word in self.entry]
        return [f"{self.folder}/{file}", *arguments]

    def target(self, script: str) -> list[str]:
        """Return these words as a shell takes them."""
        first, *rest = self.words(script)
        home = '"$HOME"' if first.startswith("~/") else ""
        return [home + quote(first[len("~") if home else 0 :]), *map(quote, rest)]


def choose(
    scope: str, environ: Mapping[str, str], python: str = "", toolkit: str = TOOLKIT
) -> Program:
    """Return the Program that is set up for a scope.

    `python` is the interpreter that an earlier set-up wrote: while it is there, hooks stay as they
    were.
    """
    source = find_source(toolkit) if scope == "shared" else None
    if source:
        folder = f"~/{COPIES}/{source.commit[:12]}"
        fetch = FETCH.format(folder=folder[2:], url=quote(source.url), commit=source.commit)
        return Program(f"python3 {folder}/{NAME}", folder, SCRIPTS, "python3", fetch)
    folder = lasting(toolkit, environ)
    is_clone = os.path.isfile(os.path.join(folder, SCRIPTS[0].format(script="capture")))
    entry = SCRIPTS if is_clone else PACKAGED
    call = command.for_person(environ, folder)
    kept = python if os.access(python, os.X_OK) else interpreter()
    return Program(call, portable(folder), entry, kept)


def interpreter() -> str:
    """Return the Python to write into a command: absolute, of no virtual environment."""
    return portable(getattr(sys, "_base_executable", "") or sys.executable)


@cache
def find_source(toolkit: str = TOOLKIT) -> Source | None:
    """Return the Source of this copy: what pip or uv recorded, else git's; None if unknown.

    Its URL has to work on every machine, and the commit of a clone is one that its remote has.
    """

    def told(*words: str) -> str:
        return (git(toolkit, *words) or b"").decode().strip()

    if "site-packages" in toolkit:
        url, commit = command.recorded_source(toolkit)
    else:
        url = told("config", "--get", "remote.origin.url")
        is_elsewhere = told("branch", "-r", "--contains", "HEAD")
        commit = told("rev-parse", "HEAD") if is_elsewhere else ""
    return Source(url, commit) if commit and ELSEWHERE.match(url) else None


def prepare(environ: Mapping[str, str], toolkit: str = TOOLKIT) -> None:
    """Have the program where `choose` says that it is called, compiled.

    One that may be pruned is copied there, in place of an older copy: the hooks stay as they
    are, which Codex trusts by a hash. A hook may not be able to write byte code.
    """
    folder = lasting(toolkit, environ)
    if folder != toolkit:
        unfinished = f"{folder}.{os.getpid()}"
        shutil.copytree(PACKAGE, os.path.join(unfinished, NAME))
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(unfinished, folder)
    if not sys.dont_write_bytecode:
        compileall.compile_dir(os.path.join(folder, NAME), quiet=2)


def register_driver(root: str, environ: Mapping[str, str]) -> bool:
    """Have this clone merge entries by a copy of the program that stays; False outside of git."""
    toolkit = lasting(TOOLKIT, environ)
    if not os.path.isdir(toolkit):
        prepare(environ)
    return team.register(root, os.path.join(toolkit, NAME), interpreter())
