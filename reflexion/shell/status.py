"""Whose status a shell line ends in, and whether a failure in it would show there."""

from reflexion.shell.parser import calls

LEAVING = ("exit", "return", "false", "die", "kill")
SAYING = ("echo", "printf")
PASSING_ON = ("tail", "head", "cat", "tee")  # what they show is judged like the whole


def hides_status(line: str) -> bool:
    """Return True if a call that does the line's work may fail, and the line still end in 0:
    `make | tail`, `make || true`, `make; echo done`, `make &`, but not `cd x && make`."""
    from reflexion.shell.compare import at_work  # a failure needs only the rest of this module

    found = outer(calls(line))
    workers = at_work(found)
    return any(masked(found, at, line) for at, call in enumerate(found) if call in workers)


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
    call = calls[at]
    calls = outer(calls)  # `git commit -m "$(cat note)" && git push` has two
    if call not in calls:
        return True
    at = calls.index(call)
    handing = _handing_on(command)
    last = len(calls) - 1
    while at < last:
        op = calls[at].op
        if op == "||":
            return _goes_on(calls, at, last)
        if op not in handing:
            return True
        at += 1
        while op == "&&" and at < last and calls[at].op == "|":
            at += 1
    call = calls[last]
    if call.op in ("&", "|") or call.depth > 0 and call.program == "":
        return True
    return call.op in (";", "\n") and "done" in command and ";" not in handing  # in a loop


def shows_its_end(calls, at: int, command: str) -> bool:
    """Return True if what calls[at] prints is shown to its end, by its status or behind `| tail`:
    a failure would be seen there. `| grep`, `| head`, `|| true`, `; echo` show nothing."""
    while at + 1 < len(calls) and calls[at].op == "|" and calls[at + 1].program in PASSING_ON:
        at += 1
    return not masked(calls, at, command)


def _goes_on(calls, at: int, last: int) -> bool:
    """Does what follows `||` go on, instead of leaving in its turn, with or without a word?"""
    following = calls[at + 1]
    if following.program in SAYING and at + 2 <= last:
        following = calls[at + 2]
    return following.program not in LEAVING


def candidates(calls, command: str) -> list:
    """The calls that the status of the whole command line may be from, the last one first."""
    top = [call for call in calls if call.depth == 0] or list(calls)
    handing = _handing_on(command)
    suspects = top[-1:]
    for call, following in zip(top[-2::-1], top[:0:-1]):
        if call.op in handing or call.op == "||" and following.program in LEAVING:
            suspects.append(call)
        elif call.op != "|":  # behind a pipe its own status is lost, not that of what stands before
            break
    return suspects


def _handing_on(command: str) -> list:
    """The operators behind which a failure shows in the status of the whole line."""
    strict = "set -e" in command or "errexit" in command
    return ["&&", *(["|"] if "pipefail" in command else []), *([";", "\n"] if strict else [])]
