"""Copilot CLI's transcripts: `<home>/session-state/<session>/events.jsonl`."""

from __future__ import annotations

import os

from reflexion.hosts.calls import OpenCalls, ended
from reflexion.hosts.copilot.payload import FRAMES, TOOLS, split_status
from reflexion.hosts.event import PROMPT, SHELLS, Event
from reflexion.hosts.fields import mapping, merged, path_in, text
from reflexion.hosts.jsonl import begins_in
from reflexion.hosts.reading import was_stopped, without
from reflexion.hosts.registry import homes
from reflexion.store.fs import names

FILE = "events.jsonl"
# what stands before the context of our hooks in a result
GUIDANCE = ". Additional guidance from postToolUse hooks:\n"


def find(root: str, environ):
    """Yield (path, session) of the transcripts of sessions in a project."""
    sessions = os.path.join(homes(environ)["copilot"], "session-state")
    for session in names(sessions):
        path = os.path.join(sessions, session, FILE)
        if os.path.isfile(path) and begins_in(path, root, folder_of):
            yield path, session_of(path)


def folder_of(record: dict) -> str:
    """The folder that a line names."""
    return path_in(mapping(mapping(record, "data"), "context"), "cwd")


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return os.path.basename(os.path.dirname(path))


def reader(path: str):
    """What takes the records of a transcript, one by one."""
    return CopilotLines(session_of(path))


class CopilotLines:
    """A call begins in one line and is complete in a later one; its folder stands in the first."""

    def __init__(self, session: str):
        self.session = session
        self.cwd = ""
        self.calls = OpenCalls()

    def take(self, record: dict):
        """Yield the Event of a line, if it is a prompt, the agent's words, or a call's end."""
        kind = text(record, "type")
        data = mapping(record, "data")
        self.cwd = folder_of(record) or self.cwd
        event = None
        if kind == "tool.execution_start":
            self.calls.ask(
                text(data, "toolCallId"), text(data, "toolName"), mapping(data, "arguments")
            )
        elif kind == "tool.execution_complete":
            event = self._completed(data)
        elif kind == "user.message":
            words = text(data, "content")
            typed = without(words, FRAMES).strip()
            event = self._event(PROMPT, prompt=words, machine=not typed)
        elif kind == "assistant.message" and text(data, "content"):
            event = self._event("Stop", message=text(data, "content"))
        if event:
            event.when = text(record, "timestamp")[:10]
            yield event

    def _completed(self, data: dict) -> Event | None:
        call = self.calls.answered(text(data, "toolCallId"))
        if not call.tool:
            return None
        tool = TOOLS.get(call.tool, call.tool)
        words = without_guidance(merged(mapping(data, "result").get("content")))
        error = merged(data.get("error"))
        found = {"failed": data.get("success") is False, "output": error or words}
        found["interrupted"] = was_stopped(error)
        if tool in SHELLS and not error:
            code, found["output"] = split_status(words)
            told = mapping(data, "shellExecution").get("exitCode")
            code = told if type(told) is int else code
            found.update(exit_code=code, failed=None if code is None else code != 0)
        return self._event(**ended(tool, text(data, "toolCallId"), call.given, **found))

    def _event(self, name: str, **more) -> Event:
        return Event(host="copilot", name=name, session=self.session, cwd=self.cwd, **more)


def without_guidance(words: str) -> str:
    """A result without what our own hooks had put behind it."""
    before, found, _ = words.partition(GUIDANCE)
    return before.rpartition("\n\nTool ")[0] if found else words
