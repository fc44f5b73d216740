"""What a prompt brings to mind: learnings that share rare words with it; mostly nothing.

The terms of the prompt are looked up in the index and weighed by their rarity in the store.
A learning is told if it holds at least two of them, if these are rare enough together, and if
they make up a good part of what the prompt is about.
"""

from __future__ import annotations

import math

from reflexion.learning.lesson import may_tell_unasked
from reflexion.text.words import terms

SMALL = 50  # a store counts as this large at least: in a small one no word is rare
KNOWN_RARITY = 0.3  # a term below this rarity says nothing
UNKNOWN_RARITY = 0.8  # weight of a prompt's term that no learning has
SHARED = 2  # terms
ENOUGH = 1.8  # rarity of the shared terms together
PART = 0.25  # of the rarity of all terms of the prompt
BESIDE_BEST = 0.75  # share of the best score from which others are told beside it
SHORTEST = 3  # characters of a prompt


class Match:
    """A learning that shares terms with a prompt: `store`, `id`, `score`, `shared` terms."""

    __slots__ = ("store", "id", "score", "shared", "why_not")

    def __init__(self, store, entry_id: str):
        self.store = store
        self.id = entry_id
        self.score = 0.0
        self.shared = []
        self.why_not = ""


def search(stores: list, prompt: str, most: int, known=frozenset()) -> list:
    """Return the entries that a prompt brings to mind, best first, at most `most`.

    `known` holds the ids of what the agent was told already.
    """
    found = []
    for match in matches(stores, prompt):
        if len(found) == most:
            break
        entry = match.store.get(match.id) if not match.why_not else None
        if entry and may_tell_unasked(entry) and match.id not in known:
            found.append(entry)
    return found


def matches(stores: list, prompt: str) -> list:
    """Return every Match of a prompt, best first; `why_not` says why one is not told."""
    wanted = terms(prompt)
    found = []
    for store in stores:
        found += _matches_in(store, wanted)
    found.sort(key=lambda match: (-match.score, match.id))
    best = max((match.score for match in found if not match.why_not), default=0.0)
    for match in found:
        if not match.why_not and match.score < best * BESIDE_BEST:
            match.why_not = "another one fits much better"
    return found


def _matches_in(store, wanted: list) -> list:
    keywords = store.index.keywords()
    size = max(SMALL, len(store.index.lines()))
    found: dict = {}
    total = 0.0
    for term in wanted:
        ids = keywords.get(term, "").split(",") if term in keywords else []
        weight = _rarity(len(ids), size) if ids else UNKNOWN_RARITY
        total += weight
        if weight < KNOWN_RARITY:
            continue
        for entry_id in ids:
            match = found.setdefault(entry_id, Match(store, entry_id))
            match.score += weight
            match.shared.append(term)
    for match in found.values():
        match.why_not = _why_not(match, total)
    return list(found.values())


def _rarity(count: int, size: int) -> float:
    """Return 1 for a term of one learning, 0 for a term of all."""
    return max(0.0, 1.0 - math.log(count) / math.log(size))


def _why_not(match: Match, total: float) -> str:
    if len(match.shared) < SHARED:
        return "only one word in common"
    if match.score < ENOUGH:
        return "the words in common are too frequent"
    if match.score < PART * total:
        return "the prompt is about much else"
    return ""
