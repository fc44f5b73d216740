"""Past sessions as Events: found by project, read line by line in constant memory.

The package of a host that keeps its sessions in files has PLACES, patterns of these below the
host's folder in the home; `owner(path)`, the (session, sub-agent) that a path names; and
`take(reader, record)`, which yields the Events of a record.
"""

import os
from collections import namedtuple
from glob import escape, iglob
from itertools import islice

from reflexion.hosts import NAMES, by_transcript, part_of
from reflexion.hosts.event import FAILURE, Event
from reflexion.hosts.reading import MAX_LINE, record
from reflexion.store import fs

MAX_OPEN = 500  # calls that wait for their result
MAX_SEEN = 10_000  # ids of messages and calls
FIRST = 50  # lines in which a transcript names its folder

# agent: of a sub-agent's own file, else ""; when: seconds since the epoch of the last change
Transcript = namedtuple("Transcript", "path host session agent when")


class Reader:
    """Makes Events of the records of one transcript.

    `session`, `cwd`, `when` and `agent` are those of the last record, set by the host's `take`.
    """

    def __init__(self, host: str, session: str):
        self.host = host
        self.session = session
        self.cwd = ""
        self.when = ""
        self.agent = ""
        self._package = part_of(host)
        self._asked = {}  # id of a call -> (tool, its input)
        self._seen = set()

    def take(self, record: dict):
        """Yield the Events of a record: prompts, and calls that ended."""
        yield from self._package.take(self, record)

    def ask(self, call: str, tool: str, given: dict) -> None:
        """Keep a call for its result; the oldest is given up where there are too many."""
        while len(self._asked) >= MAX_OPEN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[call] = (tool, given)

    def ended(self, call: str, name: str = "PostToolUse", **told):
        """Yield the Event of a call that ended, once, as a hook's payload about it is read.

        `name` is the host's name of the event, `told` what a payload says about the end.
        """
        tool, given = self._asked.pop(call, ("", {}))
        if not tool:
            return
        event = self.read(name, tool_name=tool, tool_input=given, tool_use_id=call, **told)
        is_failure = event.failed or event.name == FAILURE
        event.name = FAILURE if is_failure else "PostToolUse"
        yield event

    def prompt(self, words: str, is_machine: bool = False) -> Event:
        """Return the Event of a prompt."""
        event = self.read("UserPromptSubmit", prompt=words, submitted_prompt=words)
        event.prompt = event.prompt or words
        event.machine = event.machine or is_machine
        return event

    def read(self, name: str, **fields) -> Event:
        """Return the Event of a payload with these fields and those of the last record."""
        payload = {"hook_event_name": name, "session_id": self.session, "cwd": self.cwd, **fields}
        event = self._package.read(payload)
        event.host = self.host
        event.when = self.when
        event.agent = self.agent
        event.machine = event.machine or bool(event.prompt and self.agent)
        return event

    def is_new(self, part: str) -> bool:
        """Return True if a message or call is met for the first time, or has no id."""
        if part in self._seen:
            return False
        if part and len(self._seen) < MAX_SEEN:
            self._seen.add(part)
        return True


def find(root: str, environ) -> list:
    """Return the Transcripts of sessions in this project, oldest first."""
    found = []
    for host in NAMES:
        home = part_of(host, "install").HOST.home(environ)
        for place in getattr(part_of(host), "PLACES", ()):
            pattern = place.format(project=folder_name(root))
            paths = iglob(os.path.join(escape(home), *pattern.split("/")))
            found += [transcript(path, host) for path in paths if _is_of(path, host, root)]
    return sorted(found, key=lambda each: (each.when, each.path))


def transcript(path: str, host: str = "") -> Transcript:
    """Return the Transcript at a path; its host is told by the path. Raises OSError."""
    host = host or by_transcript(path)
    return Transcript(path, host, *part_of(host).owner(path), os.stat(path).st_mtime)


def folder_name(root: str) -> str:
    """Return the name that Claude Code gives to a project's folder of transcripts."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in root)


def events(path: str):
    """Yield the Events in order."""
    host = by_transcript(path)
    reader = Reader(host, part_of(host).owner(path)[0])
    for line in lines(path):
        yield from reader.take(record(line))


def lines(path: str):
    """Yield the lines; one over MAX_LINE comes in parts, which are no records."""
    with fs.open_file(path, follow=True) as file:
        yield from iter(lambda: file.readline(MAX_LINE), b"")


def _is_of(path: str, host: str, root: str) -> bool:
    """Return True if the first folder that a transcript names lies in the project.

    Claude Code has a folder for each project, whatever its transcripts name.
    """
    if not os.path.isfile(path):
        return False
    if os.path.basename(os.path.dirname(path)) == folder_name(root):
        return True
    reader = Reader(host, "")
    for line in islice(lines(path), FIRST):
        list(reader.take(record(line)))
        if reader.cwd:
            break
    return bool(reader.cwd) and fs.is_inside(reader.cwd, root)
