"""A failure that no fingerprint knows: which known one is it in another guise, if any?"""

from __future__ import annotations

from reflexion.store import index
from reflexion.store.entry import Unreadable
from reflexion.text.tokens import terms, worth

OPENED = 12  # entry files that are read, at most
TERMS = 24  # words of the error line that are looked up, at most
TELLING = 0.15  # votes from which an entry is worth reading


class Guises:
    """`sure(store, entry)` looks; `perhaps` is then the known entry that it may be, or None."""

    def __init__(self):
        self.perhaps = None

    def sure(self, store, entry: dict) -> dict | None:
        """The known entry that a drafted failure surely repeats; the caller holds the lock."""
        if not index.count(store.dir):
            return None  # nothing to compare with, and nothing to import for it
        from reflexion.signals.matching.ranking import rare

        with index.View(store.dir) as view:
            others = list(_candidates(store, view, entry["trigger"], rare))
            return self._most_like(entry, others, view, rare) if others else None

    def _most_like(self, entry: dict, others: list, view, rare) -> dict | None:
        from reflexion.signals.matching.same_mistake import PERHAPS, SURE, Failure, likeness

        def rarity(word):
            return rare(max(1, view.find(word)[0]), max(1, view.count))

        failure, best, known = Failure(entry["trigger"], entry["context"]), 0.0, None
        for other in others:
            value = likeness(failure, Failure(other["trigger"], other["context"]), rarity)
            if value > best and other["type"] == "error":
                best, known = value, other
        self.perhaps = known if PERHAPS <= best < SURE else None
        return known if best >= SURE else None


def _candidates(store, view, trigger: str, rare):
    """The entries that share the rarest words of the line."""
    votes: dict = {}
    for term in list({term.text: term for term in terms(trigger)}.values())[:TERMS]:
        number, ids = view.find(term.text)
        for id in ids or ():
            votes[id] = votes.get(id, 0.0) + worth(term) * rare(number, view.count)
    for id in sorted(votes, key=lambda id: (-votes[id], id))[:OPENED]:
        try:
            entry = store.read(id) if votes[id] >= TELLING else None
        except Unreadable:
            continue
        if entry:
            yield entry
