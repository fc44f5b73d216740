"""Did a call that ended in a status only answer a question: a search, a comparison, a check?"""

from reflexion.shell import programs
from reflexion.shell.read_only import heads, relays
from reflexion.text.tables import rows

PROBED = "a look whether something is there"
NOT_FOUND = ("no such file or directory", "cannot access", "not found", "does not exist")
NOT_FOUND += ("cannot open", "no matches found")


def answers(call, status: int) -> str:
    """Why a call that ended in this status did not fail, "" when it did."""
    if status == 1 and _asks_git_for_a_setting(call):
        return "a question about a state"
    for reason, statuses, known in rows("signals/failures/answers.tsv"):
        if not _is_among(status, statuses, call):
            continue
        for program, *words in map(str.split, known.split(";")):
            if program == call.program and _has_all(call, words):
                return reason
    return ""


def _asks_git_for_a_setting(call) -> bool:
    """Is it `git config some.key`?"""
    return call.program == "git" and len(call.args) == 2 and call.args[0] == "config"


def _is_among(status: int, statuses: str, call) -> bool:
    """Is it one of "1,2" (`*`: any)? xargs ends in 123 for any of its calls."""
    if statuses == "*" or str(status) in statuses.split(","):
        return True
    return status == 123 and "xargs" in call.via


def _has_all(call, words: list) -> bool:
    """Does a call have all these words; of options joined by | one?"""
    plain = [*heads(call.args, 2), *[arg for arg in call.args if arg[:1] != "-"]][:3]
    options = [arg.partition("=")[0] for arg in call.args[:20]]
    return all(_said(word, plain, options) for word in words)


def _said(word: str, plain: list, options: list) -> bool:
    """Does this word of answers.tsv stand among the first words of a call, or its options?"""
    if "|" in word or word[:1] == "-":
        return any(option in options for option in word.split("|"))
    return word in plain


def only_looked(call, lines) -> bool:
    """Return True if a call only looked for a path, and complains of nothing but its absence."""
    if call.program not in programs("look") or not relays(call):
        return False
    starts = tuple(f"{folder}{call.program}:" for folder in ("", "/bin/", "/usr/bin/"))
    own = [line for line in lines if line.startswith(starts) or "no matches found: " in line]
    absent = [any(words in line.lower() for words in NOT_FOUND) for line in own]
    return bool(own) and all(absent)
