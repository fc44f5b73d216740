"""Codex CLI: its hook payloads and transcripts ("rollouts") as Events.

A payload does not tell failure: the rollout does. Recent versions write an `item_completed` line
for each call, with the `tool_use_id` of the hooks; older ones its call and output."""

from __future__ import annotations

import os

from reflexion.hosts.event import Event, common, mapping, merged, number, path_in, record, text
from reflexion.store.fs import read_tail
from reflexion.text.lean_json import dumps

TAIL = 256 * 1024  # bytes in which the line of a call that just ended is found
WIDE = 4 << 20  # ... when its own output is longer than that; and the most that one sweep reads
RUNNING = "Process running with session ID "
STATUS = ("Process exited with code ", "Exit code: ")
PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")
REFUSED = ("exec_command failed", "apply_patch verification failed", "failed to parse function")
ROLES = {"user": "UserMessage", "assistant": "AgentMessage"}
HOSTS_OWN = ("<", "# AGENTS.md instructions")  # how messages begin that nobody typed


def read(payload: dict) -> Event:
    """The Event of a payload. PostToolUse follows success and failure of a command alike."""
    found = common(payload)
    tool, command = found["tool"], text(found["tool_input"], "command")
    if tool == "Bash":
        found["command"] = command
    elif tool == "apply_patch":
        found["path"] = patched(command)
    if found["name"] == "PostToolUse":
        response = payload.get("tool_response")
        found["output"] = merged(response)
        if tool != "Bash":
            found["failed"] = isinstance(response, dict) and response.get("isError") is True
        elif found["tool_use_id"]:
            item = find(found["transcript"], found["tool_use_id"])
            # a command that ran on in the background reports its last part only
            kept = {key: value for key, value in outcome(item).items() if key != "output" or value}
            found.update(kept if item else {})
    return Event(host="codex", **found)


def find(path: str, call: str) -> dict:
    """The finished command with this id near the rollout's end; {} when it is not there (yet)."""
    needle = dumps(call).encode()
    for size in (TAIL, WIDE):
        lines, _ = tail(path, size)
        for line in reversed(lines):  # the id also stands in the call and in its output
            item = _item(record(line)) if needle in line else {}
            if text(item, "id") == call and item.get("type") == "CommandExecution":
                return item
    return {}


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


def tail(path: str, size: int, since: int = -1) -> tuple:
    """(lines of the last `size` bytes, not from before offset `since`; the offset of their end)."""
    try:
        data, start = read_tail(path, size, since, follow=True)
    except (OSError, ValueError):
        data, start = b"", 0
    return data.split(b"\n"), start + len(data)


def outcome(item: dict) -> dict:
    """How a command ended, as arguments of Event. Code -1: the host killed or never started it."""
    code, output = item.get("exit_code"), text(item, "aggregated_output")
    if text(item, "status") == "declined" or code == -1 and item.get("process_id"):
        return {"failed": None, "interrupted": True, "output": output}
    known = isinstance(code, int) and not isinstance(code, bool)
    code = (1 if code == -1 else code) if known else None
    return {"exit_code": code, "failed": code != 0 if known else None, "output": output}


def session_of(path: str) -> str:
    """The session id in a rollout's name, `rollout-<time>-<uuid>.jsonl`; "" in any other."""
    name = path.replace("\\", "/").rpartition("/")[2]
    is_rollout = name.startswith("rollout-") and name.endswith(".jsonl")
    return name.removesuffix(".jsonl")[-36:] if is_rollout else ""


def patched(patch: str) -> str:
    """The first file that a patch names, "" when there is none."""
    named = (line for line in patch[:4000].splitlines() if line.startswith(PATCHED))
    return next(named, "").partition(": ")[2].strip()


class CodexLines:
    """A rollout's calls, each once as it ended, and what was written by either side."""

    def __init__(self, session: str):
        self.session, self.cwd, self.has_items, self.written = session, "", False, ""
        self.asked, self.running, self.settled = {}, {}, set()

    def take(self, record: dict):
        """Yield the Event of a line, if it is one of a call that ended or of a message."""
        payload, item, kind = mapping(record, "payload"), _item(record), text(record, "type")
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
        marker = _number_after(output, RUNNING)
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


def command_of(words) -> str:
    """The command line asked for: the script of `bash -lc script`, else the words joined."""
    if isinstance(words, str):
        return words
    words = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []
    wrapped = len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command", "/c")
    return words[-1] if wrapped else " ".join(words)


def report(output: str) -> tuple:
    """(exit status or None, the command's own output) of what a shell tool answered."""
    if output.startswith("{"):  # {"output": ..., "metadata": {"exit_code": 1}}
        told = record(output)
        code = mapping(told, "metadata").get("exit_code")
        return code if isinstance(code, int) else None, text(told, "output") or output
    before, mark, after = output.partition("\nOutput:\n")
    return _number_after(output, *STATUS), after if mark and len(before) < 400 else output


def local(url: str) -> str:
    """The path of a file:// URL; anything else as it is."""
    path = url.removeprefix("file://")
    if "%" in path and path != url:
        from urllib.parse import unquote

        path = unquote(path, errors="surrogateescape")
    return path[1:] if path[2:3] == ":" else path


def _number_after(output: str, *markers: str) -> int | None:
    """The number after a marker that stands at a line's start within the first lines."""
    head = ("\n" + output[:2000]).partition("\nOutput:")[0].split("\n", 9)[1:9]
    told = (line[len(mark) :].strip() for line in head for mark in markers if line.startswith(mark))
    return number(next(told, ""))


def _item(record: dict) -> dict:
    """The finished item that a line tells of; {} for any other line."""
    return mapping(mapping(record, "payload"), "item")
