"""Copilot CLI's transcripts: `<home>/session-state/<session>/events.jsonl`."""

from __future__ import annotations

import os

from reflexion.hosts.calls import Reader
from reflexion.hosts.copilot.payload import FRAMES, TOOLS, split_status
from reflexion.hosts.event import PROMPT, SHELLS
from reflexion.hosts.fields import mapping, merged, path_in, text
from reflexion.hosts.reading import was_stopped, without

PLACE = ("session-state", "*", "events.jsonl")
# what stands before the context of our hooks in a result
GUIDANCE = ". Additional guidance from postToolUse hooks:\n"


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return os.path.basename(os.path.dirname(path))


class Lines(Reader):
    """A call begins in one line and is complete in a later one; the folder stands in the first."""

    host = "copilot"

    def take(self, record: dict):
        kind = text(record, "type")
        data = mapping(record, "data")
        self.cwd = path_in(mapping(data, "context"), "cwd") or self.cwd
        self.when = text(record, "timestamp")[:10]
        if kind == "tool.execution_start":
            self.ask(text(data, "toolCallId"), text(data, "toolName"), mapping(data, "arguments"))
        elif kind == "tool.execution_complete":
            yield from self._completed(data)
        elif kind == "user.message":
            words = text(data, "content")
            typed = without(words, FRAMES).strip()
            yield self.event(PROMPT, prompt=words, machine=not typed)
        elif kind == "assistant.message" and text(data, "content"):
            yield self.event("Stop", message=text(data, "content"))

    def _completed(self, data: dict):
        call = self.answered(text(data, "toolCallId"))
        if not call.tool:
            return
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
        yield self.ended(tool, text(data, "toolCallId"), call.given, **found)


def without_guidance(words: str) -> str:
    """A result without what our own hooks had put behind it."""
    before, found, _ = words.partition(GUIDANCE)
    return before.rpartition("\n\nTool ")[0] if found else words
