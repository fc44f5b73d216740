"""Judge commands: whether one failed, which call of it, and which line says so."""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.detect.failures.hidden import hidden_failure
from reflexion.detect.failures.output import (
    FOLDER,
    NOTHING,
    PROOFS,
    ErrorLine,
    has_phrase,
    headed,
    own_voice,
    prepare,
    scan,
    told,
)
from reflexion.shell import LEAVING, LONGEST, Call, by_status, calls
from reflexion.shell.programs import ASKS, SAYS, WORKS, plain_words, programs
from reflexion.text import rows

TIMED_OUT = "command timed out after"  # what hosts say
TIME_OUTS = (124, 137, 143)  # statuses that a time-out leaves behind
OWN_CODE = ("tests", "compilers", "checkers", "findings", "tallies")  # kinds of rules
OWN_MODULE = r"['\"`]\.{1,2}/"  # an import of the project's own: './parse'
NOT_FOUND = r"(?i)no such file|cannot (?:access|open)|not found|does not exist|no matches found"
HUSHING = [(sign, "/dev/null") for sign in ("2>", "2>>", "&>", "&>>")]  # redirections
# a line in which a shell complains: `bash: line 1: cd: src: Not a directory`
COMPLAINT = r"(?m)^[ \t]{0,8}-?(?:[^:\n]*[/\\])?(?:(?:ba|z|da|k)?sh|\(eval\)):(.*)"
SHORTEST = 4  # characters of an argument by which a line tells which call it is about
SHORTEST_TYPED = 5  # characters of a word in which one wrong letter is a slip
WORDS = r"[A-Za-z][\w-]{1,40}"


# What became of a command.
# failed    whether it failed
# line      the error line to quote, "" where it printed none
# call      source text of the call that failed, "" where nobody knows
# own_code  whether the line is a test's, a compiler's or a linter's about the project's own code,
#           or the call a slip or one that found nothing to do: most likely nothing to learn from
Verdict = namedtuple("Verdict", "failed line call own_code", defaults=("", "", False))


def judge(command: str, exit_code: int | None, output: str, interrupted: bool = False) -> Verdict:
    """Return the Verdict on a command.

    exit_code: None where the host gives none, which proves nothing; output: both streams."""
    if interrupted or exit_code in (None, 130):
        return Verdict(False)
    command = command[:LONGEST]
    text = prepare(output)
    parts = calls(command) or [Call([], "", 0, False)]
    ended, unseen = by_status(parts, command)
    if exit_code and not _is_no_failure(parts, ended, exit_code, text):
        found, suspects = _quoted(ended, text)
    else:
        found, suspects = hidden_failure(parts, unseen, command, text)
        if not found.line:
            return Verdict(False)
    found = headed(found, text)
    call = _culprit(parts, suspects, found.line)
    return Verdict(True, found.line, call.raw, _is_about_own_code(found, call, text))


def _is_about_own_code(found: ErrorLine, call: Call, text: str) -> bool:
    """Return True for what no later session learns from, False for what lacks from outside."""
    is_missing = has_phrase(found.line, "missing") and not re.search(OWN_MODULE, found.line)
    is_code = found.kind in OWN_CODE and not is_missing
    return is_code or _is_slip(call, found.line, text) or has_phrase(found.line, "idle")


def _quoted(ended: list[Call], text: str) -> tuple[ErrorLine, list[Call]]:
    """Return the line to quote of a failure, and the calls that it may be about."""
    found = next((each for each in told(text) if each.line), NOTHING)
    for call in ended:
        # of one that shows what others say counts what it says itself; and where nothing tells
        # of an error, a program's own words are the best guess
        line = own_voice(call.program, text) if call.role != WORKS or not found.kind else ""
        if line:
            return ErrorLine(line), [call]
    return found, ended


def _is_no_failure(parts: list[Call], ended: list[Call], status: int, text: str) -> bool:
    """Return True if nothing went wrong, though the status is another than 0."""
    asking = [call for call in parts if call.role != SAYS]  # `py --version; which py`
    has_asked = all(call.role == ASKS or _answers(call, status) for call in asking)
    if _ended_by_signal(status, ended, text.strip()) or (has_asked and len(asking) > 1):
        return True
    return _only_looked(ended, status, text)


def _ended_by_signal(status: int, ended: list[Call], text: str) -> bool:
    """Return True for a reader that closed the pipe, an interruption, a time-out as asked for."""
    has_limit = any("timeout" in " ".join(call.via) for call in ended)
    if status in TIME_OUTS and (has_limit or TIMED_OUT in text.lower()):
        return True
    return status == 141 or (status == 143 and not text)


def _only_looked(ended: list[Call], status: int, text: str) -> bool:
    """Return True if a status answers a question, or tells that something is not there."""
    if ended[0].program in LEAVING and len(ended) > 1:
        return _answers(ended[1], 1)  # `grep -q x f || exit 2` gives a status of its own
    blamed = _blamed_among(ended, text)
    # who printed nothing may be any of them
    if any(_answers(call, status) for call in ([blamed] if text.strip() else ended)):
        return True
    looking = ended if blamed is ended[0] else [blamed]
    return all(one.role != WORKS for one in looking) and _found_nothing(blamed, text)


def _answers(call: Call, status: int) -> bool:
    """Return True if a call that ended in a status answered a question and did not fail."""
    options = [arg.partition("=")[0] for arg in call.args[:20] if arg.startswith("-")]
    said = {*plain_words(call.program, call.args, 3), *options}
    return any(
        call.program in names.split()
        and not {"*", str(status)}.isdisjoint(statuses.split(","))
        and all(not said.isdisjoint(word.split("|")) for word in " ".join(words).split())
        for statuses, names, *words in rows(f"{FOLDER}/answers.tsv")
    )


def _found_nothing(call: Call, text: str) -> bool:
    """Return True if all that a call says, unless it is hushed, is that a path is not there."""
    own = rf"(?m)^(?:(?:/usr)?(?:/bin/)?{re.escape(call.program)}:|.*no matches found).*"
    said = re.findall(own, text) if call.program in programs("reader") else []
    is_hushed = not set(HUSHING).isdisjoint(call.redirects)
    return is_hushed or (bool(said) and all(map(re.compile(NOT_FOUND).search, said)))


def _blamed_among(ended: list[Call], text: str) -> Call:
    """Return the call that failed where lines tell, the last one where they do not."""
    # `cd api && grep x`: the folder is not there, and nothing was searched
    said = _complaints(text)
    for call in ended[1:]:
        if f"\n{call.program}: " in text or not said.isdisjoint([call.program, *call.args]):
            return call
    # `make gen && grep x`: what surely failed was not the search
    others = [call for call in ended[1:] if call.role != SAYS]
    do_work = {call.role for call in others} == {WORKS}
    return others[0] if do_work and scan(text, *PROOFS).line else ended[0]


def _culprit(parts: list[Call], suspects: list[Call], line: str) -> Call:
    """Return the call that an error line is about.

    It is the one that a shell says it could not run, else the suspect with most of its
    words in the line; one that works goes before those that only show."""
    said = _complaints(line)
    for call in parts:
        if not {call.program, *(target for _, target in call.redirects)}.isdisjoint(said):
            return call
    workers = [call for call in suspects if call.role == WORKS]
    return max(workers or suspects, key=lambda call: _shared(call, line))


def _shared(call: Call, line: str) -> int:
    """Return how many words of a call stand in a line."""
    words = {*call.args, *(arg.rpartition("/")[0] for arg in call.args)}  # with folders
    return sum(len(word) >= SHORTEST and word in line for word in words)


def _complaints(text: str) -> set[str]:
    """Return what shells say in a text, part by part: line 1, cd, src, Not a directory."""
    said = ":".join(re.findall(COMPLAINT, text))
    return {*map(str.strip, said.split(":"))} - {""}


def _is_slip(call: Call, line: str, text: str) -> bool:
    """Return True if a call failed by a word that was mistyped: `gti status`, `npm run biuld`.

    The error line names it, and a known program, or a word of the output, is one edit away.
    """
    known = programs("").keys()
    typed = {call.program, *plain_words(call.program, call.args, 3)}
    named = typed.intersection(re.findall(WORDS, line)) - {call.program}.intersection(known)
    meant = set(re.findall(WORDS, text)) - typed
    if call.program in named:
        meant |= known
    return any(_is_mistyped(word, other) for word in named for other in meant)


def _is_mistyped(word: str, meant: str) -> bool:
    """Return True if letters changed places, or one inside is wrong, missing or too much."""
    if sorted(word) == sorted(meant):
        return True
    whole, shorter = (
        {one, *(one[:at] + one[at + 1 :] for at in range(1, len(one) - 1))} for one in (word, meant)
    )
    return min(len(word), len(meant)) >= SHORTEST_TYPED and not whole.isdisjoint(shorter)
