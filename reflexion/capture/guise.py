"""A failure that no fingerprint knows: which known one is it in another guise, if any?"""

from __future__ import annotations

from reflexion.capture.record import in_all_projects
from reflexion.signals.matching.ranking import rare
from reflexion.store import index
from reflexion.store.entry import Unreadable
from reflexion.store.tidy import mark
from reflexion.text.tokens import terms, worth

OPENED = 12  # entry files that are read, at most
TERMS = 24  # words of the error line that are looked up, at most
TELLING = 0.15  # votes from which an entry is worth reading


def known_guise(project, entry: dict) -> tuple:
    """(the known entry that is most like a drafted failure, or None; is it surely the same?)"""
    store, print_ = project.store, mark(entry)
    if not store.exists():
        return None, False
    index.refresh(store.dir, deep=False)
    if store.known(print_) or in_all_projects(project, print_):
        return None, False
    return _most_like(store, entry)


def _most_like(store, entry: dict) -> tuple:
    from reflexion.signals.matching.same_mistake import PERHAPS, SURE, Failure, likeness

    failure, best, known = Failure(entry["trigger"], entry["context"]), 0.0, None
    with index.View(store.dir) as view:
        numbers: dict = {}

        def rarity(word):
            if word not in numbers:
                numbers[word] = view.find(word)[0]
            return rare(max(1, numbers[word]), max(1, view.count))

        for other in _candidates(store, view, entry["trigger"]):
            value = likeness(failure, Failure(other["trigger"], other["context"]), rarity)
            if value > best and other["type"] == "error":
                best, known = value, other
    return (known, best >= SURE) if best >= PERHAPS else (None, False)


def _candidates(store, view, trigger: str):
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
