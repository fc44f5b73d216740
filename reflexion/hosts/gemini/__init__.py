"""Gemini CLI: its hook payloads and transcripts as Events, and its answers.

Its events have names of their own. It sends our own context and questions back inside the next
prompt, and shows text that is no JSON to the person.
"""

from __future__ import annotations

from collections.abc import Iterator

from reflexion.hosts.event import FAILURE, SHELLS, Event, Reply, nested
from reflexion.hosts.reading import (
    EVENTS,
    Reader,
    as_event,
    call_ended,
    mapping,
    merged,
    objects,
    text,
    was_stopped,
    whole_number,
    without_frames,
)

OWN_NAMES = {**{ours: own for own, ours in EVENTS.items()}, FAILURE: "AfterTool"}
OPENED = "<untrusted_context>"
CLOSED = "</untrusted_context>"
OUTPUT = "Output: "
# the lines that follow the output, each where there is something to tell
TRAILER = ("Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: ")
# in the host's own message that begins a session
FOLDERS = "- **Workspace Directories:**\n  - "


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload, by Claude Code's name of it."""
    event = as_event(payload, _ended)
    if event.failed:
        event.name = FAILURE
    return event


def answer(event: Event, reply: Reply) -> dict[str, object]:
    """Return the answer, with the event by Gemini's name."""
    return nested(event, reply, OWN_NAMES.get(event.name, event.name), decision="deny")


def take(reader: Reader, record: dict[str, object]) -> Iterator[Event]:
    """Yield the Events of a record: it is a message, or it sets the first of them.

    A message stands in several lines, each with more of it; each part is told once.
    """
    messages = objects(mapping(record, "$set").get("messages"))
    for message in [record, *messages]:
        words = merged(message.get("content"))
        folder = words.partition(FOLDERS)[2].partition("\n")[0].strip()
        reader.cwd = folder or reader.cwd
        reader.when = text(message, "timestamp")[:10]
        is_prompt = words and text(message, "type") == "user"
        if is_prompt and reader.is_new(text(message, "id")):
            yield reader.prompt(words)
        for call in objects(message.get("toolCalls")):
            if "result" in call and reader.is_new(text(call, "id")):
                yield from _called(reader, call)


def _called(reader: Reader, call: dict[str, object]) -> Iterator[Event]:
    results = [mapping(each, "functionResponse") for each in objects(call.get("result"))]
    words = without_frames(merged([mapping(each, "response") for each in results]))
    told = {"llmContent": words, "error": words if text(call, "status") == "error" else ""}
    reader.ask(text(call, "id"), text(call, "name"), mapping(call, "args"))
    yield from reader.ended(text(call, "id"), tool_response=told)


def _ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    details = mapping(payload, "tool_response")
    if details.get("llmContent") is None:
        return call_ended(payload, found)
    words = merged(details["llmContent"])
    if found["tool"] in SHELLS:
        return _command_ended(words)
    error = merged(details.get("error"))
    return {"failed": bool(error), "interrupted": was_stopped(error), "output": error or words}


def _command_ended(words: str) -> dict[str, object]:
    """Return how a command ended by the report on it, as arguments of Event.

    A report without `Output: ` is of a command that was refused, cancelled or sent to the
    background: that is unknown. A killed command counts as status 1.
    """
    body = words.strip().removeprefix(OPENED).removesuffix(CLOSED).strip("\n")
    if not body.startswith(OUTPUT):
        return {"failed": None, "interrupted": was_stopped(body), "output": body}
    lines = body.removeprefix(OUTPUT).split("\n")
    told = {}
    while len(lines) > 1 and lines[-1].startswith(TRAILER):
        name, _, value = lines.pop().partition(": ")
        told[name] = value
    code = whole_number(told.get("Exit Code", "").strip()) or int("Signal" in told)
    output = "" if lines == ["(empty)"] else "\n".join(lines)
    return {"failed": code != 0, "exit_code": code, "output": output}
