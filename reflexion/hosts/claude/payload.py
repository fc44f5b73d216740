"""Claude Code: its hook payloads as Events, and what it takes for an answer.

What comes from no known host is read here, too: any payload of this shape.
"""

from reflexion.hosts.answers import encode, nested
from reflexion.hosts.event import Event, Reply
from reflexion.hosts.reading import common, is_machine_made, outcome

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
    """Return the Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    found.update(outcome(payload, found))
    found["machine"] = is_machine_made(found["prompt"], FRAMES)
    return Event(**found)


def render(event: Event, reply: Reply) -> str:
    """Return one JSON object.

    Its screen calls a question at Stop a "Stop hook error". The same text as additional
    context makes the agent go on, too, but versions older than 2.1 do not know that.
    """
    return encode(nested(event, reply))
