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
MARKS = r"\\.|['\"`()}\n]|\$[({]|<<-?[ \t]*['\"\\]?\w{1,60}['\"]?"


class Token:
    """kind: "word", "op" (text: the operator) or "redirect" (text: the operator, target: its word).

    start, end: its place; inner: (start, end) of each `$(…)`, backquoted or `<(…)` script in it."""

    __slots__ = ("kind", "text", "start", "end", "quoted", "inner", "target")

    def __init__(self, kind, text, start, end, quoted=False, inner=(), target=""):
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.quoted, self.inner, self.target = quoted, inner, target


def tokens(source: str) -> list:
    """All tokens of a line, in order; comments and bodies of here-documents are left out."""
    found, at, waiting = [], 0, []
    if SIMPLE.issuperset(source):
        for word in source.split(" "):
            if word:
                found.append(Token("word", word, at, at + len(word)))
            at += len(word) + 1
        return found
    import re  # here and below: a hook that meets a plain command is spared its import

    between = re.compile(BETWEEN)
    while at < len(source):
        match = between.match(source, at)
        kind = match.lastgroup if match else "word"
        end = match.end() if match else at
        if kind == "word":
            found.append(_word(source, at))
            end = max(found[-1].end, at + 1)
        elif kind == "redirect":
            place = end
            while source[place : place + 1] in (" ", "\t"):
                place += 1
            word = _word(source, place)
            if word.end > place:
                end = word.end
                if match[0].lstrip("0123456789") in ("<<", "<<-"):
                    waiting.append(word.text)
            found.append(Token(kind, match[0], at, end, False, word.inner, word.text))
        elif kind == "op":
            found.append(Token(kind, match[0], at, end))
            if match[0] == "\n":
                end, waiting = _skip_bodies(source, end, waiting), []
        at = end
    return found


def _word(source: str, at: int) -> Token:
    """One word, unquoted; `$NAME` and `$(…)` stay in it as they are written."""
    import re

    piece, start, parts, quoted, inner = re.compile(PIECE, re.S), at, [], False, []
    match = piece.match(source, at)
    while match:
        at, kind = match.end(), match.lastgroup
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

    marks, start, stack, waiting, script = re.compile(MARKS, re.S), at, [], [], None
    while True:
        top = stack[-1] if stack else ""
        if mark == top:
            stack.pop()
            if script and script[0] == len(stack):
                inner.append((script[1], start))
                script = None
            if not stack:
                return at, start
        elif not stack or mark in ("$(", "${", "`") or top != '"' and mark in ('"', "("):
            is_script = mark in SCRIPTS and not (mark == "$(" and source[at : at + 1] == "(")
            script = (len(stack), at) if is_script and not script else script
            stack.append(CLOSERS[mark])
        elif top == '"':
            at = start + 2 if mark[0] == "<" else at
        elif mark[0] == "<":
            waiting.append(mark.strip("<- \t'\"\\"))
        elif mark == "\n":
            at, waiting = _skip_bodies(source, at, waiting), []
        elif mark == "'":
            at = (source.find("'", at) + 1) or len(source)
        match = marks.search(source, at)
        if not match:
            if script:
                inner.append((script[1], len(source)))
            return len(source), len(source)
        mark, start, at = match[0], match.start(), match.end()


def _skip_bodies(source: str, at: int, names: list) -> int:
    """The place behind the bodies of `<<NAME` words, the first of which begins at `at`."""
    for name in names:
        line = None
        while at < len(source) and line != name:
            end = source.find("\n", at)
            end = end if end >= 0 else len(source)
            line, at = source[at:end].strip(), end + 1
    return min(at, len(source))
