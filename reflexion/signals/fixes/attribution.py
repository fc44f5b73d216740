"""A failure as the fixes see it: which call of its line failed, and what the error says."""

import re
from functools import lru_cache

from reflexion.shell import parser
from reflexion.shell.compare import at_work, working
from reflexion.shell.complaints import could_not_read
from reflexion.shell.parser import SETTINGS
from reflexion.shell.read_only import heads
from reflexion.shell.status import masked
from reflexion.text.tables import rows

MOST_CHARACTERS = 3000  # of an error that is read
MOST_CALLS = 40


@lru_cache(maxsize=200)
def calls(line: str) -> list:
    """The calls of a command line; every failure of a session asks for the same ones."""
    return parser.calls(line[:4000])[:MOST_CALLS]


class Failure:
    """text: the error, lower case; call: the simple command that failed, or None (where a line
    could not even begin, `cd x && make`, the one that it was to run); command: the whole line;
    unread: the shell could not read it; begins: what failed only prepares the call, so that it is
    over once the call begins; masked: an exit status is not needed to see that it is over;
    missing: kind of trouble in plain.tsv -> names of what is missing ("" = unnamed)."""

    __slots__ = ("text", "call", "command", "missing", "unread", "begins", "masked")

    def __init__(self, record: dict):
        line = str(record.get("line") or "")[:MOST_CHARACTERS]
        more = str(record.get("more") or "")[:MOST_CHARACTERS]
        self.text = f"{line}\n{more}".lower()
        self.command = str(record.get("command") or "")
        self.missing = _missing(line.lower()) or _missing(more.lower())
        self.unread = could_not_read(calls(self.command), line)
        fault = _at_fault(self, str(record.get("call") or ""))
        self.call = _job(self, fault)
        line = calls(self.command)
        self.begins = fault is not self.call
        self.masked = self.begins
        if fault in line and not self.begins:
            self.masked = masked(line, line.index(fault), self.command)


@lru_cache(maxsize=None)
def _patterns() -> tuple:
    return tuple((kind, re.compile(pattern)) for kind, pattern in rows("signals/fixes/plain.tsv"))


def _missing(text: str) -> dict:
    found: dict = {}
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            name = match.group(1) if match.lastindex else ""
            found.setdefault(kind, []).append(name)
    return found


def _job(failure: Failure, call):
    """The call itself, or what stands behind one that only prepares: cd, source, export."""
    line = calls(failure.command)
    if call not in line or call.program not in SETTINGS:
        return call  # what was cut off its line prepares nothing that is known
    later = at_work(line[line.index(call) :])
    return later[0] if later else call


def _at_fault(failure: Failure, call: str):
    """The call that `call`, its source text, begins, if the line was not cut in front of it; else
    the one that the error names, else the last one that does more than look. None for a line
    without calls."""
    for each in [*calls(failure.command), *calls(call)] if call else ():
        if " ".join(each.raw.split()).startswith(call[:120]):
            return each
    line = working(failure.command)
    outer = [each for each in line if each.depth == 0] or line
    said = re.sub(r"[:'\"`]", " ", failure.text).split()
    named = [each for each in outer if each.program.lower() in said]
    return next(reversed(named or outer), None)


def tells(text: str, call) -> bool:
    """Does the text (lower case) tell to run this very command: "run `terraform init`"?"""
    first = [word.lower() for word in heads(call.args)]
    name = call.program.lower()
    if not first:
        return f"`{name}`" in text
    most = 2 if first[0] in ("run", "exec", "x", "dlx") else 1
    return f"{name} {' '.join(first[:most])}" in text


def names(text: str, word: str) -> bool:
    """Does the text (lower case) hold this word or option, as a word of its own?"""
    bare = word.lower().partition("=")[0]
    if not any(char.isalnum() for char in bare):
        return False
    return re.search(rf"(?<![\w-]){re.escape(bare)}(?![\w-])", text) is not None
