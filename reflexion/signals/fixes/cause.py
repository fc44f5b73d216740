"""A failure as the rules see it."""

import re
from functools import lru_cache

from reflexion.shell import parser
from reflexion.shell.compare import working
from reflexion.shell.read_only import looks
from reflexion.signals.fixes import remedy
from reflexion.signals.fixes.remedy import groups, row
from reflexion.text.tables import rows

MOST = 3000  # characters of an error that are read
PATTERNS = {
    "code": r"(?<![\w.:])[1-9]\d{0,4} (?:tests? |specs? |examples? )?"
    r"(?:failed|failing|failures?|errors?)\b",
    "missing_program": r"(?m)(?:^|[\s:])[\w.+/-]{1,60}: (?:command )?not found\s*$",
    "usage": r"\bno [\w-]{2,40}(?: [\w-]{2,40})? (?:named|called|found|matching|matches|matched)\b",
}
WORD = r"[a-z0-9]{2,60}"
EMPTY = row("empty", "any")  # words of errors and commands that name nothing
MOST_WORDS = 200


@lru_cache(maxsize=200)
def calls(line: str) -> list:
    """The calls of a command line; every failure of a session asks for the same ones."""
    return parser.calls(line[:4000])[:40]


class FailureContext:
    """text: the error, lower case; kinds: what it tells of (error_kinds.tsv); failed_call: the
    call at fault or None; words, own: telling words of the error, of the command."""

    __slots__ = ("text", "kinds", "failed_call", "words", "own", "command")

    def __init__(self, failure):
        line, more = (str(failure.get(key) or "")[:MOST] for key in ("line", "more"))
        self.command = str(failure.get("command") or "")
        self.text = (line + "\n" + more).lower()
        self.kinds = kinds_of(line)
        if not self.kinds - {"code", "flaky"}:
            self.kinds |= kinds_of(more)  # the line alone does not tell: the rest of the output may
        self.failed_call = _at_fault(self, str(failure.get("call") or ""))
        self.words = telling(self.text)
        self.own = telling(self.command)
        checks = self.failed_call and remedy.checks(self.failed_call)
        if checks and not self.kinds - {"vcs", "format", "stale"}:
            self.kinds.add("code")  # a test or linter that says nothing of its surroundings


def kinds_of(text: str) -> set:
    """The kinds of trouble that a bounded text tells of."""
    low = text.lower() + "\n"
    words = " " + " ".join(re.findall(r"[a-z0-9]+", low))  # a needle of letters alone begins a word
    found = set()
    for kind, needles in rows("signals/fixes/error_kinds.tsv"):
        each = needles.split("|")
        if any(" " + needle in words if needle.isalpha() else needle in low for needle in each):
            found.add(kind)
    return found.union(kind for kind, pattern in PATTERNS.items() if re.search(pattern, low))


def telling(text: str) -> frozenset:
    """The words of an error or a command that name something, lower case."""
    return frozenset(re.findall(WORD, text[:MOST].lower())[:MOST_WORDS]) - EMPTY


def shared(some, others) -> set:
    """Those of `some` that one of `others` means, too."""

    def means(one: str, other: str) -> bool:
        short, long = sorted((one, other), key=len)
        part = len(short) >= 4 and not short.isdigit() and short in long
        same = groups("same", one) & groups("same", other)
        return bool(same) or part and len(short) * 3 >= len(long)

    return {word for word in some if word in others or any(means(word, o) for o in others)}


def _at_fault(failure, call: str):
    """The simple command that failed."""
    for each in calls(failure.command) if call else ():
        if " ".join(each.raw.split()).startswith(call[:120]):
            return each
    line = working(failure.command)
    line = [each for each in line if each.depth == 0] or line
    text = re.sub(r"[:'\"`]", " ", failure.text).split()
    rated = [2 * (each.program.lower() in text) + (not looks(each)) for each in line]
    best = max(rated, default=0)  # the last of the best
    return next((each for each, rate in zip(line[::-1], rated[::-1]) if rate == best), None)
