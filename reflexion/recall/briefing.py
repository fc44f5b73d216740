"""Collect what a brief says from the index's marks, so that a start costs the same in any store."""

import time

from reflexion.signals.matching.brief import brief
from reflexion.signals.sayable import why_not
from reflexion.store import index
from reflexion.store.index_file import GRADES, RULE, skill_mark

OPENED = 40  # entry files read per store, at most: twice what a brief holds
SKILL_LINES = 5


def briefing(stores: list, settings: dict, command: str = "") -> tuple:
    """(the brief's text or "", ids of the learnings in it). What the learnings say is redacted, and
    not `command`, which is how the agent records one: our own path may look like a token."""
    if not settings["brief_chars"]:
        return "", []
    from reflexion.signals.secrets import redact

    entries = []
    for store in stores:
        for entry in _marked(store, (*GRADES, RULE)):
            # a rule stands in the instructions file already: said again where nobody follows it
            told_again = {**entry, "promoted": False} if entry.get("ignored") else entry
            if not why_not(told_again, settings):
                entries.append(entry)

    def cleaned(text: str) -> str:
        return redact(text, settings["redact"])

    return brief(entries, settings, time.strftime("%Y-%m-%d"), command, cleaned)


def of_skill(stores: list, name: str, settings: dict) -> list:
    """The best learnings about a skill, at most SKILL_LINES."""
    from reflexion.signals.matching.brief import value

    today = time.strftime("%Y-%m-%d")
    found = [entry for store in stores for entry in _marked(store, (skill_mark(name),))]
    found = [entry for entry in found if not why_not(entry, settings)]
    return sorted(found, key=lambda entry: (-value(entry, today), entry["id"]))[:SKILL_LINES]


def _marked(store, marks) -> list:
    ids: dict = {}
    with index.OpenIndex(store) as view:
        for mark in marks:
            if len(ids) < OPENED:
                ids.update(dict.fromkeys(view.latest(mark, OPENED)))
    return list(store.readable(list(ids)[:OPENED]))
