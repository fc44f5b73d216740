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
from reflexion.text import PACKAGE
from reflexion.text.clean import plural

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
    left = len(board["open"]) - OPEN
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
        "open_left": f"{left:,}" if left > 0 else "",
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
    told = numbers["told_sessions"]
    back = numbers["came_back_sessions"]
    rows = (
        (numbers["lessons"], "lesson" if numbers["lessons"] == 1 else "lessons"),
        (told, "session was told a lesson" if told == 1 else "sessions were told lessons"),
        (back, f"of these {told:,} met such a failure again"),
        (numbers["rules"], "became a rule" if numbers["rules"] == 1 else "became rules"),
    )
    return [{"number": f"{count:,}", "label": label} for count, label in rows]


def _subject(name: str, counts: dict[str, int]) -> Board:
    most = max(counts.values())
    bars = [
        {"label": label, "count": f"{count:,}", "share": max(LEAST, round(100 * count / most))}
        for label, count in list(counts.items())[:NAMED]
    ]
    return {"by": name, "bars": bars}


def _lesson(lesson: Board, most: int) -> Board:
    said = lesson["lesson"].rstrip(".").casefold()
    is_same = lesson["trigger"].rstrip(".").casefold() == said
    return {
        **lesson,
        "trigger": "" if is_same else lesson["trigger"],
        "seen": f"{lesson['seen']:,}",
        "share": max(LEAST, round(100 * lesson["seen"] / most)),
        "facts": [{"fact": fact} for fact in _facts(lesson)],
        "learned": day(lesson["learned"], with_year=True),
    }


def _facts(lesson: Board) -> list[str]:
    facts = (
        (lesson["sessions"] > 1, f"met in {plural(lesson['sessions'], 'session')}"),
        (lesson["told"], f"told in {plural(lesson['told'], 'session')}"),
        (lesson["came_back"], f"came back in {lesson['came_back']:,}"),
        (lesson["by"] in WRITERS, WRITERS.get(lesson["by"], "")),
    )
    return [words for is_so, words in facts if is_so]
