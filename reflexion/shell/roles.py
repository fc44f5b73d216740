"""Tell what part each call plays in its line.

Which only show, say or ask; which one does the work, by which the line is named; and
whose exit status the line ends in.
"""

from __future__ import annotations

import re

from reflexion.shell import Call, calls
from reflexion.shell.programs import EVERY, base_name, is_python, plain_words, programs

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
    call = main_call(calls(line))
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
    speaking = [call for call in parts if not is_silent(call)]
    doing = [call for call in speaking if call.program not in PREPARING]
    working = [call for call in doing if not is_reader(call)]
    return next(iter(working or doing or speaking), None)


def _lasting(word: str) -> str:
    """Return the last part of a path in lower case, without a version, numbers as #."""
    name = base_name(word.lower()).strip("'\",;:")
    name = re.split(r"(?<=.)(?:@|[=~<>!]=|\^)", name)[0]
    return re.sub(NUMBER, "#", name) if name != "." else ""


def suspects(parts: list[Call], line: str) -> list[Call]:
    """Return the calls that the line's status may be from, the last one first."""
    unseen = hidden(parts, line)
    outer = [call for call in reversed(parts) if not call.is_inner]
    return [call for call in outer if call is outer[0] or call not in unseen]


def hidden(parts: list[Call], line: str) -> list[Call]:
    """Return the calls whose failure would not show in the status of the line."""
    # without those in another one's words: `echo "$(cat note)"`
    parts = [call for call in parts if not call.is_inner]
    in_loop = "done" in line
    return [call for at, call in enumerate(parts) if not _shows(parts, at, in_loop)]


def _shows(parts: list[Call], at: int, in_loop: bool) -> bool:
    """Return True if a failure of parts[at] shows in the status of the line."""
    last = len(parts) - 1
    while at < last:
        if parts[at].op == "||":  # and then leaves, with a word before or without
            names = [call.program for call in parts[at + 1 : at + 3]]
            return names[-1 if names[0] in SAYING else 0] in LEAVING
        if parts[at].op != "&&":
            return False
        at += 1
        # a pipe that does not run hides nothing, but for a subshell that is piped
        while at < last and parts[at].op == "|" and parts[at].depth <= parts[at + 1].depth:
            at += 1
    op = parts[last].op
    return op not in ("&", "|") and not (in_loop and op in (";", "\n"))
