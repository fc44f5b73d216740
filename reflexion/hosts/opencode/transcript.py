"""OpenCode's sessions lie in a database; `opencode export ID > FILE` writes one as JSON, which is
read here (`reflect --file FILE`)."""

from __future__ import annotations

import os
import time

from reflexion.hosts.calls import ended
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.opencode.payload import TOOLS, typed
from reflexion.hosts.reading import was_stopped
from reflexion.store.fs import read_text

MAX_BYTES = 64 << 20


def find(root: str, environ):
    """Nothing: no file holds a session unless somebody exported it."""
    return ()


def records(path: str, progress=None):
    """Yield (number from 1 on, record) of an exported session: its head, then its messages."""
    import json

    try:
        session = json.loads(read_text(path, MAX_BYTES, follow=True))
    except ValueError:
        session = None
    if not isinstance(session, dict):
        return
    yield 1, mapping(session, "info")
    messages = session.get("messages")
    for number, message in enumerate(messages if isinstance(messages, list) else [], 2):
        yield number, message if isinstance(message, dict) else {}


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return os.path.basename(path).removesuffix(".json")


def reader(path: str):
    """What takes the records of an exported session, one by one."""
    return OpenCodeMessages()


class OpenCodeMessages:
    """A message has its parts, a call its result."""

    def __init__(self):
        self.session = ""
        self.cwd = ""

    def take(self, record: dict):
        """Yield the Events of a message; of the head nothing."""
        info = mapping(record, "info")
        self.session = text(info, "sessionID") or text(record, "id") or self.session
        self.cwd = path_in(record, "directory") or path_in(mapping(info, "path"), "cwd") or self.cwd
        when = _day(mapping(info, "time").get("created"))
        for part in objects(record.get("parts")):
            event = self._of_part(text(info, "role"), part)
            if event:
                event.when = when
                yield event

    def _of_part(self, role: str, part: dict) -> Event | None:
        kind = text(part, "type")
        if kind == "tool":
            return self._called(part)
        if kind != "text" or part.get("synthetic") is True:
            return None
        if role == "user":
            return self._event(PROMPT, prompt=typed(text(part, "text")))
        return self._event("Stop", message=text(part, "text"))

    def _called(self, part: dict) -> Event | None:
        state = mapping(part, "state")
        if text(state, "status") not in ("completed", "error"):
            return None
        tool = TOOLS.get(text(part, "tool"), text(part, "tool"))
        given = mapping(state, "input")
        told = mapping(state, "metadata")
        error = merged(state.get("error"))
        found = {"failed": bool(error), "output": error or text(state, "output")}
        found["interrupted"] = was_stopped(error)
        if tool == "Bash" and not error:
            code = told.get("exit") if type(told.get("exit")) is int else None
            found.update(exit_code=code, failed=None if code is None else code != 0)
            found.update(interrupted=code is None, output=text(told, "output") or found["output"])
        return self._event(**ended(tool, text(part, "callID"), given, **found))

    def _event(self, name: str, **more) -> Event:
        return Event(host="opencode", name=name, session=self.session, cwd=self.cwd, **more)


def _day(milliseconds) -> str:
    if not isinstance(milliseconds, (int, float)) or not 0 < milliseconds < 1e14:
        return ""
    return time.strftime("%Y-%m-%d", time.gmtime(milliseconds / 1000))
