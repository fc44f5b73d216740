"""The terms that learnings and prompts share."""

import pytest

from reflexion.text.words import keywords, terms


@pytest.mark.parametrize(
    "one, other",
    [
        ("the migrations", "migration"),
        ("caching", "caches"),
        ("DatabaseError", "database"),
        ("npm-run-all", "npm"),
        ("日本語のエラー", "日本"),
        ("PNPM", "pnpm"),
    ],
)
def test_forms_of_a_word_meet(one, other):
    assert set(terms(one)) & set(terms(other))


@pytest.mark.parametrize("one, other", [("port 5432", "port 5433"), ("cargo", "car"), ("a", "a")])
def test_other_words_do_not_meet(one, other):
    assert not set(terms(one)) & set(terms(other)) - {"port"}


def test_a_name_that_is_more_than_letters_keeps_its_ending():
    assert "log4js" in terms("log4js") and "log4j" not in terms("log4js")


def test_words_of_grammar_and_of_every_task_are_no_terms():
    assert terms("please fix the tests and then run them again") == []


def test_a_megabyte_is_read_at_its_ends():
    found = terms("alpha " + "x" * 1_000_000 + " omega")
    assert "alpha" in found and "omega" in found


def test_keywords_are_words_as_they_are_written_and_at_most_twelve():
    text = "npm ERR! Missing script: build-all 42"
    assert keywords(text) == ["npm", "err", "missing", "script", "build-all"]
    assert len(keywords(" ".join(f"word{n}x" for n in range(50)))) == 12
