"""The search: rare words find the right lesson among many."""

import pytest

from reflexion.learning.entry import Entry
from reflexion.learning.search import Lessons, fits_failure, search, terms_of, why_not

NAMES = "ant bat cow dog eel fox gnu hen ibis jay koi lynx mole newt owl".split()


def lessons(*sentences):
    entries = [Entry(trigger=sentence, resolution=sentence) for sentence in sentences]
    return Lessons({str(n): terms_of(entry) for n, entry in enumerate(entries)})


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


def test_a_lesson_has_to_speak_of_the_core_of_a_text():
    store = lessons("Run make deploy from the web folder.", "Start postgres before make deploy.")
    query = "make deploy --all\npostgres refused a connection"
    assert len(search(query, store, 3)) == 2
    (match,) = search(query, store, 3, core="postgres refused a connection")
    assert match.entry_id == "1"


def test_a_learning_without_a_lesson_has_no_terms():
    assert terms_of(Entry(trigger="make: no rule", resolution=" ")) == []
    entry = Entry(trigger="missing script", context="npm test", resolution="Use pnpm.")
    assert {"script", "npm", "pnpm"} <= set(terms_of(entry))


def test_a_lesson_of_the_same_command_needs_less_in_common():
    entry = Entry(trigger="x", context="make deploy --all", resolution="Start the registry.")
    (match,) = search("registry", lessons("Start the registry."), 1)
    for score, same, other in ((0.05, False, False), (0.15, True, False), (0.4, True, True)):
        match.score = score
        assert fits_failure(match, entry, "cd web && make deploy") is same
        assert fits_failure(match, entry, "make test") is other
        assert fits_failure(match, entry, "") is other


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""),
        ({"shared": ["koi"]}, "only one word in common"),
        ({"weight": 1.0}, "the words in common are too frequent"),
        ({"score": 0.1}, "the prompt is about much else"),
        ({"score": 0.4}, "another one fits much better"),
    ],
)
def test_which_lessons_a_prompt_does_not_bring_to_mind(change, reason):
    store = lessons("Tune the walrus accordion.", "Feed the walrus.")
    best, other = search("tune walrus accordion walrus", store, 2)
    other.shared, other.weight, other.score = best.shared, 12.0, best.score
    for name, value in change.items():
        setattr(other, name, value)
    assert why_not(other, best) == reason
