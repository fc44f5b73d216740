"""Qwen Code's transcripts: `<home>/projects/<folder of the project>/chats/<session>.jsonl`."""

from __future__ import annotations

import os

from reflexion.hosts.calls import OpenCalls, ended
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.jsonl import begins_in
from reflexion.hosts.qwen.payload import FRAMES, TOOLS, split_report
from reflexion.hosts.reading import was_stopped, without
from reflexion.hosts.registry import homes
from reflexion.store.fs import names

TYPED = ("", "real_user")  # who wrote a line of the user, by its provenance


def find(root: str, environ):
    """Yield (path, session) of the transcripts of sessions in a project."""
    projects = os.path.join(homes(environ)["qwen"], "projects")
    for folder in names(projects):
        chats = os.path.join(projects, folder, "chats")
        for file in names(chats):
            path = os.path.join(chats, file)
            if file.endswith(".jsonl") and os.path.isfile(path) and begins_in(path, root):
                yield path, session_of(path)


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return os.path.basename(path).removesuffix(".jsonl")


def reader(path: str):
    """What takes the records of a transcript, one by one."""
    return QwenLines()


class QwenLines:
    """Messages are made of parts; a call and its result are parts of different lines."""

    def __init__(self):
        self.calls = OpenCalls()

    def take(self, record: dict):
        """Yield the Events of a line: prompts, the agent's words, calls that ended."""
        kind = text(record, "type")
        common = {
            "host": "qwen",
            "session": text(record, "sessionId"),
            "cwd": path_in(record, "cwd"),
            "when": text(record, "timestamp")[:10],
            "agent": text(record, "agentId"),
        }
        if kind == "user":
            yield from self._prompted(record, common)
        elif kind == "assistant":
            yield from self._written(_parts(record), common)
        elif kind == "tool_result":
            yield from self._answered(record, common)

    def _prompted(self, record: dict, common: dict):
        shown = text(mapping(record, "systemPayload"), "displayText")
        words = shown or "\n".join(text(part, "text") for part in _parts(record))
        typed = without(words, FRAMES).strip()
        by_person = text(record, "provenance") in TYPED and bool(typed)
        yield Event(name=PROMPT, prompt=typed or words, machine=not by_person, **common)

    def _written(self, parts: list, common: dict):
        for part in parts:
            call = mapping(part, "functionCall")
            if call:
                self.calls.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))
            elif text(part, "text") and not part.get("thought"):
                yield Event(name="Stop", message=text(part, "text"), **common)

    def _answered(self, record: dict, common: dict):
        told = mapping(record, "toolCallResult")
        call = self.calls.answered(text(told, "callId"))
        if not call.tool:
            return
        tool = TOOLS.get(call.tool, call.tool)
        responses = [mapping(part, "functionResponse") for part in _parts(record)]
        words = merged([mapping(each, "response") for each in responses])
        failed = text(told, "status") == "error"
        found = {"failed": failed, "output": words, "interrupted": was_stopped(words)}
        if tool == "Bash":
            found.update(_of_shell(words, call, told, failed))
        yield Event(**ended(tool, text(told, "callId"), call.given, **found), **common)


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
