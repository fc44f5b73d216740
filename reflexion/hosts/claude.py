"""Claude Code: its hook payloads as Events."""

from __future__ import annotations

from reflexion.hosts.event import Event
from reflexion.hosts.fields import bounded, command_in, common, mapping, merged, text

SHELLS = ("Bash", "PowerShell")
STATUS = "Exit code "


def read(payload: dict) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure with `error`, any other as
    PostToolUse with `tool_response`.
    """
    event = Event(host="claude", **common(payload))
    if event.tool in SHELLS:
        event.command = command_in(event.tool_input)
    if event.name == "PostToolUseFailure":
        event.failed = True
        event.interrupted = payload.get("is_interrupt") is True
        event.exit_code, event.output = split_status(bounded(merged(payload.get("error"))))
    elif event.name == "PostToolUse":
        _succeeded(event, payload)
    return event


def split_status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    number = first[len(STATUS) :].strip()
    if first.startswith(STATUS) and number.lstrip("-").isdigit() and len(number) < 12:
        return int(number), rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


def _succeeded(event: Event, payload: dict) -> None:
    details = mapping(payload, "tool_response")
    event.output = bounded(merged(payload.get("tool_response")))
    event.benign = text(details, "returnCodeInterpretation")[:500]
    event.interrupted = details.get("interrupted") is True
    # it still runs, or was cut off
    unknown = event.interrupted or bool(text(details, "backgroundTaskId"))
    event.failed = None if unknown else False
    if event.command and not unknown and not event.benign:
        event.exit_code = 0
