"""A sentence that a person or an agent stated: stored, or counted where it is there already."""

from __future__ import annotations

from reflexion.decision import Decision, Sighting
from reflexion.learning.entry import MAX_TRIGGER, limit_of
from reflexion.learning.identity import fingerprint, same_sentence
from reflexion.store.entries import Store
from reflexion.text.clean import cut, one_line
from reflexion.text.words import keywords, terms

CANDIDATES = 24  # entries whose sentences are compared, at most


def find_same(store: Store, sentence: str) -> dict | None:
    """Return the person's learning that says the same sentence, or None."""
    if not store.exists():
        return None
    votes: dict = {}
    known = store.index.keywords()
    for term in terms(sentence):
        for entry_id in known.get(term, "").split(","):
            if entry_id:
                votes[entry_id] = votes.get(entry_id, 0) + 1
    likely = sorted(votes, key=lambda entry_id: (-votes[entry_id], entry_id))[:CANDIDATES]
    for entry in filter(None, map(store.get, likely)):
        if same_sentence(entry["resolution"], sentence):
            return entry
    return None


def sentence_entry(kind: str, sentence: str, context: str = "", trigger: str = "") -> dict:
    """Return the fields of a new learning that is a sentence; its texts are clean."""
    resolution = cut(sentence, limit_of(kind))
    trigger = one_line(trigger or sentence, MAX_TRIGGER)
    return {
        "type": kind,
        "trigger": trigger,
        "context": context,
        "resolution": resolution,
        "keywords": keywords(resolution, trigger),
    }


def sighting_of(store: Store, draft: dict) -> Sighting:
    """Return the Sighting of a sentence: of the learning that says the same, or of a new one."""
    same = find_same(store, draft["resolution"])
    mark = fingerprint(draft["type"], draft["trigger"])
    return Sighting(store, draft, mark, same["id"] if same else "", once=True)


def decide_sentence(store: Store, draft: dict) -> Decision:
    """Return the decision that stores or counts a sentence."""
    decision = Decision()
    decision.sighting = sighting_of(store, draft)
    return decision
