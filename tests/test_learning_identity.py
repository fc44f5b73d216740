import os

import pytest

from reflexion.learning.identity import fingerprint, same_sentence

CASES = os.path.join(os.path.dirname(__file__), "cases", "sentences.txt")


def pairs(sign):
    with open(CASES, encoding="utf-8") as file:
        lines = [line for line in file.read().split("\n") if line and line[0] != "#"]
    return [line.split(sign) for line in lines if sign in line]


@pytest.mark.parametrize("one, other", pairs(" == "))
def test_the_same_words_are_the_same_sentence(one, other):
    assert same_sentence(one, other)
    assert same_sentence(other, one)


@pytest.mark.parametrize("one, other", pairs(" != "))
def test_other_words_are_another_sentence(one, other):
    assert not same_sentence(one, other)
    assert not same_sentence(other, one)


@pytest.mark.parametrize("sentence", sorted({side for pair in pairs(" == ") for side in pair}))
def test_a_sentence_is_the_same_as_itself(sentence):
    assert same_sentence(sentence, sentence)


@pytest.mark.parametrize("kind", ["correction", "insight", "pattern"])
def test_sentences_share_a_fingerprint_exactly_if_they_are_the_same(kind):
    for one, other in pairs(" == "):
        assert fingerprint(kind, one) == fingerprint(kind, other)
    for one, other in pairs(" != "):
        if one != other:
            assert fingerprint(kind, one) != fingerprint(kind, other)


def test_a_fingerprint_has_16_hex_digits():
    for kind in ("error", "correction"):
        found = fingerprint(kind, "Use pnpm", "npm ci")
        assert len(found) == 16
        assert set(found) <= set("0123456789abcdef")


def test_a_fingerprint_does_not_change_between_versions():
    assert fingerprint("correction", "Use pnpm, not npm") == "23b777fad11d561a"


def test_a_sentence_is_the_same_as_whatever_it_was_recorded():
    kinds = ("correction", "insight", "pattern")
    assert len({fingerprint(kind, "worker crashed") for kind in kinds}) == 1
    assert fingerprint("error", "worker crashed") != fingerprint("insight", "worker crashed")


def test_the_context_of_a_sentence_does_not_count():
    assert fingerprint("correction", "Use pnpm", "npm ci") == fingerprint("correction", "Use pnpm")


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "\ud800", "because", "**", "``", "n't", "-", "the"]
)
def test_odd_text_has_a_fingerprint_and_never_raises(text):
    assert len(fingerprint("insight", text, text)) == 16
    assert len(fingerprint("error", text, text)) == 16
    assert same_sentence(text, text) in (True, False)


def test_a_text_that_is_no_sentence_is_compared_as_it_is():
    assert same_sentence("Use pnpm " * 1000, "Use pnpm " * 1000)
    assert not same_sentence("Use pnpm " * 1000, "use pnpm " * 1000)


@pytest.mark.parametrize(
    "piece", [" ", "-", "because ", "**", "n't ", "a, ", "``", "'", "\u3002", "1. "]
)
def test_a_megabyte_of_anything_is_compared_at_once(piece):
    text = piece * (10**6 // len(piece))
    assert not same_sentence(text, "Use pnpm")
    assert not same_sentence(text + " in CI", text + " at home")
