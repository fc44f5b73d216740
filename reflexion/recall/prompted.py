"""What a prompt brings to mind: lessons that share rare words with it; mostly nothing."""

from __future__ import annotations

from reflexion.learning.entry import Entry
from reflexion.learning.lesson import may_tell_unasked
from reflexion.learning.search import why_not
from reflexion.store.nearest import Near, nearest
from reflexion.store.project import Project

SHORTEST = 3  # characters of a prompt
LOOKED_AT = 10  # lessons that are nearest to a prompt


def brought_to_mind(project: Project, prompt: str, most: int, known: set[str]) -> list[Entry]:
    """Return the lessons that a prompt brings to mind, best first, at most `most`.

    `known` holds the ids of what the agent knows already.
    """
    found = nearest(project.stores(), prompt, LOOKED_AT)
    least = project.settings["min_confidence"]
    told = [near.entry for near in found if not reason_to_be_silent(near, found[0], least)]
    return [entry for entry in told if entry.id not in known][:most]


def reason_to_be_silent(near: Near, best: Near, least: str) -> str:
    """Return why a prompt does not bring a lesson to mind; "" if it does.

    `least` is the setting `min_confidence`.
    """
    if not may_tell_unasked(near.entry, least):
        return "it is unsure, or waits for review"
    return why_not(near.match, best.match)
