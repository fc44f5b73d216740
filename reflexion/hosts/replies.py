"""What may be said at an event, and the form of it that most hosts take."""

from __future__ import annotations

from reflexion.hosts.event import Answer, Event
from reflexion.text.lean_json import dumps

MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
PLAIN = ("UserPromptSubmit", "SessionStart")  # take bare text
# the events whose context reaches the model
CONTEXT = (*PLAIN, "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart")
QUIET = "Stop"  # context would make the agent go on there; a word to the person does not


class Said:
    """What is left of an Answer at this event: texts that any stream takes, "" for none."""

    __slots__ = ("context", "notice", "deny", "allow", "go_on")

    def __init__(self, event: Event, answer: Answer, speaks=CONTEXT):
        heard = event.name in speaks
        reaches = heard and (answer.deny or not event.mute)  # a refusal takes it along
        self.context = _printable(answer.context) if reaches else ""
        self.notice = _printable(answer.notice) if heard or event.name == QUIET else ""
        before = event.name == "PreToolUse"
        self.deny = _printable(answer.deny) if before else ""
        self.allow = _printable(answer.allow) if before and not self.deny else ""
        self.go_on = _printable(answer.go_on) if event.name == QUIET else ""


def nested(event: Event, said: Said) -> str:
    """One JSON object as Claude Code takes it, of keys that it knows; "" for nothing."""
    reply = nested_reply(event, said)
    return dumps(reply) if reply else ""


def nested_reply(event: Event, said: Said, name: str = "") -> dict:
    """The object of `nested`; {} for nothing. `name`: the host's own name of the event."""
    reply = {}
    own = {"hookEventName": name or event.name}
    if said.notice:
        reply["systemMessage"] = said.notice
    if said.go_on:
        reply["decision"] = "block"
        reply["reason"] = said.go_on
    if said.deny:
        own["permissionDecision"] = "deny"
        own["permissionDecisionReason"] = with_context(said)
    elif said.allow:
        own["permissionDecision"] = "allow"
        own["permissionDecisionReason"] = said.allow
    if said.context and not said.deny:
        own["additionalContext"] = said.context
    if len(own) > 1:
        reply["hookSpecificOutput"] = own
    return reply


def bare_or_nested(event: Event, said: Said) -> str:
    """Bare text where context is all there is to say and the event takes it so; else `nested`."""
    bare = said.context and not said.notice and event.name in PLAIN
    if bare and said.context[0] not in "{[":
        return said.context
    return nested(event, said)


def with_context(said: Said) -> str:
    """The reason of a refusal, with what else there is to say."""
    return "\n".join(filter(None, [said.deny, said.context]))


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").strip()[:MAX_CONTEXT]
