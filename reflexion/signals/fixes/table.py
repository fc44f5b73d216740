"""The tables beside this module, read when they are first asked for: what errors tell of, and what commands do about it."""

from __future__ import annotations

_rows: dict = {}


def rows(name: str) -> list:
    """The rows of `name`.tsv, each a list of its fields."""
    if name not in _rows:
        path = __file__.rpartition("table.py")[0] + name + ".tsv"
        with open(path, encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
        _rows[name] = [line.split("\t") for line in lines if line and line[:1] != "#"]
    return _rows[name]


def groups(table: str, word: str) -> frozenset:
    """Names of the rows of one table of remedies.tsv (`does`, `word`, `role`, `world`, …) that hold the word."""
    key = "/" + table
    if key not in _rows:
        found: dict = _rows.setdefault(key, {})
        for kind, name, words in rows("remedies"):
            if kind == table:
                for each in words.split():
                    found.setdefault(each.lower(), set()).add(name)
    return frozenset(_rows[key].get(word.lower(), ()))


def row(table: str, name: str) -> frozenset:
    """The words of the rows of one table that have this name."""
    key = f"{table}/{name}"
    if key not in _rows:
        _rows[key] = frozenset(
            word
            for kind, named, words in rows("remedies")
            if kind == table and named == name
            for word in words.split()
        )
    return _rows[key]
