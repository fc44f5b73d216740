"""Past sessions as Events: found by project, read line by line in constant memory.

The package of a host that keeps its sessions in files has `take(reader, record)`, which yields
the Events of a record. Where the files lie is a column of hosts.tsv.
"""

from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Iterator, Mapping
from glob import escape, iglob
from itertools import islice

from reflexion.hosts import HOSTS, OTHERWISE, by_transcript, part_of
from reflexion.hosts.event import Event
from reflexion.hosts.installation import SETUPS
from reflexion.hosts.reading import MAX_LINE, Reader
from reflexion.store import fs
from reflexion.text.json_object import object_or_empty

FIRST = 50  # lines in which a transcript names its folder

# agent: of a sub-agent's own file, else ""; when: seconds since the epoch of the last change
Transcript = namedtuple("Transcript", "path host session agent when")


def find(root: str, environ: Mapping[str, str]) -> list[Transcript]:
    """Return the Transcripts of sessions in this project, oldest first."""
    found = []
    for host, marks in HOSTS.items():
        home = escape(SETUPS[host].home(environ))
        for place in marks.places:
            pattern = place.format(project=folder_name(root))
            paths = iglob(os.path.join(home, *pattern.split("/")))
            found += [transcript(path) for path in paths if _is_of(path, root)]
    return sorted(found, key=lambda each: (each.when, each.path))


def transcript(path: str) -> Transcript:
    """Return the Transcript at a path. Raises OSError."""
    host, session, agent = _owner(path)
    return Transcript(path, host, session, agent, os.stat(path).st_mtime)


def folder_name(root: str) -> str:
    """Return the name that Claude Code gives to a project's folder of transcripts."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in root)


def events(source: Transcript) -> Iterator[Event]:
    """Yield the Events of a transcript in order."""
    reader = Reader(source.host, source.session, part_of(source.host))
    for each in records(source.path):
        yield from reader.take(each)


def records(path: str, most: int | None = None) -> Iterator[dict[str, object]]:
    """Yield what stands in the lines; one over MAX_LINE comes in parts, which are no records."""
    with os.fdopen(fs.open_handle(path, follow=True), "rb") as file:
        for line in islice(iter(lambda: file.readline(MAX_LINE), b""), most):
            yield object_or_empty(line, MAX_LINE)


def _owner(path: str) -> tuple[str, str, str]:
    """Return (host, session, sub-agent or "") of a transcript: by its path, or by its records."""
    host, session, agent = by_transcript(path)
    for name in HOSTS if host == OTHERWISE else ():
        reader = Reader(name, session, part_of(name))
        if any(list(reader.take(each)) for each in records(path, FIRST)):
            return name, session if name == host else reader.session, agent
    return host, session, agent


def _is_of(path: str, root: str) -> bool:
    """Return True if the first folder that a transcript names lies in the project.

    Claude Code has a folder for each project, whatever its transcripts name.
    """
    if not os.path.isfile(path):
        return False
    if os.path.basename(os.path.dirname(path)) == folder_name(root):
        return True
    host = by_transcript(path)[0]
    reader = Reader(host, "", part_of(host))
    begin = records(path, FIRST)
    while not reader.cwd and (each := next(begin, None)) is not None:
        list(reader.take(each))
    return bool(reader.cwd) and fs.is_inside(reader.cwd, root)
