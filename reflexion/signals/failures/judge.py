"""Did it fail? The decision over one command, its exit status and its output."""

from reflexion.shell import programs
from reflexion.shell.complaints import could_not_read, could_not_run
from reflexion.shell.parser import calls as calls_of
from reflexion.shell.read_only import asks, looks, over_there, relays, silent
from reflexion.shell.status import candidates
from reflexion.signals.failures.answers import PROBED, answers, only_looked
from reflexion.signals.failures.lines import scan
from reflexion.signals.failures.quote import PROOFS, bound, headed, own_voice, prepare, telling_line

LAST_WORDS = "Node.js v"  # what Node.js says last of all when it dies of an exception
INTERRUPTED = "it was interrupted"
LEAVING = ("exit", "return", "false")  # programs that only give a status
TIMED_OUT = (124, 137, 143)  # statuses that a time-out leaves behind
SHORTEST_WORD = 4  # characters of an argument by which a line tells which call it is about
LOOKED = "a look at a path that is not there"


class Verdict:
    """What became of a command: `failed`; `line`: the error line to quote, "" if it printed none;
    `reason`: why a non-zero status or an error in the output is left out, else ""; `program`,
    `call`: who failed, and its source text, "" where nobody did."""

    __slots__ = ("failed", "line", "reason", "program", "call")

    def __init__(self, failed: bool, line: str = "", reason: str = "", call=None):
        self.failed = failed
        self.line = line
        self.reason = reason
        self.program = call.program if call is not None else ""
        self.call = call.raw if call is not None else ""


def judge(command: str, exit_code: "int | None", output: str, interrupted: bool = False) -> Verdict:
    """Decide whether a command failed. exit_code: None if the host gives none; output: merged."""
    output = bound(output)
    if interrupted or exit_code == 130:
        return Verdict(False, reason=INTERRUPTED)
    if exit_code is None:
        unsure = scan(prepare(output), *PROOFS)
        return Verdict(False, reason="the host gives no exit status" if unsure else "")
    if exit_code == 0:
        return _behind_zero(command, output)
    calls = calls_of(command)
    suspects = candidates(calls, command)
    reason = _ended(exit_code, output, suspects)
    if reason:
        return Verdict(False, reason=reason)
    text = prepare(output)
    reason = PROBED if _only_asks(calls) else _left_out(_ran(suspects), exit_code, text)
    if reason:
        hidden = _behind_zero(command, output)  # another part may have failed before
        return hidden if hidden.failed else Verdict(False, reason=reason)
    return _quoted(calls, suspects, text)


def _ran(suspects) -> list:
    """The calls whose status it may be, those of `ssh host 'make | tail'` over there."""
    ran = []
    for call in suspects:
        there = over_there(call) if call.program in programs("remote") else []
        ran += candidates(there, call.raw) if there else [call]
    return ran


def _only_asks(calls) -> bool:
    """Several calls that ask whether something is there: `python --version; py --version`."""
    asked = [call for call in calls if not silent(call)]
    return len(asked) > 1 and all(asks(call.args) or answers(call, 1) == PROBED for call in asked)


def _quoted(calls, suspects, text: str) -> Verdict:
    """The verdict on a failure: the line to quote, and whose it is."""
    for call in suspects:  # of a program that relays others counts what it says itself
        line = own_voice(call, text) if relays(call) else ""
        if line:
            return Verdict(True, headed(line, text), call=call)
    line = telling_line(text)
    if could_not_read(calls, line):
        return Verdict(True, line)
    return Verdict(True, line, call=could_not_run(calls, line) or _culprit(suspects, line))


def _culprit(suspects, line: str):
    """The call that the line is about: the one whose words it repeats, else the last one; one that
    is no relay of others before all that are. None without calls."""
    own = [call for call in suspects if not relays(call)] or suspects
    named = line.lower()
    return max(own, key=lambda call: _shared(call, named), default=None)


def _shared(call, line: str) -> int:
    """How many words of a call, or folders in them, stand in a line in lower case."""
    words = [arg.strip("'\"").lower() for arg in call.args if len(arg) >= SHORTEST_WORD]
    folders = [word.rpartition("/")[0] for word in words]
    told = {word for word in words + folders if len(word) >= SHORTEST_WORD and word in line}
    return len(told)


def judge_event(event) -> Verdict:
    """The verdict on a hook's event, whatever the tool."""
    if event.tool == "Bash":
        return judge(event.command, event.exit_code, event.output, event.interrupted)
    return judge("", int(bool(event.failed)), event.output, event.interrupted)


def _behind_zero(command: str, output: str) -> Verdict:
    """The verdict on a command whose status is 0, which may hide a failure of one of its calls."""
    from reflexion.signals.failures import prefilter  # not before: a status tells of most failures

    raw, said = (text.encode("utf-8", "replace") for text in (command, output))
    if not prefilter.may_hide(raw) or not (prefilter.tells(raw) or prefilter.speaks(said)):
        return Verdict(False)
    from reflexion.signals.failures.swallowed import swallowed  # few commands need it

    text = prepare(output)
    line, call = swallowed(calls_of(command), command, text)
    if line:
        return Verdict(True, headed(line, text), call=call)
    return Verdict(_died(text))


def _died(text: str) -> bool:
    """Does an output end as that of an interpreter which dies of an exception?"""
    last = text.rstrip().rpartition("\n")[2].strip()
    number = last[len(LAST_WORDS) :] if last.startswith(LAST_WORDS) else ""
    return number.replace(".", "").isdigit()


def _ended(status: int, output: str, suspects) -> str:
    """Why a status that a signal or a time-out left behind is no failure."""
    if status in TIMED_OUT and (_has_limit(suspects) or _tells_of_limit(output)):
        return "a time-out that the agent asked for"
    if status == 141:
        return "its reader closed the pipe"
    return INTERRUPTED if status == 143 and not output.strip() else ""


def _has_limit(calls) -> bool:
    """Does one of the calls run below `timeout`?"""
    return any("timeout" in word for call in calls for word in call.via)


def _tells_of_limit(output: str) -> bool:
    """Does the host tell that it ended a command?"""
    return output.lstrip().startswith("Command timed out") or "\nCommand timed out after" in output


def _left_out(suspects, status: int, text: str) -> str:
    """Why a non-zero status means that nothing went wrong, "" where something did."""
    if not suspects:
        return ""
    asked = _asked(suspects)
    others = [call for call in suspects if call is not asked and not silent(call)]
    reason = _answered(asked, status, leaves=asked is not suspects[0])
    if reason:
        return "" if _may_have_failed(others, text) else reason
    lines = list(filter(str.strip, text.split("\n")))
    if _looked_in_vain(asked, others, lines):
        return LOOKED
    return "" if lines else _first_answer(suspects, status)


def _asked(suspects):
    """The call whose status it is: the one in front of an `exit` that only passes it on."""
    leaves = suspects[0].program in LEAVING and len(suspects) > 1
    return suspects[1] if leaves else suspects[0]


def _first_answer(suspects, status: int) -> str:
    """Why the first of the calls that only answered did not fail, "" where none did."""
    return next(filter(None, (answers(call, status) for call in suspects)), "")


def _may_have_failed(others, text: str) -> bool:
    """Does the output prove a failure, which one of these calls may have had?"""
    return not all(map(relays, others)) and bool(scan(text, *PROOFS))


def _answered(asked, status: int, leaves: bool) -> str:
    """Why a call only answered a question; `leaves`: an `exit` behind it gave the status."""
    reason = answers(asked, status)
    if leaves and (reason or answers(asked, 1)):
        return "a check of the command itself"
    return reason


def _looked_in_vain(asked, others, lines) -> bool:
    """Did a look find nothing, with its complaint thrown away or about nothing but that?"""
    hushed = any(op[:1] in "2&" and to == "/dev/null" for op, to in asked.redirects)
    if hushed and looks(asked) and all(map(looks, others)):
        return True
    return only_looked(asked, lines) and all(map(relays, others))
