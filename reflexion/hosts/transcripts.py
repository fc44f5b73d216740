"""Past sessions as Events, found by project and read line by line in constant memory."""

import os
import re

from reflexion.hosts.claude import ClaudeLines
from reflexion.hosts.codex import CodexLines, session_of, tail
from reflexion.hosts.event import homes, mapping, record, text
from reflexion.store.fs import names, open_file, walk
from reflexion.store.paths import inside

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump, not a lesson
TAIL = 64 * 1024  # bytes that the last action and the last words are looked for in
FIRST = 50  # lines in which a transcript names its folder
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


class Transcript:
    """A transcript on disk: its path, host, session id, and when it was last written (seconds)."""

    def __init__(self, path: str, host: str, session: str):
        status = os.stat(path)
        self.path, self.host, self.session = path, host, session
        self.when, self.size = status.st_mtime, status.st_size


def find(root: str, environ) -> list:
    """Transcripts of sessions in this project, oldest first."""
    own, found, places = folder_name(root), [], homes(environ)
    projects = os.path.join(places["claude"], "projects")
    for folder in names(projects):
        near = folder == own or folder.startswith(own + "-")
        for file in names(os.path.join(projects, folder)) if near else ():
            path = os.path.join(projects, folder, file)
            is_one = file.endswith(".jsonl") and os.path.isfile(path)
            if is_one and (folder == own or _begins_in(path, root)):
                found.append(Transcript(path, "claude", file.removesuffix(".jsonl")))
    for folder, _, files in walk(os.path.join(places["codex"], "sessions")):
        for path in (os.path.join(folder, file) for file in files):
            if session_of(path) and _begins_in(path, root):
                found.append(Transcript(path, "codex", session_of(path)))
    return sorted(found, key=lambda transcript: (transcript.when, transcript.path))


def events(path: str, progress=None):
    """Yield (line number, Event) in order; `progress(bytes read)` is called now and then."""
    reader, done = _reader(path), 0
    for number, line in lines(path):
        done += len(line)
        if progress and number % 500 == 0:
            progress(done)
        for event in reader.take(record(line)):
            event.transcript = path
            yield number, event


def last_action(path: str) -> str:
    """The last command or edit in the transcript's tail, "" when there is none to be found."""
    for event in _newest(path):
        if event.command or event.path and event.tool in EDITS:
            return event.command or f"{event.tool} {event.path}"
    return ""


def last_words(path: str) -> str:
    """The last text of the agent in the transcript's tail, "" when there is none."""
    return next((it.message for it in _newest(path) if it.message and not it.agent), "")


def folder_name(root: str) -> str:
    """The name that Claude Code gives a project's folder of transcripts."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


def _reader(path: str):
    return CodexLines(session_of(path)) if session_of(path) else ClaudeLines()


def _newest(path: str):
    """The Events of a transcript's tail, newest first; none when it cannot be read."""
    reader, (lines, _) = _reader(path), tail(path, TAIL)
    return reversed([event for line in lines for event in reader.take(record(line))])


def _begins_in(path: str, root: str) -> bool:
    """Does the first folder that a transcript names lie in the project?"""
    for number, line in lines(path):
        found = record(line)
        cwd = text(found, "cwd") or text(mapping(found, "payload"), "cwd")
        if cwd or number > FIRST:
            return bool(cwd) and inside(cwd, root)
    return False


def lines(path: str):
    """(number, line) from 1 on; longer lines than MAX_LINE are passed over without being held."""
    with open_file(path, follow=True) as file:
        number, begun = 0, False
        while part := file.readline(MAX_LINE):
            whole = part.endswith(b"\n") or len(part) < MAX_LINE
            number += not begun
            if whole and not begun:
                yield number, part
            begun = not whole
