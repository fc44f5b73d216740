"""Which line of an output says what went wrong: the line a person would quote."""

import re

from reflexion.text.clean import visible

from .lines import is_aside, is_summary, phrases, scan, voice

MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most

PROOFS = ("tests", "compilers", "exceptions", "proofs")  # a failure that nobody doubts
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
PREFIXED = ("|", "\u2502", "#", ". ", "[", ":build")  # without one of these there is no prefix


def telling_line(text: str) -> str:
    """The line to quote from a failed command's prepared output, "" when it printed nothing."""
    lines = [line for line in _some_lines(text) if any(map(str.isalnum, line))]
    line = (
        _proven_at_last(text)
        or scan(text, *PROOFS, "findings", "strict", "speaking")
        or spoken(text, words_only=True)
        or scan(text, "wrap_ups", "tallies")
        or spoken(text)
        or next(filter(is_summary, lines), lines[-1] if lines else "")
    )
    return headed(line, text)


def headed(line: str, text: str) -> str:
    """A line that ends in a colon with what follows it, where that is a line worth quoting."""
    at = text.find(line) if line.endswith(":") else -1
    if at < 0:
        return line
    after = text[at + len(line) : at + len(line) + 500].split("\n")[1:4]
    below = next((lower.strip() for lower in after if lower.strip()), "")
    said = below and (below[0].isalpha() or below[0] in "'\"`[</.*")  # no line of code
    if not said or is_summary(below) or is_aside(below, numbers=True):
        return line
    return f"{line} {below}"


def _proven_at_last(text: str) -> str:
    """A failure behind the last part that went well: what was printed before it was expected."""
    low = text.lower()
    if not any(word in low for word in WELL):
        return ""  # spares the pattern
    ends = [match.end() for match in re.finditer(SUCCESS, text, re.M)]
    rest = text[ends[-1] :] if ends else ""
    return "" if re.search(COUNTED, rest) else scan(rest, *PROOFS, "strict")


def prepare(output: str) -> str:
    """Output as the rules want it: no escapes, no prefixes, bounded lines, newlines around."""
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in visible(output).split("\n")])
    if any(mark in text for mark in PREFIXED):
        text = re.sub(PREFIX, "", text, flags=re.M)
    return "\n" + text.strip("\n") + "\n"


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
        goes_on = any(word in low for word in phrases("goes_on"))
        if said and not goes_on and not is_aside(line) and not is_summary(line):
            return line
    return ""


def spoken(text: str, words_only: bool = False) -> str:
    """The line that says what could not be done; else the last one, with words_only ""."""
    lines = [line for line in _some_lines(text) if not is_summary(line) and not is_aside(line)]
    warned = [line for line in _some_lines(text) if line.lower().startswith("warning: ")]
    plain = [(kind, lines) for kind in ("reasons", "phrases1", "phrases2", "phrases3")]
    for kind, among in [*plain, ("phrases1", warned)]:
        for line in among:
            low = line.lower()
            if any(phrase in low for phrase in phrases(kind)):
                return line
    if words_only or not lines:
        return ""
    return lines[0] if len(lines) <= FEW_LINES else lines[-1]


def _some_lines(text: str) -> list:
    """The different lines that say something, of a long text some at its start, more at its end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n") if line.strip()))
    some = lines[: MAX_LINES // 3] + lines[-MAX_LINES * 2 // 3 :]
    return lines if len(lines) <= MAX_LINES else some


def own_voice(call, text: str) -> str:
    """The first line in which the program of a call speaks of its own failure, else ""."""
    if not call.program:
        return ""
    plain = rf"(?:/\S*/)?{re.escape(call.program)}(?:\.exe)?: .*"
    own = voice("voice", call.program)
    match = re.search(rf"^(?:{own}.*|{plain})" if own else "^" + plain, text, re.M)
    return match.group().strip() if match else ""
