"""Which entries a list shows. Pure, but for the date of today."""

from __future__ import annotations

import re
from datetime import date, timedelta

from reflexion.cli.common import Stop

UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd")


def since_date(text: str, today: date | None = None) -> str:
    """YYYY-MM-DD of what a person types as a date. Raises Stop."""
    today = today or date.today()
    named = {"today": 0, "yesterday": 1}.get(text.strip().lower())
    span = re.fullmatch(r"(\d{1,4})\s*([hdwmy])", text.strip().lower(), re.ASCII)
    if named is None and span:
        named = int(span.group(1)) * UNITS[span.group(2)]
    if named is not None:
        return (today - timedelta(days=int(named))).isoformat()
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise Stop(
            f"{text!r} is no date: write YYYY-MM-DD, today, yesterday, or 7d, 2w, 3m"
        ) from None


def fits(entry: dict, wanted) -> bool:
    """Does the entry pass the filters (type, unresolved, promoted, review, since, words)?"""
    if wanted.type and entry["type"] != wanted.type:
        return False
    if wanted.unresolved and entry["resolution"].strip():
        return False
    if wanted.promoted and not entry["promoted"]:
        return False
    if wanted.review and not (entry.get("needs_review") or entry.get("confidence") == "low"):
        return False
    if wanted.since and entry["last_seen"] < wanted.since:
        return False
    text = " ".join(
        [
            *(entry[field] for field in SEARCHED),
            *entry["keywords"],
            *map(str, entry.get("notes") or []),
        ]
    ).casefold()
    return all(word.casefold() in text for word in wanted.words)


def state(entry: dict) -> str:
    """One word on where a learning stands."""
    if entry["promoted"]:
        return "rule"
    if entry.get("needs_review"):
        return "review"
    if not entry["resolution"].strip():
        return "open"
    return "unsure" if entry.get("confidence") == "low" else "fixed"
