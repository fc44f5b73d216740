"""Phase one: which session, whose memory, and the paths that follow. Nothing is written here."""

from __future__ import annotations

import os

from reflexion.hosts.rollout import session_of
from reflexion.hosts.transcripts import Transcript, find, folder_name
from reflexion.reflect import handoff
from reflexion.store.paths import home_folder

NONE = (
    "no transcript of this project was found (Claude Code: ~/.claude/projects, Codex: ~/.codex/sessions); "
    "name one with --file"
)
PROJECT, USER = "project", "user"
FOLDER = ".insights"


class NoSession(Exception):
    """No transcript is to be had; the text says what to do."""


def choose(
    root: str, environ, payload: dict | None = None, session: str = "", path: str = ""
) -> Transcript:
    """The transcript: a named file, a named session, the payload's, the running session's, else the
    newest of the project. Raises NoSession.
    """
    payload = payload or {}
    given = path or _text(payload, "transcript_path")
    if given:
        return at(given)
    transcripts = find(root, environ)
    wanted = session or _text(payload, "session_id")
    if wanted:
        return named(transcripts, wanted)[-1]
    if not transcripts:
        raise NoSession(NONE)
    now = [it for it in transcripts if it.session in running(environ)]
    return (now or transcripts)[-1]


def at(path: str) -> Transcript:
    """The transcript in a file. Raises NoSession."""
    if not os.path.isfile(path):
        raise NoSession(
            f"{path} is not there: name a transcript, or leave it out for the newest session"
        )
    path = os.path.abspath(path)
    name = os.path.splitext(os.path.basename(path))[0]
    host = "codex" if session_of(path) else "claude"
    return Transcript(path, host, session_of(path) or name)


def named(transcripts: list, session: str) -> list:
    """Those of a session, by its id or the beginning of it. Raises NoSession."""
    found = [it for it in transcripts if it.session.startswith(session)]
    if not found:
        raise NoSession(
            f"there is no session {session[:60]} of this project: name its transcript with --file"
        )
    return found


def running(environ) -> tuple:
    """The ids of the sessions that this process runs in: none, by hand."""
    names = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
    return tuple(filter(None, (environ.get(name) for name in names)))


def describe(
    chosen: Transcript,
    root: str,
    environ,
    level: str,
    store_dir: str,
    home_store: str,
    folder: str = "",
) -> dict:
    """session-context.json. `folder`: the hand-off folder, "" when there will be none."""
    home = home_folder(environ)
    user = os.path.join(home, FOLDER) if home else ""
    context = {
        "session": chosen.session,
        "host": chosen.host,
        "transcript": chosen.path,
        "bytes": chosen.size,
        "root": root,
        "level": level,
        "entries": home_store if level == USER else store_dir,
        "memory": "" if level == USER else memory_folder(chosen, root, environ),
        "insights": {"user": user}
        if level == USER
        else {"project": os.path.join(root, FOLDER), "user": user},
        "folder": folder,
    }
    if folder:
        context["files"] = {
            name.partition(".")[0]: os.path.join(folder, name)
            for name in (handoff.SUMMARY, handoff.INSIGHTS, handoff.RELATED)
        }
    return context


def memory_folder(chosen: Transcript, root: str, environ) -> str:
    """The project's auto memory of Claude Code; "" where Claude Code does not know the project."""
    home = home_folder(environ)
    claude = environ.get("CLAUDE_CONFIG_DIR") or (os.path.join(home, ".claude") if home else "")
    folders = [os.path.join(claude, "projects", folder_name(root))] if claude else []
    folders += [os.path.dirname(chosen.path)] if chosen.host == "claude" else []
    for folder in folders:
        in_projects = os.path.basename(os.path.dirname(folder)) == "projects"
        if in_projects and os.path.isdir(folder):
            return os.path.join(folder, "memory")
    return ""


def _text(payload: dict, name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
