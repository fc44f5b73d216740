"""Read single calls: whose an error is, and whether a status only answers a question."""

from __future__ import annotations

import re

from reflexion.detect.failures.output import FOLDER
from reflexion.shell.parser import Call
from reflexion.shell.programs import known_names, plain_words, programs
from reflexion.shell.roles import is_relay, is_silent
from reflexion.text import rows

PROBED = "a look whether something is there"
NO_MATCHES = "no matches found"  # of a shell, about a pattern
NOT_FOUND = rf"no such file|cannot (?:access|open)|not found|does not exist|{NO_MATCHES}"
FOLDERS = ("", "/bin/", "/usr/bin/")
SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "(eval)")
SHORTEST = 4  # characters of an argument by which a line tells which call it is about
SHORTEST_TYPED = 5  # characters of a word in which one wrong letter is a slip
WORDS = r"[A-Za-z][\w-]{1,40}"


def answer(call: Call, status: int) -> str:
    """Return why a call that ended in a status did not fail, "" where it did."""
    for reason, statuses, known in rows(f"{FOLDER}/answers.tsv"):
        if statuses != "*" and str(status) not in statuses.split(","):
            continue
        for row in known.split("; "):
            program, *words = row.split()
            if program == call.program and _has_all(call, words):
                return reason
    return ""


def _has_all(call: Call, words: list[str]) -> bool:
    """Return True if a call has all these words, of options joined by | one."""
    said = plain_words(call.program, call.args, 3)
    said += [arg.partition("=")[0] for arg in call.args[:20] if arg.startswith("-")]
    return not any(set(word.split("|")).isdisjoint(said) for word in words)


def found_nothing(call: Call, lines: list[str]) -> bool:
    """Return True if all that a call says is that a path is not there."""
    if is_silent(call) or call.program not in programs("reader"):
        return False
    starts = tuple(f"{folder}{call.program}:" for folder in FOLDERS)
    own = [line for line in lines if line.startswith(starts) or NO_MATCHES in line]
    return bool(own) and all(re.search(NOT_FOUND, line, re.I) for line in own)


def own_voice(call: Call, text: str) -> str:
    """Return the first line in which a call's program tells of its failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S{{0,200}}/)?{re.escape(call.program)}(?:\.exe)?: "
    for program, pattern, *_ in rows(f"{FOLDER}/voices.tsv"):
        if program == call.program:
            plain = f"(?:{plain}|{pattern})"
    match = re.search(f"^{plain}.*", text, re.M)
    return match.group().strip() if match else ""


def ends_in_zero(call: Call) -> bool:
    """Return True if a program ends in 0 whatever it could not do."""
    voices = rows(f"{FOLDER}/voices.tsv")
    return any(mark and program == call.program for program, _, *mark in voices)


def culprit(parts: list[Call], suspects: list[Call], line: str) -> Call | None:
    """Return the call that an error line is about, None without calls.

    It is the one that a shell says it could not run, else the suspect with most of its
    words in the line; one that works goes before those that only show."""
    said = _complaint(line)
    for call in parts:
        files = [target for _, target in call.redirects]
        if not {call.program, *files}.isdisjoint(said):
            return call
    workers = [call for call in suspects if not is_relay(call)]
    low = line.lower()
    return max(workers or suspects, key=lambda call: _shared(call, low), default=None)


def _complaint(line: str) -> list[str]:
    """Return what a shell says of a line, part by part; [] where no shell speaks.

    `bash: line 1: cd: src: Not a directory`: line 1, cd, src, Not a directory."""
    speaker, *said = map(str.strip, line.split(":"))
    name = speaker.lstrip("-").replace("\\", "/").rpartition("/")[2]
    return said if name in SHELLS else []


def complains(call: Call, lines: list[str]) -> bool:
    """Return True if a line tells that a call did not work: `bash: line 1: cd: src: No such …`."""
    names = {call.program, *call.args}
    return any(
        line.startswith(f"{call.program}: ") or not names.isdisjoint(_complaint(line))
        for line in lines
    )


def is_slip(call: Call, line: str, text: str) -> bool:
    """Return True if a call failed by a word that was mistyped: `gti status`, `npm run biuld`.

    The error line names it, and a known program, or a word of the output, is one edit away.
    """
    typed = [call.program, *plain_words(call.program, call.args, 3)]
    named = set(re.findall(WORDS, line)).intersection(typed)
    if call.program in known_names():
        named.discard(call.program)
    meant = set(re.findall(WORDS, text)).difference(typed)
    if call.program in named:
        meant |= known_names()
    return any(_is_mistyped(word, other) for word in named for other in meant)


def _is_mistyped(word: str, meant: str) -> bool:
    """Return True if two neighbours changed places, or one letter inside is wrong or missing."""
    start = 0
    while word[start : start + 1] == meant[start : start + 1] != "":
        start += 1
    left = word[start:]
    right = meant[start:]
    if len(left) > 1 and left[1::-1] + left[2:] == right:
        return True
    if start == 0 or left[-1:] != right[-1:] or min(len(word), len(meant)) < SHORTEST_TYPED:
        return False
    return left[1:] in (right, right[1:]) or left == right[1:]


def _shared(call: Call, line: str) -> int:
    """Count the arguments of a call, and their folders, that a line holds."""
    words = [arg.strip("'\"").lower() for arg in call.args]
    words += [word.rpartition("/")[0] for word in words]
    return len({word for word in words if len(word) >= SHORTEST and word in line})
