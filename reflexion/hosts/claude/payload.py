"""Claude Code: its hook payloads as Events, and what it takes for an answer.

What comes from no known host is read here, too: any payload of this shape."""

from __future__ import annotations

from reflexion.hosts.event import Event
from reflexion.hosts.reading import common, outcome, without

# blocks of which a prompt consists that nobody typed
FRAMES = (
    "task-notification",
    "teammate-message",
    "agent-message",
    "system-reminder",
    "local-command-caveat",
    "local-command-stdout",
    "local-command-stderr",
    "bash-stdout",
    "bash-stderr",
)


def read(payload: dict, environ) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    found.update(outcome(payload, found))
    found["machine"] = is_machine_made(found["prompt"])
    return Event(**found)


def is_machine_made(prompt: str) -> bool:
    """Is there nothing in a prompt but what the host put into it?"""
    return prompt.lstrip()[:1] == "<" and not without(prompt, FRAMES).strip()
