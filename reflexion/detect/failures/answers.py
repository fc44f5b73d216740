"""Tell whether a call that ended in a status only answered a question."""

from reflexion.shell.programs import plain_words, programs
from reflexion.text import rows

TABLE = "detect/failures/answers.tsv"
PROBED = "a look whether something is there"
NO_MATCHES = "no matches found"  # of a shell, about a pattern
NOT_FOUND = ("no such file", "cannot access", "not found", "does not exist")
NOT_FOUND += ("cannot open", NO_MATCHES)
FOLDERS = ("", "/bin/", "/usr/bin/")


def answer(call, status: int) -> str:
    """Return why a call that ended in a status did not fail, "" where it did."""
    for reason, statuses, known in rows(TABLE):
        if statuses != "*" and str(status) not in statuses.split(","):
            continue
        for row in known.split("; "):
            program, *words = row.split()
            if program == call.program and _has_all(call, words):
                return reason
    return ""


def found_nothing(call, lines: list) -> bool:
    """Return True if all that a call says is that a path is not there."""
    if call.program not in programs("reader"):
        return False
    starts = tuple(f"{folder}{call.program}:" for folder in FOLDERS)
    own = [line for line in lines if line.startswith(starts) or NO_MATCHES in line]
    return bool(own) and all(map(_says_absent, own))


def _says_absent(line: str) -> bool:
    low = line.lower()
    return any(words in low for words in NOT_FOUND)


def _has_all(call, words: list) -> bool:
    """Return True if a call has all these words, of options joined by | one."""
    plain = plain_words(call.program, call.args, 3)
    options = [arg.partition("=")[0] for arg in call.args[:20]]
    return all(word in plain or _has_one(options, word) for word in words)


def _has_one(options: list, word: str) -> bool:
    return any(option in options for option in word.split("|"))
