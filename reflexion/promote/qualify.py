"""When a learning becomes a rule: what it still lacks, and why it waits for a person's yes."""

from __future__ import annotations

import time

from reflexion.detect.risk import risk_of
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_persons, is_solved, may_tell
from reflexion.store import ages, history
from reflexion.store.history import today
from reflexion.text.clean import plural

FEWEST_SESSIONS = 2  # in which hooks saw the failure of a lesson that an agent wrote
DAY = 86400  # seconds
SHOWN = ("learned", "all")  # values of `announce` with which a person sees each lesson


def open_conditions(project, entry: Entry) -> list:
    """Return what a learning lacks to become a rule, in words; [] if nothing."""
    if entry.promoted:
        return ["it is a rule already"]
    if not is_solved(entry):
        return ["nobody wrote down what to do"]
    found = []
    if not may_tell(entry):
        found.append("its confidence is low")
    # sightings from before the words were accepted do not count
    times = entry.occurrences - project.store.trust.base(entry)
    times -= ages.repeats(project.store, entry.id)
    enough = project.settings["promote_after"]
    if times < enough:
        found.append(f"{times} of {enough} times")
    days = project.settings["promote_min_age_days"] - _days_since(entry.first_seen)
    if days > 0:
        found.append("tomorrow at the earliest" if days == 1 else f"in {days} days")
    if history.sessions_of(project.store.state_dir, history.DEMOTED, entry.id):
        found.append("you took its rule out")
    return found


def why_it_waits(project, entry: Entry) -> str:
    """Return why a learning that could be a rule waits for a person's yes; "" if it does not."""
    way = project.settings["promote"]
    if way == "off" or open_conditions(project, entry):
        return ""
    if way != "auto":
        return f"the setting `promote` is {way}"
    if project.store.is_shared():
        return "others write to this store"
    if entry.needs_review:
        return "it waits for a review"
    risk = risk_of(entry.resolution)
    if risk:
        return f"it is risky: {risk}"
    if is_persons(entry):
        return ""
    sessions = ages.seen_in(project.store, entry.id)
    if len(sessions) < FEWEST_SESSIONS:
        return f"hooks saw its failure in {plural(len(sessions), 'session')}"
    if entry.source == "import":
        return "it was imported"
    is_known = project.settings["announce"] in SHOWN
    return "" if is_known else "you were not shown it (`announce`)"


def _days_since(date: str) -> float:
    """Return the days since a date, YYYY-MM-DD; infinity if it is no date."""
    try:
        return round((_seconds(today()) - _seconds(date)) / DAY)
    except (TypeError, ValueError, OverflowError):
        return float("inf")


def _seconds(date: str) -> float:
    """Return a date as seconds since the epoch. Raises TypeError, ValueError, OverflowError."""
    year, month, day = (int(part) for part in date[:10].split("-"))
    return time.mktime((year, month, day, 0, 0, 0, 0, 0, 0))
