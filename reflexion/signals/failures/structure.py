"""How a command line hands on the status of its parts: which failures it hides, and which part its own status is from."""

from __future__ import annotations

LEAVING = ("exit", "return", "false", "die", "kill")


def outer(calls) -> list:
    """The calls without those inside another one's words (`git commit -m "$(cat note)"`), whose status nobody sees."""
    return [
        call
        for call in calls
        if not any(
            other.depth < call.depth and other.start <= call.start and call.end <= other.end
            for other in calls
        )
    ]


def masked(calls, at: int, command: str) -> bool:
    """Whether a failure of calls[at] would not show in the status of the whole command line."""
    strict, pipefail = "set -e" in command or "errexit" in command, "pipefail" in command
    last = len(calls) - 1
    while at < last:
        op, following = calls[at].op, calls[at + 1]
        if op == "|":
            if not pipefail:
                return True
            at += 1
        elif op == "||":
            return following.program not in LEAVING and not (
                following.program in ("echo", "printf")
                and at + 2 <= last
                and calls[at + 2].program in LEAVING
            )
        elif op in (";", "\n", ""):
            if op == "" or not strict:
                return True
            at += 1
        elif op == "&":
            return True
        else:
            at = _end_of_pipe(calls, at + 1)
    call = calls[last]
    return (
        call.op in ("&", "|")
        or (call.op in (";", "\n") and "done" in command and not strict)
        or call.depth > 0
        and call.program == ""
    )


def _end_of_pipe(calls, at: int) -> int:
    while at < len(calls) - 1 and calls[at].op == "|":
        at += 1
    return at


def candidates(calls, command: str) -> list:
    """The calls that the status of the whole command line may be from, the last one first."""
    top = [call for call in calls if call.depth == 0] or list(calls)
    if not top:
        return []
    found, at = [top[-1]], len(top) - 2
    pipefail, strict = "pipefail" in command, "set -e" in command or "errexit" in command
    while at >= 0:
        op = top[at].op
        if (
            op == "&&"
            or (op == "|" and pipefail)
            or (op in (";", "\n") and strict)
            or (op == "||" and top[at + 1].program in LEAVING)
        ):
            found.append(top[at])
        elif op == "|":
            pass  # its status is lost, but not that of what stands in front of the pipe
        else:
            break
        at -= 1
    return found
