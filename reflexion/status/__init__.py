"""What was learned and what came of it, as the data of the dashboard and its page. Reads only."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any

from reflexion.detect import secrets
from reflexion.learning.entry import Entry, digits_of, is_id
from reflexion.learning.lesson import is_persons
from reflexion.store import history
from reflexion.store.history import HistoryRow
from reflexion.store.project import Project
from reflexion.text import one_line, plural

Board = dict[str, Any]  # the dashboard, or what it tells of one learning
MAX_TEXT = 520  # characters of a lesson or an error line
TEXTS = ("lesson", "trigger", "context")
# of a learning that are shown as they are
FIELDS = ("id", "type", "trigger", "context", "skill", "category", "last_seen", "sessions")
FEW = 3
# settings that a person silences something with, as it is said
SILENT = {"enabled": False, "ask": "off", "brief_chars": 0, "max_recalled": 0}
SUBJECTS = {"type": "kind", "skill": "skill", "category": "category"}


def gather(project: Project, needs: Sequence[tuple[str, str]] = (), whole: bool = True) -> Board:
    """Return the dashboard of a project as data; every text in it is clean and redacted.

    `needs` are (what, remedy) pairs of what waits for the person. Keys: project, since, silent
    (settings that silence something), needs, numbers (since set-up), subjects ({kind, skill or
    category: {name: how many lessons}}); latest, returned, rules (a few lessons each); lessons
    (seen most first) and open (failures without a lesson, by sessions), both empty unless `whole`.
    """
    patterns = project.settings["redact"]
    rows = read_history(project)
    cards = _cards(project, rows)
    lists = _lists(cards)
    lessons = lists["lessons"]
    numbers = {
        "lessons": len(lessons),
        "rules": sum(map(itemgetter("rule"), lessons)),
        "open": len(lists["open"]),
        # a rule is told by its file: where its failure came back, it was told
        "told_sessions": len(_sessions(rows, history.TOLD, history.CAME_BACK)),
        "came_back_sessions": len(_sessions(rows, history.CAME_BACK)),
    }
    if not whole:
        lists.update(lessons=[], open=[])
    days = [row.when for row in rows[:1]] + [card["learned"] for card in cards]
    return {
        "project": os.path.basename(project.root) or "your home folder",
        "since": min(filter(None, days), default="")[:10],
        "silent": [name for name, value in SILENT.items() if project.settings[name] == value],
        "needs": [
            {"what": one_line(secrets.redact(what, patterns), MAX_TEXT), "remedy": remedy}
            for what, remedy in needs
        ],
        "numbers": numbers,
        "subjects": {name: _counted(lessons, field) for field, name in SUBJECTS.items()},
        **{name: [_clean(card, patterns) for card in found] for name, found in lists.items()},
    }


def _counted(lessons: list[Board], field: str) -> dict[str, int]:
    """Return {value of a field: how many lessons have it}, the most first."""
    return dict(Counter(lesson[field] for lesson in lessons if lesson[field]).most_common())


def _cards(project: Project, rows: list[HistoryRow]) -> list[Board]:
    events = defaultdict(list)
    for row in rows:
        events[row.id].append(row)
    entries = chain.from_iterable(store.all() for store in project.stores())
    cards = [_card(entry, events[entry.id]) for entry in entries]
    return sorted(cards, key=lambda card: (-card["seen"], card["id"]))


def _lists(cards: list[Board]) -> dict[str, list[Board]]:
    lessons = [card for card in cards if card["lesson"]]
    unsolved = [card for card in cards if not card["lesson"]]
    returned = [card for card in lessons if card["came_back"]]
    return {
        "latest": sorted(lessons, key=itemgetter("learned"), reverse=True)[:FEW],
        "returned": sorted(returned, key=itemgetter("last_back"), reverse=True)[:FEW],
        "rules": [card for card in lessons if card["rule"]][:FEW],
        "lessons": lessons,
        "open": sorted(unsolved, key=itemgetter("sessions"), reverse=True),
    }


def read_history(project: Project) -> list[HistoryRow]:
    """Return the rows of what happened to the learnings that are told here, oldest first."""
    texts = [history.whole(store.state_dir) for store in project.stores()]
    rows = chain.from_iterable(map(history.rows, texts))
    known = [row for row in rows if row.what in history.KINDS and is_id(row.id)]
    return sorted(known, key=attrgetter("when"))


def _card(entry: Entry, events: list[HistoryRow]) -> Board:
    """Return what is shown of one learning, its texts as they are stored.

    `events` are the rows of the history about it.
    """
    learned = [at for at, row in enumerate(events) if row.what == history.LEARNED]
    first = min((events[at].when for at in learned), default=entry.first_seen)
    events = events[max(learned, default=0) :]  # of the words as they are now
    came_back = [row.when for row in events if row.what == history.CAME_BACK]
    return {
        **{name: getattr(entry, name) for name in FIELDS},
        "digits": digits_of(entry.id),
        "lesson": entry.resolution.strip(),
        "by": "you" if is_persons(entry) else entry.source,
        "learned": first,
        "seen": entry.occurrences,
        "told": len(_sessions(events, history.TOLD)),
        "came_back": len(_sessions(events, history.CAME_BACK)),
        "last_back": max(came_back, default=""),
        "rule": entry.promoted,
    }


def _clean(card: Board, patterns: list[str]) -> Board:
    texts = secrets.redact_all([card[name] for name in TEXTS], patterns)
    return {**card, **{name: one_line(text, MAX_TEXT) for name, text in zip(TEXTS, texts)}}


def _sessions(rows: list[HistoryRow], *kinds: str) -> set[str]:
    """Return the sessions in which something of these kinds happened."""
    return {row.session for row in rows if row.what in kinds}


def in_words(numbers: dict[str, int]) -> str:
    """Return how many lessons there are and what came of them."""
    told, back = numbers["told_sessions"], numbers["came_back_sessions"]
    of_told = f", told in {plural(told, 'session')}; in {back:,} of these such a failure came back"
    return plural(numbers["lessons"], "lesson") + (of_told if told else "")
