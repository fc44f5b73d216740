"""Take a shell command line apart far enough to know which programs it runs, without executing anything."""

from __future__ import annotations

from .lexer import tokens
from .table import programs, words_of

LONGEST = 20_000  # characters of a command line that are read
# programs that take a script in an option's value: its commands are what runs
SHELLS = ("bash", "sh", "zsh", "dash", "ash", "ksh", "fish", "su")
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
    for n, word in enumerate(call.args[:4] if call.program in SHELLS else ()):
        if word[:1] == "-" != word[1:2] and word[-1] == "c" and n + 1 < len(call.args):
            return call.args[n + 1]
    return None


def words(line):
    """(program, verb) of the first call of a command line that is no setting; the verb is its first word that is no option, "" without one."""
    for call in calls(line):
        if call.program and call.program not in ("cd", "pushd", "export", "set", "source", "."):
            return call.program, next((arg for arg in call.args if arg[:1] != "-"), "")
    return "", ""


def unwrap(words):
    """words: a simple command's words, non-empty. Return (number of words that only wrap, positions among them of NAME=value words).

    `["sudo", "-E", "npx", "tsc"]` -> (3, []). The command itself always keeps at least one word."""
    at, assigned = 0, []
    while at < len(words) - 1:
        step = _wrapper(words, at)
        if step is None or step[0] >= len(words):
            break
        at = step[0]
        assigned += step[1]
    return at, assigned


def _wrapper(words, at):
    """When a wrapper starts at words[at]: (where the command it runs starts, positions of its NAME=value words), else None."""
    name = basename(words[at])
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1, []
    for size in (1, 2, 3):
        options = programs("wrapper").get("/".join([name, *words[at + 1 : at + size]]))
        if options is not None:
            return _inner(words, at + size, options, words_of("unwrapped", name))
    return None


def _inner(words, at, options, refuse):
    own, assigned = int(options[0]) if options and options[0].isdigit() else 0, []
    while at < len(words):
        word = words[at]
        if word in refuse:
            return None
        if word == "--":
            at += 1
            break
        if word[:1] == "-" and len(word) > 1:
            at += 2 if word in options else 1
        elif is_assignment(word):
            assigned.append(at)
            at += 1
        elif own:
            own -= 1
            at += 1
        else:
            break
    return at, assigned


def is_python(name):
    return name.rstrip("0123456789.w") in ("python", "pypy", "py", "pytho")


def is_assignment(word):
    """Return True if a word is NAME=value (or NAME+=value) as it may stand in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def basename(word):
    """The program's name in a word: no folders, no Windows suffix. A word that is all slashes stays as it is."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    for suffix in (".exe", ".cmd", ".bat"):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
