"""The package's tables: rows of the .tsv files, word lists of words.txt."""

from __future__ import annotations

import os

FOLDER = os.path.dirname(os.path.abspath(__file__))
_cache: dict = {}


def rows(name: str) -> list:
    """The rows of a .tsv file, each a list of its cells; lines with "# " are comments."""
    if name not in _cache:
        lines = (line.split("\t") for line in _lines(name) if line and not line.startswith("# "))
        _cache[name] = list(lines)
    return _cache[name]


def form(name: str) -> str:
    """The pattern of forms.tsv with this name. Raises KeyError."""
    return dict(rows("forms.tsv"))[name]


def words(section: str) -> frozenset:
    """The words below the heading [section] of words.txt. Raises KeyError."""
    if "words.txt" not in _cache:
        lists, current = {}, []
        for line in _lines("words.txt"):
            if line.startswith("["):
                current = lists.setdefault(line[1:].partition("]")[0], [])
            elif not line.startswith("# "):
                current += line.split()
        _cache["words.txt"] = {name: frozenset(found) for name, found in lists.items()}
    return _cache["words.txt"][section]


def _lines(name: str) -> list:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read().splitlines()
