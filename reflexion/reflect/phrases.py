"""The tables phrases.tsv and words.txt: how decisions and findings are worded, and which commands
tell of a habit.
"""

from __future__ import annotations

import functools
import os

from reflexion.store.files import read_text

FOLDER = os.path.dirname(os.path.abspath(__file__))


@functools.lru_cache(maxsize=None)
def patterns(kind: str) -> tuple:
    """((needles, pattern, form), ...) of a kind: decision, finding, leaning, open."""
    rows = [line.split("\t") for line in _lines("phrases.tsv")]
    return tuple((n.split("|"), pattern, form) for k, form, n, pattern in rows if k == kind)


@functools.lru_cache(maxsize=None)
def words(name: str) -> frozenset:
    """The words of one line of words.txt."""
    listed = dict(line.split(": ", 1) for line in _lines("words.txt"))[name]
    return frozenset(listed.split("|") if "|" in listed else listed.split())


def _lines(name: str) -> list:
    text = read_text(os.path.join(FOLDER, name), 1 << 20, follow=True)
    return [line for line in text.split("\n") if line and line[0] != "#"]
