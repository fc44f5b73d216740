"""Qwen Code's transcripts: `<home>/projects/<folder of the project>/chats/<session>.jsonl`."""

import os

from reflexion.hosts.fields import mapping, merged, objects, path_in, text, whole_number
from reflexion.hosts.qwen.payload import BENIGN, FRAMES, TOOLS, shell_outcome
from reflexion.hosts.reading import was_stopped, without
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
    frames = FRAMES

    def take(self, record: dict):
        kind = text(record, "type")
        self.session = text(record, "sessionId") or self.session
        self.cwd = path_in(record, "cwd")
        self.when = text(record, "timestamp")[:10]
        self.agent = text(record, "agentId")
        if kind == "user":
            yield self._prompted(record)
        elif kind == "assistant":
            self._written(record)
        elif kind == "tool_result":
            yield from self._answered(record)

    def _prompted(self, record: dict):
        shown = text(mapping(record, "systemPayload"), "displayText")
        words = shown or "\n".join(text(part, "text") for part in _parts(record))
        typed = without(words, FRAMES).strip()
        is_machine = not typed or text(record, "provenance") not in TYPED
        return self.prompt(typed or words, is_machine)

    def _written(self, record: dict) -> None:
        for part in _parts(record):
            call = mapping(part, "functionCall")
            if call:
                self.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))

    def _answered(self, record: dict):
        told = mapping(record, "toolCallResult")
        call_id = text(told, "callId")
        call = self.answered(call_id)
        if not call.tool:
            return
        tool = TOOLS.get(call.tool, call.tool)
        responses = [
            mapping(mapping(part, "functionResponse"), "response") for part in _parts(record)
        ]
        words = merged(responses)
        failed = text(told, "status") == "error" or any("error" in each for each in responses)
        found = {"failed": failed, "output": words}
        if tool == "Bash":
            found = _of_shell(words, text(call.given, "command"), told, failed)
        found["interrupted"] = was_stopped(words)
        yield self.ended(tool, call_id, call.given, **found)


def _of_shell(words: str, command: str, told: dict, failed: bool) -> dict:
    """Return how a command ended, by what was shown of it, else by the report on it."""
    shown = mapping(told, "resultDisplay")
    code = whole_number(shown.get("exitCode"))
    if code is None:
        return {"failed": None, **shell_outcome(words, command, failed)}
    found = {"failed": failed, "exit_code": code, "output": text(shown, "output")}
    if code and not failed:
        found.update(exit_code=None, benign=BENIGN.format(code))
    return found


def _parts(record: dict) -> list:
    return objects(mapping(record, "message").get("parts"))
