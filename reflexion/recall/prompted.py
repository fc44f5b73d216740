"""What a prompt brings to mind: lessons that share rare words with it; mostly nothing."""

from __future__ import annotations

from reflexion.learning.entry import Entry
from reflexion.learning.lesson import may_tell_unasked
from reflexion.learning.search import why_not
from reflexion.store.entries import Store
from reflexion.store.nearest import Near, nearest

SHORTEST = 3  # characters of a prompt
LOOKED_AT = 10  # lessons that are nearest to a prompt


def brought_to_mind(stores: list[Store], prompt: str, most: int, known: set[str]) -> list[Entry]:
    """Return the lessons that a prompt brings to mind, best first, at most `most`.

    `known` holds the ids of what the agent was told already.
    """
    found = nearest(stores, prompt, LOOKED_AT)
    told = [near.entry for near in found if not reason_to_be_silent(near, found[0])]
    return [entry for entry in told if entry.id not in known][:most]


def reason_to_be_silent(near: Near, best: Near) -> str:
    """Return why a prompt does not bring a lesson to mind; "" if it does."""
    if not may_tell_unasked(near.entry):
        return "it is unsure, or waits for review"
    return why_not(near.match, best.match)
