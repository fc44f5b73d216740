"""Decide whether a command failed, from the command, its exit status and its output."""

from reflexion.detect.failures.answers import PROBED, answer, found_nothing
from reflexion.detect.failures.hidden import hidden_failure
from reflexion.detect.failures.quote import headed, prepare, telling_line
from reflexion.detect.failures.rules import PROOFS, Found, has_phrase, scan
from reflexion.detect.failures.voices import culprit, own_voice
from reflexion.shell.parser import calls
from reflexion.shell.roles import asks, is_relay, is_silent, remote_calls
from reflexion.shell.status import suspects

INTERRUPTED = "it was interrupted"
TIMED_OUT = "a time-out that the agent asked for"
LEAVING = ("exit", "return", "false")  # programs that only give a status
OWN_CODE = ("tests", "compilers", "checkers", "findings", "tallies")  # kinds of rules


class Verdict:
    """What became of a command.

    failed    whether it failed
    line      the error line to quote, "" where it printed none
    reason    why a status other than 0, or an error in the output, is no failure
    call      source text of the call that failed, "" where nobody knows
    own_code  whether the line is about the project's own code: a test, a compiler's error, a
              linter's finding; so most likely nothing to learn from
    """

    __slots__ = ("failed", "line", "reason", "call", "own_code")

    def __init__(self, failed: bool, line="", reason="", call="", own_code=False):
        self.failed = failed
        self.line = line
        self.reason = reason
        self.call = call
        self.own_code = own_code


def judge(command: str, exit_code, output: str, interrupted: bool = False) -> Verdict:
    """Return the Verdict on a command.

    exit_code: None where the host gives none; output: both streams, merged."""
    if interrupted or exit_code == 130:
        return Verdict(False, reason=INTERRUPTED)
    parts = calls(command)
    if exit_code is None:
        found = scan(prepare(output), *PROOFS)
        return Verdict(False, reason="the host gives no exit status" if found.line else "")
    if exit_code == 0:
        return _behind_zero(parts, command, output)
    ended = suspects(parts, command)
    reason = _ended_by_signal(exit_code, output, ended)
    if reason:
        return Verdict(False, reason=reason)
    text = prepare(output)
    reason = PROBED if _only_asks(parts) else _left_out(_ran(ended), exit_code, text)
    if not reason:
        return _failed(*_quoted(parts, ended, text))
    verdict = _behind_zero(parts, command, output)  # another call may have failed before
    return verdict if verdict.failed else Verdict(False, reason=reason)


def _behind_zero(parts: list, command: str, output: str) -> Verdict:
    if not parts:
        return Verdict(False)
    text = prepare(output)
    found, call = hidden_failure(parts, command, text)
    return _failed(headed(found, text), call) if found.line else Verdict(False)


def _failed(found: Found, call) -> Verdict:
    own_code = found.kind in OWN_CODE and not has_phrase(found.line, "missing")
    return Verdict(True, found.line, "", call.raw if call else "", own_code)


def _quoted(parts: list, ended: list, text: str) -> tuple:
    """Return (Found, call) of a failure: the line to quote and whose it is."""
    for call in ended:  # of a program that relays others counts what it says itself
        line = own_voice(call, text) if is_relay(call) else ""
        if line:
            return headed(Found(line), text), call
    found = telling_line(text)
    return found, culprit(parts, ended, found.line)


def _ran(ended: list) -> list:
    """Return the calls whose status it may be, those of `ssh host 'make | tail'` over there."""
    ran = []
    for call in ended:
        there = remote_calls(call)
        ran += suspects(there, call.raw) if there else [call]
    return ran


def _only_asks(parts: list) -> bool:
    """Return True for several calls that ask what is there: `python --version; py --version`."""
    asked = [call for call in parts if not is_silent(call)]
    return len(asked) > 1 and all(asks(call) or answer(call, 1) == PROBED for call in asked)


def _ended_by_signal(status: int, output: str, ended: list) -> str:
    """Return why a status that a signal or a time-out leaves behind is no failure."""
    if status in (124, 137, 143):
        has_limit = any("timeout" in word for call in ended for word in call.via)
        if has_limit or output.lstrip().startswith("Command timed out"):
            return TIMED_OUT
    if status == 141:
        return "its reader closed the pipe"
    return INTERRUPTED if status == 143 and not output.strip() else ""


def _left_out(ran: list, status: int, text: str) -> str:
    """Return why a status other than 0 means that nothing went wrong, "" where something did."""
    if not ran:
        return ""
    leaves = ran[0].program in LEAVING and len(ran) > 1  # `exit` only passes a status on
    asked = ran[1] if leaves else ran[0]
    reason = answer(asked, status)
    if leaves and (reason or answer(asked, 1)):
        return "a check of the command itself"
    if reason:
        return reason
    lines = [line for line in text.split("\n") if line.strip()]
    if _looked_in_vain(asked, ran, lines):
        return "a look at a path that is not there"
    if lines:
        return ""
    return next(filter(None, (answer(call, status) for call in ran)), "")


def _looked_in_vain(asked, ran: list, lines: list) -> bool:
    """Return True if a look found nothing and complains of nothing but that, or not at all."""
    if not all(map(is_relay, ran)):
        return False
    is_hushed = any(op[:1] in "2&" and to == "/dev/null" for op, to in asked.redirects)
    return is_hushed and is_relay(asked) or found_nothing(asked, lines)
