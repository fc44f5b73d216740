"""Codex CLI: its hook payloads as Events, and what it takes as an answer. Its payloads do not tell failure: the rollout does."""

from __future__ import annotations

from reflexion.hosts.event import Event
from reflexion.hosts.fields import answer_text, common, merged, text
from reflexion.hosts.rollout import find, outcome, patched, sweep  # noqa: F401 (sweep is part of this module's interface)

PLAIN = ("UserPromptSubmit", "SessionStart")
SPEAKS = (*PLAIN, "PreToolUse", "PostToolUse", "SubagentStart")
NOTICES = (*SPEAKS, "Stop")


def read(payload: dict, environ) -> Event:
    """The Event of a payload. PostToolUse follows success and failure of a command alike; of other tools only success."""
    event = Event(host="codex", **common(payload))
    if event.tool == "Bash":
        event.command = text(event.tool_input, "command")
    elif event.tool == "apply_patch":
        event.path = patched(text(event.tool_input, "command"))
    if event.name == "PostToolUse":
        _ran(event, payload)
    return event


def reply(event: Event, answer) -> str:
    """Strict: an unknown key or event name costs the whole answer."""
    return answer_text(event, answer, PLAIN, SPEAKS, NOTICES)


def _ran(event: Event, payload: dict) -> None:
    response = payload.get("tool_response")
    event.output = merged(response)
    if event.tool != "Bash":
        event.failed = isinstance(response, dict) and response.get("isError") is True
        return
    found = find(event.transcript, event.tool_use_id) if event.tool_use_id else None
    if found:
        event.exit_code, event.failed, event.interrupted, output = outcome(found)
        event.output = (
            output or event.output
        )  # a command that ran on in the background reports its last part only
