"""What a text is about doing (commit, add a column, print …), in the words of ten languages."""

from __future__ import annotations

from reflexion.text.stems import fold
from reflexion.text.tables import lines

MARK = "@"  # in front of an activity where it stands among other terms
_words: dict = {}
_signs: list = []


def activities(terms: list, text: str) -> list:
    """Marks ("@commit") of the activities that the Terms of a text, or its CJK signs, name."""
    if not _words:
        _load()
    found = [_words[term.text] for term in terms if term.text in _words]
    found += [_words[term.raw] for term in terms if term.raw in _words]
    if not text.isascii():
        found += [name for sign, name in _signs if sign in text]
    return list(dict.fromkeys(found))


def _load() -> None:
    for row in lines("text/activities.txt"):
        name, _, words = row.partition(": ")
        for word in words.split():
            if word[0] >= "\u3040":
                _signs.append((word, MARK + name))
            else:
                _words[word] = MARK + name
                _words[fold(word)] = MARK + name
