"""The door: the texts of an event are cleaned and redacted before anything decides."""

from __future__ import annotations

from reflexion.signals.failures.needles import worth_judging
from reflexion.signals.secrets import redact

TEXTS = ("command", "prompt", "path", "benign")


def clean(event, root: str, extra=()):
    """The event, its texts without secrets (`extra`: patterns of the settings). Left alone: the
    project's `root` in `cwd`, and the output of a call that worked, of which nothing is kept."""
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


def plainly_worked(event) -> bool:
    """Did a shell command end in 0, with nothing in which a failure could hide?"""
    zero = event.tool == "Bash" and event.exit_code == 0 and event.failed is False
    return zero and not event.interrupted and not worth_judging(event.command, event.output)
