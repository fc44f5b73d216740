"""Codex CLI: its hook payloads as Events. They do not tell failure: the rollout does."""

from __future__ import annotations

from reflexion.hosts.event import Event
from reflexion.hosts.fields import bounded, command_in, common, merged
from reflexion.hosts.rollout import find, outcome, patched


def read(payload: dict) -> Event:
    """The Event of a payload. PostToolUse follows success and failure of a command alike; of other
    tools only success.
    """
    event = Event(host="codex", **common(payload))
    if event.tool == "Bash":
        event.command = command_in(event.tool_input)
    elif event.tool == "apply_patch":
        event.path = patched(command_in(event.tool_input))
    if event.name == "PostToolUse":
        _ran(event, payload.get("tool_response"))
    return event


def _ran(event: Event, response) -> None:
    event.output = bounded(merged(response))
    if event.tool != "Bash":
        event.failed = isinstance(response, dict) and response.get("isError") is True
        return
    item = find(event.transcript, event.tool_use_id) if event.tool_use_id else None
    if item:
        event.exit_code, event.failed, event.interrupted, output = outcome(item)
        # a command that ran on in the background reports its last part only
        event.output = output or event.output
