"""What a search opens: as many files as are worth it, in a store of any size."""

from __future__ import annotations

import pytest
from test_recall import QUOKKA, ask, learn, project, say  # noqa: F401

from reflexion.recall import search as searching
from reflexion.recall.search import Candidate, search
from reflexion.signals.matching.query import Query
from reflexion.signals.matching.ranking import Match
from reflexion.store import index
from reflexion.store.entries import Store
from reflexion.store.index_file import GIVEN, Reader
from reflexion.store.settings import load

LOCKED = "why is the cage of milo locked?"


def opened(project, monkeypatch, text, **more) -> int:
    """How many entries' files a search opens, beside those that the index is mended from."""
    read, whole = [], Store.read

    def counted(store, id, waiting=False):
        read.extend([] if waiting else [id])
        return whole(store, id, waiting)

    monkeypatch.setattr(Store, "read", counted)
    search([project.store], text, project.settings, **more)
    return len(set(read))


def test_at_most_so_many_files_are_opened(project, monkeypatch):
    for n in range(searching.OPENED + 5):
        words = ("error", f"QuokkaError: cage 'milo{n}' is locked", f"zoo {n}", "Do.")
        learn(project.store, words, source="hook", judged="Do.")
    assert opened(project, monkeypatch, "the cage is locked: QuokkaError") == 20


def test_what_shares_next_to_nothing_is_not_opened_unless_a_person_asks(project, monkeypatch):
    for n in range(12):
        learn(project.store, ("error", f"zoo error number {n}", "zoo feed", f"Look at {n}."))
    weak = "shall we feed something else?"
    assert search([project.store], weak, project.settings) == []
    assert search([project.store], weak, project.settings, every=True)[0].verdict


def test_a_word_too_common_to_be_read_at_first_is_read_where_nothing_else_tells(
    project, monkeypatch
):
    known = learn(project.store, QUOKKA)
    monkeypatch.setattr(Reader.find, "__defaults__", (10,))
    assert [each.entry["id"] for each in search([project.store], LOCKED, project.settings)] == [
        known
    ]


def test_the_shortest_prompt(project):
    known = learn(project.store, QUOKKA, keywords=["zoo", "ox"], source="user")
    assert ask(project, "ox") == ""
    assert known in ask(project, "zoo")


def test_the_brief_names_learn_where_the_agent_may_be_asked(project):
    learn(project.store, QUOKKA, source="user")
    start = {"name": "SessionStart", "source": "startup"}
    assert "learn" in say(project, session="s1", **start)
    project.settings["ask_agent"] = 0
    assert "learn" not in say(project, session="s2", **start)


class Index:
    """An index that holds `lists`: term -> ids, None for more than are read at first."""

    count = 100

    def __init__(self, **lists):
        self.lists = lists
        self.read = []

    def find(self, term, *most):
        ids = self.lists.get(term, [])
        if ids is None and most:
            self.read.append((term, *most))
            ids = [f"of {term}"]
        return (50 if ids is None else len(ids)), ids

    def starting(self, prefix):
        return [term for term in self.lists if term.startswith(prefix)]


def votes(view, text) -> dict:
    return searching._votes(view, Query(text))[0]


def test_how_many_words_of_a_question_count():
    words = [f"z{first}{second}q" for first in "abcdefghi" for second in "bcdfghjk"][:65]
    view = Index(**{word: [word] for word in words})
    assert list(votes(view, " ".join(words))) == words[:64]


def test_how_many_common_words_are_read_and_how_far():
    view = Index(zqaax=None, zqbbx=None, zqccx=None, zqddx=None)
    assert len(votes(view, "zqaax zqbbx zqccx zqddx")) == 3
    assert [most for _, most in view.read] == [96 * 1024] * 3


def test_no_common_word_is_read_where_the_others_tell():
    view = Index(zqaax=None, zqbbx=["a"], zqccx=["a"])
    assert list(votes(view, "zqaax zqbbx zqccx")) == ["a"] and not view.read


def test_a_mistake_in_more_entries_than_are_read_adds_none():
    asked = Query("QuokkaError: zqaax")
    (mark,) = searching._marks(asked)
    assert searching._votes(Index(**{mark: ["a"]}), asked)[1] == {"a"}
    assert searching._votes(Index(**{mark: None}), asked)[1] == set()


@pytest.mark.parametrize("evidence, sure", [((1.5, 0.4), False), ((1.5, 0.5), True), ((), False)])
def test_from_when_the_words_tell_enough(evidence, sure):
    ballot = searching._Ballot(None)
    for each in evidence:
        ballot.add("a", each)
    assert ballot.is_sure() == sure


WORTHWHILE = [
    # votes, whether a person asks for all, what is opened
    ({"a": 0.3, "b": 0.29}, False, ["a"]),
    ({"a": 0.3, "b": 0.29, "c": 0.0}, True, ["a", "b", "c"]),
    ({"b": 0.7, "a": 2.0, "c": 0.69}, False, ["a", "b"]),
    ({"b": 1.0, "a": 1.0}, False, ["a", "b"]),
    ({}, False, []),
    ({f"{n:02}": 1.0 for n in range(21)}, False, [f"{n:02}" for n in range(20)]),
    ({f"{n:02}": 1.0 for n in range(21)}, True, [f"{n:02}" for n in range(20)]),
]


@pytest.mark.parametrize("found, every, opened", WORTHWHILE)
def test_what_is_worth_opening(found, every, opened):
    assert searching._worthwhile(found, every) == opened


def test_those_that_share_most_of_a_person_s_keywords_are_called_first():
    ids = [f"{n}" for n in range(9)]
    view = Index(**{GIVEN + "zqaax": ids, GIVEN + "zqbbx": ["8"], GIVEN + "zqccx": None})
    assert searching._called(view, Query("zqaax zqbbx zqccx")) == ["8", *ids[:7]]


ENOUGH = "another one fits much better"
LITTLE = "too little evidence: 0.47 of 0.48"
VERDICTS = [
    # scores, the best first; how many may be said; what is said of each
    ([0.48, 0.47], 3, ["", LITTLE]),
    ([1.0, 0.9, 0.89], 3, ["", "", ENOUGH]),
    ([1.0, 1.0, 1.0], 2, ["", "", "no room: max_recalled"]),
    ([1.0], 0, ["no room: max_recalled"]),
]


@pytest.mark.parametrize("scores, most, verdicts", VERDICTS)
def test_which_are_said(scores, most, verdicts):
    entry = {"promoted": False, "resolution": "Do.", "source": "user", "type": "error"}
    found = [Candidate({**entry, "id": str(n)}, None, Match(n)) for n in scores]
    for number, each in enumerate(found):
        each.entry["id"] = str(number)
    searching._judge(found, {**load([]), "max_recalled": most}, said=())
    assert [each.verdict for each in found] == verdicts


def test_what_may_not_be_said_is_not_and_takes_no_room():
    entry = {"promoted": False, "resolution": "Do.", "source": "user", "type": "error"}
    doubted = Candidate({**entry, "id": "a", "needs_review": True}, None, Match(1.0))
    other = Candidate({**entry, "id": "b"}, None, Match(0.5))
    searching._judge([doubted, other], {**load([]), "max_recalled": 1}, said=())
    assert doubted.verdict.startswith("under review") and other.verdict == ""


def test_one_that_both_stores_hold_is_said_once():
    entry = {"promoted": False, "resolution": "Do.", "source": "user", "type": "error", "id": "a"}
    found = [Candidate(entry, None, Match(1.0)) for _ in range(2)]
    searching._judge(found, load([]), said=())
    assert [each.verdict for each in found] == ["", "told in this session already"]


def test_no_index_is_opened_for_a_text_without_a_word(project, monkeypatch):
    learn(project.store, QUOKKA)
    monkeypatch.setattr(index, "OpenIndex", None)
    assert search([project.store], "and so it is", project.settings) == []


# a word of an entry, the word that is typed: is it taken for the entry's?
SLIPS = [
    ("wombat", "wombat", True),
    ("wombat", "wombta", True),
    ("wombat", "wombaat", True),
    ("wombat", "wombt", False),  # too short
    ("wombat", "wobmat", False),  # it begins otherwise
    ("wombat", "womabt", True),
    ("collapsed", "colapsed", True),
    ("process", "proces", True),  # but for its ending, which looks like a plural's
    ("buton", "button", False),  # a word of its own
    ("m\u00fcllerin", "m\u00fcllrin", True),
]


@pytest.mark.parametrize("word, typed, found", SLIPS)
def test_a_misspelled_word(project, word, typed, found):
    learn(project.store, ("insight", f"{word} zqaax", "", "Do."))
    assert bool(search([project.store], f"{typed}?", project.settings, every=True)) == found


def test_a_word_that_entries_have_is_not_taken_for_another():
    view = Index(zorbal=["a"], zorball=["b"], zorbin=None, zorbins=["c"])
    assert list(votes(view, "zorball")) == ["b"]
    assert "c" not in votes(view, "zorbin")


def test_how_many_misspelled_words_are_mended():
    words = ["wombat", "quokka", "badger", "marten", "ferret"]
    typed = [word[:-2] + word[:-3:-1] for word in words]
    view = Index(**{word: [word] for word in words})
    assert list(votes(view, " ".join(typed))) == words[:4]


def test_the_last_error_lines_of_a_log_are_looked_for():
    lines = [f"Error: cannot find module 'zq{letter}x'" for letter in "abcdefg"]
    marks = searching._marks(Query("\n".join(lines)))
    last = [searching._marks(Query(line))[0] for line in lines[1:]]
    assert marks == last and searching._marks(Query("no log")) == []
