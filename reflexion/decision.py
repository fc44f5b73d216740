"""What a hook decided to write and to say; `apply` carries it out."""

from __future__ import annotations

from collections import namedtuple

from reflexion.learning.entry import Entry
from reflexion.learning.identity import fingerprints_of
from reflexion.store.entries import Store
from reflexion.store.history import LogRow

# A mistake or a sentence that was met: stored as a new entry, or counted if it is known.
#   store   the Store that it goes to
#   draft   the fields of a new entry
#   fingerprint    its fingerprint
#   known   the id of the entry that it is counted in; "" for a new one
#   once    True if it is counted once a session (sentences), not each time (failures)
Sighting = namedtuple("Sighting", "store draft fingerprint known once", defaults=("", False))


class Decision:
    """What to write and to say because of one event."""

    def __init__(self) -> None:
        self.sighting: Sighting | None = None
        # for the session's log; the sighting's id is filled in later
        self.rows: list[LogRow] = []
        self.flagged: list[str] = []  # ids of entries that need review from now on
        self.settles = False  # True where rules that are due are written: between two sessions
        self.context = ""  # what the model is told
        self.question = ""  # what the agent is asked as its turn ends
        self.lessons: list[str] = []  # lines for the person about lessons that were recorded
        self.notices: list[str] = []  # other lines for the person
        self.shows_kept = False  # True where lines that were kept for the person are shown
        self.reminded: list[str] = []  # of what the person is reminded by a line
        self.sweeps = False  # True where old logs are removed


def find_known(store: Store, fingerprints: list[str]) -> str:
    """Return the id of the person's learning with one of these fingerprints; "" for none."""
    ids = filter(None, map(store.index.find, fingerprints))
    return next((entry_id for entry_id in ids if store.get(entry_id)), "")


def sighting_of(store: Store, draft: Entry) -> Sighting:
    """Return the Sighting of a sentence, in the learning that says the same or in a new one."""
    fingerprints = fingerprints_of(draft)
    return Sighting(store, draft, fingerprints[0], find_known(store, fingerprints), once=True)
