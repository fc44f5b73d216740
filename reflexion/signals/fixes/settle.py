"""Hold one more step of a session against the failures that are still open."""

from __future__ import annotations

from reflexion.signals.fixes.infer import outcome

MOST_STEPS = 40  # later than this, whatever works has other causes


def settle(pending: list, steps: list, now: dict) -> list:
    """-> [(failure, Fix)] for what this step proves, [(failure, None)] for failures that are over
    without a lesson: the command works again by itself, or too much has happened since. Failures
    not named stay open.

    pending: failures, oldest first; steps: all steps since the first of them, failed ones included,
    `now` excluded; now: the step that just ran. Each is {"tool", "command", "path", "ok", "line",
    "cwd"}; failures may also hold "more", "call" (see infer.outcome). A running time "at" in
    failures and steps says which came first; without it all steps count as later than every
    failure."""
    done = []
    for failure in pending:
        since = [s for s in steps if s.get("at", 1) > failure.get("at", 0) and s is not now]
        if now.get("ok") and now.get("tool", "Bash") == "Bash":
            settled, fix = outcome(failure, _again(failure, steps) + since, now)
            if settled:
                done.append((failure, fix))
                continue
        if len(since) >= MOST_STEPS:
            done.append((failure, None))
    return done


def _again(failure: dict, steps: list) -> list:
    """The steps since the same failure was first seen."""
    for step in steps:
        earlier = step.get("at", 0) < failure.get("at", 0) and not step.get("ok")
        if earlier and failure.get("id") and step.get("id") == failure["id"]:
            return [s for s in steps if step["at"] < s.get("at", 0) <= failure["at"]]
    return []
