"""Split a shell line into words, operators, redirections. Linear, never raises, runs nothing."""

from __future__ import annotations

OPERATORS = ("&&", "||", "|&", ";;", ";", "|", "&", "(", ")", "\n")
SCRIPTS = {"$(": ")", "${": "}", "<(": ")", ">(": ")"}  # what opens inside a word, and what ends it
# a line of nothing but these is words with blanks between
SIMPLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._/:=,@%+-")
REDIRECT = r"(?:\d{1,3}|&|\{\w{1,30}\})?(?:<<<|<<-?|<>|<&|>>|>&|>\||<(?!\()|>(?!\())"
PLAIN = r"[^\s'\"\\$`|&;()<>]+"
MARKS = r"\\.|['\"`()}\n]|\$[({]|<<-?[ \t]*['\"\\]?\w{1,60}"


class Token:
    """kind: "word", "op" (text: the operator) or "redirect" (text: the operator, target: its word).

    start, end: its place; inner: (start, end) of each `$(…)`, backquoted or `<(…)` script in it."""

    __slots__ = ("kind", "text", "start", "end", "quoted", "inner", "target")

    def __init__(self, kind, text, start, end, quoted=False, inner=(), target=""):
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.quoted, self.inner, self.target = quoted, inner, target


def tokens(source: str) -> list:
    """All tokens of a line, in order; comments and bodies of here-documents are left out."""
    if SIMPLE.issuperset(source):
        return _plain_words(source)
    import re  # here and below: a hook that meets a plain command is spared its import

    found, at, waiting, redirect = [], 0, [], re.compile(REDIRECT)
    while at < len(source):
        char = source[at]
        if char in " \t\r":
            at += 1
        elif source.startswith("\\\n", at):
            at += 2
        elif char == "#" and (at == 0 or source[at - 1] in " \t\r\n;|&("):
            at = _find(source, "\n", at)
        elif char == "\n" and waiting:
            found.append(Token("op", "\n", at, at + 1))
            at, waiting = skip_bodies(source, at, waiting), []
        else:
            match = redirect.match(source, at)
            operator = next((op for op in OPERATORS if source.startswith(op, at)), "")
            if match:
                found.append(_redirect(source, match, waiting))
            elif operator:
                found.append(Token("op", operator, at, at + len(operator)))
            else:
                found.append(_word(source, at))
            at = max(found[-1].end, at + 1)
    return found


def _plain_words(source):
    found, at = [], 0
    for word in source.split(" "):
        if word:
            found.append(Token("word", word, at, at + len(word)))
        at += len(word) + 1
    return found


def _redirect(source, match, waiting):
    at, operator = match.end(), match.group()
    while source[at : at + 1] in (" ", "\t"):
        at += 1
    if at >= len(source) or source[at] in "\n|;&()":
        return Token("redirect", operator, match.start(), match.end())
    word = _word(source, at)
    if operator.lstrip("0123456789") in ("<<", "<<-"):
        waiting.append(word.text)
    end = max(word.end, at + 1)
    return Token("redirect", operator, match.start(), end, False, word.inner, word.text)


def _word(source, at):
    """One word, unquoted; `$NAME` and `$(…)` stay in it as they are written."""
    import re

    plain, start, parts, quoted, inner = re.compile(PLAIN), at, [], False, []
    while at < len(source):
        char, two, match = source[at], source[at : at + 2], plain.match(source, at)
        if match:
            end, text = match.end(), match.group()
        elif char == "\\":
            end, text = at + 2, two[1:].replace("\n", "")
        elif char in "'\"" or two in ("$'", '$"'):
            quoted, (end, text) = True, _quoted(source, at, inner)
        elif two in SCRIPTS or char == "`":
            end = _script(source, at, inner)
            text = source[at:end]
        elif char == "$":
            end, text = at + 1, "$"
        else:
            break
        parts.append(text)
        at = end
    return Token("word", "".join(parts), start, min(at, len(source)), quoted, inner)


def _quoted(source, at, inner):
    """(the end of a quoted text, what it says); the scripts inside it are noted."""
    import re

    dollar = source[at] == "$"
    quote, first = source[at + dollar], at + dollar + 1
    if quote == "'":
        stop = _find(source, "'", first)
        while dollar and source[stop - 1] == "\\" and stop < len(source):
            stop = _find(source, "'", stop + 1)
        return min(stop + 1, len(source)), source[first:stop]
    end = closing(source, first, '"')
    stop = _stop(source, first, end, '"')
    for match in re.finditer(r"\\.|\$\(|`", source[first:stop], re.S):
        place = first + match.start()
        if match.group()[0] != "\\" and not (inner and place < inner[-1][1]):
            _script(source, place, inner)
    return end, re.sub(r"\\(?:\n|([\\\"$`]))", r"\1", source[first:stop])


def _script(source, at, inner) -> int:
    """The end of a `$(…)`, `<(…)`, backquoted or `${…}` piece; a script inside is noted."""
    opening, closer = source[at : at + 2], SCRIPTS.get(source[at : at + 2], "`")
    first = at + (1 if closer == "`" else 2)
    end = closing(source, first, closer)
    if opening != "${" and not source.startswith("$((", at):
        inner.append((first, _stop(source, first, end, closer)))
    return end


def _stop(source, first, end, closer) -> int:
    """Where the text ends that began at `first`: before its closer, unless that is missing."""
    return end - 1 if end > first and source[end - 1] == closer else end


def _find(source, text, at) -> int:
    """Like str.find; the end of the source where there is none."""
    place = source.find(text, at)
    return len(source) if place < 0 else place


def closing(source: str, at: int, closer: str) -> int:
    """Where the text opened before `at` ends, one past its closer; else the end of the source."""
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
        elif mark in ("$(", "${", "`"):
            stack.append(SCRIPTS.get(mark, "`"))
        elif top == '"':
            at = match.start() + 2 if mark[0] == "<" else at
        elif mark[0] == "<":
            waiting.append(mark.lstrip("<- \t'\"\\"))
        elif mark == "\n":
            at, waiting = skip_bodies(source, at - 1, waiting) if waiting else at, []
        elif mark in ('"', "("):
            stack.append('"' if mark == '"' else ")")
        elif mark == "'":
            at = min(_find(source, "'", at) + 1, len(source))


def skip_bodies(source: str, newline: int, names) -> int:
    """From the newline that ends the line with `<<NAME` words, the place after the last body."""
    at = newline + 1
    for name in names:
        while at < len(source):
            end = _find(source, "\n", at)
            line, at = source[at:end].strip(), end + 1
            if line == name:
                break
    return min(at, len(source))
