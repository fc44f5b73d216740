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
from reflexion.hosts.installation import MAX_BYTES, SETUPS
from reflexion.hosts.reading import EVENTS
from reflexion.setup.command import RANK, quote
from reflexion.setup.settings_file import OURS, FoundHook, find
from reflexion.store import fs

FALLBACKS = ("python3", "python", "py -3")
QUIET = '[ -f "$1" ] && {{ {tries}; }} 2>/dev/null || :'
FETCHES = "git clone "
RANKED = rf"(?: export {RANK}=(?P<rank>\d);)?"
WHOLE = re.compile(rf"sh -c '(?P<shell>{OURS}{RANKED} [^\n]{{1,9999}}\|\| :)' (?P<words>\S[^\n]*)")
VARIABLE = re.compile(r"^\$\{?(\w+)\}?")
USER = "3"  # the rank of hooks in the home: a project's have a lower one, the plugin's "4"

# rank: a digit, "" for the first; program: the path of the file that is run; fetches: whether it
# is fetched first if it is not there
HookLine = namedtuple("HookLine", "rank program fetches")
UNKNOWN = HookLine("?", "", False)  # a line of another form


def hook_line(
    script: str, target: list[str], python: str = FALLBACKS[0], first: str = "", rank: str = ""
) -> str:
    """Return the command line of a hook.

    `target` are quoted shell words: the script's file and its arguments. `first` is shell text
    that runs before.
    """
    pythons = ['"$0"', *(name for name in FALLBACKS if name != python)]
    tries = " || ".join(f'{name} -I -S "$@"' for name in pythons)
    ranked = f"export {RANK}={rank}; " if rank else ""
    shell = f": reflexion {script}; {ranked}{first}{QUIET.format(tries=tries)}"
    return " ".join(["sh -c", quote(shell), quote(python), *target])


def windows_line(words: list[str], python: str, rank: str = "") -> str:
    """Return the same for cmd.exe; the words are not quoted."""
    quoted = " ".join(f'"{word}"' if re.search(r"[ \\/]", word) else word for word in words)
    tries = " || ".join(f"{name} -I -S {quoted}" for name in (f'"{python}"', "py -3", "python"))
    ranked = f"set {RANK}={rank}& " if rank else ""
    return f'{ranked}if exist "{words[0]}" ({tries}) 2>nul & exit /b 0'


def read_line(line: str, environ: Mapping[str, str]) -> HookLine:
    """Return what a command line of the form of ours says; UNKNOWN for any other."""
    found = WHOLE.fullmatch(line)
    if not found:
        return UNKNOWN
    try:
        _, target, *_ = shlex.split(found["words"])
    except ValueError:  # a quotation mark is missing, or the script
        return UNKNOWN
    # in a line of ours a variable stands at the beginning of a path alone
    program = VARIABLE.sub(lambda name: environ.get(name[1], ""), target)
    return HookLine(found["rank"] or "", program, FETCHES in found["shell"])


def runs(line: HookLine) -> bool:
    """Return True if the program of a line is there."""
    return os.path.isabs(line.program) and os.path.isfile(line.program)


def hooks_in(path: str, environ: Mapping[str, str]) -> list[FoundHook]:
    """Return every hook of ours in a settings file, with the HookLine of each.

    There is none in a missing file. Raises Unreadable.
    """
    try:
        text = fs.read_text(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise Unreadable(str(error)) from None
    return [each._replace(line=read_line(each.hook["command"], environ)) for each in find(text)]


def is_handled_elsewhere(script: str, event: Event, root: str, environ: Mapping[str, str]) -> bool:
    """Return True if hooks of a lower rank handle this event of a host, too.

    `environ` holds the rank of the hook that runs: one of the project's own, so that the host
    trusts that, or one from elsewhere.
    """
    rank = environ[RANK]
    host = SETUPS[event.host]
    root = environ.get(host.project_variable) or root
    others = [os.path.join(root, *name.split("/")) for name in host.also_runs]
    return any(
        _runs_before(path, rank, script, event, environ)
        and (rank < USER or host.is_trusted(path, root, environ))
        for path in [*host.settings_files(root, environ), *others]
    )


def _runs_before(
    path: str, rank: str, script: str, event: Event, environ: Mapping[str, str]
) -> bool:
    """Return True if a settings file has a script of a lower rank handle an event.

    Only a hook counts whose program is there: no other text in it switches this one off.
    """
    try:
        found = hooks_in(path, environ)
    except Unreadable:
        return False
    return any(
        (EVENTS.get(each.event, each.event), each.script) == (event.name, script)
        and each.line.rank < rank
        and runs(each.line)
        for each in found
    )
