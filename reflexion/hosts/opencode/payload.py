"""OpenCode: payloads of our own module in it, shaped like Claude Code's, with `host`.

It has no hooks that run commands: `plugin.js` forwards its events and puts the answers where the
model reads them."""

from __future__ import annotations

from reflexion.hosts.answers import Said, nested
from reflexion.hosts.event import SHELLS, Answer, Event
from reflexion.hosts.fields import MAX_NAME, merged, text
from reflexion.hosts.reading import common, ended, result_of, typed_skill, was_stopped

TOOLS = {"bash": "Bash", "edit": "Edit", "write": "Write", "read": "Read", "skill": "Skill"}


def read(payload: dict, environ) -> Event:
    """The Event of a payload. A command that was killed has no exit status."""
    found = common(payload, TOOLS)
    given = found["tool_input"]
    if found["tool"] == "Skill":
        found["skill"] = found["skill"] or text(given, "name")[:MAX_NAME]
    if found["name"] == "PostToolUseFailure":
        words = merged(payload.get("error")) or merged(result_of(payload))
        told = ended(result_of(payload), found["tool"] in SHELLS)
        found.update(failed=True, interrupted=was_stopped(words), output=words)
        found["exit_code"] = told["exit_code"] or None
    elif found["name"] == "PostToolUse":
        found.update(_ended(result_of(payload), found["tool"] in SHELLS))
    found["prompt"] = typed(found["prompt"])
    found["skill"] = found["skill"] or typed_skill(found["prompt"])
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


def _ended(result, is_shell: bool) -> dict:
    """How a call ended by what its answer says; a shell's answer with `exit_code` null does not."""
    details = result if isinstance(result, dict) else {}
    found = ended(result, is_shell)
    killed = "exit_code" in details and details["exit_code"] is None
    if is_shell and (killed or details.get("interrupted") is True):
        found.update(failed=None, exit_code=None, interrupted=True)
    return found
