"""Tell which call does the work of its line, and whose exit status the line ends in."""

from __future__ import annotations

import re

from reflexion.shell import Call, calls
from reflexion.shell.programs import (
    ASKS,
    SAYS,
    SHOWS,
    base_name,
    family,
    plain_words,
    programs,
)

MOST_WORDS = 2  # words behind the program that tell one job from another
RUNS = ("run", "run-script", "exec", "x")  # words in front of the name of a job
PREPARING = ("source", ".", "mkdir")
ALIASES = {"pip3": "pip", "gmake": "make"}
TEXT = frozenset(" \t\r\n\"'`$(){}<>|;")  # a word with one of these is no name
NUMBER = r"(?<![a-uw-z\d])\d\w*(?:\.\d\w*)*|\b[0-9a-f]{7,40}\b"  # or a commit
LEAVING = ("exit", "return", "false", "die", "kill")  # programs that only give a status
SAYING = ("echo", "printf")


def caller(line: str) -> str:
    """Return "program words" of the call that does a line's work: "npm build".

    It tells failures apart whose error lines say too little. Wrappers, options,
    folders, versions and numbers are left out; a script stands for its interpreter."""
    call = _main_call(calls(line))
    if call is None:
        return ""
    words = plain_words(call.program, call.args, 12)
    words = [word for word in words if TEXT.isdisjoint(word) and word not in RUNS]
    names = list(filter(None, map(_lasting, words)))[:MOST_WORDS]
    program = family(call.program)
    if names and "." in names[0] and program in programs("interpreter"):
        return " ".join(names)
    return " ".join([_lasting(ALIASES.get(program, program)), *names])


def _main_call(parts: list[Call]) -> Call | None:
    """Return the first of these calls that does work, None for none."""
    speaking = [call for call in parts if call.role != SAYS]
    doing = [call for call in speaking if call.program not in PREPARING]
    # what only looks or prepares something counts where nothing else is done
    working = [call for call in doing if call.role not in (ASKS, SHOWS)]
    return next(iter(working or doing or speaking), None)


def _lasting(word: str) -> str:
    """Return the last part of a path in lower case, without a version, numbers as #."""
    name = base_name(word.lower()).strip("'\",;:")
    name = re.split(r"(?<=.)(?:@|[=~<>!]=|\^)", name)[0]
    return re.sub(NUMBER, "#", name) if name != "." else ""


def by_status(parts: list[Call], line: str) -> tuple[list[Call], list[Call]]:
    """Return (calls that the line's status may be from, calls whose failure it hides).

    The last one comes first among those that it may be from."""
    # without those in another one's words: `echo "$(cat note)"`
    parts = [call for call in parts if not call.is_inner]
    in_loop = "done" in line
    unseen = [call for at, call in enumerate(parts) if not _shows(parts, at, in_loop)]
    return [call for call in reversed(parts) if call is parts[-1] or call not in unseen], unseen


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
    return parts[last].op not in (("&", "|", ";", "\n") if in_loop else ("&", "|"))
