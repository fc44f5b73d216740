"""Take a shell line apart into the simple commands that it runs.

Nothing in this package runs anything or touches a file but the table of programs.
"""

from __future__ import annotations

import re
from itertools import dropwhile

from reflexion.shell.lexer import Token, tokens
from reflexion.shell.programs import ASSIGNMENT, base_name, role_of, wrapped

LEAVING = ("exit", "return", "false", "die", "kill")  # programs that only give a status
LEAVES = rf"(?:(?:echo|printf) )?(?:{'|'.join(LEAVING)})(?: |$)"  # with a word before or without
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
    written   the same as written: "./node_modules/.bin/tsc"
    via       the words in front of it: ("sudo", "npx")
    args      the words behind it, unquoted
    role      what it does, such as "shows"; programs.py lists them
    op        the operator that follows: "", "|", "&&", "||", ";", "&" or a newline
    redirects [(operator, target)], e.g. ("2>", "err.log")
    raw       its source text
    depth     0 at the top level, more in a subshell, `$(…)` or `<(…)`
    is_inner  whether it stands in another call's words: `$(…)`, `<(…)`
    """

    def __init__(self, held: list[Token], raw: str, depth: int, is_inner: bool):
        every: list[str] = [token.text for token in held if token.kind == "word"]
        words = list(dropwhile(re.compile(ASSIGNMENT).match, every)) or [""]
        skip = wrapped(words)
        self.via = tuple(words[:skip])
        self.written = words[skip]
        self.program = base_name(self.written)
        self.args = words[skip + 1 :]
        self.role = role_of(self.program, self.args)
        self.op = ""
        self.redirects = [(part.text, part.target) for part in held if part.kind == "redirect"]
        self.raw = raw
        self.depth = depth
        self.is_inner = is_inner


def calls(line: str) -> list[Call]:
    """Return the simple commands of a line as Calls, in order.

    Scripts in `$(…)` follow the call that they are in; `bash -c SCRIPT`, `eval` and
    `ssh HOST SCRIPT` are replaced by what they run. Of very many calls the first and
    last are kept."""
    found: list[Call] = []
    _Reader(line[:LONGEST], found, 0, False, 0).read()
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2 :]


class _Reader:
    """Adds the calls of one script to `found`.

    depth, is_inner: those of its calls; nested: how many scripts are around it."""

    def __init__(self, source: str, found: list[Call], depth: int, is_inner: bool, nested: int):
        self.source = source
        self.found = found
        self.depth = depth
        self.is_inner = is_inner
        self.nested = nested
        self.held: list[Token] = []  # tokens of the call that is being read
        self.last: Call | None = None  # the last call at the script's own level
        self.level = 0  # subshells that are open

    def read(self) -> Call | None:
        """Read the script; return the last call at its own level, or None."""
        for token in tokens(self.source):
            held = self.held
            is_in_test = held and held[0].text == "[[" and held[-1].text != "]]"  # `[[ a && b ]]`
            if token.kind != "op" or (is_in_test and token.text not in (";", "\n")):
                held.append(token)
            else:
                self._operator(token.text)
        self._end_call()
        return self.last

    def _operator(self, text: str) -> None:
        if text == "(" or (text == ")" and self.level == 0):
            self.held = []  # `name() {…}`, the pattern of a `case`
        call = self._end_call()
        if text == "(":
            self.level += 1
        elif text == ")":
            self.level = max(0, self.level - 1)
        elif self.last and (call or text != "\n"):
            self.last.op = OPERATORS.get(text, text)

    def _end_call(self) -> Call | None:
        """Add the call that is held and return it, or None where no command is held."""
        held = list(dropwhile(lambda token: token.text in OPENING, self.held))
        self.held = []
        first = next((token.text for token in held if token.kind == "word"), NO_COMMAND[0])
        call = None if first in NO_COMMAND else self._add(held)
        for token in held:
            for script in token.scripts:
                self._read_inner(script, 1, True)
        return call

    def _add(self, held: list[Token]) -> Call:
        """Add a call, or instead of it those of the script that it is given."""
        raw = self.source[held[0].start : held[-1].end]
        call = Call(held, raw, self.depth + self.level, self.is_inner)
        script = _script_of(call)
        before = len(self.found)
        self.last = self._read_inner(script, 0, self.is_inner) if script else None
        for inner in self.found[before:]:
            inner.via = (*call.via, call.program, *inner.via)
        if self.last is None:
            self.last = call
            self.found.append(call)
        return self.last

    def _read_inner(self, script: str, deeper: int, is_inner: bool) -> Call | None:
        """Add the calls of a script within a call; return its last one."""
        depth = self.depth + self.level + deeper
        if self.nested >= DEEPEST:
            return None
        return _Reader(script, self.found, depth, is_inner, self.nested + 1).read()


def _script_of(call: Call) -> str:
    """Return the script that a shell, `eval` or `ssh` is given, "" for none."""
    if "ssh" in call.via:
        return " ".join([call.written, *call.args])
    if call.program == "eval":
        return " ".join(call.args)
    if call.program in SHELLS:
        for option, script in zip(call.args[:4], call.args[1:]):
            if re.fullmatch("-[A-Za-z]*c", option):  # also joined with others: -lc
                return script
    return ""


def by_status(parts: list[Call], line: str) -> tuple[list[Call], list[Call]]:
    """Return (calls that the line's status may be from, calls whose failure it hides).

    The last one comes first among those that it may be from."""
    # without those in another one's words: `echo "$(cat note)"`
    outer = [call for call in parts if not call.is_inner]
    ended = outer[-1:]
    hiding = ("&", "|", ";", "\n") if "done" in line else ("&", "|")
    unseen = [call for call in ended if call.op in hiding]
    shows = not unseen
    for at in range(len(outer) - 2, -1, -1):  # backwards: it depends on what is behind a call
        call, *behind = outer[at : at + 3]
        shows = _shows(call, behind, shows)
        if shows and call.op != "|":
            ended.append(call)
        else:
            unseen.insert(0, call)
    return ended, unseen


def _shows(call: Call, behind: list[Call], rest_shows: bool) -> bool:
    """Return True if the status of the pipe that a call is in shows in that of the line."""
    names = " ".join([after.program for after in behind])
    shows = {
        "&&": rest_shows,
        "||": re.match(LEAVES, names) is not None,
        "|": rest_shows and call.depth <= behind[0].depth,  # but for a subshell that is piped
    }
    return shows.get(call.op, False)
