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
    ripe = settings["promote"] != "off" and not _unripe(entry, settings, today)
    return ripe and bool(_needs_person(entry, settings))


def must_go(entry: dict) -> bool:
    """Return True if a rule has to go: its mistake keeps coming back, or its fix fails."""
    return entry["promoted"] and bool(entry.get("needs_review"))


def _unripe(entry: dict, settings: dict, today: str) -> str:
    missing = settings["promote_after"] - entry["occurrences"]
    least = settings["promote_min_age_days"]
    # an inferred fix is confirmed when it worked in a second session, or a person said so
    sure = entry.get("confidence") == "high" and entry.get("failed", 0) <= entry.get("worked", 0)
    reasons = (
        (entry["promoted"], "it is a rule already"),
        (entry.get("needs_review"), "it waits for a review"),
        (not entry["resolution"].strip(), "its fix is not known yet"),
        (missing > 0, f"seen {entry['occurrences']}x, {missing} more to go"),
        (
            days(today) - days(entry["first_seen"]) < least,
            f"first seen {entry['first_seen'][:10]}, not {least} day(s) ago",
        ),
        (entry.get("sessions", 2) < 2, "seen in one session only"),
        (
            entry.get("source") == "inferred" and not sure,
            "its fix was inferred once and not confirmed",
        ),
        (entry.get("confidence") == "low", "its confidence is low"),
    )
    return next((why for holds, why in reasons if holds), "")


def _needs_person(entry: dict, settings: dict) -> str:
    import re  # ripe ones only: few hooks come here

    yes = f"waits for your yes: `reflexion promote {entry['id']}`"
    if settings["promote"] == "off":
        return "rules are written by hand only (the setting `promote` is off)"
    if settings["promote"] == "ask":
        return f"it {yes}"
    risky = re.search(RISKY, entry["resolution"], re.IGNORECASE)
    return f"it is risky and {yes}" if risky and entry.get("source") not in PERSONS else ""


def days(date: str) -> int:
    """The day number of YYYY-MM-DD (the rest is ignored); 0 for anything else: long ago."""
    try:
        year, month, day = (int(part) for part in date[:10].split("-"))
    except ValueError:
        return 0
    year -= month <= 2
    era_day = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + era_day
