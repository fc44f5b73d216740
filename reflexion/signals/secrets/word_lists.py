"""The lists of words.txt and the patterns of forms.tsv that the rules know by name."""

from __future__ import annotations

from reflexion.text.tables import lines, rows

FOLDER = "signals/secrets/"
_lists: dict = {}


def form(name: str) -> str:
    """The pattern of forms.tsv with this name. Raises KeyError."""
    return dict(rows(FOLDER + "forms.tsv"))[name]


def words(section: str) -> frozenset:
    """The words below the heading [section] of words.txt. Raises KeyError."""
    if not _lists:
        current: list = []
        for line in lines(FOLDER + "words.txt"):
            if line.startswith("["):
                current = _lists.setdefault(line[1:].partition("]")[0], [])
            else:
                current += line.split()
    return frozenset(_lists[section])
