"""OpenCode: payloads of our own module in it, shaped like Claude Code's, with `host`.

It has no hooks that run commands: `reflexion.js` forwards its events and puts the answers, which
are event.nested's, where the model reads them.
"""

from reflexion.hosts.event import Event
from reflexion.hosts.reading import as_event

TOOLS = {"bash": "Bash", "edit": "Edit", "write": "Write", "read": "Read", "skill": "Skill"}


def read(payload: dict[str, object]) -> Event:
    """Return the Event of a payload."""
    return as_event(payload, TOOLS)
