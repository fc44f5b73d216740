"""The lessons of several stores that are nearest to a text."""

from __future__ import annotations

import re
from collections import Counter, namedtuple

from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_persons
from reflexion.learning.search import NUMBER, Lessons, alike, is_said_anew, search
from reflexion.store import history
from reflexion.store.entries import Store

# store  the Store of the lesson
# entry  it, as the person accepted it
# match  its Match
Near = namedtuple("Near", "store entry match")

SERIES = 3  # sentences that differ in a number alone


def nearest(stores: list[Store], text: str, most: int) -> list[Near]:
    """Return a Near for each of the lessons that share most with a text, the best first."""
    lessons = Lessons([store.index for store in stores])
    found = []
    for match in search(text, lessons, most):
        held = ((store, store.get(match.entry_id)) for store in stores)
        found += [Near(store, entry, match) for store, entry in held if entry][:1]
    return found


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
