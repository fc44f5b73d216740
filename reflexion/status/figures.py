"""Numbers of the history: what was seen, told, and came back. Pure."""

from __future__ import annotations

import datetime
from collections import Counter

from reflexion.learning.entry import is_id
from reflexion.store import history

WEEKS = 12
WEEK_DAYS = 7
# what a week's column counts
SEEN = "seen"
CAME_BACK = "came_back"
LEARNED = "learned"


def rows_in(rows: list) -> list:
    """Return the history's rows that this version understands."""
    return [row for row in rows if row.what in history.KINDS and is_id(row.id)]


class Facts:
    """What the history holds about one learning.

    told       sessions in which the agent was told it
    came_back  sessions in which its failure came although it was told
    learned    date on which its lesson was recorded; "" when that is not on record
    last_back  time at which its failure came back last, "" for never
    """

    def __init__(self):
        self.told = set()
        self.came_back = set()
        self.learned = ""
        self.last_back = ""

    def add(self, row) -> None:
        """Take over a row; rows come oldest first."""
        if row.what == history.TOLD:
            self.told.add(row.session)
        elif row.what == history.CAME_BACK:
            self.came_back.add(row.session)
            self.last_back = row.when
        elif row.what == history.LEARNED:
            self.learned = self.learned or row.when[:10]


def facts_of(rows: list) -> dict:
    """Return {id: Facts} of the history's rows."""
    found: dict = {}
    for row in rows:
        found.setdefault(row.id, Facts()).add(row)
    return found


def numbers(facts: dict, lessons: list, open_count: int) -> dict:
    """Return the plain numbers since set-up.

    lessons, rules, open (failures without a lesson), told_sessions, and of these sessions
    came_back_sessions. A rule is told by its file, so a session in which the failure of a
    rule came back is one that was told.
    """
    told = set()
    came_back = set()
    for fact in facts.values():
        told |= fact.told | fact.came_back
        came_back |= fact.came_back
    return {
        "lessons": len(lessons),
        "rules": sum(lesson["rule"] for lesson in lessons),
        "open": open_count,
        "told_sessions": len(told),
        "came_back_sessions": len(came_back),
    }


def weeks(rows: list, lessons: list, today: str) -> list:
    """Return a dict for each of the last weeks, oldest first; [] when all of them are empty.

    week (the date of its Monday), seen (failures), came_back, learned (lessons).
    """
    counts = {name: Counter() for name in (SEEN, CAME_BACK, LEARNED)}
    for row in rows:
        if row.what == history.SEEN:
            counts[SEEN][monday(row.when)] += 1
        elif row.what == history.CAME_BACK:
            counts[CAME_BACK][monday(row.when)] += 1
    for lesson in lessons:
        counts[LEARNED][monday(lesson["learned"])] += 1
    found = []
    for start in _last_mondays(today):
        week = {name: counter[start] for name, counter in counts.items()}
        found.append({"week": start, **week})
    return found if any(_is_busy(week) for week in found) else []


def _is_busy(week: dict) -> bool:
    return any(week[name] for name in (SEEN, CAME_BACK, LEARNED))


def monday(when: str) -> str:
    """Return the date of the Monday of a YYYY-MM-DD; "" for what is no date."""
    try:
        day = datetime.date.fromisoformat(when[:10])
    except ValueError:
        return ""
    return (day - datetime.timedelta(days=day.weekday())).isoformat()


def _last_mondays(today: str) -> list:
    last = datetime.date.fromisoformat(monday(today))
    steps = range(WEEKS - 1, -1, -1)
    return [(last - datetime.timedelta(days=WEEK_DAYS * step)).isoformat() for step in steps]
