"""Take a shell line apart far enough to know which programs it runs, without executing anything."""

from reflexion.shell import is_short, programs, words_of
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
        words = [token.text for token in tokens]
        first = 0
        while first < len(words) and is_assignment(words[first]):
            first += 1
        self.env = words[:first]
        words = words[first:]
        skip, assigned = _behind_wrappers(words)
        self.env += [words[at] for at in assigned]
        self.via = tuple(word for at, word in enumerate(words[:skip]) if at not in assigned)
        self.written = words[skip] if words else ""
        self.program = basename(self.written) if words else ""
        self.args = words[skip + 1 :]
        self.op = ""
        self.opening = ()
        self.redirects = [(token.text, token.target) for token in redirects]
        self.depth = depth
        start = tokens[0].start
        end = max(token.end for token in tokens + redirects)
        self.raw = source[start:end]
        self.start = base + start
        self.end = base + end


def calls(line: str) -> list:
    """The simple commands of a line as written; those in `$(…)` follow the one they are in, those
    in the middle of very many are left out.

    Survives anything: unbalanced quotes reach to the end, other text gives something or nothing."""
    found: list = []
    _read(line[:LONGEST], 0, 0, found)
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2 :]


class _Reader:
    """Reads one script: holds the words of the call that is being read until an operator ends it.

    `last` is the call that was read last at the script's own level."""

    def __init__(self, source: str, base: int, depth: int, found: list):
        self.source = source
        self.base = base
        self.depth = depth
        self.found = found
        self.held: list = []
        self.redirects: list = []
        self.level = 0
        self.last = None
        self.in_array = False

    def take(self, token):
        if self.in_array or token.text == "(" and self._is_assigning(token):  # name=( … )
            self.in_array = token.text != ")"
        elif token.kind == "redirect":
            self.redirects.append(token)
        elif token.kind == "word" or self._in_test() and token.text not in (";", "\n"):
            self.held.append(token)
        else:
            self._operator(token.text)

    def end_call(self):
        """Add the call that is held. Return it, or None."""
        depth = self.depth + self.level
        call = _add(self.source, self.base, depth, self.held, self.redirects, self.found)
        self.held = []
        self.redirects = []
        self.last = call or self.last
        return call

    def _is_assigning(self, token) -> bool:
        before = self.held[-1] if self.held else None
        return bool(before) and before.text[-1:] == "=" and before.end == token.start

    def _in_test(self) -> bool:
        return bool(self.held) and self.held[0].text == "[[" and self.held[-1].text != "]]"

    def _operator(self, text: str):
        opens = text == "("
        closes = text == ")"
        if opens or closes and self.level == 0:  # `name() {…}`, the pattern of a `case`
            self.held = []
        call = self.end_call()
        self.level = max(0, self.level + opens - closes)
        if self.last and not opens and not closes and (call or text != "\n"):
            self.last.op = {"|&": "|", ";;": ";"}.get(text, text)


def _read(source: str, base: int, depth: int, found: list):
    """Add the calls of a script that starts at `base`. Return the last one at its own level."""
    reader = _Reader(source, base, depth, found)
    for token in tokens(source):
        reader.take(token)
    reader.end_call()
    return reader.last


def _add(source, base, depth, held, redirects, found):
    """Add the call that these tokens make, or those inside `bash -c SCRIPT`, `eval SCRIPT`, and the
    scripts inside its words. Return the last call at this level, or None."""
    last = None
    at = 0
    while at < len(held) and not held[at].quoted and held[at].text in OPENING:
        at += 1
    command = held[at:]
    if command and (command[0].quoted or command[0].text not in NO_COMMAND):
        call = Call(command, redirects, source, base, depth)
        call.opening = tuple(token.text for token in held[:at])
        last = _add_script(call, depth, found)
        if last is None:
            last = call
            found.append(call)
    if depth < DEEPEST:
        for token in held + redirects:
            for start, end in token.inner:
                _read(source[start:end], base + start, depth + 1, found)
    return last


def _add_script(call, depth: int, found: list):
    """Add the calls of the script that a call is given, in its place. Return the last, or None."""
    script = _script_of(call)
    before = len(found)
    last = _read(script, call.start, depth + 1, found) if script else None
    if last:
        for inner in found[before:]:
            inner.depth -= 1
            inner.start = call.start
            inner.end = call.end
            inner.via = (*call.via, call.program, "-c", *inner.via)
    return last


def _script_of(call) -> str:
    """The command line that a call of a shell, or `eval`, runs; "" for none."""
    if call.depth >= DEEPEST:
        return ""
    if call.program == "eval":
        return " ".join(call.args)
    options = zip(call.args[:4], call.args[1:]) if call.program in SHELLS else ()
    scripts = (after for arg, after in options if is_short(arg) and arg[-1] == "c")
    return next(scripts, "")


def _behind_wrappers(words) -> tuple:
    """(where the command starts that really runs, places of NAME=value words in front of it):
    `["sudo", "-E", "npx", "tsc"]` -> 3. The command itself keeps at least one word."""
    at = 0
    assigned: set = set()
    while at < len(words) - 1:
        inner, settings = _wrapped(words, at)
        if not at < inner < len(words):
            break
        at = inner
        assigned.update(settings)
    return at, sorted(assigned)


def _wrapped(words, at):
    """(start of the command that a wrapper at words[at] runs, places of its NAME=value words);
    (0, []) where none does: `["sudo", "-E", "npx", "tsc"]` -> 2."""
    name = basename(words[at])
    if is_python(name) and "-m" in words[at + 1 : at + 5]:
        return words.index("-m", at) + 1, []
    known = programs("wrapper")
    spelled = ["/".join([name, *words[at + 1 : at + size]]) for size in (1, 2, 3)]
    size = next((n for n, spelling in enumerate(spelled, 1) if spelling in known), 0)
    if not size:
        return 0, []
    options = known[spelled[size - 1]]
    own = int(options[0]) if options and options[0].isdigit() else 0
    return _behind_options(words, at + size, options, own, words_of("unwrapped", name))


def _behind_options(words, at: int, options, own: int, unwrapped) -> tuple:
    """(place behind a wrapper's options and its `own` words, places of its NAME=value words)."""
    assigned = []
    while at < len(words):
        word = words[at]
        if word in unwrapped:
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
