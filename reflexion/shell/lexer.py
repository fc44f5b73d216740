"""Split a shell line into words, operators and redirections, as POSIX quotes them.

Takes linear time, raises nothing whatever the text, and runs nothing.
"""

from __future__ import annotations

import re
from collections import namedtuple

from reflexion.text import end_of

SKIPPED = r"(?:[ \t\r]|\\\n|#[^\n]*)*"  # blanks, joined lines and comments
OPERATOR = r"&&|\|[|&]?|;;?|[&()\n]"
REDIRECT = r"\d{0,4}(?:&>>?|<<[<-]?|>[>&|]|<[>&]|[<>](?!\())"
# of a word: quoted, escaped or plain
PIECE = (
    r"(?s)'([^']*)'?|\$'((?:[^'\\]|\\.)*)'?|\\(?:\n|(.?))"
    r"|([^ \t\r\n;|&()<>][^ \t\r\n;|&()<>\\'\"$`]*)"
)
# what opens a text, a script or, behind "=", an array within a word
OPENER = r"\$?\"|\$[({]|[<>]\(|`|(?<==)\("
SCRIPT = r"\$\((?!\()|[<>]\(|`"  # those of them that open a script; `$((1 + 2))` is a sum
# (what opens another text, what is passed over) within double quotes, and within other texts
IN_QUOTES = (r"\$[({]|`", r"(?s)(?:[^\\$`\"]|\\.)+")
IN_SCRIPT = (r"\"|\$[({\"]|`|\(", r"(?s)(?:[^\\$`\"'(){}]|\\.|'[^']*'?)+")
CLOSERS = {"(": ")", "{": "}", '"': '"', "`": "`"}
DEEPEST = 20  # nested texts that are followed
DOCUMENT = r"(?<!<)<<-?[ \t]?['\"\\]?([A-Za-z_]\w{0,60})"
ESCAPED = r"\\(?:\n|([\\\"$`]))"  # in double quotes

# kind: "word", "op" or "redirect"; text: the word unquoted (`$NAME` and `$(…)` stay as written),
# or the operator; start, end: its place; scripts: the text of each `$(…)`, backquoted or `<(…)`
# script in it; target: the word behind a redirection
Token = namedtuple("Token", "kind text start end scripts target")


def tokens(source: str) -> list[Token]:
    """Return the tokens of a line in order, without comments and here-documents."""
    source = _without_documents(source)
    found = []
    at = end_of(SKIPPED, source, 0)
    while at < len(source):
        token = _token(source, at)
        found.append(token)
        at = end_of(SKIPPED, source, max(token.end, at + 1))
    return found


def _without_documents(source: str) -> str:
    """Return a source of the same length in which here-documents are blank."""
    lines = source.split("\n")
    ends = {line.strip() for line in lines}
    waiting: list[str] = []  # names that end the documents which are open
    kept = []
    for line in lines:
        if waiting:
            kept.append(" " * len(line))
            if line.strip() == waiting[0]:
                waiting = waiting[1:]
        else:
            kept.append(line)
            waiting = [name for name in re.findall(DOCUMENT, line) if name in ends]
    return "\n".join(kept)


def _token(source: str, at: int) -> Token:
    """Return the token at a place; it is an empty word where none begins."""
    sign = re.compile(REDIRECT).match(source, at)
    if sign:
        target, end, scripts = _word(source, end_of(r"[ \t]*", source, sign.end()))
        return Token("redirect", sign.group(), at, end if target else sign.end(), scripts, target)
    operator = re.compile(OPERATOR).match(source, at)
    if operator:
        return Token("op", operator.group(), at, operator.end(), [], "")
    text, end, scripts = _word(source, at)
    return Token("word", text, at, end, scripts, "")


def _word(source: str, at: int) -> tuple[str, int, list[str]]:
    """Return (text, end, scripts) of the word that begins at a place."""
    scripts: list[str] = []
    parts = []
    start = -1
    while at > start:
        start = at
        text, at = _piece(source, at, scripts)
        parts.append(text)
    return "".join(parts), at, scripts


def _piece(source: str, at: int, scripts: list[str]) -> tuple[str, int]:
    """Return (text, end) of the next piece of a word; it ends where it begins for no more."""
    opener = re.compile(OPENER).match(source, at)
    if opener:
        stop = _closing(source, at, opener.end(), scripts)
        end = min(stop + 1, len(source))
        if opener.group().endswith('"'):
            return re.sub(ESCAPED, r"\1", source[opener.end() : stop]), end
        return source[at:end], end
    piece = re.compile(PIECE).match(source, at)
    return ("".join(piece.groups("")), piece.end()) if piece else ("", at)


def _closing(source: str, opened: int, start: int, scripts: list[str], depth: int = 0) -> int:
    """Return where the text ends that source[opened:start] opens.

    The outermost scripts on the way are added to `scripts`."""
    closer = CLOSERS[source[start - 1]]
    inner: list[str] = []
    at = start
    while at < len(source) and source[at] != closer:
        at = _step(source, at, closer, inner, depth)
    stop = min(at, len(source))
    is_script = re.compile(SCRIPT).match(source, opened)
    scripts += [source[start:stop]] if is_script else inner
    return stop


def _step(source: str, at: int, closer: str, scripts: list[str], depth: int) -> int:
    """Return the place behind what stands at `at` within a text."""
    opening, passed = IN_QUOTES if closer == '"' else IN_SCRIPT
    mark = re.compile(opening).match(source, at)
    if mark and depth < DEEPEST:
        return _closing(source, at, mark.end(), scripts, depth + 1) + 1
    return max(at + 1, end_of(passed, source, at))
