"""The search: rare words find the right lesson among many."""

import pytest
from case_files import rows

from reflexion.learning.entry import Entry
from reflexion.learning.search import (
    Lessons,
    alike,
    fits_failure,
    is_said_anew,
    search,
    terms_of,
    why_not,
)

NAMES = "ant bat cow dog eel fox gnu hen ibis jay koi lynx mole newt owl".split()


class Index:
    """The words of lessons in memory."""

    def __init__(self, words):
        self.words = words

    def size(self):
        return len(self.words)

    def with_term(self, term):
        return [entry_id for entry_id, words in self.words.items() if term in words]

    def terms_of(self, entry_id):
        return self.words[entry_id]


def lessons(*sentences):
    entries = [Entry(trigger=sentence, resolution=sentence) for sentence in sentences]
    return Lessons([Index({str(n): terms_of(entry) for n, entry in enumerate(entries)})])


def test_the_lesson_that_shares_the_rarest_words_comes_first():
    store = lessons(*[f"Deploy the {name} service by its chart." for name in NAMES])
    found = search("deploy the koi service", store, 3)
    assert next(match.entry_id for match in found) == str(NAMES.index("koi"))
    assert found[0].shared[0] == "koi" and len(found) == 3
    assert found[0].score > found[1].score


def test_a_score_is_between_nothing_in_common_and_the_same_words():
    store = lessons("Start postgres before the tests.", "Use pnpm.")
    assert search("weather", store, 3) == []
    (same,) = search("Start postgres before the tests.", store, 3)
    assert same.score == pytest.approx(1.0)
    (longer,) = search("Start postgres before the tests, not the billing server.", store, 3)
    assert 0 < longer.score < 1


def test_a_learning_without_a_lesson_has_no_terms():
    assert terms_of(Entry(trigger="make: no rule", resolution=" ")) == []
    entry = Entry(trigger="missing script", context="npm test", resolution="Use pnpm.")
    assert {"script", "npm", "pnpm"} <= set(terms_of(entry))


@pytest.mark.parametrize(
    ("trigger", "score", "fits"),
    [
        ("postgres refused a connection", 0.4, True),
        ("postgres refused a connection", 0.2, False),
        ("postgres: role is missing", 0.4, False),  # of the error line it shares too little
    ],
)
def test_a_lesson_of_a_failure_speaks_of_the_better_part_of_its_error_line(trigger, score, fits):
    line = "redis refused a connection"
    entry = Entry(trigger=trigger, context=f"make deploy; {line}", resolution="Start it first.")
    (match,) = search(f"make deploy\n{line}", Lessons([Index({"0": terms_of(entry)})]), 1)
    assert fits_failure(match._replace(score=score), entry, line) is fits


def test_a_word_that_no_lesson_has_speaks_less_against_one():
    store = lessons("Start postgres first.", "Use pnpm in the storefront.")
    unknown, known = (search(f"start postgres {word}", store, 1)[0] for word in ("redis", "pnpm"))
    assert unknown.entry_id == known.entry_id and unknown.score > known.score


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""),
        ({"shared": ["walru"]}, "too few rare words in common"),
        ({"shared": ["walru", "tune"]}, "too few rare words in common"),
        ({"score": 0.1}, "too few rare words in common"),
        ({"score": 0.4}, "another one fits much better"),
    ],
)
def test_which_lessons_a_prompt_does_not_bring_to_mind(change, reason):
    store = lessons("Tune the walrus accordion.", "Feed the walrus.")
    best, other = search("tune walrus accordion walrus", store, 2)
    other = other._replace(**{"shared": best.shared, "score": best.score, **change})
    assert why_not(other, best) == reason


def test_a_name_that_three_lessons_have_is_not_enough_alone():
    for count, named in ((2, True), (3, False)):
        store = lessons(*[f"Pin node-22 for {name}." for name in NAMES[:count]])
        assert bool(search("node-22", store, 1)[0].names) is named


@pytest.mark.parametrize(
    ("kind", "older", "newer"),
    [
        *rows("anew.tsv"),
        ("parallel", "Never do it: redis hangs.", "Do it, because redis hangs."),
        ("parallel", "Lint before a push.", "On the docs branch, lint before a push."),
        ("parallel", "Deploy web by helm, and tell ops first.", "Deploy web by helm."),
        ("parallel", "Restart web-1 by its unit file.", "Restart web-2 by its unit file."),
        ("change", "Build with Python 3.11 in CI jobs.", "Build with Python 3.12 in CI jobs."),
        ("parallel", "Rooms 3 and 4 are closed on Mondays.", "Room 5 is closed on Mondays."),
    ],
)
def test_newer_words_take_the_place_of_older_ones_where_they_repeat_them(kind, older, newer):
    entries = [
        Entry(id=f"RFX-2026010{n}-aaaaaa", resolution=s) for n, s in enumerate((older, newer))
    ]
    assert (bool(alike(entries)) and is_said_anew(newer, older)) is (kind == "change")
