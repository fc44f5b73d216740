"""Copilot CLI's transcripts: `<home>/session-state/<session>/events.jsonl`."""

import os

from reflexion.hosts.fields import mapping, merged, path_in, text
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
            yield self.prompt(text(data, "content"))

    def _completed(self, data: dict):
        call_id = text(data, "toolCallId")
        call = self.answered(call_id)
        words = _without_guidance(merged(mapping(data, "result").get("content")))
        if call.tool and data.get("success") is False:
            error = merged(data.get("error")) or words
            yield self.ended("PostToolUseFailure", call_id, call, error=error)
        elif call.tool:
            told = {"text_result_for_llm": words, "result_type": "success"}
            yield self.ended("PostToolUse", call_id, call, tool_result=told)


def _without_guidance(words: str) -> str:
    """Return a result without what our own hooks had put behind it."""
    before, found, _ = words.partition(GUIDANCE)
    return before.rpartition("\n\nTool ")[0] if found else words
