"""The event log of one session: append-only lines of JSON that say what happened, and when.

Its rows are what the look-back and the recall of a session are decided by. It is scratch of
this machine: swept after a month.
"""

from __future__ import annotations

import hashlib
import json
import os
import time

from reflexion.store import fs

FOLDER = "sessions"
MAX_BYTES = 512 * 1024
KEPT_SECONDS = 30 * 86400
# what a row may say happened; `id` is the learning it happened to
FAILED = "failed"  # a command failed: `text`, the command as shown; `call`, what failed of it
TOLD = "told"  # the agent was told a lesson
LEARNED = "learned"  # the agent recorded a lesson
LOOKED = "looked"  # a turn was looked back at; `asked`: with a question
SHOWN = "shown"  # the person was shown that the agent recorded a lesson
STARTED = "started"  # by its log a session's project is known
COMPACTED = "compacted"  # the agent's context was compacted: what it was told is gone
TERMINAL = "terminal-"  # how the session of a person's commands is called, with the date


class SessionLog:
    """The rows of one session, oldest first. `agent` is the sub-agent that a row is about."""

    def __init__(self, state_dir: str, session: str):
        name = "".join(c if c.isalnum() or c in "-_" else "_" for c in session)
        if name != session or len(name) > 80 or not name:
            name = hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:32]
        self.state_dir = state_dir
        self.session = session
        self.path = os.path.join(state_dir, FOLDER, f"{name}.log")
        self._rows = None

    def rows(self) -> list:
        """Return the rows; a line that cannot be read is left out."""
        if self._rows is None:
            data = fs.peek(self.path, 2 * MAX_BYTES)
            self._rows = list(filter(None, map(_row, data.splitlines())))
        return self._rows

    def of(self, *kinds: str, agent: str | None = None) -> list:
        """Return the rows of these kinds; with `agent`, those of that sub-agent alone."""
        return [
            row
            for row in self.rows()
            if row["what"] in kinds and (agent is None or row.get("agent", "") == agent)
        ]

    def append(self, rows: list) -> None:
        """Append rows, dicts with `what` and mostly `id`. Raises OSError."""
        if not rows:
            return
        now = round(time.time(), 3)
        stamped = [{"when": now, **row} for row in rows]
        lines = [json.dumps(row, ensure_ascii=False) for row in stamped]
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        fs.append(self.path, data, MAX_BYTES)
        if self._rows is not None:
            self._rows += stamped


def _row(line: bytes) -> dict:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    is_row = isinstance(row, dict) and isinstance(row.get("what"), str)
    return row if is_row and isinstance(row.get("id", ""), str) else {}


def latest(state_dir: str) -> str:
    """Return the agent's session whose log was written last; "" without any."""
    newest = ("", 0)
    try:
        for item in fs.scan(os.path.join(state_dir, FOLDER)):
            when = item.stat(follow_symlinks=False).st_mtime_ns
            is_agents = item.name.endswith(".log") and not item.name.startswith(TERMINAL)
            if is_agents and when > newest[1]:
                newest = (item.name, when)
    except OSError:
        return ""
    return newest[0].removesuffix(".log")


def forget(state_dir: str, entry_id: str) -> None:
    """Take the rows about a learning out of every log, with the texts that they hold."""
    folder = os.path.join(state_dir, FOLDER)
    mark = entry_id.encode()
    for name in fs.names(folder):
        path = os.path.join(folder, name)
        lines = fs.peek(path, 2 * MAX_BYTES).splitlines(keepends=True)
        kept = [line for line in lines if mark not in line or _row(line).get("id") != entry_id]
        if len(kept) < len(lines):
            fs.write_atomic(path, b"".join(kept), mode=0o600)


def sweep(state_dir: str) -> None:
    """Remove the logs of sessions that were written to last more than a month ago."""
    fs.sweep(os.path.join(state_dir, FOLDER), age=KEPT_SECONDS)
