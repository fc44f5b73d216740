"""Which session a reflection is about: the transcripts of a project, and the one that is meant."""

from __future__ import annotations

import os

from reflexion.hosts.registry import homes
from reflexion.hosts.transcripts import Transcript, find
from reflexion.reflect.decisions import NotDone
from reflexion.store.fs import inside

RUNNING = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
NONE = (
    "no past session of this project was found where your hosts keep them; "
    "name the transcript of one with --file"
)


def chosen(root: str, session: str, path: str):
    """The Transcript that is named, else that of the running session, else the newest. Raises
    NotDone."""
    several = transcripts(root, session, path)
    if not several:
        raise NotDone(NONE)
    now = [it for it in several if it.session in running()]
    return (now or several)[-1] if not session else several[-1]


def is_of_the_home(path: str) -> bool:
    """Is it a session of no project, kept below the home's `.claude/sessions`?"""
    folder = os.path.join(homes(os.environ)["claude"], "sessions")
    return inside(os.path.abspath(path), folder)


def transcripts(root: str, session: str = "", path: str = "") -> list:
    """The Transcripts of the project, oldest first: all, those of a session (by its id or the
    beginning of it), or the one in a file. Raises NotDone where what is named is not there."""
    if path and not os.path.isfile(path):
        raise NotDone(
            f"{path} is not there: name a transcript, or leave it out for the newest session"
        )
    if path:
        return [Transcript(os.path.abspath(path))]
    those = [it for it in find(root, os.environ) if it.session.startswith(session)]
    if session and not those:
        wanted = f"there is no session {session[:60]} of this project"
        raise NotDone(f"{wanted}: name its transcript with --file")
    return those


def running() -> list:
    """The ids of the sessions that this process runs in: none, by hand."""
    return [os.environ[name] for name in RUNNING if os.environ.get(name)]
