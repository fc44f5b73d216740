"""What an exit status tells: whose it is in a line, and whether it only answers a question."""

from reflexion.shell import programs
from reflexion.shell.read_only import heads, relays
from reflexion.text.tables import rows

NOT_FOUND = ("no such file or directory", "cannot access", "not found", "does not exist")
NOT_FOUND += ("cannot open", "no matches found")
LEAVING = ("exit", "return", "false", "die", "kill")
SAYING = ("echo", "printf")


def answers(call, status: int) -> str:
    """Why a call that ended in this status did not fail, "" when it did."""
    if status == 1 and call.program == "git" and call.args[:1] == ["config"] == call.args[:-1]:
        return "a question about a state"  # git config some.key
    plain = [*heads(call.args, 2), *[arg for arg in call.args if arg[:1] != "-"]][:3]
    options = [arg.partition("=")[0] for arg in call.args[:20]]
    for reason, statuses, known in rows("signals/failures/answers.tsv"):
        fits = statuses == "*" or str(status) in statuses.split(",")
        if not fits and (status != 123 or "xargs" not in call.via):
            continue
        for program, *words in map(str.split, known.split(";")):
            if program == call.program and all(_said(word, plain, options) for word in words):
                return reason
    return ""


def _said(word: str, plain: list, options: list) -> bool:
    """Does a call have this word; of options joined by | one?"""
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


def outer(calls) -> list:
    """The calls without those in another one's words (`git commit -m "$(cat note)"`)."""
    kept = []
    for call in calls:
        around = kept[-1] if kept else call
        inside = around.start <= call.start and call.end <= around.end
        if not (inside and call.depth > around.depth):
            kept.append(call)
    return kept


def masked(calls, at: int, command: str) -> bool:
    """Return True if a failure of calls[at] would not show in the status of the whole line."""
    handing, last = _handing_on(command), len(calls) - 1
    while at < last:
        op, following = calls[at].op, calls[at + 1]
        if op == "||":
            said = following.program in SAYING and at + 2 <= last
            leaving = calls[at + 2] if said else following
            return leaving.program not in LEAVING
        if op not in handing:
            return True
        at += 1
        while op == "&&" and at < last and calls[at].op == "|":
            at += 1
    call = calls[last]
    looped = call.op in (";", "\n") and "done" in command and ";" not in handing
    return call.op in ("&", "|") or looped or call.depth > 0 and call.program == ""


def candidates(calls, command: str) -> list:
    """The calls that the status of the whole command line may be from, the last one first."""
    top = [call for call in calls if call.depth == 0] or list(calls)
    handing, suspects = _handing_on(command), top[-1:]
    for call, following in zip(top[-2::-1], top[:0:-1]):
        if call.op in handing or call.op == "||" and following.program in LEAVING:
            suspects.append(call)
        elif call.op != "|":  # behind a pipe its own status is lost, not that of what stands before
            break
    return suspects


def _handing_on(command: str) -> list:
    """The operators behind which a failure shows in the status of the whole line."""
    strict = "set -e" in command or "errexit" in command
    return ["&&", *(["|"] if "pipefail" in command else []), *([";", "\n"] if strict else [])]
