"""OpenCode: payloads of our own module in it, shaped like Claude Code's, with `host`.

It has no hooks that run commands: `reflexion.js` forwards its events and puts the answers where the
model reads them."""

from __future__ import annotations

from reflexion.hosts.event import Answer, Event, Said, nested
from reflexion.hosts.fields import MAX_NAME, text
from reflexion.hosts.reading import common, outcome, typed_skill

TOOLS = {"bash": "Bash", "edit": "Edit", "write": "Write", "read": "Read", "skill": "Skill"}


def read(payload: dict, environ) -> Event:
    """The Event of a payload."""
    found = common(payload, TOOLS)
    found.update(outcome(payload, found))
    found["prompt"] = typed(found["prompt"])
    found["skill"] = typed_skill(found["prompt"])
    if found["tool"] == "Skill":
        found["skill"] = text(found["tool_input"], "name")[:MAX_NAME]
    found["mute"] = found["name"] == "PreToolUse"
    return Event(**found)


def render(event: Event, answer: Answer) -> str:
    """One JSON object, as Claude Code takes it."""
    return nested(event, Said(event, answer))


def typed(prompt: str) -> str:
    """A prompt as it was typed: `opencode run "two words"` puts it in quotes."""
    inner = prompt[1:-1]
    quoted = len(prompt) > 2 and prompt[0] == prompt[-1] == '"'
    return inner if quoted and '"' not in inner else prompt
