"""The two ends of a hook call: a payload becomes an Event, an Answer what the host reads.

Between them is the door: the texts of an event are redacted before anything decides."""

from reflexion.hosts.event import Answer, Event, Said, bare_or_nested
from reflexion.hosts.reading import completed, snake_keys
from reflexion.hosts.registry import HOSTS, NAMES, OTHERWISE, by_transcript, payload_of

TEXTS = ("command", "prompt", "path", "benign")  # of an Event, beside its folder and output


def parse(payload: dict, environ, hook: str = "") -> Event:
    """The Event of a payload from any host, read by the script `hook`. Never raises, whatever the
    fields hold."""
    payload = snake_keys(payload)
    host = host_of(payload, environ)
    event = payload_of(host).read(completed(payload, hook), environ)
    event.host = host
    return event


def render(event: Event, answer: Answer) -> str:
    """What the host of `event` takes of the answer, exactly, in ASCII for any code page (bare text
    as it is), as Claude Code takes it where a host has no way of its own; "" for nothing."""
    own = getattr(payload_of(event.host), "render", None)
    return own(event, answer) if own else bare_or_nested(event, Said(event, answer))


def host_of(payload: dict, environ) -> str:
    """Which host wrote a payload (its keys in snake case): by what it holds, by the environment
    only where that says nothing (a host started in another one's shell inherits its variables)."""
    named = payload.get("host")
    if named in NAMES:
        return named
    for host in HOSTS:
        if _is_marked(payload, host):
            return host.name
    transcript = payload.get("transcript_path")
    model = payload.get("model")
    if isinstance(transcript, str) and transcript:
        return by_transcript(transcript)
    if isinstance(model, str) and model:
        return OTHERWISE if model.startswith(OTHERWISE) else "codex"
    return _by_environment(payload, environ)


def _is_marked(payload: dict, host) -> bool:
    """Has a payload what only this host's have?"""
    if payload.get("hook_event_name") in host.events:
        return True
    has_key = any(key in payload for key in host.keys)
    return has_key and not any(key in payload for key in host.lacks)


def _by_environment(payload: dict, environ) -> str:
    for host in HOSTS:
        session = environ.get(host.session) if host.session else ""
        if session and session == payload.get("session_id"):
            return host.name
    if "transcript_path" in payload:  # Codex names none while a session is not written
        return "codex" if payload["transcript_path"] is None else OTHERWISE
    return "copilot" if environ.get("COPILOT_CLI") else OTHERWISE


def clean(event: Event, root: str, extra=()) -> Event:
    """The event, its texts without secrets (`extra`: patterns of the settings); what is one in the
    command is one in its output. Left alone: the project's `root` in `cwd`, and the output of a
    call that was not judged a failure, of which nothing is kept."""
    from reflexion.signals.secrets import redact_together

    event.message = ""  # nobody behind the door reads it
    verdict = event.verdict if event.verdict and event.verdict.failed else None
    names = (*TEXTS, "output") if verdict else TEXTS
    found = len(root) if event.cwd.startswith(root) else 0
    texts = [getattr(event, name) for name in names]
    quoted = [verdict.line, verdict.call] if verdict else ["", ""]
    *texts, folder, line, call = redact_together([*texts, event.cwd[found:], *quoted], extra)
    for name, text in zip(names, texts):
        setattr(event, name, text)
    if verdict:
        verdict.line = line
        verdict.call = call
    event.cwd = event.cwd[:found] + folder
    return event


def plainly_worked(event: Event) -> bool:
    """Did a shell command end in 0, with nothing in which a failure could hide?"""
    if event.tool != "Bash" or event.exit_code != 0 or event.interrupted:
        return False
    # not before: a failure needs none of it
    from reflexion.signals.failures.prefilter import worth_judging

    return not worth_judging(event.command, event.output)
