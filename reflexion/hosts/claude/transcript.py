"""Claude Code's transcripts: `<home>/projects/<folder of the project>/<session>.jsonl`."""

from __future__ import annotations

import os
import re

from reflexion.hosts.calls import OpenCalls, ended
from reflexion.hosts.claude.payload import is_machine_made
from reflexion.hosts.event import PROMPT, SHELLS, Event
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.jsonl import begins_in
from reflexion.hosts.reading import interrupted, split_status
from reflexion.hosts.registry import homes
from reflexion.store.fs import names


def find(root: str, environ):
    """Yield (path, session) of the transcripts of sessions in a project."""
    own = folder_name(root)
    projects = os.path.join(homes(environ)["claude"], "projects")
    for folder in names(projects):
        if folder != own and not folder.startswith(own + "-"):
            continue
        for file in names(os.path.join(projects, folder)):
            path = os.path.join(projects, folder, file)
            if not file.endswith(".jsonl") or not os.path.isfile(path):
                continue
            if folder == own or begins_in(path, root):
                yield path, session_of(path)


def folder_name(root: str) -> str:
    """The name that Claude Code gives a project's folder of transcripts."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return os.path.basename(path).removesuffix(".jsonl")


def reader(path: str):
    """What takes the records of a transcript, one by one."""
    return ClaudeLines()


class ClaudeLines:
    """A call and its result are blocks of different lines, joined by the call's id."""

    def __init__(self):
        self.calls = OpenCalls()

    def take(self, record: dict):
        """Yield the Events of a line: prompts, the agent's words, calls that ended."""
        kind = text(record, "type")
        sidechain = "sidechain" if record.get("isSidechain") is True else ""
        common = {
            "session": text(record, "sessionId"),
            "cwd": path_in(record, "cwd"),
            "when": text(record, "timestamp")[:10],
            "agent": text(record, "agentId") or sidechain,
        }
        for block in _blocks(record, kind):
            shape = text(block, "type")
            if kind == "assistant":
                yield from self._written(shape, block, common)
            elif shape == "tool_result":
                yield from self._result(block, common)
            elif shape == "text" and not record.get("isMeta"):
                words = text(block, "text")
                by_machine = is_machine_made(words)
                yield Event(name=PROMPT, prompt=words, machine=by_machine, **common)

    def _written(self, shape: str, block: dict, common: dict):
        """What the agent wrote: words, or a call that is kept until its result comes."""
        if shape == "text":
            yield Event(name="Stop", message=text(block, "text"), **common)
        elif shape == "tool_use":
            self.calls.ask(text(block, "id"), text(block, "name"), mapping(block, "input"))

    def _result(self, block: dict, common: dict):
        call = self.calls.answered(text(block, "tool_use_id"))
        if not call.tool:
            return
        words = merged(block.get("content"))
        failed = block.get("is_error") is True
        code, output = split_status(words) if failed else (0, words)
        found = {
            "failed": failed,
            "output": output,
            "exit_code": code if call.tool in SHELLS else None,
            "interrupted": failed and interrupted(words),
        }
        call_id = text(block, "tool_use_id")
        yield Event(**ended(call.tool, call_id, call.given, **found), **common)


def _blocks(record: dict, kind: str) -> list:
    """The blocks of a message of either side; a plain text of the user is one."""
    content = mapping(record, "message").get("content")
    if isinstance(content, str) and kind == "user" and not record.get("isCompactSummary"):
        return [{"type": "text", "text": content}]
    return objects(content) if kind in ("user", "assistant") else []
