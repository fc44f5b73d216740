"""Failures behind exit status 0: hidden by a pipe, `|| true`, `; echo done`, a loop or a script."""

import re

from reflexion.shell import programs, words_of
from reflexion.shell.parser import is_python
from reflexion.shell.read_only import relays, silent
from reflexion.shell.status import SAYING, masked, outer
from reflexion.signals.failures.answers import answers
from reflexion.signals.failures.lines import pattern_of, scan, voice
from reflexion.signals.failures.quote import COUNTED, PROOFS, SUCCESS, own_voice, refusal, spoken

NOTHING = ("", None)
MOST_PARTS = 200  # pieces of a command's own words; each is looked for in each line
STATUS = r"\$(?:\?|\{?PIPESTATUS\[0\]\}?|\{?pipestatus\[1\]\}?|\{?(\w{1,20})\}?)"
SHELLS = ("bash", "sh", "zsh", "dash", "source", ".")


def swallowed(calls, command: str, text: str):
    """(the error line, its call) of a failure that status 0 hides, else ("", None)."""
    status, asked = _told(calls, command, text)
    if status == 0:
        return NOTHING
    own = _without_echoes(calls, command, text)
    if asked is not None:  # a call whose status the command printed
        return _with_status(asked, status, own)
    calls = outer(calls)
    hidden = [call for at, call in enumerate(calls) if masked(calls, at, command)]
    ways = (
        _by_a_tool(calls, hidden, own),
        _by_a_reader(hidden, own),
        _in_spite_of_zero(calls, own),
    )
    return next((found for found in ways if found[0]), NOTHING)


def _with_status(asked, status: int, text: str):
    """The failure of a call whose non-zero status is known."""
    if silent(asked) or answers(asked, status):
        return NOTHING
    if relays(asked):
        return own_voice(asked, text), asked
    line = scan(text, *PROOFS, "findings", "strict", "speaking")
    return line or spoken(text, words_only=True) or scan(text, "wrap_ups"), asked


def _by_a_reader(hidden, text: str):
    """A reader that speaks of its own failure; to find no path is none."""
    for call in hidden:
        line = own_voice(call, text) if relays(call) and not silent(call) else ""
        if line and "no such file or directory" not in line.lower():
            return line, call
    return NOTHING


def _in_spite_of_zero(calls, text: str):
    """The error of a program that ends in 0 all the same."""
    for call in calls:
        pattern = voice("exit_zero", call.program)
        match = re.search(pattern, text, re.M) if pattern else None
        if match:
            return match.group().strip(), call
    return NOTHING


def _told(calls, command: str, text: str):
    """(status, its call) that an `echo "exit $?"` printed, the first but 0, or (None, None)."""
    found = []
    for at, call in enumerate(calls):
        if call.program in SAYING:
            found += _told_by(call, calls[:at], command, text)
    return next((pair for pair in found if pair[0]), found[0] if found else (None, None))


def _told_by(echo, before, command: str, text: str) -> list:
    """[(status, its call)] that one echo printed; `before`: the calls in front of it."""
    words = " ".join(arg for arg in echo.args if arg[:1] != "-")
    match = _status_in(words, command)
    if not match:
        return []
    asked = _asked(before, "tatus" in match.group().lower())
    return [(number, asked) for number in _printed(words[: match.start()], text)]


def _status_in(words: str, command: str):
    """The match of the first `$?` in what is echoed, or of a variable that holds one."""
    for match in re.finditer(STATUS, words):
        if not match.group(1) or f"{match.group(1)}=$?" in command:
            return match
    return None


def _printed(before: str, text: str) -> list:
    """[the number printed last behind these words, on a line of its own where there are none]."""
    before = re.split(r"\\n|\}", before)[-1][-40:].lstrip()
    shape = re.escape(before) + r"(\d{1,3})\b" if before.strip() else r"^(\d{1,3})$"
    return [int(number) for number in re.findall(shape, text, re.M)[-1:]]


def _asked(before, first: bool):
    """The last call before an echo with a status worth telling; first: the head of its pipe."""
    for at in range(len(before) - 1, -1, -1):
        if before[at].program not in (*SAYING, "") and before[at].depth == 0:
            while first and at and before[at - 1].op == "|":
                at -= 1
            return before[at]
    return None


def _without_echoes(calls, command: str, text: str) -> str:
    """The text without the lines that stand in the command itself: in an echo, or in a script."""
    whole = _echoed(calls)
    parts = [piece for piece in whole if len(piece) > 8 and "$" not in piece]
    parts = sorted(parts, key=len)[-MOST_PARTS:]

    def is_own(line):
        if line in whole or len(line) > 8 and line in command:
            return True
        return any(part in line for part in parts)

    return "\n".join(line for line in text.split("\n") if not is_own(line.strip()))


def _echoed(calls) -> set:
    """The texts that calls echo, whole and by their lines."""
    pieces = []
    for call in calls:
        if call.program == "echo":
            pieces.append(" ".join(call.args))
        if call.program in SAYING:
            for arg in call.args:
                pieces += re.split(r"\\n|\n", arg)
    return {piece.strip() for piece in pieces if piece.strip()}


def _by_a_tool(calls, hidden, text: str):
    """The failure of a tool whose status is hidden, or of a command in a script."""
    tools = _tools(calls, hidden)
    if not tools:
        return NOTHING
    missing = _not_found(calls, text)
    if missing[0]:
        return missing
    tool = tools[0]
    line = "" if _shows_files(calls) else _proof(tool, tool in hidden, text)
    if not line:
        return _in_their_own_words(tools, text)
    later = calls[calls.index(tool) + 1 :] if len(tools) == 1 else tools
    nobody_else = all(map(relays, later))  # nobody else's success shows in the text
    return NOTHING if nobody_else and _went_well_after(line, text) else (line, tool)


def _tools(calls, hidden) -> list:
    """The calls that may fail unseen: those with a hidden status, then the scripts."""
    tools = [call for call in hidden if not relays(call)]
    return tools + [call for call in calls if call not in hidden and _is_script(call)]


def _in_their_own_words(tools, text: str):
    """The first line in which one of these tools says itself what it could not do."""
    voices = ((own_voice(call, text), call) for call in tools)
    return next((pair for pair in voices if spoken(pair[0], words_only=True)), NOTHING)


def _is_script(call) -> bool:
    """A shell script ends in 0 whatever fails inside it."""
    is_shell = call.program in SHELLS and bool(call.args) and "-n" not in call.args
    return is_shell or call.program.endswith(".sh")


def _not_found(calls, text: str):
    """The shell's own line about a program of these calls that it cannot run."""
    for match in re.finditer(pattern_of("shell"), text, re.M):
        name = match.group(1).rpartition("/")[2].strip("'\u2018\u2019\"")
        call = next((call for call in calls if name and call.program == name), None)
        if call:
            return match.group().strip(), call
    return NOTHING


def _proof(tool, is_hidden: bool, text: str) -> str:
    return scan(text, *PROOFS) or (_admitted(tool, text) if is_hidden else "")


def _went_well_after(line: str, text: str) -> bool:
    """Does success, and no count of failures, show behind an error line?"""
    after = text[text.rfind(line[:60]) + len(line) :]
    return bool(re.search(SUCCESS, after, re.M)) and not re.search(COUNTED, line + "\n" + after)


def _admitted(tool, text: str) -> str:
    """What a hidden tool says that is no proof in itself, but leaves little doubt."""
    checks = tool.program in programs("linter")
    runs = tool.program in programs("runner")
    counts = runs and bool(re.search(COUNTED, text))
    own_words = not _interprets(tool)
    kinds = ["strict", "speaking"] if own_words else ["strict"]
    line = scan(text, *kinds, *(["findings"] if checks or counts else []), "wrap_ups")
    if line:
        return line
    went_well = re.search(SUCCESS, text, re.M)
    line = "" if went_well else refusal(text, plainly=own_words)
    return line or (scan(text, "tallies") if runs or checks else "")


def _interprets(tool) -> bool:
    """Does a tool run what others wrote, so that its words may be theirs?"""
    return tool.program in programs("interprets") or is_python(tool.program)


def _shows_files(calls) -> bool:
    """Are contents of a file shown that this command does not write? They may tell of any error."""
    written = _written(calls)
    for at, call in enumerate(calls):
        if _shows(call) and not _is_aside(calls, at) and written.isdisjoint(call.args):
            return True
    return False


def _written(calls) -> set:
    """The files that calls write, by redirection or by tee."""
    written = {target for call in calls for op, target in call.redirects if ">" in op}
    for call in calls:
        if call.program == "tee":
            written.update(call.args)
    return written


def _shows(call) -> bool:
    """Does a call print a file, a log or what another place holds, and write it nowhere?"""
    if silent(call) or any("<<" in op or op == ">" for op, _ in call.redirects):
        return False
    if call.program in programs("content"):
        return True
    return relays(call) and any(arg in words_of("content", "*") for arg in call.args[:3])


def _is_aside(calls, at: int) -> bool:
    """Is a call fed by another one, or does a tool take in what it prints?"""
    if at > 0 and calls[at - 1].op == "|":
        return True
    return calls[at].op == "|" and not all(map(relays, calls[at + 1 : at + 4]))
