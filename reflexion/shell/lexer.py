"""Split a shell line into words, operators and redirections, as POSIX quotes them.

Takes linear time, raises nothing whatever the text, and runs nothing.
"""

import re

BLANKS = " \t\r"
OPERATORS = ("&&", "||", "|&", ";;", "|", ";", "&", "(", ")", "\n")
REDIRECTS = ("<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">&", ">|", ">", "&>>", "&>")
WORD_ENDS = frozenset(" \t\r\n;|&()<>")
PLAIN_ENDS = WORD_ENDS | frozenset("\\'\"$`")
# what opens a text, a script or an array within a word, and what closes it
CLOSERS = {"$(": ")", "${": "}", "<(": ")", ">(": ")", "`": "`", "(": ")"}
CLOSERS.update({'"': '"', '$"': '"'})
SCRIPTS = ("$(", "<(", ">(", "`")
IN_QUOTES = ("$(", "${", "`")  # what opens something in double quotes, too
DEEPEST = 20  # nested texts that are followed
DOCUMENT = r"(?<!<)<<-?[ \t]?['\"\\]?([A-Za-z_]\w{0,60})"
ESCAPED = r"\\(?:\n|([\\\"$`]))"  # in double quotes


class Token:
    """A piece of a line.

    kind      "word", "op" or "redirect"
    text      the word unquoted (`$NAME` and `$(…)` stay as written), or the operator
    start, end  its place in the source
    quoted    whether a part of the word is quoted
    scripts   (start, end) of each `$(…)`, backquoted or `<(…)` script in it
    target    the word behind a redirection
    """

    __slots__ = ("kind", "text", "start", "end", "quoted", "scripts", "target")

    def __init__(self, kind: str, text: str, start: int, end: int):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.quoted = False
        self.scripts: list = []
        self.target = ""


def tokens(source: str) -> list:
    """Return the tokens of a line in order, without comments and here-documents."""
    source = _without_documents(source)
    found = []
    at = _behind_blanks(source, 0)
    while at < len(source):
        token = _redirect(source, at) or _operator(source, at) or _word(source, at)
        found.append(token)
        at = _behind_blanks(source, max(token.end, at + 1))
    return found


def _without_documents(source: str) -> str:
    """Return a source of the same length in which here-documents are blank."""
    if "<<" not in source:
        return source
    lines = source.split("\n")
    ends = {line.strip() for line in lines}
    waiting: list = []  # names that end the documents which are open
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


def _behind_blanks(source: str, at: int) -> int:
    """Return the place behind blanks, joined lines and a comment."""
    while at < len(source):
        if source[at] in BLANKS:
            at += 1
        elif source.startswith("\\\n", at):
            at += 2
        elif source[at] == "#" and source[at - 1 : at].strip(" \t\r\n;|&(") == "":
            end = source.find("\n", at)
            at = end if end >= 0 else len(source)
        else:
            break
    return at


def _first(texts, source: str, at: int) -> str:
    """Return the first of these texts that stands at a place, else ""."""
    for text in texts:
        if source.startswith(text, at):
            return text
    return ""


def _operator(source: str, at: int):
    text = _first(OPERATORS, source, at)
    return Token("op", text, at, at + len(text)) if text else None


def _redirect(source: str, at: int):
    """Return the redirection at a place with its target, None where none begins."""
    begin = at
    while source[begin : begin + 1].isdigit():
        begin += 1
    sign = _first(REDIRECTS, source, begin)
    end = begin + len(sign)
    if not sign or sign in "<>" and source.startswith("(", end):  # `<(script)`
        return None
    place = end
    while source[place : place + 1] in (" ", "\t"):
        place += 1
    word = _word(source, place)
    token = Token("redirect", source[at:end], at, word.end if word.text else end)
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


def _piece(source: str, word: Token):
    """Return the next piece of a word, unquoted, and move its end; None for no more."""
    at = word.end
    opener = _first(CLOSERS, source, at)
    if opener and (opener != "(" or source[at - 1 : at] == "="):  # name=(an array)
        return _opened(source, word, opener)
    char = source[at : at + 1]
    if char == "" or char in WORD_ENDS:
        return None
    if char == "\\":
        word.end = min(at + 2, len(source))
        return source[at + 1 : at + 2].replace("\n", "")
    if char == "'" or source.startswith("$'", at):
        return _single_quoted(source, word)
    return _plain(source, word)


def _plain(source: str, word: Token) -> str:
    start = word.end
    word.end += 1
    while word.end < len(source) and source[word.end] not in PLAIN_ENDS:
        word.end += 1
    return source[start : word.end]


def _single_quoted(source: str, word: Token) -> str:
    start = source.index("'", word.end) + 1
    end = source.find("'", start)
    if source[word.end] == "$":  # in $'…' a backslash escapes the quote
        while end > 0 and source[end - 1] == "\\":
            end = source.find("'", end + 1)
    if end < 0:
        end = len(source)
    word.quoted = True
    word.end = min(end + 1, len(source))
    return source[start:end]


def _opened(source: str, word: Token, opener: str) -> str:
    """Return the piece of a word that an opener begins."""
    start = word.end
    inside = start + len(opener)
    stop = _closing(source, inside, opener, word.scripts)
    word.end = min(stop + 1, len(source))
    if not opener.endswith('"'):
        return source[start : word.end]
    word.quoted = True
    return re.sub(ESCAPED, r"\1", source[inside:stop])


def _closing(source: str, at: int, opener: str, scripts: list, depth: int = 0) -> int:
    """Return where the text ends that an opener in front of `at` opens.

    The outermost scripts on the way are added to `scripts`."""
    closer = CLOSERS[opener]
    start = at
    is_script = opener in SCRIPTS and source[at : at + 1] != "("  # no $((sum))
    inner: list = [] if is_script else scripts
    while at < len(source) and source[at] != closer:
        at = _step(source, at, closer, inner, depth)
    stop = min(at, len(source))
    if is_script:
        scripts.append((start, stop))
    return stop


def _step(source: str, at: int, closer: str, scripts: list, depth: int) -> int:
    """Return the place behind what stands at `at` within a text."""
    char = source[at]
    if char == "\\":
        return at + 2
    if char == "'" and closer != '"':
        return source.find("'", at + 1) + 1 or len(source)
    mark = _first(IN_QUOTES if closer == '"' else CLOSERS, source, at)
    if mark and depth < DEEPEST:
        return _closing(source, at + len(mark), mark, scripts, depth + 1) + 1
    return at + 1
