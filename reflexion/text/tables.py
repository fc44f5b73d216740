"""Tables that lie beside the modules which read them: one row a line, `#` begins a comment."""

from __future__ import annotations

import os

_rows: dict = {}
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def lines(name: str) -> list:
    """The rows of a table of this package as text; `name` is its path, e.g. "text/kinds.tsv"."""
    with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line[:1] not in "#\n"]


def rows(name: str) -> list:
    """The rows of a table, each a list of its cells; read once."""
    if name not in _rows:
        _rows[name] = [line.split("\t") for line in lines(name)]
    return _rows[name]


def sections(name: str) -> dict:
    """section -> its lines as one text, of a file with `[heads]`. The text begins with a newline,
    every line of it begins and ends with a space."""
    found: dict = {}
    for line in lines(name):
        if line[0] == "[":
            head = line[1:].partition("]")[0]
            found[head] = "\n"
        else:
            found[head] += f" {line.strip()} \n"
    return found
