"""What speaks against a question to the agent: each reason beside its nearest neighbour."""

from __future__ import annotations

import pytest

from reflexion.capture.moment import Moment, is_worth_a_question, value
from reflexion.signals.fixes.endings import Ending, Fix

PLAIN = Fix("Use `make dist`.", "medium", False)
DRAFT = Fix("Use `make dist`.", "low", False)
WRITTEN = {"resolution": "Use `make dist`.", "source": "user"}
PROVEN = {"resolution": "Use `make dist`.", "source": "inferred", "confidence": "medium"}
CANDIDATE = {"resolution": "Use `make dist`.", "source": "inferred", "confidence": "low"}


def ended(**more) -> Ending:
    """The Ending of a failure, with nothing that speaks against a question."""
    nothing = dict.fromkeys(Ending._fields, False)
    given = {"fix": None, "passed": "./ship rome", "between": [], "calls": 3}
    return Ending(**{**nothing, **given, **more})


def moment(ending=None, command="./ship all", line="ship: no berth is free", **entry) -> Moment:
    return Moment({"type": "error", "resolution": "", **entry}, command, line, "", ending)


AT_THE_FAILURE = [
    ("nothing", {}, True),
    ("a written lesson", WRITTEN, False),
    ("a proven fix", PROVEN, False),
    ("a proven fix of one session", {**PROVEN, "sessions": 1}, False),
    ("a proven fix, and it came back", {**PROVEN, "sessions": 2}, True),
    ("a written lesson, and it came back", {**WRITTEN, "sessions": 2}, False),
    ("a candidate", CANDIDATE, True),
    ("it only looks", {"command": "cat none.txt"}, False),
    ("it only looks, with a setting", {"command": "LANG=C; cat none.txt"}, False),
    ("it looks and works", {"command": "cat none.txt && ./ship all"}, True),
    ("a service is asked", {"command": "gh api repos/acme/shop"}, True),
    ("an unreadable look", {"command": "cat (a", "line": "sh: 1: Syntax error: ("}, True),
    ("it waits", {"command": "gh run watch 12"}, False),
    ("a banner", {"line": "12 problems"}, False),
    ("an error and a number", {"line": "12 berths are full"}, True),
]


@pytest.mark.parametrize("why, given, asks", AT_THE_FAILURE, ids=[row[0] for row in AT_THE_FAILURE])
def test_at_the_failure_itself(why, given, asks):
    assert is_worth_a_question(moment(**given)) is asks


AT_ITS_END = [
    ("nothing", {}, {}, True),
    ("a plain fix", {"fix": PLAIN}, {}, False),
    ("a plain fix, and it came back", {"fix": PLAIN}, {"sessions": 2}, True),
    ("a draft", {"fix": DRAFT}, {}, True),
    ("a written lesson", {}, WRITTEN, False),
    ("given up", {"passed": ""}, {"sessions": 2}, False),
    ("no status", {"unseen": True}, {"sessions": 2}, False),
    ("an edit", {"edited": True}, {"sessions": 2}, False),
    ("what passed waits", {"passed": "gh run watch 12"}, {}, False),
    ("what failed waits", {}, {"command": "gh run watch 12"}, False),
    ("other words", {"other_words": True}, {}, False),
    ("other words, and it came back", {"other_words": True}, {"sessions": 2}, True),
]


@pytest.mark.parametrize("why, ending, given, asks", AT_ITS_END, ids=[row[0] for row in AT_ITS_END])
def test_when_it_is_over(why, ending, given, asks):
    assert is_worth_a_question(moment(ended(**ending), **given)) is asks


def test_the_best_met_more_sessions_and_took_more_calls():
    best = [
        moment(ended(calls=2), sessions=3),
        moment(ended(calls=9), sessions=2),
        moment(ended(calls=8), sessions=2),
        moment(sessions=2),
        moment(ended(calls=1)),
        moment(),
    ]
    assert sorted(reversed(best), key=value, reverse=True) == best
    assert value(moment()) == (1, 0)
