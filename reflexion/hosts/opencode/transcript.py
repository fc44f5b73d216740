"""OpenCode's sessions lie in a database; `opencode export ID > FILE` writes one as JSON, which is
read here (`reflect --file FILE`)."""

from __future__ import annotations

import time

from reflexion.hosts.calls import Reader
from reflexion.hosts.event import PROMPT
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.opencode.payload import TOOLS, typed
from reflexion.hosts.reading import was_stopped
from reflexion.store.fs import read_text

PLACE = ()  # no file holds a session unless somebody exported it
MAX_BYTES = 64 << 20


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


class Lines(Reader):
    """A message has its parts, a call its result; the head has neither."""

    host = "opencode"

    def take(self, record: dict):
        info = mapping(record, "info")
        self.session = text(info, "sessionID") or text(record, "id") or self.session
        self.cwd = path_in(record, "directory") or path_in(mapping(info, "path"), "cwd") or self.cwd
        self.when = _day(mapping(info, "time").get("created"))
        for part in objects(record.get("parts")):
            yield from self._of_part(text(info, "role"), part)

    def _of_part(self, role: str, part: dict):
        kind = text(part, "type")
        if kind == "tool":
            yield from self._called(part)
        elif kind == "text" and part.get("synthetic") is not True:
            if role == "user":
                yield self.event(PROMPT, prompt=typed(text(part, "text")))
            else:
                yield self.event("Stop", message=text(part, "text"))

    def _called(self, part: dict):
        state = mapping(part, "state")
        if text(state, "status") not in ("completed", "error"):
            return
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
        yield self.ended(tool, text(part, "callID"), given, **found)


def _day(milliseconds) -> str:
    if not isinstance(milliseconds, (int, float)) or not 0 < milliseconds < 1e14:
        return ""
    return time.strftime("%Y-%m-%d", time.gmtime(milliseconds / 1000))
