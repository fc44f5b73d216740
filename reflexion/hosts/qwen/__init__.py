"""Qwen Code: its hook payloads and transcripts as Events. Its answers are event.nested's.

Claude Code's events and shapes, with tools of its own names. UserPromptSubmit comes again after
each tool's result and after a question at Stop, without `submitted_prompt`.
"""

from __future__ import annotations

from collections.abc import Iterator

from reflexion.hosts.event import PROMPT, SHELLS, Event
from reflexion.hosts.reading import (
    STATUS,
    Reader,
    as_event,
    call_ended,
    mapping,
    merged,
    objects,
    text,
    whole_number,
)

NONE = ("(none)", "(empty)")
TYPED = ("", "real_user")  # who wrote a line of the person, by its provenance


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload."""
    # `prompt` of a typed command `/name` is the text that it stands for
    typed = {**payload, "prompt": payload.get("submitted_prompt")}
    given = text(mapping(payload, "tool_input"), "command")
    code, output = _split_report(merged(payload.get("error")), given)
    typed["error"] = f"{STATUS}{code}\n{output}" if code else output
    event = as_event(typed, _ended)
    if event.name == PROMPT and "submitted_prompt" not in payload:
        event.name = ""  # nobody typed it, and the turn goes on
    return event


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record: a call and its result are parts of different lines."""
    kind = text(record, "type")
    parts = objects(mapping(record, "message").get("parts"))
    reader.agent = text(record, "agentId")
    if kind == "user":
        shown = text(mapping(record, "systemPayload"), "displayText")
        yield reader.prompt(shown or merged(parts), text(record, "provenance") not in TYPED)
    elif kind == "tool_result":
        told = mapping(record, "toolCallResult")
        answers = [mapping(mapping(part, "functionResponse"), "response") for part in parts]
        has_failed = text(told, "status") == "error" or any("error" in each for each in answers)
        ended = {"error": merged(answers), "tool_response": {"llmContent": merged(answers)}}
        yield from reader.ended(text(told, "callId"), has_failed, **ended)
    for call in (mapping(part, "functionCall") for part in parts):
        reader.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))


def _ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call of PostToolUse ended: well, though its status may be another than 0."""
    words = mapping(payload, "tool_response").get("llmContent")
    if words is None:
        return call_ended(payload, found)
    if found["tool"] not in SHELLS:
        return {"failed": False, "output": merged(words)}
    code, output = _split_report(merged(words), text(found, "command"))
    if code is None:  # it runs in the background
        return {"output": output}
    # it takes grep's 1, for instance, for a success
    return {"failed": False, "exit_code": None if code else 0, "output": output}


def _split_report(words: str, command: str) -> tuple[int | None, str]:
    """Return (exit status or None, the command's own output) of the report on a command.

    It has the lines Command, Directory, Output, Error, Exit Code, Signal, Process Group PGID.
    """
    words = words.removeprefix(f"Command: {command}\n")
    before, named, after = words.rpartition("\nExit Code: ")
    if not named:
        return None, words
    body, _, error = before.rpartition("\nError: ")
    output = ("\n" + body).partition("\nOutput: ")[2] or body
    parts = [part for part in (output, error) if part not in NONE]
    return whole_number(after.partition("\n")[0].strip()), "\n".join(parts)
