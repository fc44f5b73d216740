"""Split a shell command line into words, operators and redirections, without executing anything. Linear, never raises."""

from __future__ import annotations

OPERATORS = ("&&", "||", "|&", ";;", ";", "|", "&", "(", ")", "\n")
BLANK = " \t\r"
SIMPLE = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/:=,@%+-"
)  # nothing in them but words with blanks between
REDIRECT = r"(?:\d{1,3}|&|\{\w{1,30}\})?(?:<<<|<<-?|<>|<&|>>|>&|>\||<(?!\()|>(?!\())"
PLAIN = r"[^\s'\"\\$`|&;()<>]+"
MARKS = r"\\.|['\"`()}\n]|\$[({]|<<-?[ \t]*['\"\\]?\w{1,60}"


class Token:
    """kind: "word", "op" (text = the operator) or "redirect" (text = the operator, target = the word after it).
    inner: (start, end) of each `$(…)`, backquoted or `<(…)` script inside a word. start, end: place in the source."""

    __slots__ = ("kind", "text", "start", "end", "quoted", "inner", "target")

    def __init__(self, kind, text, start, end, quoted=False, inner=(), target=""):
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.quoted, self.inner, self.target = quoted, inner, target


def tokens(source):
    """All tokens of a command line, in order; comments and the bodies of here-documents are left out."""
    if SIMPLE.issuperset(source):
        return _plain_words(source)
    import re  # here and below: a hook that meets a plain command is spared its import

    found, at, waiting = [], 0, []
    redirect, size = re.compile(REDIRECT), len(source)
    while at < size:
        char = source[at]
        if char in BLANK:
            at += 1
        elif char == "\\" and source[at + 1 : at + 2] == "\n":
            at += 2
        elif char == "#" and (at == 0 or source[at - 1] in " \t\r\n;|&("):
            end = source.find("\n", at)
            at = size if end < 0 else end
        elif char == "\n" and waiting:
            found.append(Token("op", "\n", at, at + 1))
            at = skip_bodies(source, at, waiting)
            waiting = []
        else:
            match = redirect.match(source, at)
            token = (
                _redirect(source, match, waiting)
                if match
                else _operator(source, at) or _word(source, at)
            )
            found.append(token)
            at = max(token.end, at + 1)
    return found


def _plain_words(source):
    found, at = [], 0
    for word in source.split(" "):
        if word:
            found.append(Token("word", word, at, at + len(word)))
        at += len(word) + 1
    return found


def _operator(source, at):
    if source[at] not in "&|;()\n":
        return None
    text = next(op for op in OPERATORS if source.startswith(op, at))
    return Token("op", text, at, at + len(text))


def _redirect(source, match, waiting):
    at = match.end()
    while source[at : at + 1] in (" ", "\t"):
        at += 1
    if at >= len(source) or source[at] in "\n|;&()":
        return Token("redirect", match.group(), match.start(), match.end())
    word = _word(source, at)
    operator = match.group().lstrip("0123456789")
    if operator in ("<<", "<<-"):
        waiting.append(word.text)
    return Token(
        "redirect",
        match.group(),
        match.start(),
        max(word.end, at + 1),
        False,
        word.inner,
        word.text,
    )


def _word(source, at):
    """One word, unquoted; `$NAME` and `$(…)` stay in it as they are written."""
    import re

    plain, start, parts, quoted, inner = re.compile(PLAIN), at, [], False, []
    while at < len(source):
        char, two = source[at], source[at : at + 2]
        match = plain.match(source, at)
        if match:
            end, text = match.end(), match.group()
        elif char == "\\":
            end, text = at + 2, "" if two == "\\\n" else two[1:]
        elif char == "'" or two == "$'":
            end, text = _single(source, at + len(two) - (char == "'"), two == "$'")
            quoted = True
        elif char == '"' or two == '$"':
            end, text = _double(source, at + (1 if char == '"' else 2), inner)
            quoted = True
        elif two in ("$(", "${", "<(", ">(") or char == "`":
            end, text = _script(source, at, inner)
        elif char == "$":
            end, text = at + 1, "$"
        else:
            break
        parts.append(text)
        at = end
    return Token("word", "".join(parts), start, min(at, len(source)), quoted, inner)


def _single(source, at, escapes):
    end = at
    while True:
        end = source.find("'", end)
        if end < 0:
            return len(source), source[at:]
        if not (escapes and source[end - 1] == "\\"):
            return end + 1, source[at:end]
        end += 1


def _double(source, at, inner):
    end = closing(source, at, '"')
    text = source[at : end - 1] if source[end - 1 : end] == '"' and end > at else source[at:end]
    if "$(" in text or "`" in text:
        _collect(source, at, at + len(text), inner)
    if "\\" in text:
        import re

        text = re.sub(r'\\([\\"$`\n])', lambda m: "" if m.group(1) == "\n" else m.group(1), text)
    return end, text


def _collect(source, at, stop, inner):
    """Note the scripts inside a double-quoted text."""
    import re

    for match in re.finditer(r"\\.|\$\(|`", source[at:stop]):
        place = at + match.start()
        if match.group()[0] != "\\" and not (inner and place < inner[-1][1]):
            _script(source, place, inner)


def _script(source, at, inner):
    """A `$(…)`, `<(…)`, backquoted or `${…}` piece: (its end, its source); the place of a script inside is noted."""
    backquoted = source[at] == "`"
    opening = 1 if backquoted else 2
    closer = "`" if backquoted else "}" if source[at + 1] == "{" else ")"
    end = closing(source, at + opening, closer)
    if closer != "}" and not source.startswith("$((", at):
        inner.append((at + opening, end - 1 if source[end - 1 : end] == closer else end))
    return end, source[at:end]


def closing(source, at, closer):
    """Where the text opened before `at` ends, one past its closer (`"`, `)`, `}` or a backquote); the end of the source if it never does."""
    import re

    stack, waiting, marks = [closer], [], re.compile(MARKS, re.S)
    while True:
        match = marks.search(source, at)
        if not match:
            return len(source)
        mark, at, top = match.group(), match.end(), stack[-1]
        if mark[0] == "\\":
            continue
        if mark == top:
            stack.pop()
            if not stack:
                return at
        elif mark in ("$(", "${"):
            stack.append(")" if mark == "$(" else "}")
        elif mark == "`":
            stack.append("`")
        elif top == '"':
            if mark[0] == "<":
                at = match.start() + 2
        elif mark[0] == "<":
            waiting.append(mark.lstrip("<- \t'\"\\"))
        elif mark == "\n":
            at = skip_bodies(source, at - 1, waiting) if waiting else at
            waiting = []
        elif mark in ('"', "("):
            stack.append('"' if mark == '"' else ")")
        elif mark == "'":
            end = source.find("'", at)
            at = len(source) if end < 0 else end + 1


def skip_bodies(source, newline, names):
    """From the newline that ends the line with `<<NAME` words, the place after the last body."""
    at = newline + 1
    for name in names:
        while at < len(source):
            end = source.find("\n", at)
            end = len(source) if end < 0 else end
            line, at = source[at:end].strip(), end + 1
            if line == name:
                break
    return min(at, len(source))
