"""Name the command that a line is about."""

import re

from reflexion.shell.parser import calls
from reflexion.shell.programs import base_name, is_python, plain_words, runs_scripts
from reflexion.shell.roles import is_reader, is_silent

LONGEST = 4000  # characters of a line that are read
MOST_WORDS = 2  # words behind the program that tell one job from another
RUNS = ("run", "run-script", "exec", "x")  # words in front of the name of a job
PREPARING = ("cd", "pushd", "popd", "export", "set", "source", ".", "mkdir")
ALIASES = {"python3": "python", "pip3": "pip", "gmake": "make"}
TEXT = frozenset(" \t\r\n\"'`$(){}<>|;")  # a word with one of these is no name
NUMBER = r"(?<![a-uw-z\d])\d\w*(?:\.\d\w*)*|\b[0-9a-f]{7,40}\b"  # or a commit


def caller(line: str) -> str:
    """Return "program words" of the call that does a line's work: "npm build".

    It tells failures apart whose error lines say too little. Wrappers, options,
    folders, versions and numbers are left out; a script stands for its interpreter."""
    call = main_call(calls(line[:LONGEST]))
    if call is None:
        return ""
    names = _names(call)[:MOST_WORDS]
    if names and "." in names[0] and runs_scripts(call.program):
        return " ".join(names)
    program = "python" if is_python(call.program) else call.program
    return " ".join([_lasting(ALIASES.get(program, program)), *names])


def main_call(parts: list):
    """Return the first of these calls that does work, None for none.

    What only looks, prepares or says something counts where nothing else is done."""
    parts = [call for call in parts if call.program]
    for is_idle in (_is_beside, _prepares, is_silent):
        busy = [call for call in parts if not is_idle(call)]
        if busy:
            return busy[0]
    return None


def verb(call) -> str:
    """Return the word that says what a tool does: "build" of `npm run build`."""
    words = plain_words(call.program, call.args, 2)
    if len(words) > 1 and words[0] in RUNS:
        words = words[1:]
    return words[0] if words else ""


def _names(call) -> list:
    """Return the plain words of a call that would be the same in another run."""
    words = plain_words(call.program, call.args, 12)
    words = [word for word in words if TEXT.isdisjoint(word) and word not in RUNS]
    return list(filter(None, map(_lasting, words)))


def _is_beside(call) -> bool:
    return _prepares(call) or is_reader(call)


def _prepares(call) -> bool:
    return call.program in PREPARING or is_silent(call)


def _lasting(word: str) -> str:
    """Return the last part of a path in lower case, without a version, numbers as #."""
    name = base_name(word.lower()).strip("'\",;:")
    name = re.split(r"(?<=.)(?:@|[=~<>!]=|\^)", name)[0]
    return re.sub(NUMBER, "#", name) if name != "." else ""
