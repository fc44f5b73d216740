"""The figures, from entries and log rows."""

from __future__ import annotations

import pytest
from cli_tools import LEARNING

from reflexion.setup.hosts import HOSTS
from reflexion.status import figures
from reflexion.status.history import Learned


def entry(digits, **fields):
    return {"id": f"RFX-20260301-{digits}", **LEARNING, **fields}


ENTRIES = [
    entry("aaaaaa", occurrences=5),
    entry("bbbbbb", type="correction", resolution="  ", occurrences=2, context="", cwd="api"),
    entry("cccccc", promoted=True, occurrences=9, worked=3),
    entry(
        "dddddd",
        resolution="",
        failed=1,
        confidence="low",
        needs_review=True,
        context="cd x && sudo pytest -q | python y.py",
    ),
]


DRAFT = entry("eeeeee", source="inferred", confidence="low")


def ids(rows):
    return "".join(row["id"][13] for row in rows)


def test_totals():
    assert figures.totals([*ENTRIES, DRAFT]) == {
        "entries": 5,
        "seen": 15,
        "resolved": 2,
        "drafts": 1,
        "by_type": {"error": 4, "correction": 1, "insight": 0, "pattern": 0},
        "unresolved": 2,
        "promoted": 1,
        "confidence": {"high": 2, "medium": 0, "low": 0},
    }
    assert figures.totals([])["entries"] == 0


def test_lists():
    assert ids(figures.recurring(ENTRIES, 9)) == "cab" and ids(figures.recurring(ENTRIES, 1)) == "c"
    assert ids(figures.unresolved([*ENTRIES, DRAFT], 9)) == "bed"
    assert ids(figures.latest(ENTRIES, {}, 2)) == "dc"


def test_of_one_day_the_history_orders():
    a, b, c, _ = ENTRIES
    places = {a["id"]: 7, c["id"]: 3, b["id"]: 5}
    assert ids(figures.latest(ENTRIES, places)) == "abcd"
    learned = {a["id"]: Learned(7, ""), c["id"]: Learned(3, "2026-03-09T"), b["id"]: Learned(5, "")}
    newest = figures.newest(ENTRIES, learned, 3)
    assert [(row["id"][13], day) for row, day in newest] == [
        ("c", "2026-03-09"),
        ("a", "2026-03-01"),
        ("b", "2026-03-01"),
    ]


def test_next_rules_come_nearest_first():
    waits = {"a": "", "b": "no fix", "d": "no fix"}
    rows = figures.next_rules(ENTRIES, lambda one: waits[one["id"][13]], 3, 9)
    assert [(row["id"][13], why) for row, why in rows] == [("a", ""), ("b", "no fix")]
    assert len(figures.next_rules(ENTRIES, lambda one: "x", 1, 9)) == 3
    draft = {**DRAFT, "occurrences": 9}
    rows = figures.next_rules([draft, ENTRIES[0]], lambda one: "x", 3, 9)
    assert [row["id"][13] for row, _ in rows] == ["a", "e"]


def test_rates():
    runs = {
        "recall.UserPromptSubmit": [
            (10.0, 5.0, 0),
            (11.0, 5.0, 200),
            (12.0, 5.0, 300),
            (13.0, 5.0, 0),
        ],
        "capture.PostToolUseFailure": [(1.0, 1.0, 100)],
    }
    runs["recall.SessionStart"] = [(9.0, 1.0, 40)] * 2
    runs["promote.SessionEnd"] = [(9.0, 1.0, 900)]
    assert figures.rates(runs) == {"sessions": 2, "characters": 680}
    assert figures.rates({}) == {"sessions": 0, "characters": 0}


def test_hooks():
    rows = {
        row["hook"]: row
        for row in figures.hooks(
            {
                "capture.PostToolUse": [(5.0, 10.0, 0), (9.0, 30.0, 0), (7.0, 20.0, 0)],
                "recall.Later": [(1.0, 2.0, 0)],
            }
        )
    }
    assert rows["capture.PostToolUse"] == {
        "hook": "capture.PostToolUse",
        "runs": 3,
        "last": 9.0,
        "median_ms": 20.0,
        "longest_ms": 30.0,
    }
    assert rows["recall.Later"]["runs"] == 1
    assert not any(row["runs"] for row in figures.hooks({}))


def test_every_hook_is_in_the_table():
    names = [name for name, _ in figures.HOOKS]
    assert sorted(names) == sorted(f"{row.script}.{row.event}" for row in HOSTS["claude"].table)
    assert {often for _, often in figures.HOOKS} == {"always", "at times"}


def test_groups():
    assert figures.by_program(ENTRIES) == [("npm", 11), ("pytest", 1)]


@pytest.mark.parametrize(
    "context, expected",
    [
        ("npm run build | npm run dist", "npm"),
        ("cd a && make", "make"),
        ("", "other"),
        ("FOO=1", "other"),
        ("'unbalanced", "unbalanced"),
    ],
)
def test_program(context, expected):
    assert figures.program(context) == expected
