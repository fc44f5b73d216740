"""Which line of an output says what went wrong: the line a person would quote."""

from __future__ import annotations

import re

from reflexion.text.clean import visible

from .error_lines import general

MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most
MAX_TRIES = 40  # matches of one rule that may turn out to be summaries

# what runners put in front of every line of another program's output: docker build, docker compose, concurrently, turbo; frames of boxes
PREFIX = (
    r"^(?:#\d{1,3} )?\d{1,4}\.\d{1,3} (?=\S)|"
    r"^#\d{1,3} (?=[A-Z])|"
    r"^[a-zA-Z][\w.-]{0,40} +\| |"
    r"^\[\d{1,2}\] |"
    r"^[\w@/.-]{1,60}:(?:build|lint|test|dev|typecheck|check|compile): |"
    r"^[\w@/.-]{1,60} (?:build|lint|test|dev|typecheck|check|compile): +|"
    r"^[ \t]*[\u2502\u2503\u2551](?: |$)"
)


def error_line(output: str, program: str = "") -> str:
    """The line to quote from the output of a failed command, "" when it printed nothing. program: who failed, where it is known.

    First what compilers, tests, exceptions and well-known tools print; then lines that call themselves an error; then phrases."""
    text = prepare(output)
    line = (
        proven(text)
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
    return (
        f"{line} {below[0]}"
        if below
        and any(map(str.isalnum, below[0]))
        and not is_summary(below[0])
        and not is_aside(below[0], numbers=True)
        else line
    )


def proven(text: str) -> str:
    """The error line in prepared text that leaves no doubt that something failed, else ""."""
    from .error_lines.code import COMPILERS, EXCEPTIONS, TESTS
    from .error_lines.tools import PROOFS

    low = text.lower()
    for rules in (TESTS, COMPILERS, EXCEPTIONS, PROOFS):
        line = _first(rules, text, low)
        if line:
            return line
    return ""


def findings(text: str) -> str:
    """The first line that is an error only if something is known to have failed: a place in a file, a failing test's name."""
    from .error_lines.code import FINDINGS

    return _first(FINDINGS, text, text.lower())


def speaking(text: str, strict: bool = False) -> str:
    """The first line that calls itself an error, in whatever tool. strict: at its very start, in a way that is no log's."""
    return _first(general.STRICT if strict else general.RULES, text, text.lower())


def prepare(output: str) -> str:
    """Output as the rules want it: no escape sequences, no runner's prefixes, bounded lines, a newline at either end."""
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


def _first(rules, text: str, low: str) -> str:
    """The line of the first rule that finds one that is no summary."""
    for rule in rules:
        if rule[0] not in low:
            continue
        matches = re.finditer(rule[1], text, re.M)
        if len(rule) == 3:
            matches = list(matches)
            line = rule[2](text, matches) if matches else ""
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
    return any(words in low for words in general.SUMMARIES) or bool(
        ("no " in line or any(map(str.isdecimal, line))) and re.search(general.COUNT, line)
    )


def is_aside(line: str, numbers: bool = False) -> bool:
    """Whether a line explains, advises, shows a place or decorates. numbers: one that is all numbers is none."""
    low = line.strip().lower()
    if low.startswith("["):
        low = re.sub(r"^\[[\d:., /tz-]{4,40}\] ", "", low)
    return not any(map(str.isalpha, low)) and not numbers or low.startswith(general.ASIDES)


def wrapped_up(text: str) -> str:
    """The summary that proves a failure, where nothing else is left of it."""
    low = text.lower()
    for needle, pattern in general.WRAP_UPS:
        match = re.search(pattern, text, re.M) if needle in low else None
        if match:
            return _quoted(match)
    return ""


def tallied(text: str) -> str:
    """The line in which a runner or checker counts what failed, "" when it counts none."""
    from .failures.kinds import TALLIES

    low = text.lower()
    found = (re.search(pattern, text, re.M) for needle, pattern in TALLIES if needle in low)
    return next((match.group().strip("= \t") for match in found if match), "")


def refusal(text: str, plainly: bool = False) -> str:
    """The line with which a program gave up, when that is about all it said: a few lines, one of which begins with "Could not" and the
    like or names the system's reason. plainly: the program does not speak for others, so that such words count anywhere in a line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    reasons = (
        general.REASONS
        if plainly
        else tuple(reason for reason in general.REASONS if reason not in general.CODES)
    )
    words = reasons + general.PHRASES[0] + general.PLAIN if plainly else reasons
    for line in lines if len(lines) <= (FEW_LINES if plainly else FEW_LINES // 2) else ():
        low = line.lower()
        said = low.startswith(general.REFUSALS) or any(word in low for word in words)
        if (
            said
            and not any(word in low for word in general.GOES_ON)
            and not is_aside(line)
            and not is_summary(line)
        ):
            return line
    return ""


def spoken(text: str, words_only: bool = False) -> str:
    """The line that says in plain words that something could not be done; without such words the last line, the first of a short text.
    words_only: nothing without such words."""
    lines = [line for line in _some_lines(text) if not is_summary(line) and not is_aside(line)]
    warned = [line for line in _some_lines(text) if line.lower().startswith("warning: ")]
    for phrases in (general.REASONS, *general.PHRASES):
        for line in lines:
            low = line.lower()
            if any(phrase in low for phrase in phrases):
                return line
    for line in warned:
        if any(phrase in line.lower() for phrase in general.PHRASES[0]):
            return line
    if words_only:
        return ""
    return (lines[0] if len(lines) <= 6 else lines[-1]) if lines else ""


def _some_lines(text: str) -> list:
    """The different lines that say something, of a long text some at its start and more at its end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n") if line.strip()))
    return (
        lines if len(lines) <= MAX_LINES else lines[: MAX_LINES // 3] + lines[-MAX_LINES * 2 // 3 :]
    )


def summed_up(text: str) -> str:
    """What is left when there are only summaries and asides: the first summary, else the last line."""
    lines = [line for line in _some_lines(text) if any(map(str.isalnum, line))]
    return next((line for line in lines if is_summary(line)), lines[-1] if lines else "")
