"""Qwen Code's transcripts: `<home>/projects/<folder of the project>/chats/<session>.jsonl`."""

import os

from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.transcripts import Reader

PLACES = ("projects/*/chats/*.jsonl", "projects/*/subagents/*/agent-*.jsonl")
TYPED = ("", "real_user")  # who wrote a line of the user, by its provenance


def owner(path: str) -> tuple:
    """Return (session, sub-agent) that the path of a transcript names."""
    folder, file = os.path.split(path)
    name = os.path.splitext(file)[0]
    if os.path.basename(folder) == "chats":
        return name, ""
    return os.path.basename(folder), name.removeprefix("agent-")


class Lines(Reader):
    """Messages are made of parts; a call and its result are parts of different lines."""

    host = "qwen"

    def take(self, record: dict):
        kind = text(record, "type")
        parts = objects(mapping(record, "message").get("parts"))
        self.session = text(record, "sessionId") or self.session
        self.cwd = path_in(record, "cwd")
        self.when = text(record, "timestamp")[:10]
        self.agent = text(record, "agentId")
        if kind == "user":
            shown = text(mapping(record, "systemPayload"), "displayText")
            words = shown or "\n".join(text(part, "text") for part in parts)
            yield self.prompt(words, text(record, "provenance") not in TYPED)
        elif kind == "assistant":
            for call in (mapping(part, "functionCall") for part in parts):
                self.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))
        elif kind == "tool_result":
            yield from self._answered(record, parts)

    def _answered(self, record: dict, parts: list):
        told = mapping(record, "toolCallResult")
        call_id = text(told, "callId")
        call = self.answered(call_id)
        if not call.tool:
            return
        answers = [mapping(mapping(part, "functionResponse"), "response") for part in parts]
        words = merged(answers)
        if text(told, "status") == "error" or any("error" in answer for answer in answers):
            yield self.ended("PostToolUseFailure", call_id, call, error=words)
        else:
            yield self.ended("PostToolUse", call_id, call, tool_response={"llmContent": words})
