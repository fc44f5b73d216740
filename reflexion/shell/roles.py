"""Tell what part each call plays in its line.

Which only show, say or ask; which one does the work, by which the line is named; and
whose exit status the line ends in.
"""

from __future__ import annotations

import re

from reflexion.shell import Call, calls
from reflexion.shell.programs import EVERY, base_name, is_python, plain_words, programs

LONGEST = 4000  # characters of a line that are read for its name
MOST_WORDS = 2  # words behind the program that tell one job from another
RUNS = ("run", "run-script", "exec", "x")  # words in front of the name of a job
PREPARING = ("cd", "pushd", "popd", "export", "set", "source", ".", "mkdir")
ALIASES = {"python3": "python", "pip3": "pip", "gmake": "make"}
TEXT = frozenset(" \t\r\n\"'`$(){}<>|;")  # a word with one of these is no name
NUMBER = r"(?<![a-uw-z\d])\d\w*(?:\.\d\w*)*|\b[0-9a-f]{7,40}\b"  # or a commit
ONLY_QUESTIONS = ("help", "version", "-V", "-h", "-v")  # where nothing else is said
LEAVING = ("exit", "return", "false", "die", "kill")  # programs that only give a status
SAYING = ("echo", "printf")


def is_silent(call: Call) -> bool:
    """Return True if a call says only what it is told to: echo, cd, an assignment."""
    return not call.program or call.program in programs("silent")


def is_reader(call: Call) -> bool:
    """Return True if a call only looks at what is there, as `cat` and `git log` do."""
    return call.program in programs("reader") or asks(call) or _only_shows(call)


def is_relay(call: Call) -> bool:
    """Return True if a call prints what others wrote: errors in it prove nothing."""
    return not call.program or call.program in programs("relay") or is_reader(call)


def asks(call: Call) -> bool:
    """Return True if a call only asks a program about itself, lets it list, or try."""
    if len(call.args) == 1 and call.args[0] in ONLY_QUESTIONS:
        return True
    return not set(call.args).isdisjoint(programs("question")[EVERY])


def _only_shows(call: Call) -> bool:
    """Return True if a call's words say that its program only shows something."""
    words = plain_words(call.program, call.args, 2)
    said = {*words[:1], "/".join(words), *call.args[:1]}
    if not said.isdisjoint(programs("showing").get(call.program, ())):
        return True
    verbs = words[:1] if call.program in programs("verbs") else []
    if call.program in programs("groups"):
        verbs = words
    return any(verb.partition("-")[0] in programs("showing")[EVERY] for verb in verbs)


def caller(line: str) -> str:
    """Return "program words" of the call that does a line's work: "npm build".

    It tells failures apart whose error lines say too little. Wrappers, options,
    folders, versions and numbers are left out; a script stands for its interpreter."""
    call = main_call(calls(line[:LONGEST]))
    if call is None:
        return ""
    words = plain_words(call.program, call.args, 12)
    words = [word for word in words if TEXT.isdisjoint(word) and word not in RUNS]
    names = list(filter(None, map(_lasting, words)))[:MOST_WORDS]
    is_interpreter = is_python(call.program) or call.program in programs("interpreter")
    if names and "." in names[0] and is_interpreter:
        return " ".join(names)
    program = "python" if is_python(call.program) else call.program
    return " ".join([_lasting(ALIASES.get(program, program)), *names])


def main_call(parts: list[Call]) -> Call | None:
    """Return the first of these calls that does work, None for none.

    What only looks, prepares or says something counts where nothing else is done."""
    parts = [call for call in parts if call.program]
    for is_idle in (_is_beside, _prepares, is_silent):
        busy = [call for call in parts if not is_idle(call)]
        if busy:
            return busy[0]
    return None


def _is_beside(call: Call) -> bool:
    return _prepares(call) or is_reader(call)


def _prepares(call: Call) -> bool:
    return call.program in PREPARING or is_silent(call)


def _lasting(word: str) -> str:
    """Return the last part of a path in lower case, without a version, numbers as #."""
    name = base_name(word.lower()).strip("'\",;:")
    name = re.split(r"(?<=.)(?:@|[=~<>!]=|\^)", name)[0]
    return re.sub(NUMBER, "#", name) if name != "." else ""


def suspects(parts: list[Call], line: str) -> list[Call]:
    """Return the calls that the line's status may be from, the last one first."""
    unseen = hidden(parts, line)
    parts = _outer(parts)
    return [*parts[-1:], *(call for call in reversed(parts[:-1]) if call not in unseen)]


def hidden(parts: list[Call], line: str) -> list[Call]:
    """Return the calls whose failure would not show in the status of the line."""
    parts = _outer(parts)
    in_loop = "done" in line
    return [call for at, call in enumerate(parts) if not _shows(parts, at, in_loop)]


def _outer(parts: list[Call]) -> list[Call]:
    """Return the calls without those in another one's words: `echo "$(cat note)"`."""
    return [call for call in parts if not call.is_inner]


def _shows(parts: list[Call], at: int, in_loop: bool) -> bool:
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


def _is_piped(call: Call, following: Call) -> bool:
    """Return True if a call is piped, and not the subshell that it ends."""
    return call.op == "|" and call.depth <= following.depth


def _leaves(following: list[Call]) -> bool:
    """Return True if the calls behind `||` leave, with a word before or without."""
    if following and following[0].program in SAYING:
        following = following[1:]
    return bool(following) and following[0].program in LEAVING
