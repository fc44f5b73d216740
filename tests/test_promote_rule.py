from __future__ import annotations

import time

import pytest

from reflexion.promote.rule import (
    ASK,
    STANDS,
    TAKE_OUT,
    WRITE,
    age,
    decide,
    open_conditions,
    waits_for,
)
from reflexion.store.settings import load

READY = {
    "id": "RFX-20260101-aaaaaa",
    "type": "error",
    "trigger": "boom",
    "context": "",
    "resolution": "Use `pnpm run build`",
    "occurrences": 3,
    "first_seen": "2026-01-01",
    "promoted": False,
}

OPEN = [
    ({}, []),
    ({"sessions": 1}, []),
    ({"source": "user", "sessions": 1}, []),
    ({"source": "prompt", "confidence": "medium", "type": "correction"}, []),
    ({"source": "inferred", "confidence": "medium", "sessions": 2}, []),
    ({"first_seen": "2025-11-20T10:00:00Z"}, []),
    ({"first_seen": "2026-01-01"}, []),
    ({"promoted": True}, ["it is a rule already"]),
    ({"needs_review": True}, ["under review"]),
    ({"needs_review": True, "failed": 1}, ["under review: its fix failed"]),
    ({"resolution": " "}, ["its fix is not known yet"]),
    ({"source": "inferred", "confidence": "low", "sessions": 2}, ["a draft"]),
    ({"confidence": "low"}, ["confidence low"]),
    ({"occurrences": 2}, ["2 of 3 times"]),
    ({"first_seen": "2026-01-02"}, ["tomorrow at the earliest"]),
    ({"first_seen": "2026-01-02T10:00:00"}, ["tomorrow at the earliest"]),
    ({"occurrences": 2, "first_seen": "2026-01-02"}, ["2 of 3 times", "tomorrow at the earliest"]),
    ({"occurrences": 2, "worked": 1}, ["2 of 3 times, verified uses counted"]),
    ({"source": "inferred", "confidence": "high", "sessions": 1}, ["in 1 of 2 sessions"]),
    ({"source": "inferred", "confidence": "high"}, ["in 1 of 2 sessions"]),
    # an agent's words wait for a yes, but for a command that the hooks saw fail three times
    ({"source": "agent"}, []),
    ({"source": "agent", "worked": 1}, ["an agent wrote it, and hooks saw it fail 2 of 3 times"]),
    ({"source": "agent", "occurrences": 2}, ["2 of 3 times", "hooks saw it fail 2 of 3 times"]),
    ({"source": "agent", "worked": 5}, ["hooks saw it fail 1 of 3 times"]),
    # `worked` without a sighting beside it takes none away
    ({"source": "agent", "occurrences": 5, "worked": 3, "sessions": 3}, []),
    ({"source": "agent", "type": "insight", "occurrences": 2}, ["2 of 3 times", "waits for your"]),
    ({"source": "agent", "worked": 1, "occurrences": 4}, []),
    ({"source": "agent", "type": "correction"}, ["an agent wrote it"]),
    ({"source": "agent", "type": "insight", "occurrences": 9}, ["an agent wrote it"]),
    ({"source": "user", "type": "insight"}, []),
]


@pytest.mark.parametrize("change, lacking", OPEN)
def test_what_is_still_open(change, lacking):
    entry = {**READY, **change}
    found = open_conditions(entry, load([]), "2026-01-02")
    assert len(found) == len(lacking) and all(map(str.__contains__, found, lacking)), found
    assert (decide(entry, load([]), "2026-01-02") == WRITE) == (not lacking)


@pytest.mark.parametrize(
    "worked, wanted", [(0, "2 of 3 times"), (1, "2 of 3 times, verified uses counted")]
)
def test_how_often_it_was_met(worked, wanted):
    entry = {**READY, "occurrences": 2, "worked": worked}
    assert waits_for(entry, load([]), "2026-01-02") == wanted


@pytest.mark.parametrize(
    "days, wanted",
    [
        (0, ""),
        (1, "tomorrow at the earliest"),
        (2, "in 2 days at the earliest"),
    ],
)
def test_how_old_it_must_be(days, wanted):
    settings = {**load([]), "promote_min_age_days": days}
    assert waits_for({**READY, "first_seen": "2026-01-02"}, settings, "2026-01-02") == wanted


def test_what_came_from_somebody_else_waits():
    assert "from somebody else" in waits_for(READY, load([]), "2026-01-02", owned=False)
    assert decide(READY, load([]), "2026-01-02", owned=False) == ASK


def test_of_several_reasons_the_first_is_told():
    entry = {**READY, "source": "agent", "type": "insight"}
    assert len(open_conditions(entry, load([]), "2026-01-02", owned=False)) == 1


def test_what_is_risky_needs_a_person():
    settings, date = load([]), "2026-01-02"
    for source, own in (("agent", False), ("inferred", False), ("user", True), ("prompt", True)):
        entry = {**READY, "resolution": "Run `git reset --hard`.", "source": source, "sessions": 2}
        assert ("risky" in waits_for(entry, settings, date)) != own
        assert decide(entry, settings, date) == (WRITE if own else ASK)


@pytest.mark.parametrize(
    "setting, why, verdict",
    [("auto", "", WRITE), ("ask", "your yes", ASK), ("off", "by hand only", "")],
)
def test_the_setting_promote(setting, why, verdict):
    settings = {**load([]), "promote": setting}
    reason = waits_for(READY, settings, "2026-01-02")
    assert why in reason and bool(reason) == bool(why)
    assert decide(READY, settings, "2026-01-02") == verdict
    assert decide({**READY, "occurrences": 1}, settings, "2026-01-02") == "", "ripe ones only"


@pytest.mark.parametrize(
    "entry, expected",
    [
        ({"promoted": True, "needs_review": True}, TAKE_OUT),
        ({"promoted": True}, STANDS),
        ({"promoted": False, "needs_review": True}, ""),
    ],
)
def test_a_rule_whose_fix_fails_goes(entry, expected):
    for setting in ("auto", "ask", "off"):
        settings = {**load([]), "promote": setting}
        assert decide({**READY, **entry}, settings, "2026-01-02") == expected


@pytest.mark.parametrize(
    "first, second, apart",
    [
        ("2026-01-01", "2026-01-02", 1),
        ("2024-02-28", "2024-03-01", 2),
        ("2025-12-31", "2026-01-01", 1),
        ("2025-03-01", "2026-03-01", 365),
        ("2024-01-01", "2025-01-01", 366),
        ("2026-01-02", "2026-01-01", -1),
        ("2026-03-28", "2026-03-30", 2),
        ("nonsense", "2026-01-01", float("inf")),
        ("", "2026-01-01", float("inf")),
        ("2026-01", "2026-01-01", float("inf")),
    ],
)
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="no time zone to set")
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland", "America/New_York"])
def test_age(monkeypatch, zone, first, second, apart):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert age(first, second) == apart
    monkeypatch.undo()
    time.tzset()
