"""The scanner over this folder's tables: which line of an output tells of a failure?"""

import re
from functools import lru_cache

from reflexion.text.tables import rows

MAX_TRIES = 40  # matches of one rule that may turn out to be summaries
SUMS = ("wrap_ups", "tallies")  # kinds of lines that sum up, and are quoted all the same
# name of an exception, with its package, as languages print it in front of the message
EXCEPTION = (
    r"(?:Uncaught (?:\(in promise\) )?)?(?:[A-Za-z_]\w{0,60}(?:\.|::|\\|/)){0,9}[A-Z]\w{0,70}"
    r"(?:Error|Exception|Failure|Interrupt|Violation|NotFound|DoesNotExist|Panic|Unavailable"
    r"|Timeout)"
)


def scan(text: str, *kinds: str) -> str:
    """The line of prepared text that the first rule of these kinds to find one quotes, else ""."""
    low = text.lower()
    for kind in kinds:
        for needle, pattern, *own in rules(kind):
            if needle in low:
                find = _traceback if own else _told
                line = find(text, pattern, kind)
                if line:
                    return line
    return ""


def _told(text: str, pattern: str, kind: str) -> str:
    """The first match of a rule that is no summary; of a rule for sums the first."""
    for _, match in zip(range(MAX_TRIES), re.finditer(pattern, text, re.M)):
        parts = _parts(match)
        line = ": ".join([*(part.rstrip(":") for part in parts[:-1]), *parts[-1:]])
        if kind in SUMS:
            return line.strip("= \t")
        if line and not (is_summary(line) and is_summary(parts[-1])):
            return line
    return ""


def _parts(match) -> list:
    """What the groups of a match hold; all of it where the pattern has none."""
    groups = match.groups() if match.re.groups else [match.group()]
    return [part.strip() for part in groups if part and part.strip()]


def _traceback(text: str, pattern: str, kind: str) -> str:
    """The exception under the last of the headers that a rule finds; unittest's first."""
    headers = list(re.finditer(pattern, text, re.M))
    is_unittest = "\n======" in text and ("\nFAIL: " in text or "\nERROR: " in text)
    order = headers if is_unittest else headers[::-1]
    return next(filter(None, (_exception(text, header) for header in order[:8])), "")


def _exception(text: str, header) -> str:
    """The exception under a Python traceback, "" where it has no frames."""
    prefix = header.group().partition("Traceback")[0].replace("Exception Group ", "")
    prefix = prefix.replace("+", "|")
    frames = False
    for line in text[header.end() : header.end() + 20_000].split("\n")[1:]:
        line = line.removeprefix(prefix)
        if line[:1] in (" ", "\t", ""):
            frames = frames or line.lstrip().startswith("File ")
        else:
            return line.strip() if frames and not line.startswith("Traceback (most") else ""
    return ""


def rules(kind: str) -> tuple:
    """The rules [needle, pattern, a mark or nothing] of one kind of error lines."""
    return _table("lines").get(kind, ())


def phrases(kind: str) -> tuple:
    """The phrases of one kind, lower-case."""
    return _table("phrases")[kind]


def pattern_of(kind: str) -> str:
    """The pattern that finds the lines of one kind, by all its ways."""
    return "|".join(way for way, *_ in _table("patterns")[kind])


def voice(kind: str, program: str) -> str:
    """The pattern of a program's own error lines, "" where it has no shape of its own."""
    return dict(_table("program_errors")[kind]).get(program, "")


@lru_cache(maxsize=None)
def _table(name: str) -> dict:
    """First column -> the rest of its rows, of `phrases` joined to one."""
    found: dict = {}
    for kind, *rest in rows(f"signals/failures/{name}.tsv"):
        if name in ("lines", "phrases"):
            rest[0] = rest[0].replace("\\n", "\n").replace("\\t", "\t")
        if name == "lines":
            rest[1] = rest[1].replace("{EXCEPTION}", EXCEPTION)
        new = tuple(rest[0].split(";")) if name == "phrases" else (rest,)
        found[kind] = (*found.get(kind, ()), *new)
    return found


def is_summary(line: str) -> bool:
    low = line.lower()
    if any(words in low for words in phrases("summaries")):
        return True
    may_count = "no " in line or any(map(str.isdecimal, line))  # spares the pattern
    return may_count and re.search(pattern_of("sum"), line) is not None


def is_aside(line: str, numbers: bool = False) -> bool:
    """Return True if a line explains, advises or decorates. numbers: digits alone count."""
    low = line.strip().lower()
    if low.startswith("["):
        low = re.sub(r"^\[[\d:., /tz-]{4,40}\] ", "", low)
    return not any(map(str.isalpha, low)) and not numbers or low.startswith(phrases("asides"))
