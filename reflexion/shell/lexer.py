"""Split a shell line into words, operators and redirections, as POSIX quotes them.

Takes linear time, raises nothing whatever the text, and runs nothing.
"""

from __future__ import annotations

import re

from reflexion.text.clean import end_of

SKIPPED = r"(?:[ \t\r]|\\\n|#[^\n]*)*"  # blanks, joined lines and comments
OPERATOR = r"&&|\|[|&]?|;;?|[&()\n]"
REDIRECTING = "<>&0123456789"  # how a redirection begins
REDIRECT = r"\d*(?:&>>?|<<[<-]?|>[>&|]|<[>&]|[<>](?!\())"
WORD_ENDS = " \t\r\n;|&()<>"
PLAIN = r"(?s).[^ \t\r\n;|&()<>\\'\"$`]*"
SINGLE_QUOTED = r"(?s)'([^']*)'?|\$'((?:[^'\\]|\\.)*)'?"
OPENING = '"$<>`('
# what opens a text, a script or, behind "=", an array within a word
OPENER = r"\$?\"|\$[({]|[<>]\(|`|(?<==)\("
IN_SCRIPT = r"\"|\$[({\"]|`|\("  # what opens another text within a script
IN_QUOTES = r"\$[({]|`"  # and within double quotes
CLOSERS = {"(": ")", "{": "}", '"': '"', "`": "`"}
DEEPEST = 20  # nested texts that are followed
DOCUMENT = r"(?<!<)<<-?[ \t]?['\"\\]?([A-Za-z_]\w{0,60})"
ESCAPED = r"\\(?:\n|([\\\"$`]))"  # in double quotes


class Token:
    """A piece of a line.

    kind      "word", "op" or "redirect"
    text      the word unquoted (`$NAME` and `$(…)` stay as written), or the operator
    start, end  its place in the source
    scripts   the text of each `$(…)`, backquoted or `<(…)` script in it
    target    the word behind a redirection
    """

    __slots__ = ("kind", "text", "start", "end", "scripts", "target")

    def __init__(self, kind: str, text: str, start: int, end: int):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.scripts: list[str] = []
        self.target = ""


def tokens(source: str) -> list[Token]:
    """Return the tokens of a line in order, without comments and here-documents."""
    source = _without_documents(source)
    found = []
    at = end_of(SKIPPED, source, 0)
    while at < len(source):
        token = _redirect(source, at) or _operator(source, at) or _word(source, at)
        found.append(token)
        at = end_of(SKIPPED, source, max(token.end, at + 1))
    return found


def _match(pattern: str, source: str, at: int) -> re.Match[str] | None:
    """Return the match of a pattern that begins at a place, or None."""
    return re.compile(pattern).match(source, at)


def _without_documents(source: str) -> str:
    """Return a source of the same length in which here-documents are blank."""
    if "<<" not in source:
        return source
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


def _operator(source: str, at: int) -> Token | None:
    """Return the operator at a place, None where none begins."""
    match = _match(OPERATOR, source, at) if source[at] in WORD_ENDS else None
    return Token("op", match.group(), at, match.end()) if match else None


def _redirect(source: str, at: int) -> Token | None:
    """Return the redirection at a place with its target, None where none begins."""
    sign = _match(REDIRECT, source, at) if source[at] in REDIRECTING else None
    if not sign:
        return None
    word = _word(source, end_of(r"[ \t]*", source, sign.end()))
    token = Token("redirect", sign.group(), at, word.end if word.text else sign.end())
    token.target = word.text
    token.scripts = word.scripts
    return token


def _word(source: str, at: int) -> Token:
    """Return the word that begins at a place; it is empty where none does."""
    word = Token("word", "", at, at)
    parts = []
    text = _piece(source, word)
    while text is not None:
        parts.append(text)
        text = _piece(source, word)
    word.text = "".join(parts)
    return word


def _piece(source: str, word: Token) -> str | None:
    """Return the next piece of a word, unquoted, and move its end; None for no more."""
    at = word.end
    char = source[at : at + 1] or "\n"
    opener = _match(OPENER, source, at) if char in OPENING else None
    if opener:
        return _opened(source, word, opener.group())
    if char in WORD_ENDS:
        return None
    if char == "\\":
        word.end = min(at + 2, len(source))
        return source[at + 1 : at + 2].replace("\n", "")
    quoted = _match(SINGLE_QUOTED, source, at) if char in ("'", "$") else None
    if quoted:
        word.end = quoted.end()
        return quoted[1] or quoted[2] or ""
    word.end = end_of(PLAIN, source, at)
    return source[at : word.end]


def _opened(source: str, word: Token, opener: str) -> str:
    """Return the piece of a word that an opener begins."""
    start = word.end
    inside = start + len(opener)
    stop = _closing(source, inside, opener, word.scripts)
    word.end = min(stop + 1, len(source))
    if opener.endswith('"'):
        return re.sub(ESCAPED, r"\1", source[inside:stop])
    return source[start : word.end]


def _closing(source: str, start: int, opener: str, scripts: list[str], depth: int = 0) -> int:
    """Return where the text ends that an opener in front of `start` opens.

    The outermost scripts on the way are added to `scripts`."""
    closer = CLOSERS[opener[-1]]
    is_sum = opener == "$(" and source.startswith("(", start)
    is_script = opener in ("$(", "<(", ">(", "`") and not is_sum
    inner: list[str] = [] if is_script else scripts
    at = start
    while at < len(source) and source[at] != closer:
        at = _step(source, at, closer, inner, depth)
    stop = min(at, len(source))
    if is_script:
        scripts.append(source[start:stop])
    return stop


def _step(source: str, at: int, closer: str, scripts: list[str], depth: int) -> int:
    """Return the place behind what stands at `at` within a text."""
    if source[at] == "\\":
        return at + 2
    if source[at] == "'" and closer != '"':
        return source.find("'", at + 1) + 1 or len(source)
    mark = _match(IN_QUOTES if closer == '"' else IN_SCRIPT, source, at)
    if mark and depth < DEEPEST:
        return _closing(source, mark.end(), mark.group(), scripts, depth + 1) + 1
    return at + 1
