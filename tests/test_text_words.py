"""Every word of the lists of common words, of synonyms and of irregular forms changes something.

The lists are knowledge about texts that nobody has seen, so their words are their cases: each is
taken out in turn, and must be missed by those who read the list."""

from __future__ import annotations

import pytest

from reflexion.shell.compare import caller
from reflexion.signals import topics
from reflexion.signals.matching import ranking
from reflexion.signals.matching.query import bare
from reflexion.text import normalise, tables, tokens, words
from reflexion.text.tokens import common, terms, worth

MODULES = (words, tokens, normalise, ranking, topics)
STOPWORDS = "text/stopwords.txt"
# written as two words, they are found by the list alone
HYPHENATED = {"timeout": "time-out", "timeouts": "time-outs"}


def tells_nothing(word: str) -> tuple:
    """Is it a term, alone and in front of an apostrophe, or one that makes a quoted run telling?"""
    return terms(word), terms(f"{word}'quokka"), ranking._telling([word])


def value(word: str) -> list:
    """What the word and its plural are worth."""
    return [(worth(term), common(term.text)) for term in terms(f"{word} {word}s")]


def routing(word: str) -> tuple:
    """What it is worth, and whether a skill is found by it in its name or its description."""
    return value(word), topics._own(word, ""), topics._own("", word)


def alone(word: str) -> tuple:
    """Is a mistake told by this word, or a quoted run telling by it?"""
    line = f"{word} {word}" if len(word) > 1 else f"a {word}"
    return normalise.essence("error", line, "quokka feed", caller), telling(word)


def telling(word: str) -> list:
    return ranking._telling([word]) if bare(word) else []


def missed(monkeypatch, name: str, judge) -> list:
    """The words of a list that nobody misses."""
    listed = getattr(words, name.upper())
    idle = []
    for word in sorted(listed, key=lambda word: (-len(word), word)):
        before = judge(word)
        with monkeypatch.context() as patch:
            put(patch, name.upper(), listed - {word})
            if judge(word) == before:
                idle.append(word)
    return idle


def put(patch, name: str, listed: frozenset) -> None:
    """Let all that read a list read another in its place."""
    old = getattr(words, name)
    shares = [(listed if each is old else each, share) for each, share in tokens.COMMON]
    patch.setattr(tokens, "COMMON", shares)
    for module in MODULES:
        if hasattr(module, name):
            patch.setattr(module, name, listed)


@pytest.mark.parametrize(
    "name, judge",
    [
        ("stop", tells_nothing),
        ("trade", routing),
        ("topic", value),
        ("plain", value),
        ("empty", alone),
    ],
)
def test_every_common_word_is_missed(monkeypatch, name, judge):
    assert missed(monkeypatch, name, judge) == []


def test_no_word_stands_twice_in_a_list():
    for text in tables.sections(STOPWORDS).values():
        listed = text.split()
        assert len(listed) == len(set(listed))


def meets(name: str, word: str, line: list) -> list:
    """What a word of a line of synonyms, or of irregular forms, leads to, and its line with it."""
    words._folded.clear()
    if name == "near":
        return [words.near(word)]
    spelled = [term.text for term in terms(HYPHENATED.get(word, word))]
    return spelled + [words.fold(each.partition(">")[0]) for each in line]


@pytest.mark.parametrize("name", ["same", "near", "irregular"])
def test_every_synonym_is_missed(monkeypatch, name):
    listed = getattr(words, name.upper())
    idle = []
    for text in listed.strip("\n").split("\n"):
        line = text.split()
        for word in line:
            rest = " ".join(each for each in line if each != word)
            before = meets(name, word, line)
            with monkeypatch.context() as patch:
                patch.setattr(words, name.upper(), listed.replace(text, f" {rest} ", 1))
                idle += [word] if meets(name, word, line) == before else []
    words._folded.clear()
    assert idle == []


def test_a_stopword_finds_nothing():
    assert not [word for word in words.STOP if terms(word)]
