"""Take a shell line apart into the simple commands that it runs."""

from reflexion.shell.lexer import tokens
from reflexion.shell.programs import base_name
from reflexion.shell.wrappers import is_assignment, wrapped

LONGEST = 20_000  # characters of a line that are read
MOST = 200  # calls of a line that are kept
DEEPEST = 4  # nested scripts that are followed
SHELLS = ("bash", "sh", "zsh", "dash", "ksh", "fish", "su")  # take a script behind -c
OPENING = ("if", "then", "else", "elif", "do", "while", "until", "!", "{")
NO_COMMAND = ("for", "select", "case", "function", "fi", "done", "esac", "}")
OPERATORS = {"|&": "|", ";;": ";"}


class Call:
    """One simple command.

    program   name of what really runs: "tsc" in `sudo npx tsc`
    written   the same as written ("./node_modules/.bin/tsc")
    via       the words in front of it: ("sudo", "npx")
    args      the words behind it, unquoted
    env       the NAME=value words that the call begins with
    op        the operator that follows: "", "|", "&&", "||", ";", "&" or a newline
    redirects [(operator, target)], e.g. ("2>", "err.log")
    raw       its source text; start, end: its place in the line
    depth     0 at the top level, more in a subshell, `$(…)` or `<(…)`
    """

    __slots__ = ("program", "written", "via", "args", "env", "op", "redirects")
    __slots__ += ("raw", "start", "end", "depth")

    def __init__(self, words: list, redirects: list, depth: int):
        count = 0
        while count < len(words) and is_assignment(words[count]):
            count += 1
        self.env = words[:count]
        command = words[count:]
        skip = wrapped(command)
        self.via = tuple(command[:skip])
        self.written = command[skip] if command else ""
        self.program = base_name(self.written)
        self.args = command[skip + 1 :]
        self.op = ""
        self.redirects = redirects
        self.depth = depth

    def place(self, raw: str, start: int):
        """Set the source text and where it starts in the line."""
        self.raw = raw
        self.start = start
        self.end = start + len(raw)


def calls(line: str) -> list:
    """Return the simple commands of a line as Calls, in order.

    Scripts in `$(…)` follow the call that they are in; `bash -c SCRIPT` and `eval`
    are replaced by what they run. Of very many calls the first and last are kept."""
    found: list = []
    _Reader(line[:LONGEST], found).read()
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2 :]


class _Reader:
    """Adds the calls of one script to `found`.

    base: where it starts in the line; depth: its calls'; nested: scripts around it."""

    def __init__(self, source: str, found: list, base=0, depth=0, nested=0):
        self.source = source
        self.found = found
        self.base = base
        self.depth = depth
        self.nested = nested
        self.held: list = []  # tokens of the call that is being read
        self.last = None  # the last call at the script's own level
        self.level = 0  # subshells that are open

    def read(self):
        """Read the script; return the last call at its own level, or None."""
        for token in tokens(self.source):
            if token.kind != "op" or self._is_in_test(token.text):
                self.held.append(token)
            else:
                self._operator(token.text)
        self._end_call()
        return self.last

    def _is_in_test(self, operator: str) -> bool:
        """Return True within `[[ a && b ]]`."""
        if not self.held or self.held[0].text != "[[" or operator in (";", "\n"):
            return False
        return self.held[-1].text != "]]"

    def _operator(self, text: str):
        if text == "(" or text == ")" and self.level == 0:
            self.held = []  # `name() {…}`, the pattern of a `case`
        call = self._end_call()
        if text == "(":
            self.level += 1
        elif text == ")":
            self.level = max(0, self.level - 1)
        elif self.last and (call or text != "\n"):
            self.last.op = OPERATORS.get(text, text)

    def _end_call(self):
        """Add the call that is held and return it, or None where no command is held."""
        held = _behind_keywords(self.held)
        self.held = []
        words = [token for token in held if token.kind == "word"]
        call = None
        if words and (words[0].quoted or words[0].text not in NO_COMMAND):
            call = self._add(held, words)
        for token in held:
            for start, end in token.scripts:
                self._read_inner(self.source[start:end], self.base + start, 1)
        return call

    def _add(self, held: list, words: list):
        redirects = [token for token in held if token.kind == "redirect"]
        redirects = [(token.text, token.target) for token in redirects]
        call = Call([word.text for word in words], redirects, self.depth + self.level)
        start = held[0].start
        call.place(self.source[start : held[-1].end], self.base + start)
        script = _script_of(call)
        before = len(self.found)
        last = self._read_inner(script, call.start, 0) if script else None
        for inner in self.found[before:]:
            inner.via = (*call.via, call.program, "-c", *inner.via)
            inner.start = call.start
            inner.end = call.end
        if last is None:
            self.found.append(call)
        self.last = last or call
        return self.last

    def _read_inner(self, script: str, base: int, deeper: int):
        """Add the calls of a script within a call; return its last one."""
        depth = self.depth + self.level + deeper
        if self.nested >= DEEPEST:
            return None
        return _Reader(script, self.found, base, depth, self.nested + 1).read()


def _behind_keywords(held: list) -> list:
    """Return the tokens of a call without the `if`, `do`, `!` in front of it."""
    at = 0
    while at < len(held) and not held[at].quoted and held[at].text in OPENING:
        at += 1
    return held[at:]


def _script_of(call: Call) -> str:
    """Return the script that a shell or `eval` is given, "" for none."""
    if call.program == "eval":
        return " ".join(call.args)
    if call.program in SHELLS:
        for option, script in zip(call.args[:4], call.args[1:]):
            if _takes_script(option):
                return script
    return ""


def _takes_script(option: str) -> bool:
    """Return True for -c and options joined with it, as -lc."""
    return option[:1] == "-" and option[1:].isalpha() and option.endswith("c")
