"""Phase one: which session, whose memory, and the paths that follow. Nothing is written here."""

from __future__ import annotations

import os

from reflexion.hosts.rollout import session_of
from reflexion.hosts.transcripts import Found, find, folder_name
from reflexion.reflect import handoff
from reflexion.store.paths import home_folder

PROJECT, USER = "project", "user"
FOLDER = ".insights"


class NoSession(Exception):
    """No transcript is to be had; the text says what to do."""


def choose(
    root: str, environ, payload: dict | None = None, session: str = "", path: str = ""
) -> Found:
    """The transcript: a named file, a named session, the payload's, the running session's, else the newest of the project. Raises NoSession."""
    payload = payload or {}
    given = path or _text(payload, "transcript_path")
    if given:
        if not os.path.isfile(given):
            raise NoSession(
                f"{given} is not there: name a transcript, or leave it out for the newest session"
            )
        name = os.path.splitext(os.path.basename(given))[0]
        given = os.path.abspath(given)
        return Found(given, "codex" if session_of(given) else "claude", session_of(given) or name)
    found = find(root, environ)
    wanted = session or _text(payload, "session_id")
    if wanted:
        found = [one for one in found if one.session.startswith(wanted)]
        if not found:
            raise NoSession(
                f"no transcript of session {wanted[:60]} was found for this project; name one with --file"
            )
    running = environ.get("CLAUDE_CODE_SESSION_ID") or environ.get("CODEX_THREAD_ID") or ""
    found = (
        [one for one in found if running and one.session == running] if not wanted else []
    ) or found
    if not found:
        raise NoSession(
            "no transcript of this project was found (Claude Code: ~/.claude/projects, Codex: ~/.codex/sessions); name one with --file"
        )
    return found[-1]


def describe(
    chosen: Found, root: str, environ, level: str, store_dir: str, home_store: str, folder: str = ""
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


def memory_folder(chosen: Found, root: str, environ) -> str:
    """The project's auto memory of Claude Code; "" where Claude Code does not know the project."""
    home = home_folder(environ)
    claude = environ.get("CLAUDE_CONFIG_DIR") or (os.path.join(home, ".claude") if home else "")
    for folder in (
        os.path.join(claude, "projects", folder_name(root)) if claude else "",
        os.path.dirname(chosen.path) if chosen.host == "claude" else "",
    ):
        if (
            folder
            and os.path.isdir(folder)
            and os.path.basename(os.path.dirname(folder)) == "projects"
        ):
            return os.path.join(folder, "memory")
    return ""


def _text(payload: dict, name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
