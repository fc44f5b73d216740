"""The page of `status --html`: one file that needs no network and no script.

In the template, `{{name}}` is a value, escaped; `{{`name}}` the same with its `code` marked up;
the part between `{{#name}}` and `{{/name}}` stands once for each row of a list of dicts, once
for another true value, else not at all; `{{^name}}` begins a part for the opposite case.
"""

from __future__ import annotations

import html
import os
import re
import time
from collections.abc import Mapping

from reflexion.status import Board, day
from reflexion.status.privacy import Privacy
from reflexion.store import fs
from reflexion.text import PACKAGE, plural

TEMPLATE = os.path.join(PACKAGE, "status", "page.html")
TAG = re.compile(r"\{\{([#^])(\w+)\}\}(.*?)\{\{/\2\}\}|\{\{(`?)(\w+)\}\}", re.DOTALL)
CODE = re.compile(r"`([^`]{1,300})`")
SHOWN = 24  # lessons that are in sight; the others are unfolded
MOST = 1000  # lessons on the page
OPEN = 8  # failures without a lesson
NAMED = 8  # kinds, skills and categories each
LEAST = 4  # percent of a bar
WRITERS = {"you": "a person wrote it", "agent": "an agent wrote it", "import": "imported"}


def page(board: Board, environ: Mapping[str, str], root: str) -> str:
    """Return the document for what `gather` found; it names no home folder and no user."""
    board = Privacy(environ, root).in_all(board)
    today = time.strftime("%Y-%m-%d")
    most = max((lesson["seen"] for lesson in board["lessons"]), default=1)
    lessons = [_lesson(lesson, most) for lesson in board["lessons"][:MOST]]
    values = {
        "title": f"What was learned in {board['project']}",
        "project": board["project"],
        "since": day(board["since"], with_year=True) if board["since"] < today else "",
        "date": day(today, with_year=True),
        "summary": bool(lessons),
        "tiles": _tiles(board["numbers"]),
        "subjects": [_subject(*each) for each in board["subjects"].items() if each[1]],
        "lessons": lessons[:SHOWN],
        "any_more": len(lessons) > SHOWN,
        "more": lessons[SHOWN:],
        "more_count": f"{len(lessons[SHOWN:]):,}",
        "left_off": max(0, len(board["lessons"]) - MOST),
        "any_open": bool(board["open"]),
        "open": [{**card, "seen": f"{card['seen']:,}"} for card in board["open"][:OPEN]],
        "open_left": max(0, len(board["open"]) - OPEN),
        "any_need": bool(board["needs"]),
        "needs": board["needs"],
    }
    document, _, part = fs.read_text(TEMPLATE, 1 << 20).partition("<!-- lesson -->\n")
    return render(document.replace("{{>lesson}}", part.strip()), values)


def render(template: str, values: Board) -> str:
    """Return the template filled in. Raises KeyError for a name that has no value."""

    def filled(tag: re.Match[str]) -> str:
        sign, name, inner, mark, value = tag.groups()
        if not sign:
            text = html.escape(str(values[value]))
            return CODE.sub(r"<code>\1</code>", text) if mark else text
        found = values[name]
        if sign == "^":
            return "" if found else render(inner, values)
        if isinstance(found, list):
            return "".join(render(inner, {**values, **row}) for row in found)
        return render(inner, values) if found else ""

    return TAG.sub(filled, template)


def _tiles(numbers: dict[str, int]) -> list[dict[str, str]]:
    again = f"of these {numbers['told_sessions']:,} met such a failure again"
    rows = (
        ("lessons", "lesson", "lessons"),
        ("told_sessions", "session was told a lesson", "sessions were told lessons"),
        ("came_back_sessions", again, again),
        ("rules", "became a rule", "became rules"),
    )
    return [
        {"number": f"{numbers[name]:,}", "label": one if numbers[name] == 1 else several}
        for name, one, several in rows
    ]


def _subject(name: str, counts: dict[str, int]) -> Board:
    most = max(counts.values())
    bars = [
        {"label": label, "count": f"{count:,}", "share": max(LEAST, round(100 * count / most))}
        for label, count in list(counts.items())[:NAMED]
    ]
    return {"by": name, "bars": bars}


def _lesson(lesson: Board, most: int) -> Board:
    trigger, said = (lesson[name].rstrip(".").casefold() for name in ("trigger", "lesson"))
    facts = (
        (lesson["sessions"] > 1, f"met in {plural(lesson['sessions'], 'session')}"),
        (lesson["told"], f"told in {plural(lesson['told'], 'session')}"),
        (lesson["came_back"], f"came back in {lesson['came_back']:,}"),
        (lesson["by"] in WRITERS, WRITERS.get(lesson["by"], "")),
    )
    return {
        **lesson,
        "trigger": "" if trigger == said else lesson["trigger"],
        "seen": f"{lesson['seen']:,}",
        "share": max(LEAST, round(100 * lesson["seen"] / most)),
        "facts": [{"fact": words} for is_so, words in facts if is_so],
        "learned": day(lesson["learned"], with_year=True),
    }
