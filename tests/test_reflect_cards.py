"""What the agent reads of a failure, and which decisions are refused."""

import pytest
from past_sessions import Past

from reflexion import reflect
from reflexion.errors import Unreadable
from reflexion.reflect import card, read_decisions
from reflexion.store.project import Project

TOKEN = "ghp_" + "q7Rk2ZpX9vLm4TnB8wYc1HsD6fJg3AeU5iKo"


def topics(box, *steps):
    Past(box).claude("one", *steps)
    project = Project(str(box.root), box.environ())
    chosen = reflect.choose(project, is_all=True)
    return list(reflect.Past(project, chosen).topics.values())


def test_a_card_shows_the_command_the_output_and_what_came_around_it(box):
    failed = ("npm run build", 1, 'npm ERR! Missing script: "build"\nnpm ERR! see the log')
    (topic,) = topics(box, "build it", failed, ("npm run dist", 0, "done"))
    assert card(topic, []) == [
        'error: npm ERR! Missing script: "build"',
        "failed 1 times in 1 sessions",
        "",
        "occurrence 1, 2024-03-01",
        "  before: user: build it",
        "  failed: npm run build",
        '  | npm ERR! Missing script: "build"',
        "  | npm ERR! see the log",
        "  after: ran: npm run dist",
    ]


def test_a_card_holds_no_secret_wherever_it_stands(box):
    login = (f"curl -H 'Authorization: Bearer {TOKEN}' x.test", 0, "ok")
    failed = ("deploy --check", 1, f"error: the token {TOKEN} has expired")
    (topic,) = topics(box, f"use {TOKEN}", login, failed, (f"echo {TOKEN}", 0, TOKEN))
    assert TOKEN not in "\n".join(card(topic, []))


def test_what_the_settings_call_a_secret_stands_on_no_card(box):
    (topic,) = topics(box, ("deploy", 1, "error: no such customer: acme-4711"))
    assert "acme-4711" in "\n".join(card(topic, []))
    assert "acme-4711" not in "\n".join(card(topic, [r"acme-\d+"]))


def test_the_lines_of_a_card_are_bounded(box):
    (topic,) = topics(box, "p" * 9000, ("x" * 9000, 1, "error: " + "y" * 90000))
    lines = card(topic, [])
    assert max(map(len, lines)) <= 250
    assert len(lines) < 20


def test_a_sentence_alone_is_a_decision():
    (decision,) = read_decisions([{"sentence": "Run `make dist`.", "for": None}])
    assert decision.pop("sentence") == "Run `make dist`."
    assert not any(decision.values())


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("create", "a list of objects"),
        ({"sentence": "x"}, "a list of objects"),
        (["create"], "a list of objects"),
        ([{"sentence": "x"}, {"type": "error"}], "decision 2: type must be one of"),
        ([{"sentence": ["x"]}], "decision 1: sentence: the texts and flags"),
        ([{"for": 3}], "decision 1: for: the texts and flags"),
        ([{"sentence": "x", "global": "yes"}], "decision 1: global: the texts and flags"),
        (
            [{"sentence": "x", "tags": ["y"]}],
            "decision 1: tags: the texts and flags of a decision are sentence",
        ),
        ([{"for": "a7f03c", "type": "insight"}], "decision 1: with `for` the only type"),
    ],
)
def test_decisions_that_cannot_be_carried_out_are_refused_as_a_whole(value, why):
    with pytest.raises(Unreadable, match=why):
        read_decisions(value)
