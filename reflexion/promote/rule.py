"""When a learning is a rule. Pure: entries and settings in, reasons out."""

from __future__ import annotations

PERSONS = ("user", "prompt")  # sources: what a person said needs no other person
RISKY = (
    r"(?<![\w-])(?:sudo|doas|rm|rmdir|shred|mkfs|killall|git clean|stash drop|chmod [-R ]*0?777"
    r"|drop (?:table|database|schema|column))(?![\w-])"
    r"|--(?:force|no-verify|hard|no-gpg-sign|insecure|privileged|break-system-packages)"
    r"|push [^`]{0,80}-f\b|\|\| true"
)


def waits_for(entry: dict, settings: dict, today: str) -> str:
    """Why the entry is no rule yet; "" when it qualifies. `today`: YYYY-MM-DD."""
    return _unripe(entry, settings, today) or _needs_person(entry, settings)


def asks(entry: dict, settings: dict, today: str) -> bool:
    """Return True if the entry is ripe to be a rule but for a person's yes."""
    if settings["promote"] == "off":
        return False
    return not _unripe(entry, settings, today) and bool(_needs_person(entry, settings))


def _unripe(entry: dict, settings: dict, today: str) -> str:
    if entry["promoted"]:
        return "it is a rule already"
    if entry.get("needs_review"):
        return "it waits for a review"
    if not entry["resolution"].strip():
        return "its fix is not known yet"
    missing = settings["promote_after"] - entry["occurrences"]
    if missing > 0:
        return f"seen {entry['occurrences']}x, {missing} more to go"
    least = settings["promote_min_age_days"]
    if days(today) - days(entry["first_seen"]) < least:
        return f"first seen {entry['first_seen'][:10]}, not {least} day(s) ago"
    if entry.get("sessions", 2) < 2:
        return "seen in one session only"
    if entry.get("source") == "inferred" and not confirmed(entry):
        return "its fix was inferred once and not confirmed"
    return "its confidence is low" if entry.get("confidence") == "low" else ""


def _needs_person(entry: dict, settings: dict) -> str:
    if settings["promote"] == "off":
        return "rules are written by hand only (the setting `promote` is off)"
    if settings["promote"] == "ask":
        return f"it waits for your yes: `reflexion promote {entry['id']}`"
    if entry.get("source") not in PERSONS and is_risky(entry["resolution"]):
        return f"it is risky and waits for your yes: `reflexion promote {entry['id']}`"
    return ""


def is_risky(text: str) -> bool:
    """Return True if such a rule needs a person: it removes, forces or skips a check."""
    import re

    return bool(re.search(RISKY, text, re.IGNORECASE))


def confirmed(entry: dict) -> bool:
    """Return True if an inferred fix worked in a second session, or a person said that it works."""
    return entry.get("confidence") == "high" and entry.get("failed", 0) <= entry.get("worked", 0)


def must_go(entry: dict) -> bool:
    """Return True if a rule has to go: its mistake keeps coming back, or its fix fails."""
    return entry["promoted"] and bool(entry.get("needs_review"))


def days(date: str) -> int:
    """The day number of YYYY-MM-DD (the rest is ignored); 0 for anything else: long ago."""
    try:
        year, month, day = (int(part) for part in date[:10].split("-"))
    except ValueError:
        return 0
    year -= month <= 2
    era_day = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + era_day
