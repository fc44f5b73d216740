"""Past sessions as Events: found by project, read line by line in constant memory.

A host's `transcript.py` has PLACES, patterns of its files below the host's folder in the home,
and `Lines`, a Reader of their records.
"""

import os
from collections import namedtuple
from glob import escape, iglob

from reflexion.hosts import part_of
from reflexion.hosts.event import Event
from reflexion.hosts.fields import record
from reflexion.hosts.registry import HOSTS, by_transcript
from reflexion.store import fs

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump
MAX_OPEN = 500  # calls that wait for their result
FIRST = 50  # lines in which a transcript names its folder
EACH = 500  # lines between two reports of progress

KEEPERS = tuple(host.name for host in HOSTS if host.transcript is not None)

Call = namedtuple("Call", "tool given")  # what was called, with which input
NO_CALL = Call("", {})


class Transcript:
    """A transcript on disk.

    path, host, session, agent (of a sub-agent's own file, else ""), when (seconds since the
    epoch of the last change), size (bytes).
    """

    def __init__(self, path: str, host: str, session: str, agent: str):
        status = os.stat(path)
        self.path = path
        self.host = host
        self.session = session
        self.agent = agent
        self.when = status.st_mtime
        self.size = status.st_size


class Reader:
    """Makes Events of the records of one transcript, by `take(record)`.

    A call that ended is read as the payload that a hook gets about it. `session`, `cwd`, `when`
    and `agent` are those of the last record.
    """

    host = ""

    def __init__(self, session: str):
        self.session = session
        self.cwd = ""
        self.when = ""
        self.agent = ""
        self._asked = {}  # id -> Call

    def take(self, record: dict):
        """Yield the Events of a record: prompts, and calls that ended."""
        raise NotImplementedError

    def ask(self, call_id: str, tool: str, given: dict) -> None:
        """Keep a call for its result; the oldest is given up where there are too many."""
        while len(self._asked) >= MAX_OPEN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[call_id] = Call(tool, given)

    def answered(self, call_id: str) -> Call:
        """Return the call that a result belongs to, once; NO_CALL for any other id."""
        return self._asked.pop(call_id, NO_CALL)

    def prompt(self, words: str, is_machine: bool = False) -> Event:
        """Return the Event of a prompt."""
        event = self.read("UserPromptSubmit", prompt=words, submitted_prompt=words)
        event.prompt = event.prompt or words
        event.machine = event.machine or is_machine
        return event

    def ended(self, name: str, call_id: str, call: Call, **told) -> Event:
        """Return the Event of a call that ended, by the host's name of the event.

        `told` is what a payload says about the end.
        """
        given = {"tool_name": call.tool, "tool_input": call.given, "tool_use_id": call_id}
        event = self.read(name, **given, **told)
        is_failure = event.failed or event.name == "PostToolUseFailure"
        event.name = "PostToolUseFailure" if is_failure else "PostToolUse"
        return event

    def read(self, name: str, **fields) -> Event:
        """Return the Event of a payload with these fields and those of the last record."""
        payload = {"hook_event_name": name, "session_id": self.session, "cwd": self.cwd, **fields}
        event = part_of(self.host, "payload").read(payload, {})
        event.host = self.host
        event.when = self.when
        event.agent = self.agent
        event.machine = event.machine or bool(event.prompt and self.agent)
        return event


def find(root: str, environ, hosts=KEEPERS) -> list:
    """Return the Transcripts of sessions in this project, oldest first."""
    found = []
    for name in hosts:
        home = part_of(name, "install").HOST.home(environ)
        for place in part_of(name, "transcript").PLACES:
            pattern = place.format(project=folder_name(root))
            for path in iglob(os.path.join(escape(home), *pattern.split("/"))):
                if os.path.isfile(path) and _begins_in(path, name, root):
                    session, agent = _owner(path, name)
                    found.append(Transcript(path, name, session, agent))
    return sorted(found, key=lambda transcript: (transcript.when, transcript.path))


def folder_name(root: str) -> str:
    """Return the name that Claude Code gives to a project's folder of transcripts."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in root)


def events(path: str, progress=None):
    """Yield (line number, Event) in order; `progress(bytes read)` is called now and then."""
    host = by_transcript(path)
    module = part_of(host, "transcript")
    reader = module.Lines(_owner(path, host)[0])
    records = getattr(module, "records", _records)  # of what is no file of lines
    for number, found in records(path, progress):
        for event in reader.take(found):
            event.transcript = path
            yield number, event


def lines(path: str):
    """Yield (number, line) from 1 on; a line over MAX_LINE is skipped without being held."""
    with fs.open_file(path, follow=True) as file:
        number = 0
        is_continued = False
        while True:
            part = file.readline(MAX_LINE)
            if not part:
                return
            is_whole = part.endswith(b"\n") or len(part) < MAX_LINE
            if not is_continued:
                number += 1
                if is_whole:
                    yield number, part
            is_continued = not is_whole


def _records(path: str, progress):
    done = 0
    for number, line in lines(path):
        done += len(line)
        if progress and number % EACH == 0:
            progress(done)
        yield number, record(line)


def _owner(path: str, host: str) -> tuple:
    """Return (session, sub-agent) that a transcript's path names."""
    owner = getattr(part_of(host, "transcript"), "owner", None)
    if owner:
        return owner(path)
    return os.path.splitext(os.path.basename(path))[0], ""


def _begins_in(path: str, host: str, root: str) -> bool:
    """Return True if the first folder that a transcript names lies in the project.

    Claude Code has a folder for each project, whatever its transcripts name.
    """
    if os.path.basename(os.path.dirname(path)) == folder_name(root):
        return True
    reader = part_of(host, "transcript").Lines("")
    for number, line in lines(path):
        for _ in reader.take(record(line)):
            pass
        if reader.cwd or number > FIRST:
            break
    return bool(reader.cwd) and fs.is_inside(reader.cwd, root)
