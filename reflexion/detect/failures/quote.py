"""Choose the line of an output that a person would quote."""

import re

from reflexion.detect.failures.rules import (
    PROOFS,
    SUMS,
    Found,
    has_phrase,
    is_aside,
    is_summary,
    scan,
)
from reflexion.text.clean import visible

HEAD = 16 * 1024  # characters of output that are read at its start
TAIL = 32 * 1024  # and at its end
GAP = "\n[\u2026]\n"
MAX_LINE = 2000  # characters of a line that are looked at
MAX_LINES = 300  # lines that are searched for plain words
FEW_LINES = 6  # what a program that only gives up prints at most
# what runners and frames put in front of each line of another program's output
PREFIX = (
    r"^(?:#\d{1,3} )?\d{1,4}\.\d{1,3} (?=\S)|^#\d{1,3} (?=[A-Z])|^\[\d{1,2}\] "
    r"|^[a-zA-Z][\w.-]{0,40} {1,40}\| |^[ \t]*[\u2502\u2503\u2551](?: |$)"
    r"|^[\w@/.-]{1,60}[: ](?:build|lint|test|dev|typecheck|check|compile): {1,9}"
)
PREFIX_SIGNS = ("|", "\u2502", "\u2503", "\u2551", "#", ". ", "[", ": ")
QUOTABLE = r"[^\W\d_]|['\"`</.\[]"  # how a line begins that is no code


def prepare(output: str) -> str:
    """Return output as the rules want it: bounded, without escapes and prefixes."""
    lines = visible(_bounded(output)).split("\n")
    text = "\n".join([line.rstrip()[:MAX_LINE] for line in lines])
    if any(sign in text for sign in PREFIX_SIGNS):
        text = re.sub(PREFIX, "", text, flags=re.M)
    return "\n" + text.strip("\n") + "\n"


def telling_line(text: str) -> Found:
    """Return the line to quote from a failed command's prepared output."""
    found = (
        scan(text, *PROOFS, "findings", "strict", "speaking")
        or Found(spoken(text))
        or scan(text, *SUMS)
        or Found(_some_line(text))
    )
    return headed(found, text)


def headed(found: Found, text: str) -> Found:
    """Join a line that ends in a colon with the one below it, if that is quotable."""
    start = text.find(found.line) if found.line.endswith(":") else -1
    if start < 0:
        return found
    end = start + len(found.line)
    following = [line.strip() for line in text[end : end + 500].split("\n")[1:4]]
    below = next(filter(None, following), "")
    if not re.match(QUOTABLE, below) or is_summary(below) or is_aside(below):
        return found
    return Found(f"{found.line} {below}", found.kind)


def spoken(text: str) -> str:
    """Return the first line with the clearest words of failing, "" for none."""
    lines = _plain_lines(text)
    for kind in ("reasons", "clear", "vague"):
        for line in lines:
            if has_phrase(line, kind):
                return line
    return ""


def refusal(text: str) -> str:
    """Return the line with which a program gave up, if that is about all it printed."""
    lines = _plain_lines(text)
    if len(lines) > FEW_LINES:
        return ""
    return next(filter(_refuses, lines), "")


def _refuses(line: str) -> bool:
    """Return True if a line gives up, and does not go on all the same."""
    return has_phrase(line, "reasons", "clear") and not has_phrase(line, "goes_on")


def _some_line(text: str) -> str:
    """Return the first line of a short output, else the last one."""
    lines = _plain_lines(text) or _some_lines(text) or [""]
    return lines[0] if len(lines) <= FEW_LINES else lines[-1]


def _plain_lines(text: str) -> list:
    """Return the lines that are worth quoting by themselves."""
    lines = _some_lines(text)
    return [line for line in lines if not is_summary(line) and not is_aside(line)]


def _some_lines(text: str) -> list:
    """Return the different lines, of very many some at the start, more at the end."""
    lines = list(dict.fromkeys(line.strip() for line in text.split("\n")))
    lines = [line for line in lines if any(map(str.isalnum, line))]
    if len(lines) <= MAX_LINES:
        return lines
    return lines[: MAX_LINES // 3] + lines[-MAX_LINES * 2 // 3 :]


def _bounded(output: str) -> str:
    """Return the head and the tail of a long output, cut at line ends."""
    if len(output) <= HEAD + TAIL:
        return output
    head = output[:HEAD]
    tail = output[-TAIL:]
    cut = head.rfind("\n", HEAD - 2000)
    start = tail.find("\n", 0, 2000)
    return head[: cut if cut > 0 else HEAD] + GAP + tail[start + 1 :]
