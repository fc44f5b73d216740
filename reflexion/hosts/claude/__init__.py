"""Claude Code: its transcripts as Events.

Payloads of its shape, from whatever host, are read by `reading.as_event`; `event.nested` answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from reflexion.hosts.event import Event
from reflexion.hosts.reading import Reader, mapping, merged, objects, text, was_stopped


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record: a call and its result are blocks of different lines."""
    reader.agent = text(record, "agentId")
    is_written = record.get("isMeta") or record.get("isCompactSummary")
    is_typed = text(record, "type") == "user" and not is_written
    content = mapping(record, "message").get("content")
    words = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for block in objects(words):
        if text(block, "type") != "text":
            yield from _of_call(reader, block)
        elif is_typed:
            yield reader.prompt(text(block, "text"), was_stopped(text(block, "text")))


def _of_call(reader: Reader, block: dict[str, object]) -> Iterator[Event]:
    """Keep a call, or yield the Event of its result."""
    shape = text(block, "type")
    if shape == "tool_use":
        reader.ask(text(block, "id"), text(block, "name"), mapping(block, "input"))
    elif shape == "tool_result":
        words = merged(block.get("content"))
        has_failed = block.get("is_error") is True
        call = text(block, "tool_use_id")
        yield from reader.ended(call, has_failed, error=words, tool_response=words)
