"""Codex CLI: its hook payloads as Events, and what it takes for an answer.

A payload does not tell failure: the rollout does."""

from __future__ import annotations

from reflexion.hosts.codex.rollout import find, outcome, patched
from reflexion.hosts.event import CONTEXT, SHELLS, Answer, Event, Said, bare_or_nested
from reflexion.hosts.fields import text
from reflexion.hosts.reading import common, ended

SPEAKS = tuple(name for name in CONTEXT if name != "PostToolUseFailure")  # it has no such event
FRAMES = ("<subagent_notification", "<turn_aborted", "<environment_context", "<user_instructions")


def read(payload: dict, environ) -> Event:
    """The Event of a payload. PostToolUse follows success and failure of a command alike."""
    found = common(payload)
    if found["tool"] == "apply_patch":
        found["path"] = patched(text(found["tool_input"], "command"))
    if found["name"] == "PostToolUse":
        found.update(_ended(payload, found))
    found["machine"] = found["prompt"].lstrip().startswith(FRAMES)
    return Event(**found)


def _ended(payload: dict, found: dict) -> dict:
    """How a call ended: a command by the rollout's word, else by what the payload calls it."""
    told = ended(payload, found["tool"] in SHELLS)
    if found["tool"] not in SHELLS:
        return told
    item = find(found["transcript"], found["tool_use_id"]) if found["tool_use_id"] else {}
    if item:
        # a command that ran on in the background reports its last part only
        kept = {key: value for key, value in outcome(item).items() if key != "output" or value}
        return {"output": told["output"], **kept}
    if told["failed"]:
        return told
    return {"output": told["output"]}  # nothing proves a success


def render(event: Event, answer: Answer) -> str:
    """Bare text, or one JSON object; a key that Codex does not know costs the whole answer."""
    said = Said(event, answer, SPEAKS)
    if not said.context:
        said.deny = said.deny.removesuffix(".")  # Codex goes on with ". Command: …"
    return bare_or_nested(event, said)
