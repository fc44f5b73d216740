"""Read the stores of a project into the data of the dashboard. Reads only."""

from __future__ import annotations

import os
from collections import defaultdict

from reflexion.detect import secrets
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.status import figures
from reflexion.store import history
from reflexion.store.history import today
from reflexion.text.clean import one_line

MAX_TEXT = 520  # characters of a lesson or an error line
TEXTS = ("lesson", "trigger", "context")
FEW = 3
# settings that a person silences something with, as it is said
SILENT = {"enabled": False, "ask": "off", "brief_chars": 0, "max_recalled": 0}


def gather(project, needs=(), whole: bool = True) -> dict:
    """Return the dashboard of a project as data; every text in it is clean and redacted.

    `needs` are (what, remedy) pairs of what waits for the person. Keys: project, since, silent
    (settings that silence something), needs, numbers, weeks; latest, returned, rules (a few
    lessons each); lessons (seen most first) and open (failures without a lesson, by sessions),
    both left empty unless `whole`.
    """
    rows = read_history(project)
    events = defaultdict(list)
    for row in rows:
        events[row.id].append(row)
    entries = [entry for store in project.stores() for entry in store.all()]
    cards = [_card(entry, events[entry.id]) for entry in entries]
    cards.sort(key=lambda card: (-card["seen"], card["id"]))
    lessons = [card for card in cards if card["lesson"]]
    unsolved = [card for card in cards if not card["lesson"]]
    unsolved.sort(key=lambda card: -card["sessions"])
    lists = {**_few(lessons), "lessons": [], "open": []}
    if whole:
        lists.update({"lessons": lessons, "open": unsolved})
    patterns = project.settings["redact"]
    return {
        "project": os.path.basename(project.root) or "your home folder",
        "since": _since(rows, cards),
        "silent": [name for name, value in SILENT.items() if project.settings[name] == value],
        "needs": [
            {"what": one_line(secrets.redact(what, patterns), MAX_TEXT), "remedy": remedy}
            for what, remedy in needs
        ],
        "numbers": figures.numbers(rows, lessons, len(unsolved)),
        "weeks": figures.weeks(rows, lessons, today()),
        **{name: [_clean(card, patterns) for card in lists[name]] for name in lists},
    }


def _few(lessons: list) -> dict:
    """Return the lessons that were learned last, that came back last, and that are rules."""
    latest = sorted(lessons, key=lambda card: card["learned"], reverse=True)
    returned = [card for card in lessons if card["came_back"]]
    returned.sort(key=lambda card: card["last_back"], reverse=True)
    rules = [card for card in lessons if card["rule"]]
    return {"latest": latest[:FEW], "returned": returned[:FEW], "rules": rules[:FEW]}


def _card(entry: Entry, events: list) -> dict:
    """Return what is shown of one learning, its texts as they are stored.

    `events` are the rows of the history about it.
    """
    learned = [row.when[:10] for row in events if row.what == history.LEARNED]
    came_back = [row.when for row in events if row.what == history.CAME_BACK]
    return {
        "id": entry.id,
        "digits": digits_of(entry.id),
        "type": entry.type,
        "lesson": entry.resolution if is_solved(entry) else "",
        "trigger": entry.trigger,
        "context": entry.context,
        "by": "you" if is_persons(entry) else entry.source,
        "learned": learned[0] if learned else entry.first_seen,
        "last_seen": entry.last_seen,
        "seen": entry.occurrences,
        "sessions": entry.sessions,
        "told": len(figures.sessions(events, history.TOLD)),
        "came_back": len(figures.sessions(events, history.CAME_BACK)),
        "last_back": came_back[-1] if came_back else "",
        "rule": entry.promoted,
    }


def _clean(card: dict, patterns) -> dict:
    """Return a card with its texts redacted, each on one line."""
    texts = secrets.redact_all([card[name] for name in TEXTS], patterns)
    return {**card, **{name: one_line(text, MAX_TEXT) for name, text in zip(TEXTS, texts)}}


def _since(rows: list, cards: list) -> str:
    """Return the date of the oldest thing on record; "" without any."""
    dates = [rows[0].when[:10]] if rows else []
    dates += [card["learned"] for card in cards if figures.monday(card["learned"])]
    return min(dates, default="")


def read_history(project) -> list:
    """Return the rows of the project's history, oldest first."""
    return history.read(project.store.state_dir) if project.store else []
