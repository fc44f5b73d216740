"""Split a shell line into words, operators, redirections. Linear, never raises, runs nothing."""

# a line of nothing but these is words with blanks between
SIMPLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/:=,@%+-")
BETWEEN = (
    r"(?P<skip>[ \t\r]+|\\\n|(?<![^ \t\r\n;|&(])#[^\n]*)"
    r"|(?P<redirect>(?:\d{1,3}|&|\{\w{1,30}\})?(?:<<<|<<-?|<>|<&|>>|>&|>\||<(?!\()|>(?!\()))"
    r"|(?P<op>&&|\|\||\|&|;;|[;|&()\n])"
)
# the pieces of a word; what opens a text or a script goes on to what closes it
PIECE = (
    r"(?P<plain>[^\s'\"\\$`|&;()<>]+)|\\(?P<escaped>.?)"
    r"|'(?P<single>[^']*)'?|\$'(?P<dollar>(?:[^'\\]|\\.?)*)'?"
    r"|(?P<opens>\$?\"|\$[({]|[<>]\(|`)|(?P<sign>\$)"
)
CLOSERS = {"$(": ")", "${": "}", "<(": ")", ">(": ")", "`": "`", '"': '"', '$"': '"', "(": ")"}
ESCAPES = r"\\(?:\n|([\\\"$`]))"  # of a text in double quotes
SCRIPTS = ("$(", "<(", ">(", "`")
MAX_BODY = 1000  # characters of a here-document that are kept
MARKS = r"\\.|['\"`()}\n]|\$[({]|<<-?[ \t]*['\"\\]?\w{1,60}['\"]?"


class Token:
    """kind: "word", "op" (text: the operator) or "redirect" (text: the operator, target: its word,
    or the beginning of a here-document's body).

    start, end: its place; inner: (start, end) of each `$(…)`, backquoted or `<(…)` script in it."""

    __slots__ = ("kind", "text", "start", "end", "quoted", "inner", "target")

    def __init__(self, kind, text, start, end, quoted=False, inner=(), target=""):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.quoted = quoted
        self.inner = inner
        self.target = target


def tokens(source: str) -> list:
    """All tokens of a line, in order; comments and bodies of here-documents are left out."""
    if SIMPLE.issuperset(source):
        return _plain_words(source)
    import re  # here and below: a hook that meets a plain command is spared its import

    between = re.compile(BETWEEN)
    found: list = []
    waiting: list = []  # the here-documents whose bodies the next line begins
    at = 0
    while at < len(source):
        match = between.match(source, at)
        kind = match.lastgroup if match else "word"
        if kind == "word":
            found.append(_word(source, at))
            at = max(found[-1].end, at + 1)
        elif kind == "redirect":
            found.append(_redirect(source, match, waiting))
            at = found[-1].end
        else:
            at = match.end()
            if kind == "op":
                found.append(Token(kind, match[0], match.start(), at))
            if match[0] == "\n":
                for document in waiting:
                    behind = _behind_body(source, at, document.target)
                    body, _, _ = source[at:behind].rstrip("\n").rpartition("\n")
                    document.target = body[:MAX_BODY]
                    at = behind
                waiting = []
    return found


def _plain_words(source: str) -> list:
    """The tokens of a line without quotes and operators."""
    found = []
    at = 0
    for word in source.split(" "):
        if word:
            found.append(Token("word", word, at, at + len(word)))
        at += len(word) + 1
    return found


def _redirect(source: str, match, waiting: list) -> Token:
    """A redirection with its word; a here-document goes to `waiting`."""
    end = place = match.end()
    while source[place : place + 1] in (" ", "\t"):
        place += 1
    word = _word(source, place)
    end = word.end if word.end > place else end
    token = Token("redirect", match[0], match.start(), end, False, word.inner, word.text)
    if word.end > place and match[0].lstrip("0123456789") in ("<<", "<<-"):
        waiting.append(token)
    return token


def _word(source: str, at: int) -> Token:
    """One word, unquoted; `$NAME` and `$(…)` stay in it as they are written."""
    import re

    piece = re.compile(PIECE, re.S)
    start = at
    parts = []
    quoted = False
    inner = []
    match = piece.match(source, at)
    while match:
        at = match.end()
        kind = match.lastgroup
        text = match[kind]
        is_text = kind == "opens" and text[-1] == '"'
        quoted = quoted or is_text or kind in ("single", "dollar")
        if kind == "escaped":
            text = text.replace("\n", "")
        elif kind == "opens":
            at, stop = _closing(source, at, text, inner)
            text = source[match.end() : stop] if is_text else source[match.start() : at]
        parts.append(re.sub(ESCAPES, r"\1", text) if is_text else text)
        match = piece.match(source, at)
    return Token("word", "".join(parts), start, at, quoted, inner)


def _closing(source: str, at: int, mark: str, inner: list) -> tuple:
    """(one past what closes the text that `mark` opened before `at`, where that text ends); both
    are the end of the source where nothing does. The outermost scripts in it go to `inner`."""
    import re

    marks = re.compile(MARKS, re.S)
    nesting = _Nesting(source, inner)
    start = at
    at = nesting.meet(mark, start, at)
    while nesting.stack:
        match = marks.search(source, at)
        if not match:
            if nesting.script:  # the source ends while it is open
                inner.append((nesting.script[1], len(source)))
            return len(source), len(source)
        start = match.start()
        at = nesting.meet(match[0], start, match.end())
    return at, start


class _Nesting:
    """What is open inside a word: `stack` holds what closes each text or script, the inner last."""

    def __init__(self, source: str, inner: list):
        self.source = source
        self.inner = inner
        self.stack: list = []
        self.waiting: list = []  # names of here-documents
        self.script = None  # (depth, start) of the outermost script that is open

    def meet(self, mark: str, start: int, at: int) -> int:
        """Take the mark at start:at into account. Return the place from which to look on."""
        top = self.stack[-1] if self.stack else ""
        if mark == top:
            self._close(start)
        elif self._opens(mark, top):
            self._open(mark, at)
        elif top == '"':
            return start + 2 if mark[0] == "<" else at
        else:
            return self._in_script(mark, at)
        return at

    def _opens(self, mark: str, top: str) -> bool:
        if not self.stack or mark in ("$(", "${", "`"):
            return True
        return top != '"' and mark in ('"', "(")

    def _open(self, mark: str, at: int):
        is_sum = mark == "$(" and self.source[at : at + 1] == "("
        if mark in SCRIPTS and not is_sum and not self.script:
            self.script = (len(self.stack), at)
        self.stack.append(CLOSERS[mark])

    def _close(self, start: int):
        self.stack.pop()
        if self.script and self.script[0] == len(self.stack):
            self.inner.append((self.script[1], start))
            self.script = None

    def _in_script(self, mark: str, at: int) -> int:
        if mark[0] == "<":
            self.waiting.append(mark.strip("<- \t'\"\\"))
        elif mark == "\n":
            for name in self.waiting:
                at = _behind_body(self.source, at, name)
            self.waiting = []
        elif mark == "'":
            at = (self.source.find("'", at) + 1) or len(self.source)
        return at


def _behind_body(source: str, at: int, name: str) -> int:
    """The place behind the body of a `<<NAME` word, which begins at `at`."""
    line = None
    while at < len(source) and line != name:
        end = source.find("\n", at)
        end = end if end >= 0 else len(source)
        line = source[at:end].strip()
        at = end + 1
    return min(at, len(source))
