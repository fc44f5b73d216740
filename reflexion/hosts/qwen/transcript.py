"""Qwen Code's transcripts: `<home>/projects/<folder of the project>/chats/<session>.jsonl`."""

from __future__ import annotations

from reflexion.hosts.calls import Reader
from reflexion.hosts.event import PROMPT
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.qwen.payload import FRAMES, TOOLS, split_report
from reflexion.hosts.reading import was_stopped, without

PLACE = ("projects", "*", "chats", "*.jsonl")
TYPED = ("", "real_user")  # who wrote a line of the user, by its provenance


class Lines(Reader):
    """Messages are made of parts; a call and its result are parts of different lines."""

    host = "qwen"

    def take(self, record: dict):
        kind = text(record, "type")
        self.session = text(record, "sessionId") or self.session
        self.cwd = path_in(record, "cwd")
        self.when = text(record, "timestamp")[:10]
        self.agent = text(record, "agentId")
        if kind == "user":
            yield from self._prompted(record)
        elif kind == "assistant":
            yield from self._written(_parts(record))
        elif kind == "tool_result":
            yield from self._answered(record)

    def _prompted(self, record: dict):
        shown = text(mapping(record, "systemPayload"), "displayText")
        words = shown or "\n".join(text(part, "text") for part in _parts(record))
        typed = without(words, FRAMES).strip()
        by_person = text(record, "provenance") in TYPED and bool(typed)
        yield self.event(PROMPT, prompt=typed or words, machine=not by_person)

    def _written(self, parts: list):
        for part in parts:
            call = mapping(part, "functionCall")
            if call:
                self.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))
            elif text(part, "text") and not part.get("thought"):
                yield self.event("Stop", message=text(part, "text"))

    def _answered(self, record: dict):
        told = mapping(record, "toolCallResult")
        call = self.answered(text(told, "callId"))
        if not call.tool:
            return
        tool = TOOLS.get(call.tool, call.tool)
        responses = [mapping(part, "functionResponse") for part in _parts(record)]
        words = merged([mapping(each, "response") for each in responses])
        failed = text(told, "status") == "error"
        found = {"failed": failed, "output": words, "interrupted": was_stopped(words)}
        if tool == "Bash":
            found.update(_of_shell(words, call, told, failed))
        yield self.ended(tool, text(told, "callId"), call.given, **found)


def _of_shell(words: str, call, told: dict, failed: bool) -> dict:
    """How a command ended, by what was shown of it and by its report."""
    code, output = split_report(words, text(call.given, "command"))
    shown = mapping(told, "resultDisplay")
    if type(shown.get("exitCode")) is int:
        code = shown["exitCode"]
        output = text(shown, "output")
    if code is None and not failed:
        return {"failed": None, "output": output}
    benign = f"Qwen Code takes exit status {code} for a success" if code and not failed else ""
    return {"exit_code": None if benign else code, "benign": benign, "output": output}


def _parts(record: dict) -> list:
    return objects(mapping(record, "message").get("parts"))
