"""Who failed, as far as that tells two mistakes apart: "pnpm build", "seed.py", "git push"."""

from reflexion.shell import name_of, programs
from reflexion.shell.parser import RUNS, SETTINGS, SHELLS, calls, is_python
from reflexion.shell.read_only import heads

LONGEST = 2000  # characters of a line that are read
NO_NAME = frozenset(" \t\r\n\"'`$(){}<>|;")
MOST_WORDS = 2  # words behind the program that tell one job from another


def caller(line: str) -> str:
    """Return "program job" of the first call of a line that does something, "" for none.

    Wrappers, options with their values, folders and versions are left out; a script that an
    interpreter runs stands for itself. Two lines with one caller run the same thing."""
    from reflexion.text.masking import basename

    call = first_call(line[:LONGEST])
    if call is None:
        return ""
    program = "python" if is_python(call.program) else name_of(call.program)
    jobs = [word for word in heads(call.args, 12, call.program) if is_name(word)]
    names = [basename(word.lower()) for word in jobs if word not in (*RUNS, ".")]
    script = bool(names) and "." in names[0] and runs_scripts(call.program)
    return " ".join([basename(program.lower()), *names][script : MOST_WORDS + 1])


def first_call(line: str):
    """Return the first call of a line that is no preparation (cd, mkdir, echo, set); where it is
    all preparation the first one that no shell does for itself; None for none."""
    told = [call for call in calls(line) if call.program and call.program not in SETTINGS]
    idle = programs("silent")
    for call in told:
        if call.program not in idle and call.program != "mkdir":
            return call
    return told[0] if told else None


def is_name(word: str) -> bool:
    """Return True if a word is a name or a path, and no text, script or variable."""
    return NO_NAME.isdisjoint(word)


def runs_scripts(program: str) -> bool:
    """Return True if a file behind the program is what really runs."""
    return is_python(program) or program in programs("interpreter") or program in SHELLS
