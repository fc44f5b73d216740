"""Text without meaning: cleaning, words, marked blocks. Imports nothing of ours.

Here stands what reads the tables that lie beside the modules which use them. Empty lines
and lines that begin with `#` are left out; every table is read once.
"""

from __future__ import annotations

import functools
import os

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@functools.cache
def lines(path: str) -> list[str]:
    """Return the lines of a table; `path` is relative to the package ("text/words.txt")."""
    with open(os.path.join(PACKAGE, path), encoding="utf-8") as file:
        every = file.read().split("\n")
    return [line for line in every if line and not line.startswith("#")]


@functools.cache
def rows(path: str) -> list[list[str]]:
    """Return the lines of a table as lists of their cells, which tabs separate."""
    return [line.split("\t") for line in lines(path)]
