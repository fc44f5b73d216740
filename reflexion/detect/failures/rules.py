"""Search an output with the rules of this folder's tables."""

import functools
import re

from reflexion.text import rows

FOLDER = "detect/failures"
# kinds of rules.tsv: failures that nobody doubts, and lines that count what failed
PROOFS = ("tests", "compilers", "checkers", "exceptions", "proofs")
SUMS = ("wrap_ups", "tallies")
MAX_TRIES = 40  # matches of one rule that may turn out to be summaries
# name of an exception, with its package, as languages print it before the message
EXCEPTION = (
    r"(?:Uncaught (?:\(in promise\) )?)?(?:[A-Za-z_]\w{0,60}(?:\.|::|\\|/)){0,9}"
    r"[A-Z]\w{0,70}(?:Error|Exception|Failure|Interrupt|Violation|NotFound"
    r"|DoesNotExist|Panic|Unavailable|Timeout)"
)
COUNT = (
    r"^(?:\[\w{1,40}\] ?|\W{0,4})(?:[Ff]ound |with |[Tt]ests?:[ \t]+|[Ee]rrors?: )?"
    r"(?:\d+|no) (?:errors?|problems?|warnings?|issues?|failures?|failed|failing"
    r"|offenses?|of \d)\b|[ (]0 (?:errors?|failed|failures)\b"
)


class Found:
    """A line to quote and the kind of the rule that found it, "" where no rule did.

    It is false without a line."""

    __slots__ = ("line", "kind")

    def __init__(self, line: str = "", kind: str = ""):
        self.line = line
        self.kind = kind

    def __bool__(self) -> bool:
        return bool(self.line)


NOTHING = Found()


def scan(text: str, *kinds: str) -> Found:
    """Return what the first rule of these kinds finds that finds anything."""
    low = text.lower()
    for kind in kinds:
        for needle, pattern, *mark in rules(kind):
            if needle not in low:
                continue
            find = _exception if mark else _told
            line = find(text, pattern, kind)
            if line:
                return Found(line, kind)
    return NOTHING


@functools.lru_cache(maxsize=None)
def rules(kind: str) -> tuple:
    """Return the rules (needle, pattern, a mark or nothing) of one kind."""
    found = []
    for own, needle, pattern, *mark in rows(f"{FOLDER}/rules.tsv"):
        if own == kind:
            needle = needle.replace("\\n", "\n")
            found.append((needle, pattern.replace("{EXCEPTION}", EXCEPTION), *mark))
    return tuple(found)


@functools.lru_cache(maxsize=None)
def phrases(kind: str) -> tuple:
    """Return the lower-case phrases of one kind."""
    found: list = []
    for own, listed in rows(f"{FOLDER}/phrases.tsv"):
        if own == kind:
            found += listed.replace("\\n", "\n").split(";")
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
    return not any(map(str.isalpha, low)) or low.startswith(phrases("asides"))


def _told(text: str, pattern: str, kind: str) -> str:
    """Return the first match of a rule that is no summary; for sums the first match."""
    for _, match in zip(range(MAX_TRIES), re.finditer(pattern, text, re.M)):
        *heads, last = _groups(match) or [""]
        line = ": ".join([*(head.rstrip(":") for head in heads), last])
        if kind in SUMS:
            return line.strip("= \t")
        if line and not (is_summary(line) and is_summary(last)):
            return line
    return ""


def _groups(match) -> list:
    """Return the groups of a match that hold text; all of it where there are none."""
    groups = match.groups() if match.re.groups else (match.group(),)
    return [group.strip() for group in groups if group and group.strip()]


def _exception(text: str, pattern: str, kind: str) -> str:
    """Return the exception below the last traceback of Python.

    Of unittest's report it is the first: the first failing test."""
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
