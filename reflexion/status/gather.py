"""Read the stores of a project into the data of the dashboard. Reads only."""

from __future__ import annotations

import os
import time

from reflexion.detect import secrets
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.status import figures
from reflexion.status.needs import needs
from reflexion.store import history
from reflexion.store.entries import today
from reflexion.text.clean import one_line

MAX_TEXT = 520  # characters of a lesson or an error line
TEXTS = ("lesson", "trigger", "context")
FEW = 3
FAULT_DAYS = 7
DAY = 86400  # seconds


def gather(project, further=(), whole: bool = True) -> dict:
    """Return the dashboard of a project as data; every text in it is clean and redacted.

    `further` are (what, remedy) pairs about rules, reviews and the like that wait for the
    person, and that this package knows nothing of. Keys: project, since, needs, numbers,
    weeks; latest, returned, rules (a few lessons each); lessons (seen most first) and open
    (failures without a lesson, by sessions), both left empty unless `whole`.
    """
    unreadable: list = []
    patterns = project.settings["redact"]
    rows = read_history(project)
    facts = figures.facts_of(rows)
    entries = _entries(project, unreadable)
    cards = [_card(entry, facts.get(entry["id"], figures.Facts())) for entry in entries]
    cards.sort(key=lambda card: (-card["seen"], card["id"]))
    lessons = [card for card in cards if card["lesson"]]
    open_ones = [card for card in cards if not card["lesson"]]
    open_ones.sort(key=lambda card: -card["sessions"])
    pairs = [*needs(project, unreadable, faults(project)), *further]
    lists = {**_few(lessons), "lessons": lessons, "open": open_ones}
    if not whole:
        lists.update({"lessons": [], "open": []})
    return {
        "project": os.path.basename(project.root) or "your home folder",
        "since": _since(rows, cards),
        "needs": [_need(what, remedy, patterns) for what, remedy in pairs],
        "numbers": figures.numbers(facts, lessons, len(open_ones)),
        "weeks": figures.weeks(rows, lessons, today()),
        **{name: [_clean(card, patterns) for card in lists[name]] for name in lists},
    }


def _few(lessons: list) -> dict:
    """Return the lessons that were learned last, that came back last, and that are rules."""
    returned = [card for card in lessons if card["came_back"]]
    latest = sorted(lessons, key=lambda card: card["learned"], reverse=True)
    returned.sort(key=lambda card: card["last_back"], reverse=True)
    rules = [card for card in lessons if card["rule"]]
    return {"latest": latest[:FEW], "returned": returned[:FEW], "rules": rules[:FEW]}


def read_history(project) -> list:
    """Return the rows of the project's history, oldest first."""
    return figures.rows_in(history.read(project.store.state_dir)) if project.store else []


def faults(project) -> list:
    """Return the faults of the last days as (when, where, what), oldest first."""
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(time.time() - FAULT_DAYS * DAY))
    folders = [store.state_dir for store in (project.store, project.home) if store]
    found = []
    for folder in dict.fromkeys([*folders, project.state_dir()]):
        rows = history.lines(folder, history.FAULTS) if folder else []
        found += [tuple(row) for row in rows if len(row) == 3 and row[0] >= since]
    return sorted(found)


def _entries(project, unreadable: list):
    """Yield the person's entries of every store that is told here."""
    for store in project.stores():
        yield from store.all(unreadable)


def _need(what: str, remedy: str, patterns) -> dict:
    return {"what": one_line(secrets.redact(what, patterns), MAX_TEXT), "remedy": remedy}


def _card(entry: dict, fact: figures.Facts) -> dict:
    """Return what is shown of one learning, its texts as they are stored."""
    return {
        "id": entry["id"],
        "digits": digits_of(entry["id"]),
        "type": entry["type"],
        "lesson": entry["resolution"] if is_solved(entry) else "",
        "trigger": entry["trigger"],
        "context": entry["context"],
        "by": "you" if is_persons(entry) else entry.get("source", ""),
        "learned": fact.learned or entry["first_seen"],
        "last_seen": entry["last_seen"],
        "seen": entry["occurrences"],
        "sessions": entry.get("sessions", 1),
        "told": len(fact.told),
        "came_back": len(fact.came_back),
        "last_back": fact.last_back,
        "rule": entry["promoted"],
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
