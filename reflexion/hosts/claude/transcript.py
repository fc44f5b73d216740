"""Claude Code's transcripts: `<home>/projects/<folder of the project>/<session>.jsonl`."""

from __future__ import annotations

import os
import re

from reflexion.hosts.claude.payload import SHELLS, command_of, split_status
from reflexion.hosts.event import Event
from reflexion.hosts.fields import mapping, merged, path_in, text
from reflexion.hosts.lines import begins_in
from reflexion.hosts.registry import homes
from reflexion.store.fs import names

MAX_OPEN = 500  # calls whose result is awaited
STOPPED = ("[Request interrupted", "doesn't want to proceed")


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
                yield path, file.removesuffix(".jsonl")


def folder_name(root: str) -> str:
    """The name that Claude Code gives a project's folder of transcripts."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


def reader(path: str):
    """What takes the records of a transcript, one by one."""
    return ClaudeLines()


class ClaudeLines:
    """A call and its result are blocks of different lines, joined by the call's id."""

    def __init__(self):
        self.asked = {}

    def take(self, record: dict):
        """Yield the Events of a line: prompts, the agent's words, calls that ended."""
        content, kind = mapping(record, "message").get("content"), text(record, "type")
        sidechain = "sidechain" if record.get("isSidechain") is True else ""
        common = {
            "session": text(record, "sessionId"),
            "cwd": path_in(record, "cwd"),
            "when": text(record, "timestamp")[:10],
            "agent": text(record, "agentId") or sidechain,
        }
        if isinstance(content, str) and not record.get("isCompactSummary"):
            content = [{"type": "text", "text": content}] if kind == "user" else []
        for block in content if isinstance(content, list) else ():
            shape = text(block, "type") if isinstance(block, dict) else ""
            if (kind, shape) == ("assistant", "tool_use"):
                while len(self.asked) >= MAX_OPEN:
                    self.asked.pop(next(iter(self.asked)))
                self.asked[text(block, "id")] = (text(block, "name"), mapping(block, "input"))
            elif (kind, shape) == ("assistant", "text"):
                yield Event(name="Stop", message=text(block, "text"), **common)
            elif (kind, shape) == ("user", "tool_result"):
                yield from self._result(block, common)
            elif (kind, shape) == ("user", "text") and not record.get("isMeta"):
                yield Event(name="UserPromptSubmit", prompt=text(block, "text"), **common)

    def _result(self, block: dict, common: dict):
        call = text(block, "tool_use_id")
        tool, given = self.asked.pop(call, ("", {}))
        failed, output = block.get("is_error") is True, merged(block.get("content"))
        code, output = split_status(output) if failed else (0, output)
        if tool:
            yield Event(
                name="PostToolUseFailure" if failed else "PostToolUse",
                tool=tool,
                tool_input=given,
                tool_use_id=call,
                command=command_of(tool, given),
                path=path_in(given, "file_path", "notebook_path"),
                output=output,
                exit_code=code if tool in SHELLS else None,
                failed=failed,
                interrupted=any(words in output[:200] for words in STOPPED),
                **common,
            )
