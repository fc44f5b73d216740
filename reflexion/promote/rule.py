"""When a learning is a rule, and how the rule reads. Pure: entries and settings in, words out."""

from __future__ import annotations

from reflexion.store.entry import MAX_RESOLUTION
from reflexion.text.clean import one_line


def waits_for(entry: dict, settings: dict, today: str) -> str:
    """Why the entry is no rule yet, as a person would say it; "" when it qualifies. `today` is YYYY-MM-DD."""
    if entry["promoted"]:
        return "it is a rule already"
    if entry.get("needs_review"):
        return "it waits for a review"
    if not entry["resolution"].strip():
        return "its fix is not known yet"
    missing = settings["promote_after"] - entry["occurrences"]
    if missing > 0:
        return f"seen {entry['occurrences']}x, {missing} more to go"
    age = days(today) - days(entry["first_seen"])
    if age < settings["promote_min_age_days"]:
        return f"first seen {entry['first_seen'][:10]}, not {settings['promote_min_age_days']} day(s) ago"
    if entry.get("sessions", 2) < 2:
        return "seen in one session only"
    if entry.get("source") == "inferred" and not confirmed(entry):
        return "its fix was inferred once and not confirmed"
    if entry.get("confidence") == "low":
        return "its confidence is low"
    return ""


def confirmed(entry: dict) -> bool:
    """Did an inferred fix work in a second session, or did a person say that it works?"""
    return entry.get("confidence") == "high" and entry.get("failed", 0) <= entry.get("worked", 0)


def must_go(entry: dict) -> bool:
    """Must a rule be taken out again: its mistake keeps coming back, or its fix fails?"""
    return entry["promoted"] and bool(entry.get("needs_review"))


def directive(entry: dict) -> str:
    """The rule's line in CLAUDE.md, without the line's end."""
    text = (
        one_line(entry["resolution"].replace("<!--", "").replace("-->", ""), MAX_RESOLUTION)
        .lstrip("-*# ")
        .rstrip()
    )
    text = text[:1].upper() + text[1:] if text[:1].isalpha() else text
    if text[-1:] not in ".!?\u3002":
        text += "."
    return f"- {text} (seen {entry['occurrences']}x, source: {entry['id']})"


def days(date: str) -> int:
    """The day number of YYYY-MM-DD (anything after it is ignored); 0 for anything else, so that it counts as long ago."""
    try:
        year, month, day = (int(part) for part in date[:10].split("-"))
    except ValueError:
        return 0
    year -= month <= 2
    era_day = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + era_day
