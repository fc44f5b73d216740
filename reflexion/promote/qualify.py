"""When a learning becomes a rule, and what it still lacks. Pure."""

from __future__ import annotations

import time

from reflexion.detect.risk import risk_of
from reflexion.learning.lesson import is_persons, is_solved, may_tell

DAY = 86400  # seconds
SHOWN = ("learned", "all")  # values of `announce` with which a person sees each lesson


def open_conditions(entry: dict, settings: dict, today: str, before: int = 0) -> list:
    """Return what time and sightings have still to bring, in words; [] when ripe.

    `before` is the number of occurrences from before the words were accepted; `today` is
    YYYY-MM-DD.
    """
    if entry["promoted"]:
        return ["it is a rule already"]
    if not is_solved(entry):
        return ["nobody wrote down what to do"]
    found = []
    if not may_tell(entry):
        found.append("its confidence is low")
    times = entry["occurrences"] - before
    enough = settings["promote_after"]
    if times < enough:
        found.append(f"{times} of {enough} times")
    days = settings["promote_min_age_days"] - _age(entry["first_seen"], today)
    if days > 0:
        found.append("tomorrow at the earliest" if days == 1 else f"in {days} days")
    return found


def needs_person(entry: dict, settings: dict, is_shared: bool) -> str:
    """Return why a ripe rule waits for a person's yes; "" when it is written by itself."""
    if settings["promote"] != "auto":
        return f"the setting `promote` is {settings['promote']}"
    if is_shared:
        return "others write to this store"
    if entry.get("needs_review"):
        return "it waits in `reflexion review`"
    if is_persons(entry):
        return ""
    risk = risk_of(entry["resolution"])
    if risk:
        return f"it is risky ({risk})"
    if entry.get("source") == "import":
        return "it was imported"
    return "" if settings["announce"] in SHOWN else "you were not shown it (`announce`)"


def _age(date: str, today: str) -> float:
    """Return the days from one YYYY-MM-DD to the other; endless for what is no date."""
    try:
        return round((_seconds(today) - _seconds(date)) / DAY)
    except (TypeError, ValueError, OverflowError):
        return float("inf")


def _seconds(date: str) -> float:
    year, month, day = (int(part) for part in date[:10].split("-"))
    return time.mktime((year, month, day, 0, 0, 0, 0, 0, 0))
