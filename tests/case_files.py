"""Read the cases of tests/cases/: tables, and commands with their output.

A case of a command is `@@ STATUS $ COMMAND`, its output, then `>> line`, `=> line` or
`<> reason`; failing.txt and harmless.txt explain them.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"


class Case:
    """A command, what it printed, and what is expected of it.

    fails     whether it failed; own_code: because of the project's own code
    text      what the quoted line must hold, or why nothing is quoted
    """

    def __init__(self, head, output, mark, text):
        status, self.command = head.replace("\\n", "\n").split(" $ ", 1)
        self.status = int(status)
        self.output = output
        self.fails = mark != "<>"
        self.own_code = mark == "=>"
        self.text = " ".join(text.split())

    def __repr__(self):
        return f"{self.status} {self.command[:50]}"


def load(name):
    """Return the cases of a file of commands, in order."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [_case(block) for block in re.split(r"^@@ (?=\d+ \$ )", text, flags=re.M)[1:]]


def rows(name):
    """Return the rows of a table; \\n in a cell is a new line."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    return [[cell.replace("\\n", "\n") for cell in line.split("\t")] for line in lines]


def _case(block):
    head, _, rest = block.partition("\n")
    match = re.fullmatch(r"(.*?)^(>>|=>|<>) ?([^\n]*)\s*", rest, re.S | re.M)
    assert match, f"no >>, => or <> line behind {head!r}"
    return Case(head, *match.groups())
