"""The numbers of what learnings did: each equals its definition, on rows and on a played history."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)
from sandbox import ROOT

from reflexion.cli.parser import find
from reflexion.status import history, timeline
from reflexion.store.session import CITED, HELPED, IGNORED, QUESTION, UNHELPFUL

A, B = "RFX-20260301-aaaaaa", "RFX-20260301-bbbbbb"
NONE = dict.fromkeys([name for name in history.NUMBERS if name != "waiting"], 0)
DAY = "2026-03-02"


def rows(*words: str) -> list:
    """Rows of the history, a minute apart: "session kind id more"."""
    stamps = (f"{DAY}T10:{minute:02}:00Z" for minute in range(60))
    ids = {"a": A, "b": B}
    return [[stamp, *(ids.get(w, w) for w in text.split())] for stamp, text in zip(stamps, words)]


def found(*words: str) -> list:
    return history.happenings(rows(*words), [], [])


# what happened, the numbers that are not zero
CASES = [
    ([], {}),
    (["s failed a"], {}),
    (["s told a prompt"], {}),
    (["s brief a b"], {}),
    (["s helped a"], {}),
    (["s learned a", "- undone a"], {}),
    (["s learned a", "- undone a", "s learned a", "s learned b"], {"recorded": 2}),
    (["s repeat a"], {"mistakes": 1, "repeats": 1}),
    (["s repeat a", "s repeat a"], {"mistakes": 1, "repeats": 1}),
    (["s repeat a", "t repeat a", "s repeat b"], {"mistakes": 2, "repeats": 3}),
    (["s repeat a", "s told a failure"], {"mistakes": 1, "repeats": 1, "told": 1, "helped": 1}),
    (["s repeat a", "s told a prompt"], {"mistakes": 1, "repeats": 1}),
    (["s told a prompt", "s repeat a"], {"mistakes": 1, "repeats": 1, "told": 1, "helped": 1}),
    (["s brief b a", "s repeat a"], {"mistakes": 1, "repeats": 1, "told": 1, "helped": 1}),
    (["t told a failure", "s repeat a"], {"mistakes": 1, "repeats": 1}),
    (["s told b failure", "s repeat a"], {"mistakes": 1, "repeats": 1}),
    (["s repeat a", "s told a failure", "s repeat a"], {"mistakes": 1, "repeats": 1, "told": 1}),
    (
        ["s repeat a", "s repeat a", "s told a failure"],
        {"mistakes": 1, "repeats": 1, "told": 1, "helped": 1},
    ),
    (
        ["s repeat a", "s told a failure", "s repeat a", "s helped a"],
        {"mistakes": 1, "repeats": 1, "told": 1, "worked": 1, "helped": 1},
    ),
    (["s helped a", "s repeat a"], {"mistakes": 1, "repeats": 1}),
    (["s repeat a", "s helped a"], {"mistakes": 1, "repeats": 1}),
    (
        ["s repeat a", "s told a failure", "t helped a"],
        {"mistakes": 1, "repeats": 1, "told": 1, "helped": 1},
    ),
    (["s ignored a", "s ignored a", "t ignored a"], {"ignored": 2}),
    (["s unhelpful a", "s unhelpful a"], {"unhelpful": 1}),
    (["s learned a", "t learned a", "s learned b"], {"recorded": 2}),
    (["- promoted a", "s promoted a"], {"promoted": 1}),
    (["s applied a", "s applied a"], {"applied": 1}),
    (["s", "s repeat", "s nonsense a", ""], {}),
]


@pytest.mark.parametrize("happened, expected", CASES, ids=[" / ".join(case[0]) for case in CASES])
def test_numbers(happened, expected):
    assert history.numbers(found(*happened)) == {**NONE, **expected}


@pytest.mark.parametrize("name", NONE)
def test_every_number_has_a_case(name):
    assert any(name in expected for _, expected in CASES)


def test_a_number_counts_what_is_since():
    happened = found("s repeat a", "s learned b")
    assert history.numbers(happened, "2026-03-03") == NONE
    assert history.numbers(happened, DAY)["repeats"] == 1
    assert history.numbers(happened, f"{DAY}T10:01:00Z") == {**NONE, "recorded": 1}


def test_older_logs_are_told_without_their_session():
    """What was kept before there was a history: shown, and no repeat is made of it."""
    said = [
        ["2026-03-01T10:00:00Z", A, "failure", "80"],
        ["torn"],
        [f"{DAY}T11:00:00Z", A, "x", "1"],
    ]
    outcomes = [["2026-02-01T10:00:00Z", B, "learned"], ["2026-02-01T10:00:00Z", B, "passed"]]
    shown = history.happenings(rows("s repeat a"), said, outcomes)
    assert [(each.kind, each.session) for each in shown] == [
        ("learned", ""),
        ("told", ""),
        ("repeat", "s"),
    ]
    assert history.numbers(shown) == {**NONE, "mistakes": 1, "repeats": 1, "recorded": 1}


def test_by_entry():
    happened = found(
        "s brief a b", "s repeat a", "t told a prompt", "t told a prompt", "u told b x"
    )
    counts = history.by_entry(happened)
    assert dict(counts[A]) == {
        "repeats": 1, "told": 1, "worked": 0, "helped": 1, "brief": 1, "said": 1
    }  # fmt: skip
    assert dict(counts[B]) == {"brief": 1, "said": 1}


def test_places_and_days_of_lessons():
    """Where each was met or learned last, and when its lesson was; being told is neither."""
    happened = found("s learned b", "s failed a", "s learned a", "s repeat b", "t told a prompt")
    assert history.places(happened) == {A: 2, B: 3}
    assert history.learned(happened) == {A: (2, f"{DAY}T10:02:00Z"), B: (0, f"{DAY}T10:00:00Z")}
    assert history.learned(found("s failed a", "s failed a")) == {A: (0, "")}


def test_weeks():
    happened = found("s repeat a", "s told a failure", "s learned b")  # on a Monday
    assert history.weeks(happened, "2026-03-11", 12) == [
        ("2026-03-02", 1, 1, 1),
        ("2026-03-09", 0, 0, 0),
    ]
    assert history.weeks(happened, "2026-03-11", 1) == []
    assert history.weeks([], DAY, 12) == []


@pytest.mark.parametrize(
    "numbers, words",
    [
        ({}, "no known mistake came back; no lesson was recorded."),
        ({"recorded": 1}, "no known mistake came back; 1 lesson was recorded."),
        (
            {"mistakes": 1, "repeats": 1},
            "1 mistake came back; its lesson was not told; no lesson was recorded.",
        ),
        (
            {"mistakes": 1, "repeats": 1, "told": 1, "worked": 1},
            "1 mistake came back; its lesson was told once and the command then worked once; "
            "no lesson was recorded.",
        ),
        (
            {"mistakes": 6, "repeats": 6, "told": 5, "worked": 4, "recorded": 3},
            "6 mistakes came back; their lesson was told 5 times and the command then worked "
            "4 times; 3 lessons were recorded.",
        ),
        (
            {"mistakes": 2, "repeats": 2, "told": 2},
            "2 mistakes came back; their lesson was told 2 times; no lesson was recorded.",
        ),
        (
            {"mistakes": 1, "repeats": 4, "told": 3},
            "1 mistake came back 4 times; its lesson was told 3 times; no lesson was recorded.",
        ),
        (
            {"mistakes": 2, "repeats": 3},
            "2 mistakes came back 3 times; their lesson was not told; no lesson was recorded.",
        ),
    ],
)
def test_the_sentence_of_value(numbers, words):
    assert history.value({**NONE, **numbers}, 7) == f"In the last 7 days {words}"


def test_each_number_is_defined_where_it_is_read():
    """In the help of `status` and in the manual, in the words of the table."""
    told = " ".join(find("status").parser().format_help().split())
    manual = (ROOT / "reflexion" / "manual" / "how-it-works.md").read_text(encoding="utf-8")
    manual = " ".join(manual.replace("|", " ").split())
    for name, definition in history.NUMBERS.items():
        assert f"{name}: {definition}." in told, name
        assert f"`{name}` {definition}" in manual, name


def test_every_kind_that_is_written_is_known():
    from reflexion.store import apply

    assert set(apply.TOLD_LATER) == {HELPED, IGNORED, UNHELPFUL, QUESTION, CITED}
    assert set(apply.TOLD_LATER.values()) <= set(history.KINDS)


MISSING = "make: *** No rule to make target '{}'.  Stop."


def test_a_small_history_of_the_real_scripts(box):
    """Three sessions: a mistake is met and its lesson written; it comes back, is told and the advised
    command works; it comes back once more, is told, is not followed, and comes again."""

    def fail(session: str, target: str = "release") -> None:
        box.bash(f"make {target}", 2, MISSING.format(target), session=session)

    def numbers() -> dict:
        found = json.loads(box.reflexion("status", "--json").stdout)["numbers"]
        assert {**found["recent"], "waiting": found["ever"]["waiting"]} == found["ever"]
        return {name: count for name, count in found["ever"].items() if count}

    fail("s1")
    assert numbers() == {}, "a mistake that is met first is no repeat"
    (entry,) = box.entries()
    lesson = "When `make release` fails: run `make dist`."
    box.reflexion("learn", "--for", entry["id"], lesson, CLAUDE_CODE_SESSION_ID="s1")
    assert numbers() == {"recorded": 1}
    box.prompt("please make a release", session="s2")
    assert numbers() == {"recorded": 1}, "what was recalled at a prompt is no repeat"
    fail("s2")
    assert numbers() == {"recorded": 1, "mistakes": 1, "repeats": 1, "told": 1, "helped": 1}
    box.bash("make dist", 0, "packed", session="s2")
    met = {"recorded": 1, "mistakes": 1, "repeats": 1, "told": 1, "helped": 1, "worked": 1}
    assert numbers() == met
    fail("s3")
    fail("s3")
    met.update(repeats=2, told=2, ignored=1)
    assert {name: numbers()[name] for name in met} == met
    kinds = [row["kind"] for row in json.loads(box.reflexion("log", "--json").stdout)]
    assert kinds[::-1] == [
        *("failed", "learned", "told", "repeat", "helped"),
        *("repeat", "told", "repeat", "ignored"),
    ] or kinds[::-1] == [
        *("failed", "learned", "repeat", "told", "helped"),
        *("repeat", "told", "repeat", "ignored"),
    ]


def test_rows_of_one_session_are_joined():
    made = timeline.rows(
        found("s repeat a", "s told a failure", "s helped a", "t told a prompt", "s brief a b"),
        lambda entry_id: "Run it.",
    )
    joined = [(row["word"], row["session"]) for row in timeline.joined(made)]
    assert joined == [("brief", "s"), ("told", "t"), ("repeat, told, helped", "s")]
    assert made[0]["text"] == "the agent was told 2 learnings in the brief"


def test_the_brief_of_a_sub_agent_tells_the_session_nothing(box):
    box.bash("make release", 2, MISSING.format("release"), session="s1")
    (entry,) = box.entries()
    box.reflexion("learn", "--for", entry["id"], "Run `make dist`.", CLAUDE_CODE_SESSION_ID="s1")

    def briefs() -> int:
        return len(json.loads(box.reflexion("log", "--json", "--kind", "brief").stdout))

    start = {"agent_id": "a1", "agent_type": "general"}
    assert "make dist" in box.fire("recall", "SubagentStart", session="s2", **start)
    assert briefs() == 0
    assert "make dist" in box.fire("recall", "SessionStart", session="s2", source="startup")
    assert briefs() == 1
