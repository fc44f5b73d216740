"""Which line of an output says what went wrong: the line a person would quote."""

import re

from reflexion.text.clean import visible

from .lines import is_aside, is_summary, pattern_of, phrases, scan, voice

MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most

PROOFS = ("tests", "compilers", "exceptions", "proofs")  # a failure that nobody doubts
COUNTED = pattern_of("counted")
# the last line of a program that went well
SUCCESS = rf"^.*(?:{pattern_of('success word')}).*$|{pattern_of('success')}"
WELL = ("pass", "ok", "succe", "built", "complete", "already", "no issues", "found 0", "0 f", "[")
# without one of these there is no prefix
PREFIXED = ("|", "\u2502", "#", ". ", "[", "build:", "lint:", "test:", "dev:", "check:", "compile:")


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
    at = _end_of_success(text)
    if at < 0:
        return ""
    rest = text[at:]
    return "" if re.search(COUNTED, rest) else scan(rest, *PROOFS, "strict")


def _end_of_success(text: str) -> int:
    """Where the last line ends that tells of success, -1 for none."""
    end = len(text)
    while end >= 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].lower()
        if any(word in line for word in WELL):  # spares the pattern
            match = re.search(SUCCESS, text[start:end], re.M)
            if match:
                return start + match.end()
        end = start - 1
    return -1


def prepare(output: str) -> str:
    """Output as the rules want it: no escapes, no prefixes, bounded lines, newlines around."""
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in visible(output).split("\n")])
    if any(mark in text for mark in PREFIXED):
        text = re.sub(pattern_of("prefix"), "", text, flags=re.M)
    return "\n" + text.strip("\n") + "\n"


def refusal(text: str, plainly: bool = False) -> str:
    """The line with which a program gave up, when that is about all it said.
    plainly: the program does not speak for others, so that such words count anywhere in a line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > (FEW_LINES if plainly else FEW_LINES // 2):
        return ""
    words = phrases("reasons") + phrases("phrases1") + phrases("plain")
    if not plainly:
        words = [reason for reason in phrases("reasons") if reason not in phrases("codes")]
    return next((line for line in lines if _refuses(line, words)), "")


def _refuses(line: str, words) -> bool:
    """Does a line give up, by how it begins or by one of these words, and not go on?"""
    low = line.lower()
    if not low.startswith(phrases("refusals")) and not _has(low, words):
        return False
    return not (_has(low, phrases("goes_on")) or is_aside(line) or is_summary(line))


def _has(low: str, words) -> bool:
    return any(word in low for word in words)


def spoken(text: str, words_only: bool = False) -> str:
    """The line that says what could not be done; else the last one, with words_only ""."""
    some = _some_lines(text)
    lines = [line for line in some if not is_summary(line) and not is_aside(line)]
    warned = [line for line in some if line.lower().startswith("warning: ")]
    for kind in ("reasons", "phrases1", "phrases2", "phrases3"):
        line = _with_words(lines, phrases(kind))
        if line:
            return line
    line = _with_words(warned, phrases("phrases1"))
    if line or words_only or not lines:
        return line
    return lines[0] if len(lines) <= FEW_LINES else lines[-1]


def _with_words(lines, words) -> str:
    """The first line that has one of these words."""
    return next((line for line in lines if _has(line.lower(), words)), "")


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
