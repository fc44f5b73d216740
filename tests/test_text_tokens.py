"""Text becomes the terms a learning is found by."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.text import words
from reflexion.text.tokens import (
    CODE,
    NAME,
    NUMBER,
    PAIR,
    PART,
    WORD,
    Term,
    is_code,
    keywords,
    terms,
    worth,
)
from reflexion.text.words import fold, near, stem


def kinds(text):
    return {term.text: term.kind for term in terms(text)}


def texts(text):
    return [term.text for term in terms(text)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("userProfileCard", {"userprofilecard": NAME, "profil": PART, "card": PART}),
        ("retry_budget_left", {"retrybudgetleft": NAME, "retry": PART, "budget": PART}),
        ("HTTPServerError", {"httpservererror": NAME, "server": PART}),
        ("left-pad", {"leftpad": NAME, "pad": PART}),
        ("PRs, URLs, AWS, e.g. DNS", {"pr": WORD, "url": WORD, "aws": WORD, "dns": WORD}),
        ("--max-depth=3", {"maxdepth": NAME, "depth": PART}),
        ("src/zoo/quokka.ts:41:7", {"src/zoo/quokka.ts": NAME, "quokka.ts": NAME, "quokka": PART}),
        ("C:\\zoo\\quokka.py", {"quokka.py": NAME}),
        ("TS2307", {"ts2307": CODE}),
        ("E0382", {"e0382": CODE}),
        ("EADDRINUSE", {"eaddrinuse": CODE}),
        ("ERR_MODULE_NOT_FOUND", {"errmodulenotfound": CODE}),
        ("DPI-1047", {"dpi1047": CODE}),
        ("port 5432", {"5432": NUMBER}),
        ("node 20.11.1", {"20.11.1": NUMBER}),
        ("numpy.linalg", {"numpy.linalg": NAME, "numpy": PART}),
        (
            "java.lang.ZooClosedError:",
            {"java.lang.zooclosederror": NAME, "zooclosederror": NAME, "zoo": PART},
        ),
        ("Cage.openDoor()", {"opendoor": NAME}),
        ("zoo_lib.x", {"zoolib": NAME}),
        (
            "org.animals.keeper.enforcement.rules.of.the.house.CageDoorAlwaysClosedRule",
            {"cagedooralwaysclosedrule": NAME, "door": PART},
        ),
        ("@zoo/ui", {"zoo/ui": NAME, "zoo": PART}),
        ("quokka's", {"quokka": WORD}),
        ("can\u2019t", {}),
        ("K8S", {"kubernetes": WORD}),
    ],
)
def test_identifiers_paths_codes_and_numbers(text, expected):
    assert expected.items() <= kinds(text).items()


@pytest.mark.parametrize(
    "noise",
    [
        "the and of it is",
        "thanks, that's great!",
        "hi",
        "9ee8f1350a77",
        "deadbeef0123",
        "1718000000123",
        "",
        "  \n\t",
        "...---...",
        "die der und nicht",
        "por favor que es",
        pytest.param("x" * 500, id="long"),
    ],
)
def test_what_is_no_term(noise):
    assert terms(noise) == []


@pytest.mark.parametrize(
    "one, other",
    [
        ("building", "builds"),
        ("built", "build"),
        ("caching", "caches"),
        ("running", "ran"),
        ("stopped", "stop"),
        ("dependencies", "deps"),
        ("database", "db"),
        ("environments", "env"),
        ("repositories", "repo"),
        ("kubernetes", "k8s"),
        ("retried", "retry"),
        ("pushes", "push"),
        ("configuration", "config"),
        ("classes", "class"),
        ("Datenbank", "database"),
        ("mvn", "maven"),
        ("Rechnung", "invoice"),
        ("transactions", "tx"),
        ("rama", "branch"),
    ],
)
def test_forms_and_names_of_one_thing_meet(one, other):
    assert fold(one.lower()) == fold(other.lower())


@pytest.mark.parametrize(
    "one, other",
    [
        ("string", "str"),
        ("status", "stat"),
        ("process", "proc"),
        ("bring", "br"),
        ("redis", "red"),
        ("speed", "spe"),
        ("axios", "axio"),
        ("pnpm", "npm"),
        ("java", "javascript"),
    ],
)
def test_what_must_stay_apart(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("\u6253\u5370\u6536\u636e", ["\u6253\u5370", "\u5370\u6536", "\u6536\u636e"]),
        (
            "\u8fd0\u884cquokka.py\u62a5\u9519",
            ["\u8fd0\u884c", "quokka.py", "quokka", "\u62a5\u9519"],
        ),
        ("\u6c7a\u6e08\u304c\u843d\u3061\u308b", ["\u6c7a\u6e08"]),
        (
            "\u30b5\u30fc\u30d0\u30fc",
            ["\u30b5\u30fc\u30d0\u30fc", "\u30b5\u30fc", "\u30fc\u30d0", "\u30d0\u30fc"],
        ),
        (
            "\uc11c\ubc84\uac00 \ub2e4\uc6b4",
            ["\uc11c\ubc84\uac00", "\uc11c\ubc84", "\ubc84\uac00", "\ub2e4\uc6b4"],
        ),
    ],
)
def test_scripts_without_spaces(text, expected):
    assert texts(text) == expected
    assert PAIR in kinds(text).values()


def test_worth_falls_from_names_to_words_of_the_trade():
    order = [
        Term("ts2307", CODE, 0, ""),
        Term("quokka.py", NAME, 0, ""),
        Term("quokka", WORD, 0, ""),
        Term("timeout", WORD, 0, ""),
        Term("branch", WORD, 0, ""),
        Term("build", WORD, 0, ""),
    ]
    values = [worth(term) for term in order]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)
    assert worth(Term(fold("caches"), WORD, 0, "")) == worth(Term("timeout", WORD, 0, "")), (
        "forms of a listed word count as listed"
    )


@pytest.mark.parametrize(
    "chunk, code",
    [
        ("TS2307", True),
        ("CS8618", True),
        ("ECONNREFUSED", True),
        ("ERR_PNPM_X", True),
        ("JIRA-12", True),
        ("utf8", False),
        ("EVERY", True),
        ("EASY", False),
        ("s3", False),
        ("abc", False),
        ("2024", False),
    ],
)
def test_error_codes(chunk, code):
    assert is_code(chunk) is code


def test_keywords_are_telling_readable_and_few():
    found = keywords(
        "ModuleNotFoundError: No module named 'quokka'",
        "python tools/feed.py --now",
        "Run `pip install quokka-sdk` first.",
    )
    assert {"modulenotfounderror", "quokka", "quokka-sdk", "tools/feed.py"} <= set(found) and len(
        found
    ) <= 12
    assert all(word == word.lower() and not set(" ,:") & set(word) for word in found)
    assert keywords("\u6253\u5370\u6536\u636e", "") == [
        "\u6253\u5370",
        "\u5370\u6536",
        "\u6536\u636e",
    ]
    assert keywords("a b c d e f g h quokka wombat", "x", limit=1) == ["quokka"]


@pytest.mark.parametrize("trigger", ["not that", "!!!", "", "it is"])
def test_there_is_always_a_keyword(trigger):
    assert keywords(trigger, "")


def test_tables_are_what_the_search_in_them_expects():
    for table in (words.SAME, words.NEAR, words.IRREGULAR):
        for line in table.strip("\n").splitlines():
            assert line.startswith(" ") and line.endswith(" ") and line == line.lower()
    for line in words.NEAR.strip("\n").splitlines():
        assert all(word in (fold(word), fold(word + "e")) for word in line.split()), line
    assert not words.TRADE & words.TOPIC and near(fold("refused")) and not near("quokka")
    assert stem("es") == "es" and stem("press") == "press"


def test_hostile_text():
    survives(terms, extra=["aB", "a_", "\u6253", "\uc11c", "it's "])
    survives(lambda text: keywords(text[:200], text[:500], text[:500]), size=1 << 17)
