"""Judge commands: whether one failed, which call of it, and which line says so."""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.detect.failures.calls import (
    answers,
    blamed_among,
    culprit,
    found_nothing,
    hidden_failure,
    is_slip,
    own_voice,
)
from reflexion.detect.failures.output import ErrorLine, has_phrase, headed, prepare, told
from reflexion.shell import LEAVING, LONGEST, Call, by_status, calls
from reflexion.shell.programs import ASKS, SAYS, WORKS

TIMED_OUT = "command timed out after"  # what hosts say
TIME_OUTS = (124, 137, 143)  # statuses that a time-out leaves behind
OWN_CODE = ("tests", "compilers", "checkers", "findings", "tallies")  # kinds of rules
OWN_MODULE = r"['\"`]\.{1,2}/"  # an import of the project's own: './parse'


# What became of a command.
# failed    whether it failed
# line      the error line to quote, "" where it printed none
# call      source text of the call that failed, "" where nobody knows
# own_code  whether the line is a test's, a compiler's or a linter's about the project's own code,
#           or the call a slip or one that found nothing to do: most likely nothing to learn from
Verdict = namedtuple("Verdict", "failed line call own_code", defaults=("", "", False))


def judge(command: str, exit_code: int | None, output: str, interrupted: bool = False) -> Verdict:
    """Return the Verdict on a command.

    exit_code: None where the host gives none, which proves nothing; output: both streams."""
    if interrupted or exit_code in (None, 130):
        return Verdict(False)
    command = command[:LONGEST]
    text = prepare(output)
    parts = calls(command)
    ended, unseen = by_status(parts, command)
    if exit_code and not _is_no_failure(parts, ended, exit_code, text):
        found, suspects = _quoted(ended, text)
    else:
        found, suspects = hidden_failure(parts, unseen, command, text)
        if not found.line:
            return Verdict(False)
    found = headed(found, text)
    call = culprit(parts, suspects, found.line)
    is_own = _is_about_own_code(found, call, text)
    return Verdict(True, found.line, call.raw if call else "", is_own)


def _is_about_own_code(found: ErrorLine, call: Call | None, text: str) -> bool:
    """Return True for what no later session learns from, False for what lacks from outside."""
    is_missing = has_phrase(found.line, "missing") and not re.search(OWN_MODULE, found.line)
    is_code = found.kind in OWN_CODE and not is_missing
    is_typo = call is not None and is_slip(call, found.line, text)
    return is_code or is_typo or has_phrase(found.line, "idle")


def _quoted(ended: list[Call], text: str) -> tuple[ErrorLine, list[Call]]:
    """Return the line to quote of a failure, and the calls that it may be about."""
    found = told(text)
    for call in ended:
        # of one that shows what others say counts what it says itself; and where nothing tells
        # of an error, a program's own words are the best guess
        line = own_voice(call, text) if call.role != WORKS or not found.kind else ""
        if line:
            return ErrorLine(line), [call]
    return found, ended


def _is_no_failure(parts: list[Call], ended: list[Call], status: int, text: str) -> bool:
    """Return True if nothing went wrong, though the status is another than 0."""
    asking = [call for call in parts if call.role != SAYS]  # `py --version; which py`
    has_asked = all(call.role == ASKS or answers(call, status) for call in asking)
    if _ended_by_signal(status, ended, text.strip()) or (has_asked and len(asking) > 1):
        return True
    return bool(ended) and _only_looked(ended, status, text)


def _ended_by_signal(status: int, ended: list[Call], text: str) -> bool:
    """Return True for a reader that closed the pipe, an interruption, a time-out as asked for."""
    has_limit = any("timeout" in word for call in ended for word in call.via)
    if status in TIME_OUTS and (has_limit or TIMED_OUT in text.lower()):
        return True
    return status == 141 or (status == 143 and not text)


def _only_looked(ended: list[Call], status: int, text: str) -> bool:
    """Return True if a status answers a question, or tells that something is not there."""
    lines = list(filter(str.strip, text.split("\n")))
    if ended[0].program in LEAVING and len(ended) > 1:
        return answers(ended[1], 1)  # `grep -q x f || exit 2` gives a status of its own
    blamed = blamed_among(ended, lines, text)
    # who printed nothing may be any of them
    if any(answers(call, status) for call in ([blamed] if lines else ended)):
        return True
    looking = ended if blamed is ended[0] else [blamed]
    return all(one.role != WORKS for one in looking) and found_nothing(blamed, lines)
