"""Mask what a person pasted, so that only their own words are judged. The text keeps its length: places stay valid."""

from __future__ import annotations

import re

FENCE = "```"
QUOTES = {
    '"': '"',
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u00ab": "\u00bb",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u2018": "\u2019",
}
LONGEST_QUOTE = 400
OPENS_QUOTE = (" '", "\n'", "('", "['", ",'", ":'", "='")
INLINE_CODE = r"`[^`\n]{1,300}`"
SINGLE_QUOTED = r"(?<![^\s(\[,:=])'[^'\n]{1,80}'(?![^\s)\].,;:!?])"

# Lines as compilers, test runners, loggers, shells and diffs print them: as they stand, and in any case of letters.
LOG_STARTS = (
    "error:",
    "warning:",
    "fatal:",
    "note:",
    "hint:",
    "info:",
    "error[",
    "warning[",
    "make: ",
    "make[",
    "--> ",
    "| ",
    "thread '",
    "goroutine ",
    "FAIL ",
    "PASS ",
    "FAILED ",
    "PASSED ",
    "ok  ",
    "E  ",
    "===",
    "---",
    "+++",
    "$ ",
    "> ",
    "# ",
    "diff --git",
    "index ",
    "@@ ",
    "remote:",
    "\u25cf ",
    "\u2715 ",
    "\u2713 ",
    "\u2714 ",
    "\u2716 ",
    "\u2717 ",
    "\u00d7 ",
    "[error",
    "[info",
    "[warn",
    "[debug",
    "[ERROR",
    "[INFO",
    "[WARN",
    "[DEBUG",
    "[vite",
    "[webpack",
    "[eslint",
    "ERROR ",
    "WARN ",
    "INFO ",
    "DEBUG ",
    "FATAL ",
    "Step ",
    "ERROR: ",
    "WARNING: ",
    "WARN: ",
    "INFO: ",
    "DEBUG: ",
    "bash: ",
    "sh: ",
    "zsh: ",
)
ANY_CASE = (
    "traceback (",
    "panic:",
    "npm err",
    "npm warn",
    "caused by:",
    "exception in thread",
    "expected:",
    "received:",
    "actual:",
    "not ok ",
    "error ts",
    "yarn run v",
    "err!",
)
LOG_LINE = r"^(?:at \S{1,200} \(|at \S{1,200}:\d|\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|\S{1,200}:\d+(?::\d+)?[:)]?(?:\s|$)|[\w.]{0,80}(?:Error|Exception|Warning|Panic)(?:\[\w+\])?: |\S{1,60}: (?:error|warning|fatal|command not found|No such file|cannot|permission denied)|[A-Z][A-Z0-9_]{2,40}=|\s*\d+ ?\| |\[[\w:./-]{2,40}\] )"
LOG_MARKS = ":|=[("  # one of them stands in every such line
CODE_LINE = r"^\s*(?:import |from \S+ import|def \w+\(|class \w+[(:{]|function \w+\(|const \w+ ?[=:]|let \w+ ?=|var \w+ ?=|return\b.*;|if ?\(.*\) ?\{|for ?\(.*;|public |private |#include|fn \w+\(|func \w+\(|SELECT .* FROM|\}|\{|</?\w+[ />]|//|/\*|\* |#!)"
CODE_ENDS = (";", "{", "}", "=>", "({", "})", "/>", "</div>", "\\")


def mask(text):
    """(masked, noisy): noisy tells that at least half of the lines were pasted code or logs."""
    chars = text
    if FENCE in chars or "~~~" in chars:
        chars = _fences(chars)
    chars, noisy = _lines(chars)
    if "`" in chars:
        chars = re.sub(INLINE_CODE, lambda m: "\x01" * len(m.group()), chars)
    for mark in QUOTES:
        if mark in chars:
            chars = _quotes(chars, mark, QUOTES[mark])
    if chars[0] == "'" or any(mark in chars for mark in OPENS_QUOTE):
        chars = re.sub(SINGLE_QUOTED, lambda m: "\x02" * len(m.group()), chars)
    return chars, noisy


def _fences(text):
    out, inside = [], ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if inside or mark in (FENCE, "~~~"):
            if not inside:
                inside = mark
            elif mark == inside:
                inside = ""
            out.append(" " * len(line))
        else:
            out.append(line)
    return "\n".join(out)


def _lines(text):
    """Blank out lines of logs, code, diffs and quoted mail."""
    lines = text.split("\n")
    if len(lines) == 1:
        return (" " * len(text), True) if is_log(text, alone=True) else (text, False)
    talk = talkers(lines) if len(lines) > 2 else ()
    kinds = [is_log(line) or line.partition(": ")[0] in talk for line in lines]
    pasted, full = sum(kinds), sum(1 for line in lines if line.strip())
    for i, line in enumerate(lines):
        deep = line.startswith(("    ", "\t")) and pasted and not kinds[i]
        if kinds[i] or deep:
            pasted += deep
            lines[i] = " " * len(line)
    return "\n".join(lines), pasted * 2 >= full > 0 and pasted > 0


def talkers(lines):
    """Who speaks more than once in a chat that was pasted, "Name: ..." a line, when two or more do."""
    names = [line.partition(": ")[0] for line in lines if ": " in line[:24] and line[:1].isupper()]
    names = [name for name in names if name.replace(" ", "").isalpha()]
    return frozenset(names) if 1 < len(set(names)) < len(names) else ()


def is_log(line, alone=False):
    """Is this line printed by a program, or code? alone: it is all there is."""
    head = line.strip()[:400]
    if not head:
        return False
    if (
        head.startswith(LOG_STARTS)
        and not (alone and head.startswith("note:"))
        or head.lower().startswith(ANY_CASE)
    ):
        return True
    if head.endswith(CODE_ENDS) and not alone:
        return True
    return bool(any(mark in head for mark in LOG_MARKS) and re.match(LOG_LINE, head)) or (
        not alone and bool(re.match(CODE_LINE, head))
    )


def _quotes(text, opening, closing):
    """Mask what stands between quotation marks that belong together on one line."""
    out, at = [], 0
    while True:
        start = text.find(opening, at)
        if start < 0:
            break
        end = _closing(text, start + 1, closing)
        if end < 0 or (start and text[start - 1] in "=\x01"):
            out.append(text[at : start + 1])
            at = start + 1
            continue
        out.append(text[at:start])
        out.append("\x02" * (end + 1 - start))
        at = end + 1
    return "".join(out) + text[at:]


def _closing(text, start, closing):
    window = text[start : start + LONGEST_QUOTE]
    line = window.find("\n")
    if line >= 0:
        window = window[:line]
    found = [window.find(mark) for mark in closing if mark in window]
    return start + min(found) if found else -1
