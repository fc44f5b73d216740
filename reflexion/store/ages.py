"""What the history tells: of the turns and sessions that passed, by which lessons fade, and of two
lessons which was said last.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import Counter
from functools import cache

from reflexion.learning.entry import Entry, is_id
from reflexion.learning.lesson import is_persons
from reflexion.learning.search import NUMBER, alike, is_said_anew
from reflexion.store import fs, history
from reflexion.store.entries import Near, Store
from reflexion.store.index import PERSONS, IndexRow

LOG = ".log"  # the ending of a session's file
# by which a lesson shows that it is alive
MEETINGS = (history.SEEN, history.LEARNED, history.WORKED)
# Sessions after which a meeting counts half. Of the later failures of twelve projects (233) a
# brief of 25 lessons held .94 with 20 to 100, .93 with 5 or no fading. Beside 300 lessons that
# earlier sessions met twice, .95 of those of nine projects (170) had been named with 4 or 5, .89
# with 6, .74 with 15: short is better in a large store, and costs nothing in a small one.
HALF = 5
# A person's words count as if so many sessions had met them each time, and fade as much slower:
# no failure meets them again, and what is said once stands beside what makes a rule
# (`promote_after`).
PERSON = 3
SERIES = 3  # sentences that differ in a number alone


class Ages:
    """How many sessions of this machine ago each learning was met, stated, or found to work."""

    def __init__(self, state_dir: str):
        began: dict[str, str] = {}  # session -> date
        met: dict[str, dict[str, None]] = {}  # id -> sessions
        lines = history.whole(state_dir).split("\n")
        for mark in (f"\t{history.TOLD}\t", f"\t{history.TERMINAL}"):  # most have one of these
            lines = [line for line in lines if mark not in line]
        for when, what, entry_id, session in history.rows("\n".join(lines)):
            began.setdefault(session, when[:10])
            if what in MEETINGS:
                met.setdefault(entry_id, {})[session] = None
        ages = {session: age for age, session in enumerate(reversed(began))}
        # how many sessions ago each session was that met a learning
        self._met = {key: [ages[session] for session in each] for key, each in met.items()}
        self._dates = sorted(began.values())
        self._strength = cache(self._strength_by)  # of thousands of lessons most are alike in this

    def since(self, date: str) -> int:
        """Return how many sessions began after a date, YYYY-MM-DD."""
        return len(self._dates) - bisect_right(self._dates, date)

    def strength_of(self, row: IndexRow) -> float:
        """Return the number that a lesson is ranked by.

        Each session that met it, stated it or found that it worked counts one, and half of it
        after HALF sessions. Those of other machines count as old as the last of them.
        """
        weight = PERSON if PERSONS in row.flags else 1
        return self._strength(weight, row.sessions, row.last_seen, *self._met.get(row.id, ()))

    def _strength_by(self, weight: int, sessions: str, last_seen: str, *met: int) -> float:
        half = HALF * weight
        here = sum([0.5 ** (age / half) for age in met])
        elsewhere = max(0, int(sessions) - len(met))
        return float(weight * (here + elsewhere * 0.5 ** (self.since(last_seen) / half)))

    def is_forgotten(self, row: IndexRow, after: int) -> bool:
        """Return True if no session of the last `after` met, stated or confirmed a lesson.

        With 0 nothing is ever forgotten.
        """
        return bool(after) and min([*self._met.get(row.id, ()), self.since(row.last_seen)]) >= after


class Sightings:
    """What the history of this machine tells of a learning, and of what is part of it now.

    sessions  those that met it: in which its failure was seen, or its sentence was stated
    repeats   how many sightings make no rule: retries in one turn, and those of a session that
              met several learnings that are one now
    """

    def __init__(self, store: Store, entry_id: str):
        self._text = history.whole(store.state_dir)
        self._parts = [entry_id]
        for part in self._parts:
            joined = {*filter(is_id, self._sessions(history.JOINED, part))}.difference(self._parts)
            # one that is there again was brought back by `undo`
            self._parts += [one for one in sorted(joined) if not os.path.lexists(store.path(one))]
        met = [
            self._sessions(history.SEEN, part) or self._sessions(history.LEARNED, part)
            for part in self._parts
        ]
        self.sessions = {session for each in met for session in each}
        self.repeats = sum(map(len, met)) - len(self.sessions) + self._count(history.RETRIED)

    def proof(self) -> tuple[int, set[str]]:
        """Return (how often, in which sessions) it was met by more than an agent's word.

        That is each time when hooks saw its failure, and each session in which the person stated
        it.
        """
        seen = self._sessions(history.SEEN, *self._parts)
        stated = self._sessions(history.STATED, *self._parts)
        return self._count(history.SEEN) - self.repeats + len(stated - seen), seen | stated

    def _sessions(self, what: str, *parts: str) -> set[str]:
        return history.sessions_in(self._text, what, *parts)

    def _count(self, what: str) -> int:
        return sum(self._text.count(f"\t{what}\t{part}\t") for part in self._parts)


def about_the_same(store: Store, entries: list[Entry]) -> list[tuple[Entry, Entry]]:
    """Return (newer, older) for each two lessons that may be about the same thing.

    The newer one is what was said last.
    """
    pairs = alike(entries)
    entry_ids = {entry.id for pair in pairs for entry in pair}
    said = history.last_times(store.state_dir, history.LEARNED, entry_ids)

    def when(entry: Entry) -> tuple[str, int]:
        return max(said[entry.id], (entry.first_seen, -1))

    return [(one, other) if when(one) > when(other) else (other, one) for one, other in pairs]


def said_anew(store: Store, entries: list[Entry]) -> list[tuple[Entry, Entry]]:
    """Return (newer, older) for each two of which the newer one alone is told until `review`.

    An agent's words never take the place of a person's. Three sentences that differ in a number
    alone ("room 3", "room 4", "room 5") are a series, of which each holds.
    """
    forms = {entry.id: re.sub(NUMBER, "0", entry.resolution) for entry in entries}
    times = Counter(forms.values())
    return [
        (newer, older)
        for newer, older in about_the_same(store, entries)
        if (is_persons(newer) or not is_persons(older))
        and times[forms[newer.id]] < SERIES
        and is_said_anew(newer.resolution, older.resolution)
    ]


def outdated(store: Store, found: list[Near]) -> set[str]:
    """Return the ids of those that share nothing with the text which a newer one does not."""
    shared = {near.entry.id: set(near.match.shared) for near in found}
    pairs = said_anew(store, [near.entry for near in found])
    return {older.id for newer, older in pairs if shared[older.id] <= shared[newer.id]}


def asked_lately(state_dir: str, turns: int) -> int:
    """Return how many questions came in the last turns of all sessions."""
    parts = history.whole(state_dir).rsplit(f"\t{history.ENDED}\t", turns)
    return sum(part.count(f"\t{history.LOOKED}\t") for part in parts[-turns:])


def hears_ends(state_dir: str) -> bool:
    """Return True if a host ever told that a turn was over."""
    return f"\t{history.ENDED}\t" in history.whole(state_dir)


def latest_session(state_dir: str, host: str = "") -> tuple[int, str]:
    """Return (when it was written, name) of the agent's session whose log was written last.

    The time is in nanoseconds; (0, "") without any. With `host` only its own sessions count.
    """
    items = fs.items(os.path.join(state_dir, history.SESSIONS))
    found = [(fs.time_of(item.path), item.name) for item in items if item.name.endswith(LOG)]
    for when, name in sorted(found, reverse=True):
        log = history.SessionLog(state_dir, name.removesuffix(LOG))
        is_hosts = not host or any(row.get("host") == host for row in log.of(history.STARTED))
        if is_hosts and not name.startswith(history.TERMINAL):
            return (when, log.session)
    return (0, "")
