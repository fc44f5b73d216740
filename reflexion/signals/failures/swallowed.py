"""Failures behind exit status 0: hidden by a pipe, `|| true`, `; echo done`, a loop or a script."""

from __future__ import annotations

import re

from reflexion.signals.commands.parse import is_python
from reflexion.signals.commands.programs import programs, words_of
from reflexion.signals.commands.read_only import relays, silent

from .answers import answers
from .echoes import told, went_well, without_echoes
from .phrases import voice
from .quote import (
    COUNTED,
    SUCCESS,
    findings,
    own_voice,
    proven,
    refusal,
    speaking,
    spoken,
    tallied,
    wrapped_up,
)
from .structure import masked, outer

NOTHING = ("", None)
SHELL_VOICE = (
    r"^(?:\S+: )?(?:line \d+: |\d+: )?(\S+): "
    r"(?:command not found|not found|Permission denied|No such file or directory)$|"
    r"^\S*find: .(\S+?).: No such file or directory$"
)


def swallowed(calls, command: str, text: str):
    """(the error line, its call) of a failure that status 0 hides, else ("", None)."""
    status, asked = told(calls, command, text)
    if status == 0:
        return NOTHING
    own, calls = without_echoes(calls, command, text), outer(calls)
    if status and asked is not None:
        return _as_told(asked, status, own)
    hidden = [
        call
        for at, call in enumerate(calls)
        if masked(calls, at, command) and not went_well(calls, at, text)
    ]
    ways = (
        lambda: _by_a_tool(calls, hidden, own),
        lambda: _by_a_reader(hidden, own),
        lambda: _by_exit_zero(calls, own),
    )
    return next((failure for failure in (way() for way in ways) if failure[0]), NOTHING)


def _as_told(call, status: int, text: str):
    """The failure of a call whose status the command printed."""
    if silent(call) or answers(call, status):
        return NOTHING
    if relays(call):
        return own_voice(call, text), call
    line = proven(text) or findings(text) or speaking(text) or spoken(text, words_only=True)
    return line or wrapped_up(text), call


def _by_a_tool(calls, hidden, text: str):
    """The failure of a tool whose status is hidden, or of a command in a script."""
    tools = [call for call in hidden if not relays(call)]
    tools += [call for call in calls if call not in hidden and _is_script(call)]
    if not tools:
        return NOTHING
    refused = _shell_voice(calls, text)
    if refused:
        return refused
    text, tool, line = _without_looks(calls, text), tools[0], ""
    if not _shows_files(calls):
        line = proven(text) or (_admitted(tool, text) if tool in hidden else "")
    if not line:
        voices = ((own_voice(call, text), call) for call in tools)
        return next((pair for pair in voices if spoken(pair[0], words_only=True)), NOTHING)
    later = calls[calls.index(tool) + 1 :] if len(tools) == 1 else tools
    alone = all(map(relays, later))  # nobody else's success shows in the text
    return NOTHING if alone and not _counted(line) and _ended_well(text, line) else (line, tool)


def _admitted(tool, text: str) -> str:
    """What a hidden tool says that is no proof in itself, but leaves little doubt."""
    checks = tool.program in programs("linter") or tool.program == "cargo" and "fmt" in tool.args
    runs = tool.program in programs("runner")
    own_words = not (tool.program in programs("interprets") or is_python(tool.program))
    line = speaking(text, strict=not own_words)
    if not line and (checks or runs and _counted(text)):
        line = findings(text)
    line = line or wrapped_up(text)
    if not line and not re.search(SUCCESS, text, re.M):
        line = refusal(text, plainly=own_words)
    return line or (tallied(text) if runs or checks else "")


def _by_a_reader(hidden, text: str):
    """A reader that speaks of its own failure; a path that is not there is no failure of a look."""
    for call in hidden:
        line = "" if silent(call) or not relays(call) else own_voice(call, text)
        if line and "no such file or directory" not in line.lower():
            return line, call
    return NOTHING


def _by_exit_zero(calls, text: str):
    """The failure of a program that ends in 0 after an error."""
    for call in calls:
        pattern = voice("exit_zero", call.program)
        shows = call.program == "find" and relays(call)
        match = re.search(pattern, text, re.M) if pattern and not shows else None
        if match:
            return match.group().strip(), call
    return NOTHING


def _shell_voice(calls, text: str):
    """(what a shell says of a program of the line that it cannot run, its call); else None."""
    for match in re.finditer(SHELL_VOICE, text, re.M):
        name = (match.group(1) or match.group(2) or "").rpartition("/")[2]
        name = name.strip("'\u2018\u2019\"")
        for call in calls if name else ():
            if call.program == name or call.program == "find" and name in call.args:
                return match.group().strip(), call
    return None


def _shows_files(calls) -> bool:
    """Return True if something shows the contents of a file that this command does not write."""
    written = {target for call in calls for op, target in call.redirects if ">" in op and target}
    written.update(arg for call in calls if call.program == "tee" for arg in call.args)
    return any(_shows(calls, at) and written.isdisjoint(calls[at].args) for at in range(len(calls)))


def _shows(calls, at: int) -> bool:
    call, words = calls[at], words_of("content", "*")
    spoken_of = relays(call) and any(arg in words for arg in call.args[:3])
    if silent(call) or not (call.program in programs("content") or spoken_of):
        return False
    filters = at > 0 and calls[at - 1].op == "|"
    fed = call.op == "|" and not all(map(relays, calls[at + 1 : at + 4]))  # a tool takes it in
    return not filters and not fed and not any("<<" in op or op == ">" for op, _ in call.redirects)


def _without_looks(calls, text: str) -> str:
    """The text without the lines in which a reader says that a path is not there."""
    readers = (call for call in calls if call.program and relays(call) and not silent(call))
    names = tuple(call.program + ": " for call in readers)
    lines = text.split("\n") if names else [text]
    kept = (x for x in lines if not (x.startswith(names) and "no such file" in x.lower()))
    return "\n".join(kept)


def _ended_well(text: str, line: str) -> bool:
    """Return True if the text says after the error line that all went well."""
    at = text.rfind(line[:60])
    after = text[at + len(line) :] if at >= 0 else ""
    return bool(re.search(SUCCESS, after, re.M)) and not _counted(after)


def _counted(text: str) -> bool:
    return bool(re.search(COUNTED, text))


def _is_script(call) -> bool:
    """Return True if a call runs a shell script, which ends in 0 whatever fails inside it."""
    if call.program in ("bash", "sh", "zsh", "dash", "source", "."):
        return bool(call.args) and "-n" not in call.args
    return call.program.endswith(".sh")
