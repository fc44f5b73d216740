"""Tables that lie beside the modules which read them: one row a line, `#` begins a comment."""

import os

_rows: dict = {}
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def lines(name: str) -> list:
    """The rows of a table as text; `name`: its path in the package, "text/masking.txt"."""
    with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line[:1] not in "#"]


def rows(name: str) -> list:
    """The rows of a table, each a list of its cells; read once."""
    if name not in _rows:
        _rows[name] = [line.split("\t") for line in lines(name)]
    return _rows[name]


def sections(name: str) -> dict:
    """section -> its lines in one text (first a newline, each line between spaces), by
    `[heads]`."""
    found: dict = {}
    for line in lines(name):
        if line[0] == "[":
            of_section = found[line[1:].partition("]")[0]] = []
        else:
            of_section.append(line.strip())
    return {head: "\n" + "".join([f" {it} \n" for it in found[head]]) for head in found}
