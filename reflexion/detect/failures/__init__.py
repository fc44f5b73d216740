"""Judge commands: whether one failed, which call of it, and which line says so."""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.detect.failures.calls import (
    PROBED,
    answer,
    complains,
    culprit,
    found_nothing,
    hidden_failure,
    is_slip,
    own_voice,
)
from reflexion.detect.failures.output import PROOFS, Found, has_phrase, headed, prepare, scan, told
from reflexion.shell import LONGEST, Call, calls
from reflexion.shell.roles import LEAVING, asks, is_relay, is_silent, suspects

INTERRUPTED = "it was interrupted"
CHECKED = "a check of the command itself"
NO_STATUS = "the host gives no exit status"
TIMED_OUT = "command timed out after"  # what hosts say
TIME_OUTS = (124, 137, 143)  # statuses that a time-out leaves behind
OWN_CODE = ("tests", "compilers", "checkers", "findings", "tallies")  # kinds of rules
OWN_MODULE = r"['\"`]\.{1,2}/"  # an import of the project's own: './parse'


# What became of a command.
# failed    whether it failed
# line      the error line to quote, "" where it printed none
# reason    why a status other than 0, or an error in the output, is no failure
# call      source text of the call that failed, "" where nobody knows
# own_code  whether the line is a test's, a compiler's or a linter's about the project's own code,
#           or the call a slip or one that found nothing to do: most likely nothing to learn from
Verdict = namedtuple("Verdict", "failed line reason call own_code", defaults=("", "", "", False))


def judge(command: str, exit_code: int | None, output: str, interrupted: bool = False) -> Verdict:
    """Return the Verdict on a command.

    exit_code: None where the host gives none; output: both streams, merged."""
    if interrupted or exit_code == 130:
        return Verdict(False, reason=INTERRUPTED)
    command = command[:LONGEST]
    parts = calls(command)
    text = prepare(output)
    if exit_code is None:
        return Verdict(False, reason=NO_STATUS if scan(text, *PROOFS).line else "")
    reason = ""
    if exit_code != 0:
        ended = suspects(parts, command)
        reason = _ended_by_signal(exit_code, text, ended)
        if reason:
            return Verdict(False, reason=reason)
        reason = _left_out(parts, ended, exit_code, text)
        if not reason:
            return _failed(text, *_quoted(parts, ended, text))
    found, call = hidden_failure(parts, command, text)
    return _failed(text, found, call) if found.line else Verdict(False, reason=reason)


def _failed(text: str, found: Found, call: Call | None) -> Verdict:
    found = headed(found, text)
    own_code = has_phrase(found.line, "idle")
    if found.kind in OWN_CODE:  # and not about what the project lacks from outside
        is_missing = has_phrase(found.line, "missing")
        own_code = own_code or not is_missing or re.search(OWN_MODULE, found.line) is not None
    own_code = own_code or (call is not None and is_slip(call, found.line, text))
    return Verdict(True, found.line, "", call.raw if call else "", own_code)


def _quoted(parts: list[Call], ended: list[Call], text: str) -> tuple[Found, Call | None]:
    """Return (Found, call) of a failure: the line to quote and whose it is."""
    found = told(text)
    for call in ended:
        # of one that shows what others say counts what it says itself; and where nothing tells
        # of an error, a program's own words are the best guess
        line = own_voice(call, text) if is_relay(call) or not found.kind else ""
        if line:
            return Found(line), call
    return found, culprit(parts, ended, headed(found, text).line)


def _ended_by_signal(status: int, text: str, ended: list[Call]) -> str:
    """Return why a status that a signal or a time-out leaves behind is no failure."""
    has_limit = any("timeout" in word for call in ended for word in call.via)
    if status in TIME_OUTS and (has_limit or TIMED_OUT in text.lower()):
        return "a time-out that the agent asked for"
    if status == 141:
        return "its reader closed the pipe"
    return INTERRUPTED if status == 143 and not text.strip() else ""


def _left_out(parts: list[Call], ended: list[Call], status: int, text: str) -> str:
    """Return why a status other than 0 is no failure, "" where it is one."""
    if _only_asks(parts):
        return PROBED
    if not ended:
        return ""
    if ended[0].program in LEAVING and len(ended) > 1:
        # `grep -q x f || exit 2` gives a status of its own
        return CHECKED if answer(ended[1], status) or answer(ended[1], 1) else ""
    lines = list(filter(str.strip, text.split("\n")))
    blamed = _blamed(ended, lines, text)
    # who printed nothing may be any of them
    reasons = (answer(call, status) for call in (blamed if lines else ended))
    reason = next(filter(None, reasons), "")
    if not reason and _looked_in_vain(blamed[:1] if blamed[0] is not ended[0] else ended, lines):
        return "a look at a path that is not there"
    return reason


def _blamed(ended: list[Call], lines: list[str], text: str) -> list[Call]:
    """Return the call that failed where lines tell, the last one where they do not; in a list."""
    # `cd api && grep x`: the folder is not there, and nothing was searched
    stopped = [call for call in ended[1:] if complains(call, lines)]
    if not stopped:  # `make gen && grep x`: what surely failed was not the search
        others = [call for call in ended[1:] if not is_silent(call)]
        is_sure = not any(map(is_relay, others)) and scan(text, *PROOFS).line
        stopped = others if is_sure else []
    return stopped[:1] or ended[:1]


def _only_asks(parts: list[Call]) -> bool:
    """Return True for several calls that ask: `py --version; which py`."""
    asking = [call for call in parts if not is_silent(call)]
    return len(asking) > 1 and all(asks(call) or answer(call, 1) == PROBED for call in asking)


def _looked_in_vain(ended: list[Call], lines: list[str]) -> bool:
    """Return True if calls only look, and at most complain that nothing is there."""
    if not all(map(is_relay, ended)):
        return False
    redirects = ended[0].redirects
    is_hushed = any(op[:1] in "2&" and to == "/dev/null" for op, to in redirects)
    return is_hushed or found_nothing(ended[0], lines)
