"""Take a shell line apart far enough to know which programs it runs, without executing anything."""

from reflexion.shell import programs, words_of
from reflexion.shell.lexer import tokens

LONGEST = 20_000  # characters of a command line that are read
MOST = 200  # calls of a line; some of what asks about them compares each with each
DEEPEST = 4  # nested subshells and scripts that are followed
# programs that take a script in the value of an option: its commands are what runs
SHELLS = ("bash", "sh", "zsh", "dash", "ash", "ksh", "fish", "su")
OPENING = ("if", "then", "else", "elif", "do", "while", "until", "!", "{", "coproc")
NO_COMMAND = ("for", "select", "case", "function", "fi", "done", "esac", "}")
RUNS = ("run", "run-script", "exec", "x")  # words behind which the job's own name stands
SETTINGS = ("cd", "pushd", "popd", "export", "set", "source", ".")


class Call:
    """One simple command.

    program  base name of what really runs ("tsc" in `sudo npx tsc`; "pytest" in `python -m pytest`)
    written  the same as it stands there ("./node_modules/.bin/tsc")
    via      the words stripped off in front of it, e.g. ("sudo", "-E", "npx")
    args     its words after the program, unquoted
    env      NAME=value words in front
    op       operator that follows: "", "|", "&&", "||", ";", "&" or a newline
    opening  the words of a loop or condition in front of it: "while", "do", "if", "!"
    raw      its source text; start, end: its place in the command line
    depth    0 at the top level, 1 or more in a subshell, `$(…)` or `<(…)`
    redirects  list of (operator, target), e.g. [("2>", "err.log")]
    """

    __slots__ = ("program", "written", "via", "args", "env", "op", "opening", "raw", "depth")
    __slots__ += ("redirects", "start", "end")

    def __init__(self, tokens, redirects, source, base, depth):
        words, first = [token.text for token in tokens], 0
        while first < len(words) and is_assignment(words[first]):
            first += 1
        self.env, words, skip = words[:first], words[first:], 0
        via = list(words)
        while skip < len(words) - 1:  # the command itself keeps at least one word
            inner, assigned = _wrapped(words, skip)
            if not skip < inner < len(words):
                break
            skip = inner
            for at in assigned:
                self.env.append(words[at])
                via[at] = None
        self.via = tuple(word for word in via[:skip] if word is not None)
        self.written = words[skip] if words else ""
        self.program = basename(self.written) if words else ""
        self.opening = ()
        self.args, self.op = words[skip + 1 :], ""
        self.redirects, self.depth = [(token.text, token.target) for token in redirects], depth
        start, end = tokens[0].start, max(token.end for token in tokens + redirects)
        self.raw, self.start, self.end = source[start:end], base + start, base + end


def calls(line: str) -> list:
    """The simple commands of a line as written; those in `$(…)` follow the one they are in, those
    in the middle of very many are left out.

    Survives anything: unbalanced quotes reach to the end, other text gives something or nothing."""
    found: list = []
    _read(line[:LONGEST], 0, 0, found)
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2 :]


def _read(source: str, base: int, depth: int, found: list):
    """Add the calls of a script that starts at `base`. Return the last one at its own level."""
    held, redirects, level, last, array = [], [], 0, None, False
    for token in tokens(source):
        after_equals = held and held[-1].text[-1:] == "=" and held[-1].end == token.start
        in_test = held and held[0].text == "[[" and held[-1].text != "]]"
        if array or token.text == "(" and after_equals:  # name=( … )
            array = token.text != ")"
        elif token.kind == "redirect":
            redirects.append(token)
        elif token.kind == "word" or in_test and token.text not in (";", "\n"):
            held.append(token)
        else:
            opens, closes = token.text == "(", token.text == ")"
            if opens or closes and level == 0:  # `name() {…}`, the pattern of a `case`
                held = []
            call = _add(source, base, depth + level, held, redirects, found)
            last, level = call or last, max(0, level + opens - closes)
            if last and not opens and not closes and (call or token.text != "\n"):
                last.op = {"|&": "|", ";;": ";"}.get(token.text, token.text)
            held, redirects = [], []
    return _add(source, base, depth + level, held, redirects, found) or last


def _add(source, base, depth, held, redirects, found):
    """Add the call that these tokens make, or those inside `bash -c SCRIPT`, `eval SCRIPT`, and the
    scripts inside its words. Return the last call at this level, or None."""
    last, at = None, 0
    while at < len(held) and not held[at].quoted and held[at].text in OPENING:
        at += 1
    command = held[at:]
    if command and (command[0].quoted or command[0].text not in NO_COMMAND):
        last = call = Call(command, redirects, source, base, depth)
        call.opening = tuple(token.text for token in held[:at])
        before, script = len(found), _script_of(call)
        inside = _read(script, call.start, depth + 1, found) if script else None
        if inside:
            last = inside
            for inner in found[before:]:
                inner.depth, inner.start, inner.end = inner.depth - 1, call.start, call.end
                inner.via = (*call.via, call.program, "-c", *inner.via)
        else:
            found.append(call)
    for token in held + redirects if depth < DEEPEST else ():
        for start, end in token.inner:
            _read(source[start:end], base + start, depth + 1, found)
    return last


def _script_of(call) -> str:
    if call.depth >= DEEPEST:
        return ""
    if call.program == "eval":
        return " ".join(call.args)
    options = zip(call.args[:4], call.args[1:]) if call.program in SHELLS else ()
    scripts = (after for arg, after in options if arg[:1] == "-" != arg[1:2] and arg[-1] == "c")
    return next(scripts, "")


def _wrapped(words, at):
    """(start of the command that a wrapper at words[at] runs, places of its NAME=value words);
    (0, []) where none does: `["sudo", "-E", "npx", "tsc"]` -> 2, then 3."""
    name, assigned = basename(words[at]), []
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1, []
    for size in (1, 2, 3):
        options = programs("wrapper").get("/".join([name, *words[at + 1 : at + size]]))
        if options is not None:
            break
    else:
        return 0, []
    at, own = at + size, int(options[0]) if options and options[0].isdigit() else 0
    while at < len(words):
        word = words[at]
        if word in words_of("unwrapped", name):
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
    """Return True for an interpreter of Python, whatever its version: `python3.11`, `pypy3`."""
    return name.rstrip("0123456789.w") in ("python", "pypy", "py")


def is_assignment(word: str) -> bool:
    """Return True if a word is NAME=value (or NAME+=value) as it stands in front of a command."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.rstrip("+").isidentifier() and name.isascii()


def basename(word: str) -> str:
    """The program's name in a word: no folders, no Windows suffix; all slashes stay as they are."""
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2] or word
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem and suffix.lower() in ("exe", "cmd", "bat") else name
