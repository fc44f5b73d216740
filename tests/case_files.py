"""Read the tables of recorded-looking commands in tests/cases/: `@@ STATUS $ COMMAND`, output, `>> line` or `<> reason`."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"


class Case:
    def __init__(self, status, command, output, mark, text):
        self.status, self.command, self.output = int(status), command.replace("\\n", "\n"), output
        self.fails, self.text = mark == ">>", " ".join(text.split())

    def __repr__(self):
        return f"{self.status} {self.command[:50]}"


def load(name):
    """The cases of a file, in order."""
    blocks = re.split(r"^@@ (?=\d+ \$ )", (FOLDER / name).read_text(encoding="utf-8"), flags=re.M)[
        1:
    ]
    return [Case(*_parts(block)) for block in blocks]


def _parts(block):
    head, _, rest = block.partition("\n")
    status, command = head.split(" $ ", 1)
    match = re.fullmatch(r"(.*?)^(>>|<>) ?([^\n]*)\s*", rest, re.S | re.M)
    assert match, f"no >> or <> line after {head!r}"
    return status, command, *match.groups()


def mistakes() -> dict:
    """name -> [(command, error line)] of cases/mistakes.txt."""
    blocks = (FOLDER / "mistakes.txt").read_text(encoding="utf-8").split("\n= ")[1:]
    rows = [block.strip("\n").split("\n") for block in blocks]
    return {name: [tuple(line.split("\t")) for line in lines] for name, *lines in rows}
