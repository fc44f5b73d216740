"""Judge commands: whether one failed, which call of it, and which line says so."""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.detect.failures.calls import (
    PROBED,
    answer,
    blamed_among,
    culprit,
    found_nothing,
    hidden_failure,
    is_slip,
    own_voice,
)
from reflexion.detect.failures.output import PROOFS, Found, has_phrase, headed, prepare, scan, told
from reflexion.shell import LONGEST, Call, calls
from reflexion.shell.programs import ASKS, SAYS, WORKS
from reflexion.shell.roles import LEAVING, by_status

INTERRUPTED = "it was interrupted"
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
    text = prepare(output)
    if exit_code is None:
        is_sure = scan(text, *PROOFS).line
        return Verdict(False, reason="the host gives no exit status" if is_sure else "")
    parts = calls(command)
    ended, unseen = by_status(parts, command)
    reason = _left_out(parts, ended, exit_code, text) if exit_code else ""
    if exit_code and not reason:
        found, suspects = _quoted(ended, text)
    else:
        found, suspects = hidden_failure(parts, unseen, command, text)
        if not found.line:
            return Verdict(False, reason=reason)
    found = headed(found, text)
    call = culprit(parts, suspects, found.line)
    is_own = _is_about_own_code(found) or (call is not None and is_slip(call, found.line, text))
    return Verdict(True, found.line, "", call.raw if call else "", is_own)


def _is_about_own_code(found: Found) -> bool:
    """Return True for what no later session learns from, False for what lacks from outside."""
    if has_phrase(found.line, "idle"):
        return True
    is_missing = has_phrase(found.line, "missing") and not re.search(OWN_MODULE, found.line)
    return found.kind in OWN_CODE and not is_missing


def _quoted(ended: list[Call], text: str) -> tuple[Found, list[Call]]:
    """Return the line to quote of a failure, and the calls that it may be about."""
    found = told(text)
    for call in ended:
        # of one that shows what others say counts what it says itself; and where nothing tells
        # of an error, a program's own words are the best guess
        line = own_voice(call, text) if call.role != WORKS or not found.kind else ""
        if line:
            return Found(line), [call]
    return found, ended


def _left_out(parts: list[Call], ended: list[Call], status: int, text: str) -> str:
    """Return why a status other than 0 is no failure, "" where it is one."""
    lines = list(filter(str.strip, text.split("\n")))
    reason = _ended_by_signal(status, ended, text if lines else "")
    if reason:
        return reason
    asking = [call for call in parts if call.role != SAYS]  # `py --version; which py`
    if len(asking) > 1 and all(one.role == ASKS or answer(one, 1) == PROBED for one in asking):
        return PROBED
    return _only_looked(ended, status, lines, text) if ended else ""


def _ended_by_signal(status: int, ended: list[Call], text: str) -> str:
    """Return why a status that a signal or a time-out leaves behind is no failure."""
    has_limit = any("timeout" in word for call in ended for word in call.via)
    if status in TIME_OUTS and (has_limit or TIMED_OUT in text.lower()):
        return "a time-out that the agent asked for"
    if status == 141:
        return "its reader closed the pipe"
    return INTERRUPTED if status == 143 and not text else ""


def _only_looked(ended: list[Call], status: int, lines: list[str], text: str) -> str:
    """Return what a status answers, or that something is not there; "" for a failure."""
    if ended[0].program in LEAVING and len(ended) > 1:
        # `grep -q x f || exit 2` gives a status of its own
        is_check = answer(ended[1], status) or answer(ended[1], 1)
        return "a check of the command itself" if is_check else ""
    blamed = blamed_among(ended, lines, text)
    # who printed nothing may be any of them
    reasons = (answer(call, status) for call in ([blamed] if lines else ended))
    reason = next(filter(None, reasons), "")
    looking = ended if blamed is ended[0] else [blamed]
    if not reason and all(one.role != WORKS for one in looking) and found_nothing(blamed, lines):
        return "a look at a path that is not there"
    return reason
