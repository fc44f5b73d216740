"""When a learning becomes a rule: what it still lacks, and what becomes of it now. Pure."""

import time

from reflexion.signals.risk import risk_of
from reflexion.signals.sayable import why_unproven
from reflexion.text.grades import PROVEN, grade, is_person, seen

WRITE = "write"
ASK = "ask"
TAKE_OUT = "take out"
STANDS = "stands"
SESSIONS = 2  # in which an inferred fix was met
AGENT_FAILURES = 3  # of a command, before words of an agent about it need no yes
MIDNIGHT = (0,) * 6  # of winter time, all year round
DAY = 86400  # seconds


def decide(entry: dict, settings: dict, today: str, owned: bool = True) -> str:
    """What becomes of the entry's rule: WRITE, ASK a person, TAKE_OUT (its mistake keeps coming
    back, or its fix fails), STANDS, or "": it is none yet. `today`: YYYY-MM-DD; `owned`: this
    machine wrote the entry, or its person accepted it."""
    if entry["promoted"]:
        return TAKE_OUT if entry.get("needs_review") else STANDS
    if _unripe(entry, settings, today) or settings["promote"] == "off":
        return ""
    return ASK if needs_person(entry, settings, owned) else WRITE


def open_conditions(entry: dict, settings: dict, today: str, owned: bool = True) -> list:
    """What an entry that is no rule yet still lacks to become one by itself, each in some words
    with its number; [] when it qualifies."""
    return [*_unripe(entry, settings, today), *needs_person(entry, settings, owned)]


def waits_for(entry: dict, settings: dict, today: str, owned: bool = True) -> str:
    """The same in one line, "2 of 3 times; tomorrow at the earliest"; "" when it qualifies."""
    return "; ".join(open_conditions(entry, settings, today, owned))


def _unripe(entry: dict, settings: dict, today: str) -> list:
    """The conditions that time and sightings fulfil."""
    if entry["promoted"]:
        return ["it is a rule already"]
    unproven = why_unproven(entry, settings)
    times = entry["occurrences"]
    enough = settings["promote_after"]
    uses = ", verified uses counted" if times > seen(entry) else ""
    sessions = entry.get("sessions", 1)
    days = settings["promote_min_age_days"] - age(entry["first_seen"][:10], today)
    when = "tomorrow" if days == 1 else f"in {days} days"
    hooks = f"an agent wrote it, and hooks saw it fail {seen(entry)} of {AGENT_FAILURES} times"
    in_few = grade(entry) == PROVEN and sessions < SESSIONS
    conditions = (
        (entry.get("taken_out"), "you took its rule out"),
        (unproven, unproven),
        (times < enough, f"{times} of {enough} times{uses}"),
        (_is_unseen(entry), hooks),
        (in_few, f"inferred: in {sessions} of {SESSIONS} sessions"),
        (days > 0, f"{when} at the earliest"),
    )
    return [words for holds, words in conditions if holds]


def needs_person(entry: dict, settings: dict, owned: bool) -> list:
    """Why the rule waits for a person's word, however often its matter came."""
    if settings["promote"] == "off":
        return ["rules are written by hand only (the setting `promote` is off)"]
    reasons = (
        (settings["promote"] == "ask", "every rule"),
        (not owned, "it came from somebody else: it"),
        # its words are about something that no hook can see come again
        (entry.get("source") == "agent" and entry["type"] != "error", "an agent wrote it: it"),
        (not is_person(entry) and risk_of(entry["resolution"]), "it is risky and"),
    )
    return [f"{why} waits for your yes" for holds, why in reasons if holds][:1]


def _is_unseen(entry: dict) -> bool:
    """Are these an agent's words about a command that the hooks saw fail too few times?"""
    about_failure = entry.get("source") == "agent" and entry["type"] == "error"
    return about_failure and seen(entry) < AGENT_FAILURES


def age(date: str, today: str) -> float:
    """Days from one YYYY-MM-DD to the other; endless for what is no date."""
    try:
        return round((_seconds(today) - _seconds(date)) / DAY)
    except (TypeError, ValueError, OverflowError):
        return float("inf")


def _seconds(date: str) -> float:
    """The midnight that a YYYY-MM-DD begins with."""
    return time.mktime((*map(int, date.split("-")), *MIDNIGHT))
