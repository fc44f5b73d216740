"""Copilot CLI's transcripts: `<home>/session-state/<session>/events.jsonl`."""

import os

from reflexion.hosts.copilot.payload import FRAMES, TOOLS, split_status
from reflexion.hosts.event import SHELLS
from reflexion.hosts.fields import mapping, merged, path_in, text, whole_number
from reflexion.hosts.reading import was_stopped, without
from reflexion.hosts.transcripts import Reader

PLACES = ("session-state/*/events.jsonl",)
# what stands before the context of our hooks in a result
GUIDANCE = ". Additional guidance from postToolUse hooks:\n"


def owner(path: str) -> tuple:
    """Return (session, "") that the path of a transcript names."""
    return os.path.basename(os.path.dirname(path)), ""


class Lines(Reader):
    """A call begins in one line and is complete in a later one."""

    host = "copilot"
    frames = FRAMES

    def take(self, record: dict):
        kind = text(record, "type")
        data = mapping(record, "data")
        self.cwd = path_in(mapping(data, "context"), "cwd") or self.cwd
        self.when = text(record, "timestamp")[:10]
        self.agent = text(record, "agentId")
        if kind == "tool.execution_start":
            given = mapping(data, "arguments")
            self.ask(text(data, "toolCallId"), text(data, "toolName"), given)
        elif kind == "tool.execution_complete":
            yield from self._completed(data)
        elif kind == "user.message":
            words = text(data, "content")
            yield self.prompt(words, not without(words, FRAMES).strip())

    def _completed(self, data: dict):
        call_id = text(data, "toolCallId")
        call = self.answered(call_id)
        if not call.tool:
            return
        tool = TOOLS.get(call.tool, call.tool)
        words = _without_guidance(merged(mapping(data, "result").get("content")))
        error = merged(data.get("error"))
        found = {
            "failed": data.get("success") is False,
            "output": error or words,
            "interrupted": was_stopped(error),
        }
        if tool in SHELLS and not error:
            code, found["output"] = split_status(words)
            told = whole_number(mapping(data, "shellExecution").get("exitCode"))
            code = code if told is None else told
            found.update(exit_code=code, failed=None if code is None else code != 0)
        yield self.ended(tool, call_id, call.given, **found)


def _without_guidance(words: str) -> str:
    """Return a result without what our own hooks had put behind it."""
    before, found, _ = words.partition(GUIDANCE)
    return before.rpartition("\n\nTool ")[0] if found else words
