"""Codex's transcripts ("rollouts") as Events, and the failures that no hook reported."""

from __future__ import annotations

import os

from reflexion.hosts.calls import Reader
from reflexion.hosts.codex.payload import FRAMES
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
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.fields import mapping, merged, path_in, record, text
from reflexion.hosts.jsonl import tail

PLACE = ("sessions", "*", "*", "*", "rollout-*.jsonl")  # year, month and day
RUNNING = "Process running with session ID "
REFUSED = ("exec_command failed", "apply_patch verification failed", "failed to parse function")
ROLES = {"user": "UserMessage", "assistant": "AgentMessage"}
HOSTS_OWN = ("<", "# AGENTS.md instructions")  # how messages begin that nobody typed


def sweep(path: str, offset: int) -> tuple:
    """(Events of the calls that failed since `offset` (bytes), each once, in order; new offset).
    PostToolUse told some of them already: the caller knows these by their `tool_use_id`."""
    lines, end = tail(path, WIDE, offset)
    seen = Lines(session_of(path))
    failures = {}
    for line in lines[:-1]:  # what follows the last line's end is still being written
        for event in seen.take(record(line)):
            if event.failed:
                event.when = ""  # it is told as it happens
                failures.setdefault(event.tool_use_id, event)
    reached = end - len(lines[-1]) if len(lines) > 1 else offset
    return list(failures.values()), reached


class Lines(Reader):
    """A rollout's calls, each once as it ended, and what was written by either side.

    Newer versions tell a call or a message as a finished item; older ones tell a call by what was
    asked and what was answered, joined by the call's id, and a message by itself."""

    host = "codex"

    def __init__(self, session: str):
        super().__init__(session)
        self.has_items = False  # does this version write finished items?
        self.written = ""  # the last prompt that was told by a message
        self.asked = {}  # call id -> what was asked
        self.running = {}  # id of a running process -> call id
        self.settled = set()  # ids of calls that were told

    def take(self, record: dict):
        payload = mapping(record, "payload")
        item = finished_item(record)
        self.has_items = self.has_items or bool(item)
        if text(record, "type") in ("session_meta", "turn_context"):
            self.cwd = path_in(payload, "cwd") or self.cwd
            return
        self.when = text(record, "timestamp")[:10]
        event = self._finished(item) if item else self._told(text(record, "type"), payload)
        if event:
            yield event

    def _told(self, kind: str, payload: dict) -> Event | None:
        """A line that holds no finished item."""
        shape = text(payload, "type")
        call = text(payload, "call_id")
        if shape == "exec_command_end":
            return self._finished(payload)
        if shape in ("function_call", "custom_tool_call"):
            self.asked[call] = payload
        elif shape in ("function_call_output", "custom_tool_call_output"):
            return self._answered(call, merged(payload.get("output")))
        elif (kind, shape) == ("response_item", "message") and not self.has_items:
            return self._of_older(payload)
        return None

    def _of_older(self, payload: dict) -> Event | None:
        """A message as versions without items write it (the newer ones, too, before the first)."""
        words = merged(payload.get("content"))
        if words.lstrip().startswith(HOSTS_OWN) or payload.get("content_item_kinds"):
            return None
        return self._message(ROLES.get(text(payload, "role"), ""), words)

    def _finished(self, item: dict) -> Event | None:
        """A line that tells the whole of a message or a call."""
        kind = text(item, "type")
        if kind in ROLES.values():
            return self._message(kind, merged(item.get("content")))
        tool_and_end = _end_of(kind, item)
        if tool_and_end is None:
            return None
        tool, end = tool_and_end
        call = text(item, "id") or text(item, "call_id")
        return self._ended(tool, call, **{"failed": text(item, "status") == "failed", **end})

    def _answered(self, call: str, output: str) -> Event | None:
        """By the text of an output: all that 0.140 writes, and what a refused patch leaves."""
        asked = self.asked.get(call)
        if asked is None:
            return None
        process = number_after(output, RUNNING)
        if process is not None:
            self.running[str(process)] = call
            return None
        tool = text(asked, "name")
        given = record(text(asked, "arguments"))
        if tool == "write_stdin":  # what was typed into a running process: its end is the call's
            call = self.running.pop(str(given.get("session_id")), "")
            given = record(text(self.asked.get(call, {}), "arguments"))
        code, own = report(output)
        if not call or code is None and not output.lstrip().startswith(REFUSED):
            return None
        if tool == "apply_patch":
            path = patched(text(asked, "input") or text(given, "input"))
            return self._ended(tool, call, output=output, failed=code != 0, path=path)
        return self._command(call, given, 1 if code is None else code, own)

    def _command(self, call: str, given: dict, code: int, output: str) -> Event | None:
        command = command_of(given.get("cmd") or given.get("command"))
        if not command:
            return None
        end = {"command": command, "exit_code": code, "failed": code != 0, "output": output}
        return self._ended("Bash", call, path_in(given, "workdir"), **end)

    def _message(self, kind: str, words: str) -> Event | None:
        """What the user (once, though older and newer lines may both tell it) or the agent said."""
        if kind == ROLES["assistant"]:
            return self.event("Stop", message=words)
        if kind != ROLES["user"]:
            return None
        is_told = words == self.written
        self.written = "" if self.has_items else words
        if is_told:
            return None
        return self.event(PROMPT, prompt=words, machine=words.lstrip().startswith(FRAMES))

    def _ended(self, tool: str, call: str, cwd: str = "", **more) -> Event | None:
        """A call that ended; None when it was told already."""
        if call in self.settled:
            return None
        self.settled.add(call)
        folder = os.path.join(self.cwd, cwd) if cwd else self.cwd
        return self.event("PostToolUse", tool=tool, tool_use_id=call, cwd=folder, **more)


def _end_of(kind: str, item: dict):
    """(tool, how it ended as arguments of Event) of a finished call; None for anything else."""
    if kind in ("CommandExecution", "exec_command_end"):
        # a command that never started: perhaps there is no such folder
        folder = local(text(item, "cwd")) if item.get("exit_code") != -1 else ""
        return "Bash", {**outcome(item), "cwd": folder, "command": command_of(item.get("command"))}
    if kind == "McpToolCall":
        output = merged(item.get("result")) or merged(item.get("error"))
        tool = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
        return tool, {"output": output, "tool_input": mapping(item, "arguments")}
    if kind == "FileChange":
        changed = {"file": next(iter(mapping(item, "changes")), "")}
        return "apply_patch", {"output": merged(item), "path": path_in(changed, "file")}
    return None
