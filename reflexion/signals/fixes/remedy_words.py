"""The tables beside this module: what errors tell of, and what commands do about it."""

from __future__ import annotations

from reflexion.text import tables

_words: dict = {}


def rows(name: str) -> list:
    """The rows of `name`.tsv, each a list of its cells."""
    return tables.rows(f"signals/fixes/{name}.tsv")


def groups(table: str, word: str) -> frozenset:
    """Names of the rows of one table of remedies.tsv (`does`, `word`, `role`, `world`, …) that hold
    the word."""
    key = "/" + table
    if key not in _words:
        found: dict = _words.setdefault(key, {})
        for kind, name, words in rows("remedies"):
            if kind == table:
                for each in words.split():
                    found.setdefault(each.lower(), set()).add(name)
    return frozenset(_words[key].get(word.lower(), ()))


def row(table: str, name: str) -> frozenset:
    """The words of the rows of one table that have this name."""
    key = f"{table}/{name}"
    if key not in _words:
        _words[key] = frozenset(
            word
            for kind, named, words in rows("remedies")
            if kind == table and named == name
            for word in words.split()
        )
    return _words[key]
