"""Tables that lie beside the modules which read them: one row a line.

An empty line is none, nor is one that begins with `#`, which is a comment."""

import os

_rows: dict = {}
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def lines(name: str) -> list:
    """The rows of a table as text; `name`: its path in the package, "text/masking.txt"."""
    with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line and line[0] != "#"]


def rows(name: str) -> list:
    """The rows of a table, each a list of its cells; read once."""
    if name not in _rows:
        _rows[name] = [line.split("\t") for line in lines(name)]
    return _rows[name]


def sections(name: str) -> dict:
    """head -> the lines below `[head]` in one text: first a newline, each line between spaces."""
    found: dict = {}
    head = ""
    for line in lines(name):
        if line[0] == "[":
            head = line[1:].partition("]")[0]
            found[head] = ["\n"]
        else:
            found[head].append(f" {line.strip()} \n")
    return {head: "".join(parts) for head, parts in found.items()}
