"""Words that texts are found by: lower-case, without function words, plurals folded."""

from __future__ import annotations

import re
from functools import cache

from reflexion.text import lines

MAX_TEXT = 8000  # characters that are read: the head and the tail of anything longer
MAX_TERM = 60
MAX_TERMS = 400
SHORTEST_PART = 3
ASCII_WORD = r"[A-Za-z0-9_][A-Za-z0-9_.\-/@#]{0,80}[A-Za-z0-9_]"
# to compile the second one takes as long as to read ten learnings
WORD = rf"{ASCII_WORD}|[^\W\x00-\u303f]{{1,80}}|[^\W\d_]{{2,80}}"
PART = r"[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z]{1,40}|\d{1,40}"
ENDINGS = ("ing", "ies", "es", "ed", "s")
SHORTEST_STEM = 4
NO_SPACES = "\u3040"  # from here on, scripts put no spaces between words
STOP_WORDS = frozenset(" ".join(lines("text/stopwords.txt")).split())


def terms(text: str) -> list[str]:
    """Return the different terms of a text, in order, at most MAX_TERMS.

    A name counts as a whole and by its parts (`npm-run` is "npm-run", "npm", "run"); scripts
    without spaces count by pairs of signs.
    """
    if len(text) > MAX_TEXT:
        text = f"{text[: MAX_TEXT // 2]} {text[-MAX_TEXT // 2 :]}"
    found: dict[str, None] = {}
    for match in re.finditer(ASCII_WORD if text.isascii() else WORD, text):
        found.update(dict.fromkeys(_terms_of(match.group())))
        if len(found) > MAX_TERMS:
            break
    return list(found)[:MAX_TERMS]


@cache
def _terms_of(word: str) -> list[str]:
    """Return a word and its parts as terms, without those that say nothing."""
    if word[0] >= NO_SPACES:
        return [word[at : at + 2] for at in range(len(word) - 1)]
    parts = re.findall(PART, word)
    parts = [part for part in parts if len(part) >= SHORTEST_PART and len(parts) > 1]
    names = [name.lower() for name in (word, *parts)]
    return [stem(name) for name in names if name not in STOP_WORDS and len(name) <= MAX_TERM]


def stem(word: str) -> str:
    """Return the word without the ending of a plural or a verb form."""
    if not word.isalpha():
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word


def keywords(*texts: str, limit: int = 12) -> list[str]:
    """Return the words by which a learning with these texts is found, at most `limit`."""
    found: dict[str, None] = {}
    text = "\n".join(text[:MAX_TEXT] for text in texts)
    for match in re.finditer(ASCII_WORD if text.isascii() else WORD, text):
        word = match.group().lower()
        if word not in STOP_WORDS and 1 < len(word) <= MAX_TERM and not word.isdigit():
            found[word] = None
    return list(found)[:limit]
