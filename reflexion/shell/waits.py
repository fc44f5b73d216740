"""Does a command only wait for something, or ask for it again and again?"""

from reflexion.shell import words_of
from reflexion.shell.parser import calls
from reflexion.shell.read_only import heads, looks, silent


def polls(line: str) -> bool:
    """Return True for waits and polls: `watch x`, `gh run watch`, `kubectl wait`, `tail -f`, a loop
    that sleeps, `sleep 30 && gh run view`; not for work that goes on after a short sleep."""
    parts = calls(line)
    if any(_waits(call) for call in parts):
        return True
    if not any(call.program == "sleep" for call in parts):
        return False
    loops = any("until" in call.opening or "while" in call.opening for call in parts)
    return loops or all(looks(call) or silent(call) for call in parts)


def _waits(call) -> bool:
    """Does the table of programs know this call as one that waits?"""
    signs = words_of("waiting", call.program)
    verbs = heads(call.args, 2, call.program)
    told = {".", *call.args, *verbs[:1], "/".join(verbs)}
    return any(sign in told for sign in signs)
