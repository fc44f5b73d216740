"""Tell whose exit status a line ends in, and whose would not show there."""

LEAVING = ("exit", "return", "false", "die", "kill")
SAYING = ("echo", "printf")


def suspects(parts: list, line: str) -> list:
    """Return the calls that the line's status may be from, the last one first."""
    parts = _outer(parts)
    unseen = hidden(parts, line)
    return [*parts[-1:], *(call for call in reversed(parts[:-1]) if call not in unseen)]


def hidden(parts: list, line: str) -> list:
    """Return the calls whose failure would not show in the status of the line."""
    parts = _outer(parts)
    in_loop = "done" in line
    return [call for at, call in enumerate(parts) if not _shows(parts, at, in_loop)]


def _outer(parts: list) -> list:
    """Return the calls without those in another one's words: `echo "$(cat note)"`."""
    kept: list = []
    for call in parts:
        around = kept[-1] if kept else call
        if call.depth <= around.depth or call.start >= around.end:
            kept.append(call)
    return kept


def _shows(parts: list, at: int, in_loop: bool) -> bool:
    """Return True if a failure of parts[at] shows in the status of the line."""
    last = len(parts) - 1
    while at < last:
        op = parts[at].op
        if op == "||":
            return _leaves(parts[at + 1 : at + 3])
        if op != "&&":
            return False
        at += 1
        while at < last and _is_piped(parts[at], parts[at + 1]):
            at += 1  # a pipe that does not run hides nothing
    op = parts[last].op
    return op not in ("&", "|") and not (in_loop and op in (";", "\n"))


def _is_piped(call, following) -> bool:
    """Return True if a call is piped, and not the subshell that it ends."""
    return call.op == "|" and call.depth <= following.depth


def _leaves(following: list) -> bool:
    """Return True if the calls behind `||` leave, with a word before or without."""
    if following and following[0].program in SAYING:
        following = following[1:]
    return bool(following) and following[0].program in LEAVING
