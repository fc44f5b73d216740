"""Which past sessions are meant, and reading them."""

from __future__ import annotations

import os
import time

from reflexion.hosts import transcripts
from reflexion.hosts.registry import by_transcript
from reflexion.reflect.past import Reader

NONE = (
    "no past session of this project was found where your hosts keep them; "
    "name the transcript of one with --file"
)


class NotFound(Exception):
    """The session that was named is not there; the text says what to do."""


def all_since(root: str, environ, date: str = "") -> list:
    """Return the Transcripts of the project's sessions since YYYY-MM-DD, oldest first.

    Raises NotFound without any.
    """
    found = [each for each in transcripts.find(root, environ) if _day(each.when) >= date]
    if not found:
        raise NotFound(NONE)
    return found


def one(root: str, environ, session: str = "", running: str = "") -> list:
    """Return the Transcripts of one session, those of its sub-agents too, oldest first.

    `session` is its id or the beginning of it; without one it is the running session, else
    the newest. Raises NotFound.
    """
    found = transcripts.find(root, environ)
    named = [each for each in found if each.session.startswith(session)]
    if not named:
        raise NotFound(f"there is no session {session[:60]} of this project" if session else NONE)
    own = [each for each in named if each.session == running]
    wanted = (own or named)[-1].session
    return [each for each in found if each.session == wanted]


def of_file(path: str) -> list:
    """Return the Transcript in a file. Raises NotFound."""
    if not os.path.isfile(path):
        raise NotFound(f"{path} is not there: name the transcript of a session")
    host = by_transcript(path)
    name = os.path.splitext(os.path.basename(path))[0]
    return [transcripts.Transcript(os.path.abspath(path), host, name, "")]


def read(project, chosen: list, progress=None) -> Reader:
    """Return a Reader of these Transcripts; `progress(bytes)` is told how far it is."""
    reader = Reader(project)
    done = 0
    for transcript in chosen:
        report = _shifted(progress, done) if progress else None
        for _, event in transcripts.events(transcript.path, report):
            event.session = event.session or transcript.session
            event.agent = event.agent or transcript.agent
            reader.take(event)
        reader.end_transcript()
        done += transcript.size
        if progress:
            progress(done)
    return reader


def _shifted(progress, start: int):
    return lambda size: progress(start + size)


def _day(when: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(when))
