"""Is this said already, or the opposite of what was said? Looked up by keywords, decided by
signals/prompts/directives.
"""

from __future__ import annotations

from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.store.view import Sharing

SPOKEN = ("correction", "insight", "pattern")
MAX_CANDIDATES = 24  # entry files opened, at most


def repeated(store, entry: dict) -> str:
    """The id of the learning that says the same in other words, or ""."""
    for other in candidates(store, entry):
        if other["type"] == entry["type"] and same_directive(_words(entry), _words(other)):
            return other["id"]
    return ""


def contradicted(store, entry: dict) -> list:
    """Ids of older learnings with the same subject and another directive."""
    return [
        other["id"]
        for other in candidates(store, entry)
        if other["type"] in ("correction", "insight") and contradicts(_words(entry), _words(other))
    ]


def _words(entry: dict) -> str:
    return entry["resolution"] or entry["trigger"]


def candidates(store, entry: dict):
    """What was said in words that stand in the entry, too."""
    if not store.exists():
        return
    with Sharing(store, dict.fromkeys(entry["keywords"], 1.0)) as sharing:
        others = list(sharing.entries(MAX_CANDIDATES))
    yield from (other for other in others if other["type"] in SPOKEN)
