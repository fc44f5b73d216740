"""Claude Code: its hook payloads and transcripts as Events. Its answers are event.nested's.

What comes from no known host is read here, too: any payload of this shape, OpenCode's among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from reflexion.hosts import reading
from reflexion.hosts.event import FAILURE, Event, Reader


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    return reading.as_event(payload, _ended)


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record: a call and its result are blocks of different lines."""
    kind = reading.text(record, "type")
    reader.agent = reading.text(record, "agentId")
    content = reading.mapping(record, "message").get("content")
    if isinstance(content, str) and kind == "user" and not record.get("isCompactSummary"):
        content = [{"type": "text", "text": content}]
    is_typed = kind == "user" and not record.get("isMeta")
    for block in reading.objects(content) if kind in ("user", "assistant") else ():
        if reading.text(block, "type") != "text":
            yield from _of_call(reader, block)
        elif is_typed:
            yield reader.prompt(
                reading.text(block, "text"), reading.was_stopped(reading.text(block, "text"))
            )


def _of_call(reader: Reader, block: dict[str, object]) -> Iterator[Event]:
    """Keep a call, or yield the Event of its result."""
    shape = reading.text(block, "type")
    words = reading.merged(block.get("content"))
    if shape == "tool_use":
        reader.ask(
            reading.text(block, "id"), reading.text(block, "name"), reading.mapping(block, "input")
        )
    elif shape == "tool_result" and block.get("is_error") is True:
        yield from reader.ended(reading.text(block, "tool_use_id"), FAILURE, error=words)
    elif shape == "tool_result":
        yield from reader.ended(reading.text(block, "tool_use_id"), tool_response=words)


def _ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call of PostToolUse ended: well, unless its answer says otherwise."""
    told = reading.call_ended(payload, found)
    details = reading.details_of(payload)
    if reading.text(details, "backgroundTaskId"):  # it still runs
        told.update(failed=None, exit_code=None)
    elif reading.text(details, "returnCodeInterpretation"):  # grep's 1, for instance
        told.update(exit_code=None)
    return told
