"""The last thing the agent did or said, from the end of a transcript of either host."""

from __future__ import annotations

import json

from reflexion.hosts.fields import mapping, text
from reflexion.store.files import read_tail

TAIL = 64 * 1024  # bytes read, never more
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


def last_action(path: str) -> str:
    """The last command or edit in the transcript, "" when there is none to be found."""
    return next(filter(None, map(_action, _records(path))), "")


def last_words(path: str) -> str:
    """The last text of the agent in the transcript's tail, "" when there is none."""
    return next(filter(None, map(_words, _records(path))), "")


def tail_lines(path: str, size: int = TAIL) -> list:
    """The whole lines within the last `size` bytes, oldest first; [] when unreadable."""
    try:
        data, start = read_tail(path, size, follow=True)
    except (OSError, ValueError):
        return []
    lines = data.split(b"\n")
    return [line for line in (lines[1:] if start else lines) if line.strip()]


def _records(path: str):
    """The JSON objects of the tail, newest first."""
    for line in reversed(tail_lines(path)):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record


def _action(record: dict) -> str:
    for block in reversed(_blocks(mapping(record, "message"))):  # Claude Code
        if block.get("type") == "tool_use" and isinstance(block.get("input"), dict):
            return _describe(str(block.get("name")), block["input"])
    payload = mapping(record, "payload")
    if payload.get("type") != "function_call":  # Codex
        return ""
    try:
        given = json.loads(text(payload, "arguments"))
    except ValueError:
        return ""
    return _describe(str(payload.get("name")), given) if isinstance(given, dict) else ""


def _describe(tool: str, given: dict) -> str:
    command = text(given, "command") or text(given, "cmd")
    path = text(given, "file_path") or text(given, "path") or text(given, "notebook_path")
    return command or (f"{tool} {path}" if path and tool in EDITS else "")


def _words(record: dict) -> str:
    by_agent = record.get("type") == "assistant"
    message = mapping(record, "message" if by_agent else "payload")
    if message.get("role") not in ("assistant", None) or record.get("isSidechain"):
        return ""
    blocks = _blocks(message)
    parts = [text(it, "text") for it in blocks if it.get("type") in ("text", "output_text")]
    return "\n".join(filter(None, parts))


def _blocks(message: dict) -> list:
    content = message.get("content")
    return [it for it in content if isinstance(it, dict)] if isinstance(content, list) else []
