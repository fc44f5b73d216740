"""The page of `status --html`: one file that needs no network and no script."""

from __future__ import annotations

import os
import time

from reflexion.status.chart import chart, day
from reflexion.status.privacy import Privacy
from reflexion.status.template import render
from reflexion.store import fs
from reflexion.text.tables import PACKAGE

TEMPLATE = os.path.join(PACKAGE, "status", "page.html")
MAX_TEMPLATE = 1 << 20
SHOWN = 24  # lessons that are in sight; the others are unfolded
MOST = 1000  # lessons on the page
OPEN = 8  # failures without a lesson
WRITERS = {"you": "a person wrote it", "agent": "an agent wrote it", "import": "imported"}


def page(board: dict, environ, root: str) -> str:
    """Return the document for what `gather` found; it names no home folder and no user."""
    board = Privacy(environ, root).in_all(board)
    today = time.strftime("%Y-%m-%d")
    most = max((lesson["seen"] for lesson in board["lessons"]), default=1)
    lessons = [_lesson(lesson, most) for lesson in board["lessons"][:MOST]]
    values = {
        "title": f"What was learned in {board['project']}",
        "project": board["project"],
        "since": _date(board["since"]) if board["since"] < today else "",
        "date": _date(today),
        "summary": bool(lessons or board["weeks"]),
        "tiles": _tiles(board["numbers"]),
        "chart": chart(board["weeks"]),
        "any_lesson": bool(lessons),
        "lessons": lessons[:SHOWN],
        "any_more": len(lessons) > SHOWN,
        "more": lessons[SHOWN:],
        "more_count": f"{len(lessons[SHOWN:]):,}",
        "left_off": max(0, len(board["lessons"]) - MOST),
        **_open_ones(board["open"]),
        "any_need": bool(board["needs"]),
        "needs": board["needs"],
    }
    return render(_with_parts(fs.read_text(TEMPLATE, MAX_TEMPLATE)), values)


def _with_parts(template: str) -> str:
    """Return the template with its part for a lesson in the places that name it."""
    document, _, part = template.partition("<!-- lesson -->\n")
    return document.replace("{{>lesson}}", part.strip())


def _tiles(numbers: dict) -> list:
    """Return the plain numbers with what they count."""
    told = numbers["told_sessions"]
    back = f"of these {told:,} met such a failure again"
    rows = (
        (numbers["lessons"], "lesson", "lessons"),
        (told, "session was told a lesson", "sessions were told lessons"),
        (numbers["came_back_sessions"], back, back),
        (numbers["rules"], "became a rule", "became rules"),
    )
    return [
        {"number": f"{count:,}", "label": one if count == 1 else many} for count, one, many in rows
    ]


def _lesson(lesson: dict, most: int) -> dict:
    said = lesson["lesson"].rstrip(".").casefold()
    is_same = lesson["trigger"].rstrip(".").casefold() == said
    return {
        **lesson,
        "trigger": "" if is_same else lesson["trigger"],
        "seen": f"{lesson['seen']:,}",
        "share": max(4, round(100 * lesson["seen"] / most)),
        "facts": [{"fact": fact} for fact in _facts(lesson)],
        "learned": _date(lesson["learned"]),
    }


def _facts(lesson: dict) -> list:
    """Return what is known about a lesson, in words."""
    sessions = lesson["sessions"]
    told = lesson["told"]
    facts = [f"met in {sessions:,} sessions"] if sessions > 1 else []
    if told:
        facts.append(f"told in {told:,} session{'s' if told > 1 else ''}")
    if lesson["came_back"]:
        facts.append(f"came back in {lesson['came_back']:,}")
    if lesson["by"] in WRITERS:
        facts.append(WRITERS[lesson["by"]])
    return facts


def _open_ones(cards: list) -> dict:
    """Return the failures that have no lesson yet, those of most sessions first."""
    rows = [{**card, "seen": f"{card['seen']:,}"} for card in cards[:OPEN]]
    left = len(cards) - len(rows)
    return {"any_open": bool(rows), "open": rows, "open_left": f"{left:,}" if left else ""}


def _date(date: str) -> str:
    """Return a YYYY-MM-DD as "2 Nov 2026"."""
    short = day(date)
    return short if short == date else f"{short} {date[:4]}"
