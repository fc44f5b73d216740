"""Put a Reply into the JSON object that most hosts take."""

import json

from reflexion.hosts.event import PROMPT, Event, Reply

MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
# the events whose context reaches the model
CONTEXT = ("SessionStart", "SubagentStart", PROMPT, "PostToolUse", "PostToolUseFailure")
STOPS = ("Stop", "SubagentStop")


def sayable(event: Event, reply: Reply) -> Reply:
    """Return what of the reply may be said at this event, in texts that any stream takes."""
    is_stop = event.name in STOPS
    is_heard = event.name in CONTEXT
    return Reply(
        context=_printable(reply.context) if is_heard else "",
        question=_printable(reply.question) if is_stop else "",
        notice=_printable(reply.notice) if is_heard or is_stop else "",
        allow=_printable(reply.allow) if event.name == "PreToolUse" else "",
    )


def nested(event: Event, reply: Reply, name: str = "", decision: str = "block") -> dict:
    """Return the object as Claude Code takes it, of keys that it knows; {} for nothing.

    `name` is the host's own name of the event, `decision` its word for going on at a stop.
    """
    said = sayable(event, reply)
    found = {}
    own = {"hookEventName": name or event.name}
    if said.notice:
        found["systemMessage"] = said.notice
    if said.question:
        found["decision"] = decision
        found["reason"] = said.question
    if said.allow:
        own["permissionDecision"] = "allow"
        own["permissionDecisionReason"] = said.allow
    if said.context:
        own["additionalContext"] = said.context
    if len(own) > 1:
        found["hookSpecificOutput"] = own
    return found


def flat(event: Event, reply: Reply) -> dict:
    """Return the same with the context and the permission at the object's top."""
    found = nested(event, reply)
    own = found.pop("hookSpecificOutput", {})
    own.pop("hookEventName", None)
    return {**found, **own}


def encode(answer: dict) -> str:
    """Return an answer as one line of ASCII, which any code page takes; "" for nothing."""
    return json.dumps(answer) if answer else ""


def _printable(text: str) -> str:
    """Return the text without halves of surrogate pairs, which strict readers refuse."""
    return text.encode("utf-8", "replace").decode("utf-8").strip()[:MAX_CONTEXT]
