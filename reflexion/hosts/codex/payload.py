"""Codex CLI: its hook payloads as Events, and what it takes for an answer.

A payload does not tell failure: the rollout does.
"""

from reflexion.hosts.answers import encode, nested
from reflexion.hosts.codex.rollout import find_command, outcome, patched
from reflexion.hosts.event import SHELLS, Event, Reply
from reflexion.hosts.fields import text
from reflexion.hosts.reading import OUR_FRAME, common, ended, input_of

# how prompts begin that nobody typed
FRAMES = (
    "<subagent_notification",
    "<turn_aborted",
    "<environment_context",
    "<user_instructions",
    "<hook_prompt",
    OUR_FRAME,
)


def read(payload: dict, environ) -> Event:
    """Return the Event of a payload. PostToolUse follows success and failure alike."""
    found = common(payload)
    if found["tool"] == "apply_patch":
        found["path"] = patched(text(input_of(payload), "command"))
    if found["name"] == "PostToolUse":
        found.update(_ended(payload, found))
    found["machine"] = found["prompt"].lstrip().startswith(FRAMES)
    return Event(**found)


def render(event: Event, reply: Reply) -> str:
    """Return one JSON object; a key that Codex does not know would cost the whole answer."""
    if event.name == "PostToolUseFailure":  # an event that it has not
        event = event.but(name="PostToolUse")
    return encode(nested(event, reply))


def _ended(payload: dict, found: dict) -> dict:
    """Return how a call ended: a command by the rollout's word, else by the payload's."""
    told = ended(payload, found["tool"] in SHELLS)
    if found["tool"] not in SHELLS:
        return told
    item = find_command(found["transcript"], found["tool_use_id"])
    if item:
        kept = outcome(item)
        # a command that ran on in the background reports its last part only
        return {**kept, "output": kept["output"] or told["output"]}
    if told["failed"]:
        return told
    return {"output": told["output"]}  # nothing proves a success
