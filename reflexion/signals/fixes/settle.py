"""Hold one more step of a session against the failures that are still open."""

from __future__ import annotations

from reflexion.signals.fixes.infer import outcome
from reflexion.signals.fixes.shapes import shapes

MOST_STEPS = 40  # later than this, whatever works has other causes


def settle(pending, steps, now):
    """-> [(failure, Fix)] for what this step proves, [(failure, None)] for failures that are over without a lesson: the command works
    again by itself, or too much has happened since. Failures not named stay open.

    pending: failures, oldest first; steps: all steps since the first of them, failed ones included, `now` excluded; now: the step that
    just ran. Each is {"tool", "command", "path", "ok", "line", "cwd"}; failures may also hold "more", "call" (see infer.outcome).
    A running time "at" (nanoseconds) in failures and steps says which came first; without it all steps count as later than every failure."""
    known, done = {}, []

    def cache(command):
        if command not in known:
            known[command] = shapes(command)
        return known[command]

    for failure in pending:
        since = [s for s in steps if s.get("at", 1) > failure.get("at", 0) and s is not now]
        if now.get("ok") and now.get("tool", "Bash") == "Bash":
            settled, fix = outcome(failure, _again(failure, steps) + since, now, cache)
            if settled:
                done.append((failure, fix))
                continue
        if len(since) >= MOST_STEPS:
            done.append((failure, None))
    return done


def _again(failure, steps):
    """The steps since the same failure was first seen, when it is not the first time in this session."""
    first = next(
        (
            s
            for s in steps
            if not s.get("ok")
            and failure.get("id")
            and s.get("id") == failure["id"]
            and s.get("at", 0) < failure.get("at", 0)
        ),
        None,
    )
    if first is None:
        return []
    return [s for s in steps if first["at"] < s.get("at", 0) <= failure["at"]]
