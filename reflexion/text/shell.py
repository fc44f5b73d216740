"""Take a shell command line apart far enough to know which programs it runs, without executing anything."""

from __future__ import annotations

from .shell_words import tokens
from .wrappers import SCRIPT_OPTION, basename, is_assignment, unwrap

LONGEST = 20_000  # characters of a command line that are read
DEEPEST = 4  # nested subshells and scripts that are followed

OPENING = {
    "if",
    "then",
    "else",
    "elif",
    "do",
    "while",
    "until",
    "!",
    "{",
    "coproc",
}  # the command follows on the same line
CLOSING = {"fi", "done", "esac", "}"}
HEADERS = {"for", "select", "case", "function"}  # no command before the next separator


class Call:
    """One simple command.

    program  base name of what really runs ("tsc" in `sudo -E npx tsc`; "pytest" in `python -m pytest`)
    via      the words stripped off in front of it, e.g. ("sudo", "-E", "npx")
    args     its words after the program, unquoted
    env      NAME=value words in front
    op       operator that follows: "", "|", "&&", "||", ";", "&" or a newline
    raw      its source text
    depth    0 at the top level, 1 or more in a subshell, `$(…)` or `<(…)`
    redirects  list of (operator, target), e.g. [("2>", "err.log")]
    start, end  its place in the command line
    """

    __slots__ = ("program", "via", "args", "env", "op", "raw", "depth", "redirects", "start", "end")

    def __init__(
        self, program, via=(), args=(), env=(), op="", raw="", depth=0, redirects=(), start=0, end=0
    ):
        self.program, self.via, self.args, self.env, self.op, self.raw = (
            program,
            tuple(via),
            list(args),
            list(env),
            op,
            raw,
        )
        self.depth, self.redirects, self.start, self.end = depth, list(redirects), start, end

    def __repr__(self):
        return f"Call({self.program!r}, via={self.via}, args={self.args}, env={self.env}, op={self.op!r}, depth={self.depth})"


def calls(command):
    """The simple commands of a command line in the order they are written; those inside `$(…)` come after the one they stand in.

    Survives anything: unbalanced quotes reach to the end, text that is no shell gives something or nothing."""
    found = []
    _read(command[:LONGEST], 0, 0, found)
    return found


def _read(source, base, depth, found):
    """Add the calls of a script that starts at offset `base` of the whole command line. Return the last one at its own level."""
    words, redirects, level, last, array = [], [], 0, None, False
    for token in tokens(source):
        if array:  # name=( … )
            array = token.text != ")"
            continue
        if token.kind == "redirect":
            redirects.append(token)
            continue
        if token.kind == "word" or _in_test(words, token):
            words.append(token)
            continue
        if (
            token.text == "("
            and words
            and words[-1].text.endswith("=")
            and words[-1].end == token.start
        ):
            array = True
            continue
        opens, closes = token.text == "(", token.text == ")"
        if opens or (closes and level == 0):  # `name() {…}`, the pattern of a `case`
            words = []
        made = _add(source, base, depth + level, words, redirects, found)
        last = made or last
        level = max(0, level + opens - closes)
        if last and not (opens or closes):
            _follow(last, token.text, bool(made))
        words, redirects = [], []
    return _add(source, base, depth + level, words, redirects, found) or last


def _in_test(words, token):
    """Whether an operator stands inside `[[ … ]]`, where it is a word."""
    return (
        bool(words)
        and words[0].text == "[["
        and words[-1].text != "]]"
        and token.text not in (";", "\n")
    )


def _follow(last, op, direct):
    """Note the operator behind a command, or behind the `)`, `done` or `}` that ends a group whose last command it is."""
    if direct or op != "\n":
        last.op = {"|&": "|", ";;": ";"}.get(op, op)


def _add(source, base, depth, words, redirects, found):
    """Turn words into a call and note the scripts inside them. Return the call, None when there was no command."""
    words, last = _command_words(words), None
    if words:
        last = _place(_call(source, base, depth, words, redirects), depth, found)
    if depth < DEEPEST:
        for token in words + redirects:
            for start, end in token.inner:
                _read(source[start:end], base + start, depth + 1, found)
    return last


def _command_words(words):
    at = 0
    while at < len(words) and not words[at].quoted and words[at].text in OPENING:
        at += 1
    if (
        at < len(words)
        and not words[at].quoted
        and (words[at].text in HEADERS or words[at].text in CLOSING)
    ):
        return []
    return words[at:]


def _call(source, base, depth, words, redirects):
    texts = [word.text for word in words]
    first = next(
        (
            n
            for n, word in enumerate(words)
            if word.quoted and "=" not in word.text or not is_assignment(word.text)
        ),
        len(words),
    )
    env, rest = texts[:first], texts[first:]
    start, end = words[0].start, max(token.end for token in words + redirects)
    place = dict(
        raw=source[start:end],
        depth=depth,
        redirects=[(t.text, t.target) for t in redirects],
        start=base + start,
        end=base + end,
    )
    if not rest:
        return Call("", env=env, **place)
    skip, assigned = unwrap(rest)
    env += [rest[n] for n in assigned]
    via = tuple(word for n, word in enumerate(rest[:skip]) if n not in assigned)
    return Call(basename(rest[skip]), via, rest[skip + 1 :], env, **place)


def _place(call, depth, found):
    """Add a call, or in place of `bash -c 'script'` and `eval script` the calls of its script. Return the last one."""
    script, before = _script_of(call), len(found)
    last = _read(script, call.start, depth + 1, found) if script and depth < DEEPEST else None
    if last is None:
        found.append(call)
        return call
    for inner in found[before:]:
        inner.depth, inner.start, inner.end = inner.depth - 1, call.start, call.end
        inner.via = call.via + (call.program, "-c") + inner.via
    return last


def _script_of(call):
    if call.program == "eval":
        return " ".join(call.args)
    letter = SCRIPT_OPTION.get(call.program)
    for n, word in enumerate(call.args[:4] if letter else ()):
        if (
            word[:1] == "-"
            and word[:2] != "--"
            and word.endswith(letter)
            and n + 1 < len(call.args)
        ):
            return call.args[n + 1]
    return None
