"""Which line of an output says what went wrong: the line a person would quote."""

from __future__ import annotations

import re

from reflexion.text.clean import visible

from . import pick
from .phrases import lines as rules
from .phrases import phrases, voice

MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most
MAX_TRIES = 40  # matches of one rule that may turn out to be summaries

COUNTED = (
    r"\b[1-9]\d{0,5} (?:tests? |suites? |specs? |examples?, )?"
    r"(?:fail|failed|failing|failures?|errors?)\b|\b(?:[Ff]ailures|[Ee]rrors|[Ff]ailed)[=:] ?[1-9]"
)
# the last word of a program that went well
SUCCESS = (
    r"^.*(?:\b[1-9]\d* pass(?:ed|ing)?\b(?!.*\b[1-9]\d* (?:failed|errors?)\b)|\btest result: ok|"
    r"BUILD SUCCESS|[Cc]ompiled successfully|[Bb]uilt in \d|All checks passed|[Aa]ll tests passed|"
    r"Success: no issues|no issues found|[Ff]ound 0 (?:errors|vulnerabilities)|Success!|succeeded|"
    r"Successfully (?:installed|built|rebased|tagged|merged)|Apply complete!|Already up to date|"
    r"(?:completed|finished) successfully).*$|^[ \t]*0 (?:fail|failed|failing|failures)\b.*$|"
    r"^\[[^\]\n]{1,80} [0-9a-f]{7,40}\] .*$|^OK(?: \(.*\))?$|^PASS$|^ok$"
)
COUNT = (
    r"^(?:\[\w+\] ?|\W{0,4})(?:[Ff]ound |with |[Tt]ests?:[ \t]+|[Ee]rrors?: )?(?:\d+|no) "
    r"(?:errors?|problems?|warnings?|issues?|failures?|failed|failing|offenses?|of \d)\b|"
    r"[ (]0 (?:errors?|failed|failures)\b|^(?:[^ ]{1,80} ){0,4}exit status:? \d+\)?$"
)  # a line that counts
WELL = ("pass", "ok", "succe", "built", "complete", "already", "no issues", "found 0", "0 f", "[")
# what runners put in front of every line of another program's output, and frames of boxes
PREFIX = (
    r"^(?:#\d{1,3} )?\d{1,4}\.\d{1,3} (?=\S)|"
    r"^#\d{1,3} (?=[A-Z])|"
    r"^[a-zA-Z][\w.-]{0,40} +\| |"
    r"^\[\d{1,2}\] |"
    r"^[\w@/.-]{1,60}:(?:build|lint|test|dev|typecheck|check|compile): |"
    r"^[\w@/.-]{1,60} (?:build|lint|test|dev|typecheck|check|compile): +|"
    r"^[ \t]*[\u2502\u2503\u2551](?: |$)"
)


def error_line(output: str) -> str:
    """The line to quote from the output of a failed command, "" when it printed nothing."""
    return telling_line(prepare(output))


def telling_line(text: str) -> str:
    """The same of prepared text: first what compilers, tests, exceptions and tools print."""
    line = (
        _proven_at_last(text)
        or proven(text)
        or findings(text)
        or speaking(text)
        or spoken(text, words_only=True)
        or wrapped_up(text)
        or tallied(text)
        or spoken(text)
        or summed_up(text)
    )
    return headed(line, text)


def headed(line: str, text: str) -> str:
    """A line that ends in a colon with what follows it, where that is a line worth quoting."""
    at = text.find(line) if line.endswith(":") else -1
    if at < 0:
        return line
    below = [
        lower.strip()
        for lower in text[at + len(line) : at + len(line) + 500].split("\n")[1:4]
        if lower.strip()
    ]
    said = below and (below[0][0].isalpha() or below[0][0] in "'\"`[</.*")  # no line of code
    if not said or is_summary(below[0]) or is_aside(below[0], numbers=True):
        return line
    return f"{line} {below[0]}"


def proven(text: str) -> str:
    """The error line in prepared text that leaves no doubt that something failed, else ""."""
    found = (_first(kind, text) for kind in ("tests", "compilers", "exceptions", "proofs"))
    return next(filter(None, found), "")


def _proven_at_last(text: str) -> str:
    """The same behind the last part that went well: what was printed before it was expected."""
    low = text.lower()
    if not any(word in low for word in WELL):
        return ""  # spares the pattern
    ends = [match.end() for match in re.finditer(SUCCESS, text, re.M)]
    rest = text[ends[-1] :] if ends else ""
    if not rest.strip() or re.search(COUNTED, rest):
        return ""
    return proven(rest) or speaking(rest, strict=True)


def findings(text: str) -> str:
    """The first line that is an error only where something failed: a place in a file, a test."""
    return _first("findings", text)


def speaking(text: str, strict: bool = False) -> str:
    """The first line that calls itself an error. strict: at its very start, and no log's."""
    return _first("strict", text) or ("" if strict else _first("speaking", text))


def prepare(output: str) -> str:
    """Output as the rules want it: no escapes, no prefixes, bounded lines, newlines around."""
    lines = visible(output).split("\n")
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in lines])
    if (
        "|" in text
        or "\u2502" in text
        or "#" in text
        or ". " in text
        or "[" in text
        or ":build" in text
    ):
        text = re.sub(PREFIX, "", text, flags=re.M)
    return "\n" + text.strip("\n") + "\n"


def _first(kind: str, text: str) -> str:
    """The line of the first rule of a kind that finds one that is no summary."""
    low = text.lower()
    for needle, pattern, *picker in rules(kind):
        if needle not in low:
            continue
        matches = re.finditer(pattern, text, re.M)
        if picker:
            found = list(matches)
            line = getattr(pick, picker[0])(text, found) if found else ""
            if line:
                return line
            continue
        for _, match in zip(range(MAX_TRIES), matches):
            line = _quoted(match)
            if line and not is_summary(line):
                return line
    return ""


def _quoted(match) -> str:
    parts = (
        [part.strip() for part in match.groups() if part and part.strip()]
        if match.re.groups
        else [match.group().strip()]
    )
    return ": ".join(
        part.rstrip(":") if n < len(parts) - 1 else part for n, part in enumerate(parts)
    )


def is_summary(line: str) -> bool:
    low = line.lower()
    return any(words in low for words in phrases("summaries")) or bool(
        ("no " in line or any(map(str.isdecimal, line))) and re.search(COUNT, line)
    )


def is_aside(line: str, numbers: bool = False) -> bool:
    """Return True if a line explains, advises or decorates. numbers: digits alone count."""
    low = line.strip().lower()
    if low.startswith("["):
        low = re.sub(r"^\[[\d:., /tz-]{4,40}\] ", "", low)
    return not any(map(str.isalpha, low)) and not numbers or low.startswith(phrases("asides"))


def wrapped_up(text: str) -> str:
    """The summary that proves a failure, where nothing else is left of it."""
    return next((_quoted(match) for match in _matching("wrap_ups", text)), "")


def tallied(text: str) -> str:
    """The line in which a runner or checker counts what failed, "" when it counts none."""
    return next((match.group().strip("= \t") for match in _matching("tallies", text)), "")


def _matching(kind: str, text: str):
    """The first match of each rule of a kind that has one."""
    low = text.lower()
    found = (re.search(pattern, text, re.M) for needle, pattern in rules(kind) if needle in low)
    return filter(None, found)


def refusal(text: str, plainly: bool = False) -> str:
    """The line with which a program gave up, when that is about all it said.
    plainly: the program does not speak for others, so that such words count anywhere in a line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    words = phrases("reasons") + phrases("phrases1") + phrases("plain")
    if not plainly:
        words = [reason for reason in phrases("reasons") if reason not in phrases("codes")]
    for line in lines if len(lines) <= (FEW_LINES if plainly else FEW_LINES // 2) else ():
        low = line.lower()
        said = low.startswith(phrases("refusals")) or any(word in low for word in words)
        if (
            said
            and not any(word in low for word in phrases("goes_on"))
            and not is_aside(line)
            and not is_summary(line)
        ):
            return line
    return ""


def spoken(text: str, words_only: bool = False) -> str:
    """The line that says in plain words that something could not be done, else the last one.
    words_only: nothing without such words."""
    lines = [line for line in _some_lines(text) if not is_summary(line) and not is_aside(line)]
    warned = [line for line in _some_lines(text) if line.lower().startswith("warning: ")]
    for kind in ("reasons", "phrases1", "phrases2", "phrases3"):
        for line in lines:
            if _has(line, kind):
                return line
    for line in warned:
        if _has(line, "phrases1"):
            return line
    if words_only:
        return ""
    return (lines[0] if len(lines) <= 6 else lines[-1]) if lines else ""


def _has(line: str, kind: str) -> bool:
    low = line.lower()
    return any(phrase in low for phrase in phrases(kind))


def _some_lines(text: str) -> list:
    """The different lines that say something, of a long text some at its start, more at its end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n") if line.strip()))
    return (
        lines if len(lines) <= MAX_LINES else lines[: MAX_LINES // 3] + lines[-MAX_LINES * 2 // 3 :]
    )


def summed_up(text: str) -> str:
    """What is left of summaries and asides: the first summary, else the last line."""
    lines = [line for line in _some_lines(text) if any(map(str.isalnum, line))]
    return next((line for line in lines if is_summary(line)), lines[-1] if lines else "")


def own_voice(call, text: str) -> str:
    """The first line in which the program of a call speaks of its own failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S*/)?{re.escape(call.program)}(?:\.exe)?: .*"
    own = voice("voice", call.program)
    match = re.search(rf"^(?:{own}.*|{plain})" if own else "^" + plain, text, re.M)
    return match.group().strip() if match else ""
