"""Search an output with the rules of this folder's tables."""

import functools
import re
from reflexion.text import tables

FOLDER = "detect/failures"
# kinds of rules.tsv: failures that nobody doubts, and lines that count what failed
PROOFS = ("tests", "compilers", "exceptions", "proofs", "checkers")
SUMS = ("wrap_ups", "tallies")
MAX_TRIES = 40  # matches of one rule that may turn out to be summaries
# name of an exception, with its package, as languages print it in front of the message
EXCEPTION = (
    r"(?:Uncaught (?:\(in promise\) )?)?(?:[A-Za-z_]\w{0,60}(?:\.|::|\\|/)){0,9}[A-Z]\w{0,70}"
    r"(?:Error|Exception|Failure|Interrupt|Violation|NotFound|DoesNotExist|Panic|Unavailable"
    r"|Timeout)"
)
COUNT = (
    r"^(?:\[\w+\] ?|\W{0,4})(?:[Ff]ound |with |[Tt]ests?:[ \t]+|[Ee]rrors?: )?(?:\d+|no) (?:errors?"
    r"|problems?|warnings?|issues?|failures?|failed|failing|offenses?|of \d)\b"
    r"|[ (]0 (?:errors?|failed|failures)\b"
)
TIMESTAMP = r"^\[[\d:., /tz-]{4,40}\] "


class Found:
    """A line to quote, "" for none, and the kind of the rule that found it, "" for no rule."""

    __slots__ = ("line", "kind")

    def __init__(self, line: str = "", kind: str = ""):
        self.line = line
        self.kind = kind


def scan(text: str, *kinds: str) -> Found:
    """Return what the first of these kinds' rules finds that finds anything in prepared text."""
    low = text.lower()
    for kind in kinds:
        for needle, pattern, *mark in rules(kind):
            if needle not in low:
                continue
            find = _exception if mark else _told
            line = find(text, pattern, kind)
            if line:
                return Found(line, kind)
    return Found()


@functools.lru_cache(maxsize=None)
def rules(kind: str) -> tuple:
    """Return the rules (needle, pattern, a mark or nothing) of one kind."""
    found = []
    for own, needle, pattern, *mark in tables.rows(f"{FOLDER}/rules.tsv"):
        if own == kind:
            needle = needle.replace("\\n", "\n")
            found.append((needle, pattern.replace("{EXCEPTION}", EXCEPTION), *mark))
    return tuple(found)


@functools.lru_cache(maxsize=None)
def phrases(kind: str) -> tuple:
    """Return the lower-case phrases of one kind."""
    found: list = []
    for own, listed in tables.rows(f"{FOLDER}/phrases.tsv"):
        if own == kind:
            found += listed.split(";")
    return tuple(found)


def has_phrase(line: str, *kinds: str) -> bool:
    """Return True if a line holds a phrase of one of these kinds."""
    low = line.lower()
    return any(phrase in low for kind in kinds for phrase in phrases(kind))


def is_summary(line: str) -> bool:
    """Return True if a line only sums up or points elsewhere."""
    if has_phrase(line, "summaries"):
        return True
    may_count = "no " in line or any(map(str.isdecimal, line))
    return may_count and re.search(COUNT, line) is not None


def is_aside(line: str) -> bool:
    """Return True if a line explains, advises or decorates."""
    low = line.strip().lower()
    if low.startswith("["):
        low = re.sub(TIMESTAMP, "", low)
    return not any(map(str.isalpha, low)) or low.startswith(phrases("asides"))


def _told(text: str, pattern: str, kind: str) -> str:
    """Return the first match of a rule that is no summary; of a rule for sums the first."""
    for _, match in zip(range(MAX_TRIES), re.finditer(pattern, text, re.M)):
        groups = match.groups() if match.re.groups else (match.group(),)
        parts = [part.strip() for part in groups if part and part.strip()]
        line = ": ".join([*(part.rstrip(":") for part in parts[:-1]), *parts[-1:]])
        if kind in SUMS:
            return line.strip("= \t")
        if line and not (is_summary(line) and is_summary(parts[-1])):
            return line
    return ""


def _exception(text: str, pattern: str, kind: str) -> str:
    """Return the exception under the last traceback of Python, under the first of unittest."""
    headers = list(re.finditer(pattern, text, re.M))
    if not ("\n======" in text and ("\nFAIL: " in text or "\nERROR: " in text)):
        headers.reverse()
    for header in headers[:8]:
        line = _below_frames(text, header.end())
        if line:
            return line
    return ""


def _below_frames(text: str, at: int) -> str:
    """Return the line below a traceback's frames, "" where it has none."""
    frames = False
    for line in text[at : at + 20_000].split("\n")[1:]:
        if line[:1] in (" ", "\t", ""):
            frames = frames or line.lstrip().startswith("File ")
        else:
            return line.strip() if frames and not line.startswith("Traceback (") else ""
    return ""
