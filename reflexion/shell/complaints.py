"""What a shell itself says of a line: which call it could not run, or that it could not read it."""

from reflexion.shell.parser import basename

SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "(eval)")
ABSENT = ("not found", "no such file", "denied")  # what a line that was read lacks
MARKS = "'\"`;(){}"


def could_not_run(calls, line: str):
    """The call that a shell could not run, by its program or a file that it redirects to:
    `bash: line 1: cd: src: No such file or directory`, `zsh:1: command not found: jq`; else
    None."""
    words = _said(line)
    for call in calls:
        files = [target for _, target in call.redirects]
        if not {call.program, *files}.isdisjoint(words):
            return call
    return None


def could_not_read(calls, line: str) -> bool:
    """Return True if a shell complains of a line as a whole: `(eval):4: parse error near ')'`,
    `bash: -c: line 2: unexpected EOF while looking for matching`."""
    words = _said(line)
    if not words or any(text in line.lower() for text in ABSENT):
        return False
    return not any(_names(words, call) for call in calls)


def _names(words: list, call) -> bool:
    """Do these parts of a complaint hold a call's program, an argument, or a file it writes?"""
    said = "\n".join(words)
    files = [target for _, target in call.redirects if target]
    named = not {call.program, *call.args}.isdisjoint(words)
    return named or any(target in said for target in files)


def rewritten(one: str, other: str) -> bool:
    """Does one line hold most of the words of the other?"""
    words = _words(one)
    return len(words & _words(other)) * 2 > len(words)


def _said(line: str) -> list:
    """What a shell says, part by part; [] if it is none that speaks."""
    speaker, *parts = line.split(": ")
    return parts if basename(speaker.split(":")[0]) in SHELLS else []


def _words(line: str) -> set:
    return {word.strip(MARKS) for word in line.split()} - {""}
