"""Non-zero statuses that answer a question: nothing went wrong. The rows stand in answers.tsv."""

from __future__ import annotations

from reflexion.signals.commands.programs import programs
from reflexion.signals.commands.read_only import heads, relays

from . import phrases

STATE = "a question about a state"
NOT_FOUND = ("no such file or directory", "cannot access", "not found", "does not exist")
NOT_FOUND += ("cannot open", "no matches found")


def answers(call, status: int) -> str:
    """Why a call that ended in this status did not fail, "" when it did."""
    if (
        status == 1
        and call.program == "git"
        and call.args[:1] == ["config"]
        and len(call.args) == 2
    ):
        return STATE  # git config some.key
    by_xargs = status == 123 and "xargs" in call.via
    plain = [*heads(call.args, 2), *[arg for arg in call.args if arg[:1] != "-"]][:3]
    for reason, statuses, rows in phrases.answers():
        fits = statuses == "*" or str(status) in statuses.split(",") or by_xargs
        if fits and any(row[0] == call.program and _asks(call, plain, row[1:]) for row in rows):
            return reason
    return ""


def _asks(call, plain, words) -> bool:
    """Return True if a call has all these words; of options joined by | one."""
    options = [arg.partition("=")[0] for arg in call.args[:20]]
    return all(
        any(option in options for option in word.split("|"))
        if "|" in word or word[:1] == "-"
        else word in plain
        for word in words
    )


def only_looked(call, lines) -> bool:
    """Return True if a call only looked for a path, and complains of nothing but its absence."""
    if call.program not in programs("look") or not relays(call):
        return False
    starts = tuple(folder + call.program for folder in ("", "/bin/", "/usr/bin/"))
    own = [
        line.lower()
        for line in lines
        if line.startswith(tuple(start + ":" for start in starts)) or "no matches found: " in line
    ]
    if not own or any(" cd: " in line for line in lines):
        return False
    return all(any(words in line for words in NOT_FOUND) for line in own)
