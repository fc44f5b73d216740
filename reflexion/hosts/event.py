"""One hook call as every host gives it (Event), what is answered to it (Answer), and what of the
answer may be said at that event (Said), in the form that most hosts take."""

from __future__ import annotations

from reflexion.text.lean_json import dumps

# field -> what it holds where the host gives nothing, or something of a wrong type
FIELDS = {
    "host": "claude",  # or another name of hosts/registry.py
    "name": "",  # the event: PostToolUse, UserPromptSubmit, ...
    "session": "",
    "cwd": "",
    "tool": "",
    "command": "",  # of a shell tool
    "path": "",  # the file that a tool reads or changes (of a patch: the first)
    "skill": "",  # the skill that a call of the tool Skill, or a typed `/name`, activates
    "tool_input": None,  # always a dict
    "output": "",  # stdout and stderr merged, or the error, without the "Exit code N" line
    "exit_code": None,  # None: the host does not tell
    "failed": None,  # True, False, None: the host does not tell
    "verdict": None,  # what was judged of it, once a call (signals/failures); None: plainly worked
    "interrupted": False,  # by the user or the host, not by the command itself
    "benign": "",  # the host's words for a non-zero status that is no failure
    "prompt": "",  # what was typed, without what the host put into it
    "machine": False,  # a prompt that nobody typed: a notification, a message of an agent
    "mute": False,  # what is said to this event never reaches the model; a refusal does
    "source": "",  # of SessionStart: startup, resume, clear, compact, fork
    "agent": "",  # id of the sub-agent it happened in
    "transcript": "",
    "tool_use_id": "",
    "message": "",  # the agent's last message, at Stop
    "continued": False,  # of Stop: a hook has made the agent go on already
    "reason": "",  # of SessionEnd
    "when": "",  # YYYY-MM-DD, of events read from a transcript; "" = now
}
SHELLS = ("Bash", "PowerShell")
EDIT_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")
PROMPT = "UserPromptSubmit"
LONG = 16 * 1024
# characters: what is longer keeps its head and its tail
MOST = {"prompt": LONG, "message": LONG, "command": LONG, "output": 8 * LONG}
MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
PLAIN = ("UserPromptSubmit", "SessionStart")  # take bare text
# the events whose context reaches the model
CONTEXT = (*PLAIN, "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart")
QUIET = "Stop"  # context would make the agent go on there; a word to the person does not


class Event:
    """One hook call; FIELDS names what it holds."""

    __slots__ = tuple(FIELDS)

    def __init__(self, **fields):
        for name, default in FIELDS.items():
            setattr(self, name, fields.get(name, default))
        for name, most in MOST.items():
            text = getattr(self, name)
            if len(text) > most:
                setattr(self, name, text[: most // 2] + "\n" + text[-most // 2 :])
        self.tool_input = self.tool_input or {}
        self.machine = self.machine or bool(self.prompt and self.agent)


class Answer:
    """`context` to the model, `notice` to the person, `deny`: why a call is refused; `go_on`: what
    the agent shall see to before it stops."""

    def __init__(self, context="", notice="", touched=(), learned=(), retired=(), deny=""):
        self.context = context
        self.notice = notice
        self.deny = deny
        self.go_on = ""
        self.touched = list(touched)  # ids of the entries that were written
        self.met = []  # those of them that are far from a rule: a failure was counted, no more
        self.told = []  # (channel, resolution) of what the agent is told in the context
        self.learned = list(learned)  # (id, resolution) of the fixes found
        self.retired = list(retired)  # entries that the user's word contradicts
        self.allow = ""  # why a call needs no question to the person; "" = the host decides
        self.superseded_by = ""  # the id that takes their place
        self.stepped_back = {}  # id: the confidence it had before its mistake was made again


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
        self.allow = _printable(answer.allow) if before else ""
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
