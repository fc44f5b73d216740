"""The page of `status --html`: one file that needs no network and no script.

In the template, `{{name}}` is a value, escaped; `{{`name}}` the same with its `code` marked up;
the part between `{{#name}}` and `{{/name}}` stands once for each row of a list of dicts, once
for another true value, else not at all.
"""

from __future__ import annotations

import html
import os
import re
import time
from collections.abc import Mapping

from reflexion.status import Board, in_words
from reflexion.status.privacy import Privacy
from reflexion.store import fs
from reflexion.text import PACKAGE, plural

TEMPLATE = os.path.join(PACKAGE, "status", "page.html")
TAG = re.compile(r"\{\{(#)(\w+)\}\}(.*?)\{\{/\2\}\}|\{\{(`?)(\w+)\}\}", re.DOTALL)
CODE = re.compile(r"`([^`]{1,300})`")
OPEN = 8  # failures without a lesson
NAMED = 8  # kinds, skills and categories each
WRITERS = {"you": "a person wrote it", "agent": "an agent wrote it", "import": "imported"}


def page(board: Board, environ: Mapping[str, str], root: str) -> str:
    """Return the document for what `gather` found; it names no home folder and no user."""
    board = Privacy(environ, root).in_all(board)
    values = {
        **board,
        "title": f"What was learned in {board['project']}",
        "date": time.strftime("%Y-%m-%d"),
        "summary": in_words(board["numbers"]),
        "subjects": [_subject(*each) for each in board["subjects"].items() if each[1]],
        "lessons": list(map(_lesson, board["lessons"])),
        "any_open": bool(board["open"]),
        "open": [{**card, "seen": f"{card['seen']:,}"} for card in board["open"][:OPEN]],
        "open_left": max(0, len(board["open"]) - OPEN),
        "any_need": bool(board["needs"]),
    }
    return render(fs.read_text(TEMPLATE, 1 << 20), values)


def render(template: str, values: Board) -> str:
    """Return the template filled in. Raises KeyError for a name that has no value."""

    def filled(tag: re.Match[str]) -> str:
        sign, name, inner, mark, value = tag.groups()
        if not sign:
            text = html.escape(str(values[value]))
            return CODE.sub(r"<code>\1</code>", text) if mark else text
        found = values[name]
        if isinstance(found, list):
            return "".join(render(inner, {**values, **row}) for row in found)
        return render(inner, values) if found else ""

    return TAG.sub(filled, template)


def _subject(name: str, counts: dict[str, int]) -> Board:
    most = max(counts.values())
    named = list(counts.items())[:NAMED]
    bars = [
        {"label": label, "count": count, "share": 100 * count // most} for label, count in named
    ]
    return {"by": name, "bars": bars}


def _lesson(lesson: Board) -> Board:
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
        "facts": [{"fact": words} for is_so, words in facts if is_so],
        "learned": lesson["learned"][:10],
    }
