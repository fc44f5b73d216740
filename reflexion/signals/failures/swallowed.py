"""Failures behind exit status 0: hidden by a pipe, `|| true`, `; echo done`, a loop or a script."""

import re

from reflexion.shell import programs, words_of
from reflexion.shell.parser import is_python
from reflexion.shell.read_only import relays, silent
from reflexion.shell.status import SAYING, masked, outer

from .exits import answers
from .lines import pattern_of, scan, voice
from .quote import COUNTED, PROOFS, SUCCESS, own_voice, refusal, spoken

NOTHING = ("", None)
MOST_PARTS = 200  # pieces of a command's own words; each is looked for in each line
STATUS = r"\$(?:\?|\{?PIPESTATUS\[0\]\}?|\{?pipestatus\[1\]\}?|\{?(\w{1,20})\}?)"
SHELLS = ("bash", "sh", "zsh", "dash", "source", ".")


def swallowed(calls, command: str, text: str):
    """(the error line, its call) of a failure that status 0 hides, else ("", None)."""
    status, asked = _told(calls, command, text)
    if status == 0:
        return NOTHING
    own, calls = _without_echoes(calls, command, text), outer(calls)
    if asked is not None:  # a call whose status the command printed
        if silent(asked) or answers(asked, status):
            return NOTHING
        if relays(asked):
            return own_voice(asked, own), asked
        line = scan(own, *PROOFS, "findings", "strict", "speaking")
        return line or spoken(own, words_only=True) or scan(own, "wrap_ups"), asked
    hidden = [call for at, call in enumerate(calls) if masked(calls, at, command)]
    failure = _by_a_tool(calls, hidden, own)
    if failure[0]:
        return failure
    for call in hidden:  # a reader that speaks of its own failure; to find no path is none
        line = own_voice(call, own) if relays(call) and not silent(call) else ""
        if line and "no such file or directory" not in line.lower():
            return line, call
    for call in calls:  # a program that ends in 0 after an error
        pattern = voice("exit_zero", call.program)
        match = re.search(pattern, own, re.M) if pattern else None
        if match:
            return match.group().strip(), call
    return NOTHING


def _told(calls, command: str, text: str):
    """(status, its call) that an `echo "exit $?"` printed, the first but 0, or (None, None)."""
    found, numbers = [], {}
    for at, call in enumerate(calls):
        words = " ".join(arg for arg in call.args if arg[:1] != "-")
        for match in re.finditer(STATUS, words) if call.program in SAYING else ():
            if match.group(1) and f"{match.group(1)}=$?" not in command:
                continue
            before = re.split(r"\\n|\}", words[: match.start()])[-1][-40:].lstrip()
            shape = re.escape(before) + r"(\d{1,3})\b" if before.strip() else r"^(\d{1,3})$"
            if shape not in numbers:
                numbers[shape] = re.findall(shape, text, re.M)[-1:]
            asked = _asked(calls[:at], "tatus" in match.group().lower())
            found += [(int(number), asked) for number in numbers[shape]]
            break
    return next((pair for pair in found if pair[0]), found[0] if found else (None, None))


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
    pieces = [" ".join(call.args) for call in calls if call.program == "echo"]
    for call in calls:
        for arg in call.args if call.program in SAYING else ():
            pieces += re.split(r"\\n|\n", arg)
    whole = {piece.strip() for piece in pieces if piece.strip()}
    parts = [piece for piece in whole if len(piece) > 8 and "$" not in piece]
    parts = sorted(parts, key=len)[-MOST_PARTS:]

    def is_own(line):
        long = len(line) > 8 and line in command
        return long or line in whole or any(part in line for part in parts)

    return "\n".join(line for line in text.split("\n") if not is_own(line.strip()))


def _by_a_tool(calls, hidden, text: str):
    """The failure of a tool whose status is hidden, or of a command in a script."""
    tools = [call for call in hidden if not relays(call)]
    for call in calls:  # a shell script ends in 0 whatever fails inside it
        shell = call.program in SHELLS and bool(call.args) and "-n" not in call.args
        if call not in hidden and (shell or call.program.endswith(".sh")):
            tools.append(call)
    if not tools:
        return NOTHING
    for match in re.finditer(pattern_of("shell"), text, re.M):  # a program the shell cannot run
        name = match.group(1).rpartition("/")[2].strip("'\u2018\u2019\"")
        call = next((call for call in calls if name and call.program == name), None)
        if call:
            return match.group().strip(), call
    tool, line = tools[0], ""
    if not _shows_files(calls):
        line = scan(text, *PROOFS) or (_admitted(tool, text) if tool in hidden else "")
    if not line:
        voices = ((own_voice(call, text), call) for call in tools)
        return next((pair for pair in voices if spoken(pair[0], words_only=True)), NOTHING)
    later = calls[calls.index(tool) + 1 :] if len(tools) == 1 else tools
    alone = all(map(relays, later))  # nobody else's success shows in the text
    after = text[text.rfind(line[:60]) + len(line) :]
    well = re.search(SUCCESS, after, re.M) and not re.search(COUNTED, line + "\n" + after)
    return NOTHING if alone and well else (line, tool)


def _admitted(tool, text: str) -> str:
    """What a hidden tool says that is no proof in itself, but leaves little doubt."""
    runs, checks = (tool.program in programs(kind) for kind in ("runner", "linter"))
    own_words = not (tool.program in programs("interprets") or is_python(tool.program))
    line = scan(text, "strict", *(["speaking"] if own_words else []))
    if not line and (checks or runs and re.search(COUNTED, text)):
        line = scan(text, "findings")
    line = line or scan(text, "wrap_ups")
    if not line and not re.search(SUCCESS, text, re.M):
        line = refusal(text, plainly=own_words)
    return line or (scan(text, "tallies") if runs or checks else "")


def _shows_files(calls) -> bool:
    """Are contents of a file shown that this command does not write? They may tell of any error."""
    written = {target for call in calls for op, target in call.redirects if ">" in op}
    written.update(arg for call in calls if call.program == "tee" for arg in call.args)
    for at, call in enumerate(calls):
        named = any(arg in words_of("content", "*") for arg in call.args[:3]) and relays(call)
        if silent(call) or not (named or call.program in programs("content")):
            continue
        fed = call.op == "|" and not all(map(relays, calls[at + 1 : at + 4]))  # a tool takes it in
        aside = fed or at > 0 and calls[at - 1].op == "|" or not written.isdisjoint(call.args)
        if not aside and not any("<<" in op or op == ">" for op, _ in call.redirects):
            return True
    return False
