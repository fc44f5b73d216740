"""Hooks in several places: of those that handle one event the first in rank run, others keep quiet.

A project's shared settings come first, then the person's own for it, then those in the home, then
the plugin. So a clone that brings its team's hooks is served once on every machine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from reflexion.errors import Unreadable
from reflexion.hosts.event import Event
from reflexion.hosts.installation import MAX_BYTES, SCOPES, SETUPS, Installation
from reflexion.setup.command import RANK
from reflexion.setup.line import Line, read_line
from reflexion.setup.settings_file import find
from reflexion.store import fs

LOCAL = 1
BESIDE = 2  # in a project that another host's hooks may serve as well
USER = 3
PLUGIN = 4


def rank_of(host: Installation, scope: str) -> int:
    """Return the rank of a host's hooks in a scope; 0 for those that are first."""
    if scope == "user":
        return USER
    if host.also_runs:
        return BESIDE
    return LOCAL if scope == "local" and host.local_settings else 0


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
    names = {row.event for row in host.hooks() if (row.name, row.script) == (event.name, script)}
    paths = [host.settings_path(root, scope, environ) for scope in SCOPES]
    paths += [os.path.join(root, *name.split("/")) for name in host.also_runs]
    for path in dict.fromkeys(paths):
        for name, line in lines_in(path, root, environ):
            if name in names and line.script == script and line.rank < int(rank) and runs(line):
                return int(rank) < USER or _is_trusted(host, path, root, environ)
    return False


def lines_in(path: str, root: str, environ: Mapping[str, str]) -> list[tuple[str, Line]]:
    """Return (event, Line) of each hook of ours in a settings file that can be read."""
    try:
        found = find(fs.read_text(path, MAX_BYTES, follow=True))
    except (OSError, ValueError, Unreadable):
        return []
    pairs = [(each.event, read_line(each.hook["command"], root, environ)) for each in found]
    return [(event, line) for event, line in pairs if line]


def runs(line: Line) -> bool:
    """Return True if the program of a line is there."""
    return os.path.isfile(line.program)


def _is_trusted(host: Installation, path: str, root: str, environ: Mapping[str, str]) -> bool:
    """Return True if the host runs the hooks of this file, as far as its records tell.

    Where a project's own hooks ask, it runs those of its other files, too.
    """
    is_local = fs.is_inside(path, root)
    is_folder_trusted = not is_local or host.is_trusted(root, environ)
    return is_folder_trusted and host.are_hooks_trusted(path, environ)
