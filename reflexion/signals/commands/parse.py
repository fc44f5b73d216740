"""Take a shell line apart far enough to know which programs it runs, without executing anything."""

from __future__ import annotations

from .lexer import tokens
from .programs import programs, words_of

LONGEST = 20_000  # characters of a command line that are read
MOST = 200  # calls of a line; some of what asks about them compares each with each
DEEPEST = 4  # nested subshells and scripts that are followed
# programs that take a script in the value of an option: its commands are what runs
SHELLS = ("bash", "sh", "zsh", "dash", "ash", "ksh", "fish", "su")
OPENING = ("if", "then", "else", "elif", "do", "while", "until", "!", "{", "coproc")
NO_COMMAND = ("for", "select", "case", "function", "fi", "done", "esac", "}")
SETTINGS = ("cd", "pushd", "popd", "export", "set", "source", ".")


class Call:
    """One simple command.

    program  base name of what really runs ("tsc" in `sudo npx tsc`; "pytest" in `python -m pytest`)
    via      the words stripped off in front of it, e.g. ("sudo", "-E", "npx")
    args     its words after the program, unquoted
    env      NAME=value words in front
    op       operator that follows: "", "|", "&&", "||", ";", "&" or a newline
    raw      its source text; start, end: its place in the command line
    depth    0 at the top level, 1 or more in a subshell, `$(…)` or `<(…)`
    redirects  list of (operator, target), e.g. [("2>", "err.log")]
    """

    __slots__ = ("program", "via", "args", "env", "op", "raw", "depth", "redirects", "start", "end")

    def __init__(self, words, redirects, env=()):
        skip, assigned = unwrap(words) if words else (0, [])
        self.program = basename(words[skip]) if words else ""
        self.via = tuple(word for at, word in enumerate(words[:skip]) if at not in assigned)
        self.args, self.env = words[skip + 1 :], [*env, *(words[at] for at in assigned)]
        self.op, self.redirects = "", [(token.text, token.target) for token in redirects]

    def __repr__(self):
        return f"Call({self.program!r}, via={self.via}, args={self.args}, op={self.op!r})"


def calls(line: str) -> list:
    """The simple commands of a line as written; those in `$(…)` follow the one they are in, those
    in the middle of very many are left out.

    Survives anything: unbalanced quotes reach to the end, other text gives something or nothing."""
    reader = _Reader()
    reader.read(line[:LONGEST], 0, 0)
    found = reader.calls
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2 :]


def words(line: str) -> tuple:
    """(program, verb) of the first call of a line that is no setting; "" for what is missing."""
    for call in calls(line):
        if call.program and call.program not in SETTINGS:
            return call.program, next((arg for arg in call.args if arg[:1] != "-"), "")
    return "", ""


class _Reader:
    def __init__(self):
        self.calls = []

    def read(self, source, base, depth):
        """Add the calls of a script that starts at `base`. Return the last one at its own level."""
        held, redirects, level, last, array = [], [], 0, None, False
        for token in tokens(source):
            if array or _starts_array(held, token):  # name=( … )
                array = token.text != ")"
            elif token.kind == "redirect":
                redirects.append(token)
            elif token.kind == "word" or _in_test(held, token):
                held.append(token)
            else:
                opens, closes = token.text == "(", token.text == ")"
                if opens or closes and level == 0:  # `name() {…}`, the pattern of a `case`
                    held = []
                call = self.add(source, base, depth + level, held, redirects)
                last, level = call or last, max(0, level + opens - closes)
                if last and not opens and not closes and (call or token.text != "\n"):
                    last.op = {"|&": "|", ";;": ";"}.get(token.text, token.text)
                held, redirects = [], []
        return self.add(source, base, depth + level, held, redirects) or last

    def add(self, source, base, depth, tokens, redirects):
        """Turn words into a call and note the scripts inside them. Return the call or None."""
        command, last = _command_words(tokens), None
        if command:
            last = self.place(_call(source, base, depth, command, redirects))
        for token in tokens + redirects if depth < DEEPEST else ():
            for start, end in token.inner:
                self.read(source[start:end], base + start, depth + 1)
        return last

    def place(self, call):
        """Add a call, or those inside `bash -c SCRIPT`, `eval SCRIPT`. Return the last one."""
        script, before = _script_of(call), len(self.calls)
        last = self.read(script, call.start, call.depth + 1) if script else None
        if last is None:
            self.calls.append(call)
            return call
        for inner in self.calls[before:]:
            inner.depth, inner.start, inner.end = inner.depth - 1, call.start, call.end
            inner.via = (*call.via, call.program, "-c", *inner.via)
        return last


def _starts_array(held, token) -> bool:
    return token.text == "(" and held and held[-1].text[-1:] == "=" and held[-1].end == token.start


def _in_test(held, token) -> bool:
    """Return True if an operator stands inside `[[ … ]]`, where it is a word."""
    inside = held and held[0].text == "[[" and held[-1].text != "]]"
    return bool(inside) and token.text not in (";", "\n")


def _command_words(tokens) -> list:
    at = 0
    while at < len(tokens) and not tokens[at].quoted and tokens[at].text in OPENING:
        at += 1
    none = at < len(tokens) and not tokens[at].quoted and tokens[at].text in NO_COMMAND
    return [] if none else tokens[at:]


def _call(source, base, depth, tokens, redirects):
    texts, first = [token.text for token in tokens], 0
    while first < len(texts) and is_assignment(texts[first]):
        first += 1
    call = Call(texts[first:], redirects, texts[:first])
    start, end = tokens[0].start, max(token.end for token in tokens + redirects)
    call.raw, call.depth, call.start, call.end = source[start:end], depth, base + start, base + end
    return call


def _script_of(call) -> str:
    if call.depth >= DEEPEST:
        return ""
    if call.program == "eval":
        return " ".join(call.args)
    options = zip(call.args[:4], call.args[1:]) if call.program in SHELLS else ()
    scripts = (after for arg, after in options if arg[:1] == "-" != arg[1:2] and arg[-1] == "c")
    return next(scripts, "")


def unwrap(words):
    """(number of the words that only wrap, positions among them of NAME=value words).

    `["sudo", "-E", "npx", "tsc"]` -> (3, []). The command itself always keeps at least one word."""
    at, assigned = 0, []
    while at < len(words) - 1:
        inner, own = _wrapper(words, at)
        if not at < inner < len(words):
            break
        at = inner
        assigned += own
    return at, assigned


def _wrapper(words, at):
    """(start of the command that a wrapper at words[at] runs, its NAME=value words), or (0, [])."""
    name = basename(words[at])
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1, []
    for size in (1, 2, 3):
        options = programs("wrapper").get("/".join([name, *words[at + 1 : at + size]]))
        if options is not None:
            return _inner(words, at + size, options, words_of("unwrapped", name))
    return 0, []


def _inner(words, at, options, refuse):
    own, assigned = int(options[0]) if options and options[0].isdigit() else 0, []
    while at < len(words):
        word = words[at]
        if word in refuse:
            return 0, []
        if word == "--":
            return at + 1, assigned
        if word[:1] == "-" and len(word) > 1:
            at += word in options
        elif is_assignment(word):
            assigned.append(at)
        elif own:
            own -= 1
        else:
            break
        at += 1
    return at, assigned


def is_python(name: str) -> bool:
    return name.rstrip("0123456789.w") in ("python", "pypy", "py", "pytho")


def is_assignment(word: str) -> bool:
    """Return True if a word is NAME=value (or NAME+=value) as it stands in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def basename(word: str) -> str:
    """The program's name in a word: no folders, no Windows suffix; all slashes stay as they are."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem and suffix.lower() in ("exe", "cmd", "bat") else name
