"""Phase one: which session, whose memory, and the paths that follow. Nothing is written here."""

from __future__ import annotations

import os

from reflexion.hosts.codex import session_of
from reflexion.hosts.fields import homes
from reflexion.hosts.transcripts import Transcript, find, folder_name
from reflexion.reflect import handoff
from reflexion.store.paths import home_folder

NONE = (
    "no transcript of this project was found (Claude Code: ~/.claude/projects, "
    "Codex: ~/.codex/sessions); name one with --file"
)
PROJECT, USER = "project", "user"
FOLDER = ".insights"
RUNNING = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")


class NotDone(Exception):
    """It could not be done, and nothing was changed; the text says why and what to do."""


def choose(root: str, environ, payload: dict, session: str = "", path: str = "") -> Transcript:
    """The transcript: a named file, a named session, the payload's, the running session's, else the
    newest of the project. Raises NotDone."""
    path = path or _text(payload, "transcript_path")
    if path:
        return at(path)
    transcripts = find(root, environ)
    session = session or _text(payload, "session_id")
    if session:
        return named(transcripts, session)[-1]
    if not transcripts:
        raise NotDone(NONE)
    now = [it for it in transcripts if it.session in running(environ)]
    return (now or transcripts)[-1]


def at(path: str) -> Transcript:
    """The transcript in a file. Raises NotDone."""
    if not os.path.isfile(path):
        remedy = "name a transcript, or leave it out for the newest session"
        raise NotDone(f"{path} is not there: {remedy}")
    path = os.path.abspath(path)
    rollout = session_of(path)
    name = os.path.splitext(os.path.basename(path))[0]
    return Transcript(path, "codex" if rollout else "claude", rollout or name)


def named(transcripts: list, session: str) -> list:
    """Those of a session, by its id or the beginning of it. Raises NotDone."""
    those = [it for it in transcripts if it.session.startswith(session)]
    if not those:
        remedy = "name its transcript with --file"
        raise NotDone(f"there is no session {session[:60]} of this project: {remedy}")
    return those


def running(environ) -> list:
    """The ids of the sessions that this process runs in: none, by hand."""
    return [environ[name] for name in RUNNING if environ.get(name)]


def describe(
    chosen: Transcript, root: str, environ, level: str, stores: tuple, folder: str = ""
) -> dict:
    """session-context.json. `stores`: the project's and the home's folder; `folder`: the hand-off
    folder, "" when there will be none."""
    home = home_folder(environ)
    insights = {} if level == USER else {PROJECT: os.path.join(root, FOLDER)}
    context = {
        "session": chosen.session,
        "host": chosen.host,
        "transcript": chosen.path,
        "bytes": chosen.size,
        "root": root,
        "level": level,
        "entries": stores[level == USER],
        "memory": "" if level == USER else memory_folder(chosen, root, environ),
        "insights": {**insights, USER: os.path.join(home, FOLDER) if home else ""},
        "folder": folder,
    }
    if folder:
        names = (handoff.SUMMARY, handoff.INSIGHTS, handoff.RELATED)
        files = {name.partition(".")[0]: os.path.join(folder, name) for name in names}
        context["files"] = files
    return context


def memory_folder(chosen: Transcript, root: str, environ) -> str:
    """The project's auto memory of Claude Code; "" where Claude Code does not know the project."""
    folders = [os.path.join(homes(environ)["claude"], "projects", folder_name(root))]
    folders += [os.path.dirname(chosen.path)] if chosen.host == "claude" else []
    for folder in folders:
        in_projects = os.path.basename(os.path.dirname(folder)) == "projects"
        if in_projects and os.path.isdir(folder):
            return os.path.join(folder, "memory")
    return ""


def _text(payload: dict, name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
