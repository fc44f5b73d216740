"""Tell whether a call that ended in a status only answered a question."""

from reflexion.shell.programs import plain_words, programs
from reflexion.text import tables

TABLE = "detect/failures/answers.tsv"
PROBED = "a look whether something is there"
NOT_FOUND = ("no such file or directory", "cannot access", "not found", "does not exist")
NOT_FOUND += ("cannot open", "no matches found")
FOLDERS = ("", "/bin/", "/usr/bin/")


def answer(call, status: int) -> str:
    """Return why a call that ended in a status did not fail, "" where it did."""
    for reason, statuses, known in tables.rows(TABLE):
        if not _is_among(status, statuses, call):
            continue
        for row in known.split("; "):
            program, *words = row.split()
            if program == call.program and _has_all(call, words):
                return reason
    return ""


def found_nothing(call, lines: list) -> bool:
    """Return True if a call only looked for a path and complains of nothing but its absence."""
    if call.program not in programs("reader"):
        return False
    starts = tuple(f"{folder}{call.program}:" for folder in FOLDERS)
    own = [line.lower() for line in lines if line.startswith(starts) or "no matches found" in line]
    return bool(own) and all(any(words in line for words in NOT_FOUND) for line in own)


def _is_among(status: int, statuses: str, call) -> bool:
    """Return True if a status is one of "1,2" (`*`: any); xargs ends in 123 for its calls."""
    if statuses == "*" or str(status) in statuses.split(","):
        return True
    return status == 123 and "xargs" in call.via


def _has_all(call, words: list) -> bool:
    """Return True if a call has all these words; of options joined by | one is enough."""
    plain = plain_words(call.program, call.args, 3)
    options = [arg.partition("=")[0] for arg in call.args[:20]]
    return all(word in plain or _has_one(options, word) for word in words)


def _has_one(options: list, word: str) -> bool:
    return any(option in options for option in word.split("|"))
