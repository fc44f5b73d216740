"""A command line as it is compared with another: its simple commands, each with the words and options that say what is to be done."""

from __future__ import annotations

from reflexion.signals.commands.parse import calls

MESSAGE = frozenset(
    ("-m", "--message", "-am", "--title", "--body", "-t", "--notes", "--description")
)
SAME_PROGRAM = {
    "python3": "python",
    "python2": "python",
    "pip3": "pip",
    "nodejs": "node",
    "gmake": "make",
    "g++": "gcc",
    "clang": "gcc",
    "cc": "gcc",
}
MOST_CALLS = 12
LOOKERS = frozenset(
    """
    cd ls ll pwd echo cat head tail less more wc which type env printenv export true false sleep
    date whoami mkdir touch cp mv set source stat tree file test clear history man
    """.split()
)  # no warning comes before these


class Shape:
    """One simple command: `program`, `words` that are no options, `maybe` (words behind an option: its value or not), `flags`, `first` (the first
    word of either kind, "" without one), `raw` (its words as written, in lower case)."""

    __slots__ = ("program", "words", "maybe", "flags", "first", "raw")

    def __init__(self, call):
        self.program = SAME_PROGRAM.get(call.program, call.program)
        self.words, self.maybe, self.flags, skip, after = (
            [],
            [],
            {name for name in call.env},
            False,
            False,
        )
        self.raw, self.first = call.raw.lower().split(), ""
        for arg in call.args:
            if skip:
                skip = False
            elif arg in MESSAGE:
                skip = True
            elif arg.partition("=")[0].isidentifier() and "=" in arg:  # make deploy ENV=staging
                self.flags.add(arg)
                continue
            elif arg[:1] in "-+" and len(arg) > 1:
                self.flags.add(arg)
                after = "=" not in arg
                continue
            elif arg:
                (self.maybe if after else self.words).append(arg)
                self.first = self.first or arg
            after = False
        if not self.words:
            self.words, self.maybe = self.maybe[:1], self.maybe[1:]

    def all(self) -> list:
        return self.words + self.maybe


def shapes(command: str) -> list:
    """The Shapes of a command line, without the calls that only look."""
    found, assigned = [], set()
    for call in calls(command[:4000])[:MOST_CALLS]:
        if call.program in ("export", "set"):
            assigned.update(arg for arg in call.args if "=" in arg)
        elif call.program and call.program not in LOOKERS:
            found.append(Shape(call))
            found[-1].flags |= assigned
    return found
