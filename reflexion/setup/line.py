"""The command line of a hook: written, understood again, and kept quiet beside another one.

    sh -c ': reflexion capture; [ -f "$1" ] && { "$0" -I -S "$@" || python3 ...; } 2>/dev/null || :'

A hook starts the Python that set it up, else whichever there is, and ends with status 0 and in
silence without one or without the script: status 2, which Python gives for a missing file, would
block prompts and tools. A hook that ran ends with 0, so that no second one is tried.

Of hooks in several places that handle one event the first in rank run: a project's shared settings
come first, then the person's own for it, then those in the home, then the plugin. So a clone that
brings its team's hooks is served once on every machine.
"""

from __future__ import annotations

import os
import re
import shlex
from collections import namedtuple
from collections.abc import Mapping

from reflexion.errors import Unreadable
from reflexion.hosts.event import Event
from reflexion.hosts.installation import MAX_BYTES, SCOPES, SETUPS, Installation
from reflexion.setup.command import RANK, quote
from reflexion.setup.settings_file import OURS, FoundHook, find
from reflexion.store import fs

FALLBACKS = ("python3", "python", "py -3")
QUIET = '[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'
FETCHES = "git clone "
WHOLE = re.compile(rf"sh -c '({OURS} [^\n]{{1,9999}}\|\| :)' (\S[^\n]*)")
VARIABLE = re.compile(r"^\$\{?(\w+)\}?")
LOCAL = 1
BESIDE = 2  # in a project that another host's hooks may serve as well
USER = 3
PLUGIN = 4

# rank: 0 is the first; program: the path of the file that is run; fetches: whether it is fetched
# first if it is not there
HookLine = namedtuple("HookLine", "rank program fetches")


def hook_line(
    script: str, target: list[str], python: str = "", first: str = "", rank: int = 0
) -> str:
    """Return the command line of a hook.

    `target` are quoted shell words: the script's file and its arguments. `first` is shell text
    that runs before.
    """
    python = python or FALLBACKS[0]
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    ranked = f"export {RANK}={rank}; " if rank else ""
    shell = f": reflexion {script}; {ranked}{first}{QUIET.format(tries=tries)}"
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def windows_line(words: list[str], python: str, rank: int = 0) -> str:
    """Return the same for cmd.exe; the words are not quoted."""
    quoted = " ".join(f'"{word}"' if re.search(r"[ \\/]", word) else word for word in words)
    tries = " || ".join(f"{name} -I -S {quoted}" for name in (f'"{python}"', "py -3", "python"))
    ranked = f"set {RANK}={rank}& " if rank else ""
    return f'{ranked}if exist "{words[0]}" ({tries}) 2>nul & exit /b 0'


def read_line(line: str, environ: Mapping[str, str]) -> HookLine | None:
    """Return what a command line of the form of ours says; None for any other."""
    found = WHOLE.fullmatch(line)
    try:
        words = shlex.split(found[3]) if found else []
    except ValueError:  # a quotation mark is missing
        words = []
    if not found or len(words) < 2:
        return None
    rank = re.search(rf"export {RANK}=(\d);", found[1])
    # in a line of ours a variable stands at the beginning of a path alone
    file = VARIABLE.sub(lambda name: environ.get(name[1], ""), words[1])
    return HookLine(int(rank[1]) if rank else 0, file, FETCHES in found[1])


def runs(line: HookLine) -> bool:
    """Return True if the program of a line is there."""
    return os.path.isabs(line.program) and os.path.isfile(line.program)


def rank_of(host: Installation, scope: str) -> int:
    """Return the rank of a host's hooks in a scope; 0 for those that are first."""
    if scope == "user":
        return USER
    if host.also_runs:
        return BESIDE
    return LOCAL if scope == "local" and host.local_settings else 0


def hooks_in(text: str, environ: Mapping[str, str]) -> list[FoundHook]:
    """Return every hook of ours in the settings, with the HookLine of each that has our form."""
    return [each._replace(line=read_line(each.hook["command"], environ)) for each in find(text)]


def is_handled_elsewhere(script: str, event: Event, root: str, environ: Mapping[str, str]) -> bool:
    """Return True if hooks of a lower rank handle this event of a host, too.

    `environ` holds the rank of the hook that runs. Only a hook counts that the host runs and
    whose program is there: no other text in a settings file switches this one off.
    """
    rank = environ.get(RANK, "")
    if not rank.isdigit():
        return False
    host = SETUPS[event.host]
    root = environ.get(host.project_variable) or root
    paths = [host.settings_path(root, scope, environ) for scope in SCOPES]
    paths += [os.path.join(root, *name.split("/")) for name in host.also_runs]
    wanted = {
        (row.event, script)
        for row in host.hooks()
        if (row.name, row.script) == (event.name, script)
    }
    return any(
        _runs_before(path, int(rank), wanted, environ)
        and (int(rank) < USER or _is_trusted(host, path, root, environ))
        for path in dict.fromkeys(paths)
    )


def _runs_before(
    path: str, rank: int, wanted: set[tuple[str, str]], environ: Mapping[str, str]
) -> bool:
    """Return True if a settings file holds one of these hooks (event, script) of a lower rank."""
    try:
        found = hooks_in(fs.read_text(path, MAX_BYTES, follow=True), environ)
    except (OSError, ValueError, Unreadable):
        return False
    lines = [each.line for each in found if each.line and each[:2] in wanted]
    return any(line.rank < rank and runs(line) for line in lines)


def _is_trusted(host: Installation, path: str, root: str, environ: Mapping[str, str]) -> bool:
    """Return True if the host runs the hooks of this file, as far as its records tell.

    Where a project's own hooks ask, it runs those of its other files, too.
    """
    is_folder_trusted = not fs.is_inside(path, root) or host.is_trusted(root, environ)
    return is_folder_trusted and host.are_hooks_trusted(path, environ)
