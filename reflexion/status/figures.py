"""Numbers of the history: what was seen, told, and came back. Pure."""

from __future__ import annotations

import datetime
from collections import Counter

from reflexion.store import history

WEEKS = 12
# what a column of the chart counts
SEEN = "seen"
CAME_BACK = "came_back"
LEARNED = "learned"
COLUMNS = {history.SEEN: SEEN, history.CAME_BACK: CAME_BACK}


def sessions(rows: list, *kinds: str) -> set:
    """Return the sessions in which something of these kinds happened."""
    return {row.session for row in rows if row.what in kinds}


def numbers(rows: list, lessons: list, open_count: int) -> dict:
    """Return the plain numbers since set-up.

    lessons, rules, open (failures without a lesson), told_sessions, and of these sessions
    came_back_sessions. A rule is told by its file, so a session in which the failure of a
    rule came back is one that was told.
    """
    return {
        "lessons": len(lessons),
        "rules": sum(lesson["rule"] for lesson in lessons),
        "open": open_count,
        "told_sessions": len(sessions(rows, history.TOLD, history.CAME_BACK)),
        "came_back_sessions": len(sessions(rows, history.CAME_BACK)),
    }


def weeks(rows: list, lessons: list, today: str) -> list:
    """Return a dict for each of the last weeks, oldest first; [] when all of them are empty.

    week (the date of its Monday), seen (failures), came_back, learned (lessons).
    """
    counts = Counter((monday(row.when), COLUMNS.get(row.what)) for row in rows)
    counts.update((monday(lesson["learned"]), LEARNED) for lesson in lessons)
    last = datetime.date.fromisoformat(monday(today))
    starts = [last - datetime.timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    names = (SEEN, CAME_BACK, LEARNED)
    found = []
    for start in map(str, starts):
        found.append({"week": start, **{name: counts[start, name] for name in names}})
    return found if any(week[name] for week in found for name in names) else []


def monday(when: str) -> str:
    """Return the date of the Monday of a YYYY-MM-DD; "" for what is no date."""
    try:
        date = datetime.date.fromisoformat(when[:10])
    except ValueError:
        return ""
    return str(date - datetime.timedelta(days=date.weekday()))


def day(date: str) -> str:
    """Return a YYYY-MM-DD as "2 Nov"; another text as it is."""
    try:
        found = datetime.date.fromisoformat(date[:10])
    except ValueError:
        return date
    return f"{found.day} {found:%b}"
