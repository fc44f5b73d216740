"""Codex's transcripts ("rollouts") as Events, and the failures that no hook reported."""

from __future__ import annotations

import os

from reflexion.hosts.codex.rollout import (
    WIDE,
    command_of,
    finished_item,
    local,
    number_after,
    outcome,
    patched,
    report,
    session_of,
)
from reflexion.hosts.event import Event
from reflexion.hosts.fields import mapping, merged, path_in, record, text
from reflexion.hosts.lines import begins_in, tail
from reflexion.hosts.registry import homes
from reflexion.store.fs import walk

RUNNING = "Process running with session ID "
REFUSED = ("exec_command failed", "apply_patch verification failed", "failed to parse function")
ROLES = {"user": "UserMessage", "assistant": "AgentMessage"}
HOSTS_OWN = ("<", "# AGENTS.md instructions")  # how messages begin that nobody typed


def find(root: str, environ):
    """Yield (path, session) of the rollouts of sessions in a project."""
    for folder, _, files in walk(os.path.join(homes(environ)["codex"], "sessions")):
        for path in (os.path.join(folder, file) for file in files):
            if session_of(path) and begins_in(path, root, folder_of):
                yield path, session_of(path)


def folder_of(record: dict) -> str:
    """The folder that a line names."""
    return text(mapping(record, "payload"), "cwd")


def reader(path: str):
    """What takes the records of a rollout, one by one."""
    return CodexLines(session_of(path))


def sweep(path: str, offset: int) -> tuple:
    """(Events of the calls that failed since `offset` (bytes), each once, in order; new offset).
    PostToolUse told some of them already: the caller knows these by their `tool_use_id`."""
    lines, end = tail(path, WIDE, offset)
    seen, failures = CodexLines(session_of(path)), {}
    for line in lines[:-1]:  # what follows the last line's end is still being written
        for event in seen.take(record(line)):
            if event.failed:
                event.when = ""  # it is told as it happens
                failures.setdefault(event.tool_use_id, event)
    return list(failures.values()), end - len(lines[-1]) if len(lines) > 1 else offset


class CodexLines:
    """A rollout's calls, each once as it ended, and what was written by either side."""

    def __init__(self, session: str):
        self.session, self.cwd, self.has_items, self.written = session, "", False, ""
        self.asked, self.running, self.settled = {}, {}, set()

    def take(self, record: dict):
        """Yield the Event of a line, if it is one of a call that ended or of a message."""
        payload, item, kind = (
            mapping(record, "payload"),
            finished_item(record),
            text(record, "type"),
        )
        self.has_items = self.has_items or bool(item)
        shape, call, event = text(payload, "type"), text(payload, "call_id"), None
        if kind in ("session_meta", "turn_context"):
            self.cwd = path_in(payload, "cwd") or self.cwd
        elif shape in ("function_call", "custom_tool_call"):
            self.asked[call] = payload
        elif shape in ("function_call_output", "custom_tool_call_output"):
            event = self._answered(call, merged(payload.get("output")))
        elif shape == "exec_command_end" or item:
            event = self._finished(payload if shape == "exec_command_end" else item)
        elif kind == "response_item" and shape == "message" and not self.has_items:
            # what versions without items write (the newer ones, too, before their first item)
            words = merged(payload.get("content"))
            if not words.lstrip().startswith(HOSTS_OWN) and not payload.get("content_item_kinds"):
                event = self._message(ROLES.get(text(payload, "role"), ""), words)
        if event:
            event.when = text(record, "timestamp")[:10]
            yield event

    def _finished(self, item: dict) -> Event | None:
        """A line that tells the whole of a message or a call."""
        call, kind = text(item, "id") or text(item, "call_id"), text(item, "type")
        if kind in ROLES.values():
            return self._message(kind, merged(item.get("content")))
        if kind in ("CommandExecution", "exec_command_end"):
            # a command that never started: perhaps there is no such folder
            folder = local(text(item, "cwd")) if item.get("exit_code") != -1 else ""
            tool, ended = "Bash", {**outcome(item), "cwd": folder}
            ended["command"] = command_of(item.get("command"))
        elif kind == "McpToolCall":
            tool = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
            output = merged(item.get("result")) or merged(item.get("error"))
            ended = {"output": output, "tool_input": mapping(item, "arguments")}
        elif kind == "FileChange":
            changed = {"file": next(iter(mapping(item, "changes")), "")}
            tool, ended = "apply_patch", {"output": merged(item), "path": path_in(changed, "file")}
        else:
            return None
        return self._ended(tool, call, **{"failed": text(item, "status") == "failed", **ended})

    def _answered(self, call: str, output: str) -> Event | None:
        """By the text of an output: all that 0.140 writes, and what a refused patch leaves."""
        asked = self.asked.get(call)
        if asked is None:
            return None
        given, tool = record(text(asked, "arguments")), text(asked, "name")
        marker = number_after(output, RUNNING)
        if marker is not None:
            self.running[str(marker)] = call
            return None
        if tool == "write_stdin":
            call = self.running.pop(str(given.get("session_id")), "")
            given = record(text(self.asked.get(call, {}), "arguments"))
        code, own = report(output)
        if not call or code is None and not output.lstrip().startswith(REFUSED):
            return None
        if tool == "apply_patch":
            path = patched(text(asked, "input") or text(given, "input"))
            return self._ended(tool, call, output=output, failed=code != 0, path=path)
        ended = {"exit_code": 1 if code is None else code, "failed": code != 0, "output": own}
        ended["command"] = command_of(given.get("cmd") or given.get("command"))
        folder = path_in(given, "workdir")
        return self._ended("Bash", call, folder, **ended) if ended["command"] else None

    def _message(self, kind: str, words: str) -> Event | None:
        """What the user (once, though older and newer lines may both tell it) or the agent said."""
        if kind == "UserMessage":
            twice, self.written = words == self.written, words if not self.has_items else ""
            return None if twice else self._event("UserPromptSubmit", prompt=words)
        return self._event("Stop", message=words) if kind else None

    def _ended(self, tool: str, call: str, cwd: str = "", **more) -> Event | None:
        """A call that ended; None when it was told already."""
        if call in self.settled:
            return None
        self.settled.add(call)
        return self._event("PostToolUse", cwd, tool=tool, tool_use_id=call, **more)

    def _event(self, name: str, cwd: str = "", **more) -> Event:
        folder = os.path.join(self.cwd, cwd) if cwd else self.cwd
        return Event(host="codex", name=name, session=self.session, cwd=folder, **more)
