"""The two ends of a hook call: a payload becomes an Event, an Answer what the host reads.

Between them is the door: the texts of an event are redacted before anything decides."""

from reflexion.hosts.event import Answer, Event
from reflexion.text.lean_json import dumps

MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
PLAIN = ("UserPromptSubmit", "SessionStart")  # take bare text
# the events whose context reaches the model
CONTEXT = (*PLAIN, "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart")
TEXTS = ("command", "prompt", "path", "benign")  # of an Event, beside its folder and output
QUIET = "Stop"  # context would make the agent go on there; a word to the person does not


def parse(payload: dict, environ) -> Event:
    """The Event of a payload from any host. Never raises, whatever the fields hold."""
    if host_of(payload, environ) == "codex":
        from reflexion.hosts import codex as host
    else:
        from reflexion.hosts import claude as host
    return host.read(payload)


def host_of(payload: dict, environ) -> str:
    """Which host wrote it. Codex gives a `turn_id` or `model`, and a transcript of another name."""
    if isinstance(payload.get("turn_id"), str):
        return "codex"
    transcript, model = payload.get("transcript_path"), payload.get("model")
    if isinstance(transcript, str) and transcript:
        name = transcript.replace("\\", "/").rpartition("/")[2]
        return "codex" if name.startswith("rollout-") else "claude"
    if isinstance(model, str) and model:
        return "claude" if model.startswith("claude") else "codex"
    session = environ.get("CLAUDE_CODE_SESSION_ID")
    if session and session == payload.get("session_id"):
        return "claude"
    return "codex" if "transcript_path" in payload and transcript is None else "claude"


def clean(event: Event, root: str, extra=()) -> Event:
    """The event, its texts without secrets (`extra`: patterns of the settings). Left alone: the
    project's `root` in `cwd`, and the output of a call that worked, of which nothing is kept."""
    from reflexion.signals.secrets import redact

    event.message = ""  # nobody behind the door reads it
    for name in TEXTS:
        setattr(event, name, redact(getattr(event, name), extra))
    found = len(root) if root and event.cwd.startswith(root) else 0
    event.cwd = event.cwd[:found] + redact(event.cwd[found:], extra)
    if event.output and not plainly_worked(event):
        from reflexion.signals.failures.judge import bound, judge_event

        if judge_event(event).failed:
            event.output = redact(bound(event.output), extra)
    return event


def plainly_worked(event: Event) -> bool:
    """Did a shell command end in 0, with nothing in which a failure could hide?"""
    from reflexion.signals.failures.prefilter import worth_judging

    zero = event.tool == "Bash" and event.exit_code == 0 and event.failed is False
    return zero and not event.interrupted and not worth_judging(event.command, event.output)


def render(event: Event, answer: Answer) -> str:
    """What the host of `event` takes of the answer, exactly; "" for nothing: bare text, or one JSON
    object of known keys (another costs the whole answer in Codex), in ASCII for any code page."""
    unknown = event.host == "codex" and event.name == "PostToolUseFailure"
    speaks = event.name in CONTEXT and not unknown
    context = _printable(answer.context) if speaks else ""
    notice = _printable(answer.notice) if speaks or event.name == QUIET else ""
    deny = _printable(answer.deny) if event.name == "PreToolUse" else ""
    if context and not notice and event.name in PLAIN and context[0] not in "{[":
        return context
    reply, own = {"systemMessage": notice} if notice else {}, {"hookEventName": event.name}
    if deny:
        reason = "\n".join(filter(None, [deny, context]))
        own.update(permissionDecision="deny", permissionDecisionReason=reason)
    elif context:
        own["additionalContext"] = context
    if len(own) > 1:
        reply["hookSpecificOutput"] = own
    return dumps(reply) if reply else ""


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").strip()[:MAX_CONTEXT]
