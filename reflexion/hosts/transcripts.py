"""Past sessions as Events: Claude Code's transcripts and Codex's rollouts, found by project and
read line by line in constant memory.
"""

from __future__ import annotations

import os
import re

from reflexion.hosts.claude import ClaudeLines
from reflexion.hosts.codex import CodexLines, session_of
from reflexion.hosts.fields import homes, mapping, record, text
from reflexion.store.files import names, open_file, read_tail, walk
from reflexion.store.paths import inside

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump, not a lesson
TAIL = 64 * 1024  # bytes that the last action and the last words are looked for in
FIRST = 50  # lines in which a transcript names its folder
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


class Transcript:
    """A transcript on disk: its path, host, session id, and when it was last written (seconds)."""

    __slots__ = ("path", "host", "session", "when", "size")

    def __init__(self, path: str, host: str, session: str):
        status = os.stat(path)
        self.path, self.host, self.session = path, host, session
        self.when, self.size = status.st_mtime, status.st_size


def find(root: str, environ) -> list:
    """Transcripts of sessions in this project, oldest first: Claude Code's by the folder's name,
    Codex's by the cwd they begin with.
    """
    places = homes(environ)
    found = _claude(os.path.join(places["claude"], "projects"), root)
    for folder, _, files in walk(os.path.join(places["codex"], "sessions")):
        for path in (os.path.join(folder, file) for file in files):
            if session_of(path) and _begins_in(path, root):
                found.append(Transcript(path, "codex", session_of(path)))
    return sorted(found, key=lambda transcript: (transcript.when, transcript.path))


def events(path: str, progress=None):
    """Yield (line number, Event) of a transcript of either host, in order. `progress(bytes read)`
    is called now and then.
    """
    reader, done = _reader(path), 0
    for number, line in _lines(path):
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
    try:
        data, _ = read_tail(path, TAIL, follow=True)
    except (OSError, ValueError):
        return iter(())
    reader = _reader(path)
    return reversed([it for line in data.split(b"\n") for it in reader.take(record(line))])


def _claude(projects: str, root: str) -> list:
    """Transcripts in the folder of the project and of folders inside it (sessions started in a
    subfolder).
    """
    own, found = folder_name(root), []
    for folder in names(projects):
        if folder != own and not folder.startswith(own + "-"):
            continue
        for file in names(os.path.join(projects, folder)):
            path = os.path.join(projects, folder, file)
            if not file.endswith(".jsonl") or not os.path.isfile(path):
                continue
            if folder == own or _begins_in(path, root):
                found.append(Transcript(path, "claude", file.removesuffix(".jsonl")))
    return found


def _begins_in(path: str, root: str) -> bool:
    """Does the first folder that a transcript names lie in the project?"""
    for number, line in _lines(path):
        found = record(line)
        cwd = text(found, "cwd") or text(mapping(found, "payload"), "cwd")
        if cwd or number > FIRST:
            return bool(cwd) and inside(cwd, root)
    return False


def _lines(path: str):
    """(number, line) from 1 on; longer lines than MAX_LINE are passed over without being held."""
    with open_file(path, follow=True) as file:
        number = 0
        while True:
            line = file.readline(MAX_LINE)
            if not line:
                return
            number += 1
            if len(line) >= MAX_LINE and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = file.readline(MAX_LINE)
                continue
            yield number, line
