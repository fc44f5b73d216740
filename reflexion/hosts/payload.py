"""The two ends of a hook call: a payload becomes an Event, an Answer what the host reads.

Between them is the door: the texts of an event are redacted before anything decides."""

from reflexion.hosts.event import Answer, Event
from reflexion.hosts.registry import by_transcript, payload_of

TEXTS = ("command", "prompt", "path", "benign")  # of an Event, beside its folder and output


def parse(payload: dict, environ) -> Event:
    """The Event of a payload from any host. Never raises, whatever the fields hold."""
    return payload_of(host_of(payload, environ)).read(payload, environ)


def render(event: Event, answer: Answer) -> str:
    """What the host of `event` takes of the answer, exactly, in ASCII for any code page (bare text
    as it is); "" for nothing."""
    return payload_of(event.host).render(event, answer)


def host_of(payload: dict, environ) -> str:
    """Which host wrote it. Codex gives a `turn_id` or `model`, and a transcript of another name."""
    if isinstance(payload.get("turn_id"), str):
        return "codex"
    transcript, model = payload.get("transcript_path"), payload.get("model")
    if isinstance(transcript, str) and transcript:
        return by_transcript(transcript)
    if isinstance(model, str) and model:
        return "claude" if model.startswith("claude") else "codex"
    session = environ.get("CLAUDE_CODE_SESSION_ID")
    if session and session == payload.get("session_id"):
        return "claude"
    return "codex" if "transcript_path" in payload and transcript is None else "claude"


def clean(event: Event, root: str, extra=()) -> Event:
    """The event, its texts without secrets (`extra`: patterns of the settings); what is one in the
    command is one in its output. Left alone: the project's `root` in `cwd`, and the output of a
    call that worked, of which nothing is kept."""
    from reflexion.signals.secrets import redact_together

    event.message = ""  # nobody behind the door reads it
    names = list(TEXTS)
    if event.output and not plainly_worked(event):
        from reflexion.signals.failures.judge import bound, judge_event

        if judge_event(event).failed:
            event.output = bound(event.output)
            names.append("output")
    found = len(root) if root and event.cwd.startswith(root) else 0
    texts = [getattr(event, name) for name in names]
    *texts, folder = redact_together([*texts, event.cwd[found:]], extra)
    for name, text in zip(names, texts):
        setattr(event, name, text)
    event.cwd = event.cwd[:found] + folder
    return event


def plainly_worked(event: Event) -> bool:
    """Did a shell command end in 0, with nothing in which a failure could hide?"""
    from reflexion.signals.failures.prefilter import worth_judging

    zero = event.tool == "Bash" and event.exit_code == 0 and event.failed is False
    return zero and not event.interrupted and not worth_judging(event.command, event.output)
