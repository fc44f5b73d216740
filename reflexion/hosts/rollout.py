"""Codex transcripts ("rollouts"): how a call ended, and the failures that no hook reported.

A rollout is JSON lines. Recent versions write one `item_completed` line for each command
(`CommandExecution`), patch and MCP
call, with the id that the hooks give as `tool_use_id`; older ones only the call and the text of its
output, joined by `call_id`.
"""

from __future__ import annotations

import json
import os

from reflexion.hosts.event import Event
from reflexion.hosts.fields import bounded, mapping, merged, path_in, text
from reflexion.store.files import read_tail

TAIL = 256 * 1024  # bytes in which the line of a call that just ended is found
WIDE = 4 << 20  # ... when its own output is longer than that; and the most that one sweep reads
NEEDLES = (
    b"CommandExecution",
    b"McpToolCall",
    b"FileChange",
    b"tool_call",
    b"function_call",
    b"exec_command_end",
    b"session_meta",
    b"turn_context",
)
RUNNING, EXITED, CODE = (
    "Process running with session ID ",
    "Process exited with code ",
    "Exit code: ",
)
PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")
REFUSED = (
    "exec_command failed",
    "apply_patch verification failed",
    "failed to parse function arguments",
)


def find(path: str, call: str) -> dict | None:
    """The finished item with this id near the rollout's end; None when it is not there (yet)."""
    needle = json.dumps(call).encode()
    for size in (TAIL, WIDE):
        data, _ = _read(path, -1, size)
        at = len(data)
        for _ in range(8):  # the id also stands in the call and in its output
            at = data.rfind(needle, 0, at)
            if at < 0:
                break
            start = data.rfind(b"\n", 0, at) + 1
            item = item_of(_record(data[start : _line_end(data, at)]))
            if text(item, "id") == call and item.get("type") == "CommandExecution":
                return item
            at = start
        if len(data) < size:
            return None
    return None


def outcome(item: dict) -> tuple:
    """(exit code or None, failed, interrupted, output) of a command's item. Code -1 is the host's
    own: it killed or never started it.
    """
    code = item.get("exit_code")
    code = code if isinstance(code, int) and not isinstance(code, bool) else None
    status, output = text(item, "status"), bounded(text(item, "aggregated_output"))
    if status == "declined" or (code == -1 and item.get("process_id")):
        return None, None, True, output
    if code == -1:
        return 1, True, False, output
    return code, (code != 0 if code is not None else None), False, output


def sweep(path: str, offset: int) -> tuple:
    """(Events of the calls that failed, each once, oldest first; the new offset) from what was
    written since `offset` (bytes).

    It tells all failures, those too that PostToolUse told: the caller knows these by their
    `tool_use_id`.
    """
    data, start = _read(path, offset, WIDE)
    end = data.rfind(b"\n") + 1
    seen, failures = Calls(session_of(path)), {}
    for line in data[:end].split(b"\n"):
        if any(needle in line for needle in NEEDLES):
            event = seen.take(_record(line))
            if event and event.failed:
                failures.setdefault(event.tool_use_id, event)
    return list(failures.values()), (start + end if end else offset)


def session_of(path: str) -> str:
    """The session id in a rollout's name, `rollout-<time>-<uuid>.jsonl`; "" in any other."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return (
        name[: -len(".jsonl")][-36:]
        if name.startswith("rollout-") and name.endswith(".jsonl")
        else ""
    )


def patched(patch: str) -> str:
    """The first file that a patch names, "" when there is none."""
    for line in patch[:4000].splitlines():
        if line.startswith(PATCHED):
            return line.partition(": ")[2].strip()
    return ""


class Calls:
    """The calls of one stretch of a rollout: what was asked, until the line comes that says how it
    ended.
    """

    def __init__(self, session: str):
        self.session, self.cwd, self.asked, self.running, self.settled = session, "", {}, {}, set()

    def take(self, record: dict) -> Event | None:
        """The Event of the call that this line shows as ended, once a call; None for any other
        line.
        """
        payload, kind = mapping(record, "payload"), text(record, "type")
        if kind in ("session_meta", "turn_context"):
            self.cwd = path_in(payload, "cwd") or self.cwd
            return None
        shape = text(payload, "type")
        if shape in ("function_call", "custom_tool_call"):
            self.asked[text(payload, "call_id")] = payload
            return None
        if shape in ("function_call_output", "custom_tool_call_output"):
            return self._answered(text(payload, "call_id"), merged(payload.get("output")))
        item = payload if shape == "exec_command_end" else item_of(record)
        return self._finished(item) if item else None

    def _finished(self, item: dict) -> Event | None:
        """A line that tells the whole of a call."""
        call, kind = text(item, "id") or text(item, "call_id"), text(item, "type")
        if call in self.settled:
            return None
        failed = text(item, "status") == "failed"
        if kind in ("CommandExecution", "exec_command_end"):
            code, failed, interrupted, output = outcome(item)
            # a command that never started: perhaps there is no such folder
            folder = local(text(item, "cwd")) if item.get("exit_code") != -1 else ""
            command = command_of(item.get("command"))
            more = {"exit_code": code, "interrupted": interrupted, "command": command}
            return self._event("Bash", call, output, failed, folder, **more)
        if kind == "McpToolCall":
            tool = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
            output = merged(item.get("result")) or merged(item.get("error"))
            given = mapping(item, "arguments")
            return self._event(tool, call, output, failed, tool_input=given)
        if kind == "FileChange":
            output = "\n".join(filter(None, [text(item, "stdout"), text(item, "stderr")]))
            path = next(iter(mapping(item, "changes")), "")
            return self._event("apply_patch", call, output, failed, path=path)
        return None

    def _answered(self, call: str, output: str) -> Event | None:
        """The text of an output: all that versions up to 0.140 write, and that a refused patch
        leaves in any version.
        """
        asked = self.asked.get(call)
        if asked is None:
            return None
        given, tool = _arguments(asked), text(asked, "name")
        marker = _number_after(output, RUNNING)
        if marker is not None:
            self.running[marker] = call
            return None
        if tool == "write_stdin":
            call = self.running.pop(given.get("session_id"), "")
            given = _arguments(self.asked.get(call, {}))
        code, refused = exit_code(output), output.lstrip().startswith(REFUSED)
        if not call or call in self.settled or (code is None and not refused):
            return None
        if tool == "apply_patch":
            path = patched(text(asked, "input") or text(given, "input"))
            return self._event(tool, call, output, code != 0, path=path)
        command = command_of(given.get("cmd") or given.get("command"))
        if not command:
            return None
        code = 1 if code is None else code
        folder = path_in(given, "workdir")
        more = {"exit_code": code, "command": command}
        return self._event("Bash", call, _own_output(output), code != 0, folder, **more)

    def _event(self, tool: str, call: str, output: str, failed, cwd: str = "", **more) -> Event:
        self.settled.add(call)
        return Event(
            host="codex",
            name="PostToolUse",
            session=self.session,
            tool=tool,
            tool_use_id=call,
            cwd=os.path.join(self.cwd, cwd) if cwd else self.cwd,
            output=bounded(output),
            failed=failed,
            **more,
        )


def command_of(words) -> str:
    """The command line asked for: the script of `bash -lc script`, else the words joined."""
    if isinstance(words, str):
        return words
    words = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []
    if len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command", "/c"):
        return words[-1]
    return " ".join(words)


def exit_code(output: str) -> int | None:
    """The exit status that the text of a shell tool's output tells; None when it tells none."""
    head = output[:2000]
    for marker in (EXITED, CODE):
        number = _number_after(head, marker)
        if number is not None:
            return number
    if head.startswith("{"):  # {"output": ..., "metadata": {"exit_code": 1}}
        code = mapping(_record(output.encode("utf-8", "replace")), "metadata").get("exit_code")
        return code if isinstance(code, int) else None
    return None


def local(url: str) -> str:
    """The path of a file:// URL; anything else as it is."""
    if not url.startswith("file://"):
        return url
    parts = url[len("file://") :].encode("utf-8", "replace").split(b"%")
    decoded = [parts[0]]
    for part in parts[1:]:
        try:
            decoded.append(bytes([int(part[:2], 16)]) + part[2:])
        except ValueError:
            decoded.append(b"%" + part)
    path = b"".join(decoded).decode("utf-8", "surrogateescape")
    return path[1:] if path[2:3] == ":" else path


def _own_output(output: str) -> str:
    """The command's own output within the host's report."""
    if output.startswith("{"):
        return text(_record(output.encode("utf-8", "replace")), "output") or output
    before, mark, after = output.partition("\nOutput:\n")
    return after if mark and len(before) < 400 else output


def _number_after(output: str, marker: str) -> int | None:
    """The number after a marker that stands at a line's start within the first lines."""
    for line in output[:2000].split("\n", 8)[:8]:
        if line.startswith("Output:"):
            return None
        if line.startswith(marker):
            digits = line[len(marker) :].strip()
            return int(digits) if digits.lstrip("-").isdigit() and len(digits) < 12 else None
    return None


def _arguments(call: dict) -> dict:
    return (
        _record(text(call, "arguments").encode("utf-8", "replace"))
        if text(call, "arguments")
        else {}
    )


def item_of(record: dict) -> dict:
    """The finished item that a line tells of; {} for any other line."""
    return mapping(mapping(record, "payload"), "item")


def _record(line: bytes) -> dict:
    try:
        record = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _line_end(data: bytes, at: int) -> int:
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end


def _read(path: str, offset: int, size: int) -> tuple:
    """(bytes, where they start): at most `size` up to the end; offset -1 means as much as that,
    else not before offset.
    """
    try:
        return read_tail(path, size, offset, follow=True)
    except (OSError, ValueError):
        return b"", 0
