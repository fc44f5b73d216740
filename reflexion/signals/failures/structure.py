"""How a line hands on the status of its parts: which failures it hides, whose its own status is."""

from __future__ import annotations

LEAVING = ("exit", "return", "false", "die", "kill")
SAYING = ("echo", "printf")


def outer(calls) -> list:
    """The calls without those in another one's words (`git commit -m "$(cat note)"`)."""
    kept = []
    for call in calls:
        around = kept[-1] if kept else call
        inside = around.start <= call.start and call.end <= around.end
        if not (inside and call.depth > around.depth):
            kept.append(call)
    return kept


def masked(calls, at: int, command: str) -> bool:
    """Return True if a failure of calls[at] would not show in the status of the whole line."""
    strict, pipefail, last = _is_strict(command), "pipefail" in command, len(calls) - 1
    while at < last:
        op, following = calls[at].op, calls[at + 1]
        if op == "||":
            said = following.program in SAYING and at + 2 <= last
            leaving = calls[at + 2] if said else following
            return leaving.program not in LEAVING
        if op in ("&", "") or op == "|" and not pipefail or op in (";", "\n") and not strict:
            return True
        at += 1
        while op == "&&" and at < last and calls[at].op == "|":
            at += 1
    call = calls[last]
    looped = call.op in (";", "\n") and "done" in command and not strict
    return call.op in ("&", "|") or looped or call.depth > 0 and call.program == ""


def candidates(calls, command: str) -> list:
    """The calls that the status of the whole command line may be from, the last one first."""
    top = [call for call in calls if call.depth == 0] or list(calls)
    pipefail, strict, suspects = "pipefail" in command, _is_strict(command), top[-1:]
    for call, following in zip(top[-2::-1], top[:0:-1]):
        if (
            call.op == "&&"
            or call.op == "|"
            and pipefail
            or call.op in (";", "\n")
            and strict
            or call.op == "||"
            and following.program in LEAVING
        ):
            suspects.append(call)
        elif call.op != "|":  # behind a pipe its own status is lost, not that of what stands before
            break
    return suspects


def _is_strict(command: str) -> bool:
    return "set -e" in command or "errexit" in command
