"""The numbers of the history: sessions that were told, what came back, weeks."""

import pytest

from reflexion.status import figures
from reflexion.store.history import Row

A = "RFX-20261101-a7f03c"
B = "RFX-20261101-b09fe1"
TODAY = "2026-11-23"  # a Monday


def rows(*cells):
    """Return rows of (day of November 2026, what, id, session)."""
    return [
        Row(f"2026-11-{day:02} 10:00:00", what, key, session) for day, what, key, session in cells
    ]


def lesson(entry_id=A, learned="2026-11-20", rule=False):
    return {"id": entry_id, "learned": learned, "rule": rule}


def numbers(*cells, lessons=(), open_count=0):
    return figures.numbers(rows(*cells), list(lessons), open_count)


@pytest.mark.parametrize(
    "events, told, came_back",
    [
        ([(1, "told", A, "s1"), (1, "told", B, "s1"), (2, "told", A, "s2")], 2, 0),
        ([(1, "seen", A, "s1"), (2, "seen", A, "s2")], 0, 0),
        ([(1, "told", A, "s1"), (1, "came-back", A, "s1"), (2, "told", A, "s2")], 2, 1),
        ([(1, "came-back", A, "s1")], 1, 1),  # a rule: its file tells it
    ],
)
def test_sessions_are_counted_that_were_told_and_in_which_it_came_back(events, told, came_back):
    found = numbers(*events)
    assert (found["told_sessions"], found["came_back_sessions"]) == (told, came_back)


def test_lessons_rules_and_open_failures_are_counted():
    found = numbers(lessons=[lesson(A), lesson(B, rule=True)], open_count=3)
    assert (found["lessons"], found["rules"], found["open"]) == (2, 1, 3)


def test_a_week_counts_failures_returns_and_lessons():
    events = [(16, "seen", A, "s1"), (22, "seen", A, "s2"), (22, "came-back", A, "s2")]
    found = figures.weeks(rows(*events, (23, "seen", B, "s3")), [lesson()], TODAY)
    assert len(found) == figures.WEEKS
    assert found[-2] == {"week": "2026-11-16", "seen": 2, "came_back": 1, "learned": 1}
    assert found[-1] == {"week": "2026-11-23", "seen": 1, "came_back": 0, "learned": 0}


def test_what_is_older_than_the_chart_is_left_out():
    assert figures.weeks([], [lesson(learned="2026-08-30")], TODAY) == []
    assert figures.weeks([], [lesson(learned="2026-09-07")], TODAY)[0]["learned"] == 1


def test_without_anything_to_count_there_are_no_weeks():
    assert figures.weeks(rows((23, "told", A, "s1")), [], TODAY) == []


@pytest.mark.parametrize(("date", "shown"), [("2026-11-02", "2 Nov"), ("some day", "some day")])
def test_a_day_is_shown_in_words(date, shown):
    assert figures.day(date) == shown


@pytest.mark.parametrize(
    "when, monday",
    [
        ("2026-11-23", "2026-11-23"),
        ("2026-11-29 23:59:59", "2026-11-23"),
        ("2026-11-30", "2026-11-30"),
        ("2027-01-01", "2026-12-28"),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_a_week_begins_on_monday(when, monday):
    assert figures.monday(when) == monday
