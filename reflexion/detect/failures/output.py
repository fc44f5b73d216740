"""Find the line of an output that tells of a failure, by the rules of this folder's tables."""

from __future__ import annotations

import functools
import re
from collections import namedtuple
from collections.abc import Iterator

from reflexion.text import rows, visible

FOLDER = "detect/failures"
# kinds of rules.tsv: failures that nobody doubts, and lines that count what failed
PROOFS = ("tests", "compilers", "checkers", "exceptions", "proofs")
SUMS = ("wrap_ups", "tallies")
MAX_TRIES = 40  # matches of one rule that may turn out to be summaries
HEAD = 16 * 1024  # characters of output that are read at its start
TAIL = 32 * 1024  # and at its end
MAX_LINE = 2000  # characters of a line that are looked at
HEAD_LINES = 100  # lines that are searched for plain words at the start
TAIL_LINES = 200  # and at the end
FEW_LINES = 6  # what a program that only gives up prints at most
# what runners and frames put in front of each line of another program's output
PREFIX = (
    r"^(?:#\d{1,3} )?\d{1,4}\.\d{1,3} (?=\S)|^#\d{1,3} (?=[A-Z])|^\[\d{1,2}\] "
    r"|^[a-zA-Z][\w.-]{0,40} {1,40}\| |^[ \t]*[\u2502\u2503\u2551](?: |$)"
    r"|^[\w@/.-]{1,60}[: ](?:build|lint|test|dev|typecheck|check|compile): {1,9}"
)
QUOTABLE = r"[^\W\d_]|['\"`</.\[]"  # how a line begins that is no code
COUNT = (
    r"^(?:\[\w{1,40}\] ?|\W{0,4})(?:[Ff]ound |with |[Tt]ests?:[ \t]+|[Ee]rrors?: )?"
    r"(?:\d+|no) (?:errors?|problems?|warnings?|issues?|failures?|failed|failing"
    r"|offenses?|of \d)\b|[ (]0 (?:errors?|failed|failures)\b"
)


# a line to quote, and the kind of the rule that found it
ErrorLine = namedtuple("ErrorLine", "line kind", defaults=("", ""))
NOTHING = ErrorLine()


def prepare(output: str) -> str:
    """Return output as the rules want it: bounded, without escapes and prefixes."""
    if len(output) > HEAD + TAIL:  # cut at line ends
        head = output[:HEAD].rpartition("\n")[0] or output[:HEAD]
        tail = output[-TAIL:].partition("\n")[2] or output[-TAIL:]
        output = f"{head}\n[\u2026]\n{tail}"
    lines = visible(output).split("\n")
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in lines])
    return "\n" + re.sub(PREFIX, "", text, flags=re.M).strip("\n") + "\n"


def told(text: str) -> Iterator[ErrorLine]:
    """Yield what may be quoted from a failed command's prepared output, the most telling first."""
    yield scan(text, *PROOFS, "findings", "strict", "speaking")
    lines = _plain_lines(text)
    for kind in ("reasons", "clear", "idle", "vague"):  # the clearest words of failing
        yield from (ErrorLine(line, "words") for line in lines if has_phrase(line, kind))
    yield scan(text, *SUMS)
    lines = lines or _lines(text) or [""]
    yield ErrorLine(lines[0] if len(lines) <= FEW_LINES else lines[-1])


def headed(found: ErrorLine, text: str) -> ErrorLine:
    """Join a line that ends in a colon with the one below it, if that is quotable."""
    if not found.line.endswith(":"):
        return found
    behind = text.partition(found.line)[2]
    following = map(str.strip, behind[:500].split("\n")[1:4])
    below = next(filter(None, following), "")
    if re.match(QUOTABLE, below) and not (is_summary(below) or is_aside(below)):
        return ErrorLine(f"{found.line} {below}", found.kind)
    return found


def scan(text: str, *kinds: str) -> ErrorLine:
    """Return what the first rule of these kinds finds that finds anything."""
    low = text.lower()
    for kind in kinds:
        for own, needle, pattern, *is_last in rows(f"{FOLDER}/rules.tsv"):
            if own != kind or needle.replace("\\n", "\n") not in low:
                continue
            matches = list(re.finditer(pattern, text, re.M))
            if is_last:
                matches.reverse()
            for match in matches[:MAX_TRIES]:
                line = _line_of(match, kind)
                if line:
                    return ErrorLine(line, kind)
    return NOTHING


def _line_of(match: re.Match[str], kind: str) -> str:
    """Return the line to quote of a match, "" where it only sums up or is harmless."""
    groups = match.groups("") or (match.group(),)
    *heads, last = list(filter(None, map(str.strip, groups))) or [""]
    line = ": ".join([*(head.rstrip(":") for head in heads), last])
    if kind in SUMS:
        line = line.strip("= \t")
    elif is_summary(line) and is_summary(last):
        return ""
    return "" if kind not in PROOFS and _is_harmless(line) else line


@functools.cache
def _phrases(kind: str) -> tuple[str, ...]:
    """Return the lower-case phrases of one kind."""
    listed = [cell for own, cell in rows(f"{FOLDER}/phrases.tsv") if own == kind]
    return tuple(";".join(listed).replace("\\n", "\n").split(";"))


def has_phrase(line: str, *kinds: str) -> bool:
    """Return True if a line holds a phrase of one of these kinds."""
    low = line.lower()
    return any(phrase in low for kind in kinds for phrase in _phrases(kind))


def is_summary(line: str) -> bool:
    """Return True if a line only sums up or points elsewhere."""
    return has_phrase(line, "summaries") or re.search(COUNT, line) is not None


def is_aside(line: str) -> bool:
    """Return True if a line explains, advises, decorates or tells of no error."""
    low = line.strip().lower()
    is_rule = not any(map(str.isalpha, low))
    return is_rule or low.startswith(_phrases("asides")) or _is_harmless(line)


def _is_harmless(line: str) -> bool:
    """Return True if a line tells that something passed or is deprecated."""
    is_passing = line.strip().lower().startswith(_phrases("passing"))
    return is_passing or has_phrase(line, "deprecations")


def refusal(text: str) -> str:
    """Return the line with which a program gave up, if that is about all it printed."""
    lines = _plain_lines(text)
    is_brief = len(lines) <= FEW_LINES and not has_phrase(text, "success")
    for line in lines if is_brief else ():
        if has_phrase(line, "reasons", "clear") and not has_phrase(line, "goes_on"):
            return line
    return ""


def own_voice(program: str, text: str) -> str:
    """Return the first line in which a program tells of its own failure, "" without one."""
    plain = rf"(?:/\S{{0,200}}/)?{re.escape(program)}(?:\.exe)?: "
    others = [own for name, own, *_ in rows(f"{FOLDER}/voices.tsv") if name == program]
    match = re.search(f"^(?:{'|'.join([plain, *others])}).*", text, re.M)
    return match.group().strip() if match else ""


def _plain_lines(text: str) -> list[str]:
    """Return the lines that are worth quoting by themselves."""
    return [line for line in _lines(text) if not is_summary(line) and not is_aside(line)]


def _lines(text: str) -> list[str]:
    """Return the different lines, of very many some at the start, more at the end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n")))
    lines = [line for line in lines if re.search(r"[^\W_]", line) and not _is_harmless(line)]
    return lines[:HEAD_LINES] + lines[HEAD_LINES:][-TAIL_LINES:]
