"""Codex CLI: its hook payloads and transcripts ("rollouts") as Events, and its answers.

A payload does not tell failure: the rollout does.
A line `item_completed` tells of each prompt and of each call, with the `tool_use_id` of the hooks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from reflexion.hosts.event import FAILURE, SHELLS, Event, Reply, nested
from reflexion.hosts.reading import (
    MAX_LINE,
    Reader,
    as_event,
    call_ended,
    mapping,
    merged,
    path_in,
    text,
    whole_number,
)
from reflexion.store import fs
from reflexion.text.json_object import object_or_empty

TAIL = 4 << 20  # bytes of a rollout's end in which a call that just ended is looked for


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload. PostToolUse follows success and failure alike."""
    return as_event(payload, _ended)


def answer(event: Event, reply: Reply) -> dict[str, object]:
    """Return the answer; a key or an event that Codex does not know would cost all of it."""
    return nested(event, reply, "PostToolUse" if event.name == FAILURE else event.name)


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record."""
    payload = mapping(record, "payload")
    if text(record, "type") == "session_meta":
        # a sub-agent has a rollout of its own, which names the session above it
        thread = text(payload, "id")
        reader.session = text(payload, "session_id") or thread or reader.session
        reader.agent = thread if text(payload, "thread_source") == "subagent" else ""
    reader.cwd = path_in(payload, "cwd") or reader.cwd
    item = mapping(payload, "item")
    kind, call = text(item, "type"), text(item, "id")
    if kind == "UserMessage":
        yield reader.prompt(merged(item.get("content")))
    elif kind == "CommandExecution":
        reader.ask(call, "Bash", {"command": _command_in(item)})
        yield from reader.ended(call, item=item)
    elif kind == "FileChange":
        reader.ask(call, "apply_patch", {"path": next(iter(mapping(item, "changes")), "")})
        words, has_failed = merged(item), text(item, "status") == "failed"
        yield from reader.ended(call, has_failed, error=words, tool_response=words)


def _ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call ended: a command by the rollout's word, else by the payload's."""
    told = call_ended(payload, found)
    if found["tool"] not in SHELLS:
        return told
    path, call = path_in(payload, "transcript_path"), text(payload, "tool_use_id")
    item = mapping(payload, "item") or _find_command(path, call)
    if item:
        kept = _outcome(item)
        # a command that ran on in the background reports its last part only
        return {**kept, "output": kept["output"] or told["output"]}
    return told if told.get("failed") else {"output": told["output"]}  # nothing proves a success


def _find_command(path: str, call: str) -> dict[str, object]:
    """Return the finished command with this id near the rollout's end; {} without one."""
    try:
        tail = fs.read_tail(path, TAIL)
    except (OSError, ValueError):
        return {}
    needle = json.dumps(call).encode()
    for line in reversed(tail.split(b"\n")):
        # the id also stands in the lines of the call and of its output
        record = object_or_empty(line, MAX_LINE) if needle in line else {}
        item = mapping(mapping(record, "payload"), "item")
        if text(item, "id") == call and item.get("type") == "CommandExecution":
            return item
    return {}


def _outcome(item: dict[str, object]) -> dict[str, object]:
    """Return how a command ended, as arguments of Event.

    Code -1 is Codex's for a command that it killed or never started.
    """
    code = whole_number(item.get("exit_code"))
    output = text(item, "aggregated_output")
    was_killed = code == -1 and item.get("process_id")
    if text(item, "status") == "declined" or was_killed:
        return {"failed": None, "interrupted": True, "output": output}
    if code is None:
        return {"failed": None, "output": output}
    return {"exit_code": 1 if code == -1 else code, "failed": code != 0, "output": output}


def _command_in(item: dict[str, object]) -> str:
    """Return the command line of a command: the script of `bash -lc script`, or its words."""
    asked = item.get("command")
    words = list(map(str, asked)) if isinstance(asked, list) else []
    is_wrapped = len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command", "/c")
    return words[-1] if is_wrapped else " ".join(words)
