"""Tell which call an error is from, and what a program says of its own failure."""

import re

from reflexion.detect.failures.rules import FOLDER
from reflexion.shell.roles import is_relay
from reflexion.text import rows

SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "(eval)")
SHORTEST = 4  # characters of an argument by which a line tells which call it is about


def own_voice(call, text: str) -> str:
    """Return the first line in which a call's program tells of its failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S{{0,200}}/)?{re.escape(call.program)}(?:\.exe)?: "
    for program, pattern, *_ in rows(f"{FOLDER}/voices.tsv"):
        if program == call.program:
            plain = f"(?:{plain}|{pattern})"
    match = re.search(f"^{plain}.*", text, re.M)
    return match.group().strip() if match else ""


def ends_in_zero(call) -> bool:
    """Return True if a program ends in 0 whatever it could not do."""
    voices = rows(f"{FOLDER}/voices.tsv")
    return any(mark and program == call.program for program, _, *mark in voices)


def culprit(parts: list, suspects: list, line: str):
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


def _complaint(line: str) -> list:
    """Return what a shell says of a line, part by part; [] where no shell speaks.

    `bash: line 1: cd: src: Not a directory`: line 1, cd, src, Not a directory."""
    speaker, *said = line.split(": ")
    name = speaker.split(":")[0].replace("\\", "/").rpartition("/")[2]
    return said if name in SHELLS else []


def _shared(call, line: str) -> int:
    """Count the arguments of a call, and their folders, that a line holds."""
    words = [arg.strip("'\"").lower() for arg in call.args]
    words += [word.rpartition("/")[0] for word in words]
    return len({word for word in words if len(word) >= SHORTEST and word in line})
