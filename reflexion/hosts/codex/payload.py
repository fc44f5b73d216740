"""Codex CLI: its hook payloads as Events, and what it takes for an answer.

A payload does not tell failure: the rollout does."""

from __future__ import annotations

from reflexion.hosts.answers import CONTEXT, Said, bare_or_nested
from reflexion.hosts.codex.rollout import find, outcome, patched
from reflexion.hosts.event import Answer, Event
from reflexion.hosts.fields import merged, text
from reflexion.hosts.reading import common

SPEAKS = tuple(name for name in CONTEXT if name != "PostToolUseFailure")  # it has no such event


def read(payload: dict, environ) -> Event:
    """The Event of a payload. PostToolUse follows success and failure of a command alike."""
    found = common(payload)
    tool, command = found["tool"], text(found["tool_input"], "command")
    if tool == "Bash":
        found["command"] = command
    elif tool == "apply_patch":
        found["path"] = patched(command)
    if found["name"] == "PostToolUse":
        response = payload.get("tool_response")
        found["output"] = merged(response)
        if tool != "Bash":
            found["failed"] = isinstance(response, dict) and response.get("isError") is True
        elif found["tool_use_id"]:
            item = find(found["transcript"], found["tool_use_id"])
            # a command that ran on in the background reports its last part only
            kept = {key: value for key, value in outcome(item).items() if key != "output" or value}
            found.update(kept if item else {})
    return Event(host="codex", **found)


def render(event: Event, answer: Answer) -> str:
    """Bare text, or one JSON object; a key that Codex does not know costs the whole answer."""
    return bare_or_nested(event, Said(event, answer, SPEAKS))
