"""GitHub Copilot CLI: its hook payloads and transcripts as Events, and its answers.

It runs the hooks of `.claude/settings.json`, too. PostToolUse follows commands that failed; the
exit status stands in the last line of the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion.hosts.event import SHELLS, Event, Reply, nested
from reflexion.hosts.reading import Reader, as_event, call_ended, mapping, merged, path_in, text

SOURCES = {"new": "startup"}
STATUS = re.compile(r"<shellId: [^\n]* completed with exit code (-?[0-9]{1,10})>")
REFUSED = ("rejected", "denied")  # types of a result
# what stands before the context of our hooks in a result, behind a line about the tool
GUIDANCE = ". Additional guidance from postToolUse hooks:\n"


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload, its fields in either case.

    Inside of a sub-agent `session_id` is the sub-agent's in most events. Its Stop is dropped:
    SubagentStop, which follows, is the one that can go on.
    """
    event = as_event(payload, _ended)
    if "agent_name" in payload and event.name != "SubagentStop":
        event.name = "SubagentStart"  # which comes without a name
    event.source = SOURCES.get(event.source, event.source)
    if event.agent:
        event.session = text(payload, "parent_agent_id") or event.session
        event.name = "" if event.name == "Stop" else event.name
    return event


def answer(event: Event, reply: Reply) -> dict[str, object]:
    """Return the answer with the context and the permission at its top."""
    found = nested(event, reply)
    found.update(mapping(found, "hookSpecificOutput"))
    found.pop("hookSpecificOutput", None)
    found.pop("hookEventName", None)
    return found


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record: a call begins in one and is complete in a later one."""
    kind = text(record, "type")
    data = mapping(record, "data")
    reader.cwd = path_in(mapping(data, "context"), "cwd") or reader.cwd
    reader.agent = text(record, "agentId")
    call = text(data, "toolCallId")
    words, guidance, _ = merged(mapping(data, "result").get("content")).partition(GUIDANCE)
    words = words.rpartition("\n\nTool ")[0] if guidance else words
    if kind == "user.message":
        yield reader.prompt(text(data, "content"))
    elif kind == "tool.execution_start":
        reader.ask(call, text(data, "toolName"), mapping(data, "arguments"))
    elif kind == "tool.execution_complete":
        error = merged(data.get("error")) or words
        told = {"text_result_for_llm": words, "result_type": "success"}
        has_failed = data.get("success") is False
        yield from reader.ended(call, has_failed, error=error, tool_response=told)


def _ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call ended. A command without a status in its last line may run on."""
    details = mapping(payload, "tool_response")
    words = text(details, "text_result_for_llm")
    kind = text(details, "result_type")
    if not words and not kind:
        return call_ended(payload, found)
    told = {"interrupted": kind in REFUSED}
    if found["tool"] not in SHELLS:
        return {**told, "failed": kind == "failure", "output": words}
    words = words.rstrip()
    output, _, last = words.rpartition("\n")
    status = STATUS.fullmatch(last)
    if not status:
        return {**told, "failed": None, "exit_code": None, "output": words}
    code = int(status[1])
    return {**told, "failed": code != 0, "exit_code": code, "output": output}
