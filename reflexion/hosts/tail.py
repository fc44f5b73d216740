"""The last thing the agent did, from the end of a transcript of either host."""

from __future__ import annotations

import json

from reflexion.store.files import read_tail

TAIL = 64 * 1024  # bytes read, never more


def last_action(path: str) -> str:
    """The last command or edit in the transcript, "" when there is none to be found."""
    for line in reversed(tail_lines(path)):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        action = _action(record) if isinstance(record, dict) else ""
        if action:
            return action
    return ""


def tail_lines(path: str, size: int = TAIL) -> list:
    """The whole lines within the last `size` bytes, oldest first; [] when the file cannot be read."""
    try:
        data, start = read_tail(path, size, follow=True)
    except (OSError, ValueError):
        return []
    lines = data.split(b"\n")
    return [line for line in (lines[1:] if start else lines) if line.strip()]


def _action(record: dict) -> str:
    message = record.get("message") if isinstance(record.get("message"), dict) else {}
    content = message.get("content") if isinstance(message.get("content"), list) else []
    for block in reversed(content):  # Claude Code
        if (
            isinstance(block, dict)
            and block.get("type") == "tool_use"
            and isinstance(block.get("input"), dict)
        ):
            return _describe(str(block.get("name")), block["input"])
    payload = record.get("payload") if isinstance(record.get("payload"), dict) else {}
    if payload.get("type") == "function_call" and isinstance(
        payload.get("arguments"), str
    ):  # Codex
        try:
            arguments = json.loads(payload["arguments"])
        except ValueError:
            return ""
        return _describe(str(payload.get("name")), arguments) if isinstance(arguments, dict) else ""
    return ""


def _describe(tool: str, given: dict) -> str:
    command = given.get("command") or given.get("cmd")
    if isinstance(command, str) and command:
        return command
    path = given.get("file_path") or given.get("path") or given.get("notebook_path")
    return (
        f"{tool} {path}"
        if isinstance(path, str) and tool in ("Edit", "Write", "MultiEdit", "NotebookEdit")
        else ""
    )


def last_words(path: str) -> str:
    """The last text of the agent in the transcript's tail, "" when there is none; for hosts that do not hand it over."""
    for line in reversed(tail_lines(path)):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(record, dict):
            continue
        message = (
            record.get("message") if record.get("type") == "assistant" else record.get("payload")
        )
        if (
            not isinstance(message, dict)
            or message.get("role") not in ("assistant", None)
            or record.get("isSidechain")
        ):
            continue
        content = message.get("content")
        parts = (
            [
                block.get("text")
                for block in content
                if isinstance(block, dict) and block.get("type") in ("text", "output_text")
            ]
            if isinstance(content, list)
            else []
        )
        words = "\n".join(part for part in parts if isinstance(part, str))
        if words:
            return words
    return ""
