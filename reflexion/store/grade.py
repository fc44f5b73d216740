"""Index marks that need no words: how much an entry belongs into a brief, and which skill it is
of."""

from __future__ import annotations

GRADES = ("!1", "!2", "!3")  # index terms, the best first
PERSON = ("", "user", "prompt")  # who wrote it: without the field a person did
LEVELS = ("low", "medium", "high")


def marks(entry: dict) -> list:
    """The marks under which the index lists an entry beside its words."""
    found = [grade(entry)] if grade(entry) else []
    return [*found, skill_mark(entry["skill"])] if entry.get("skill") else found


def grade(entry: dict) -> str:
    """ "!1": what a person said, and what was ignored; "!2": came again with a trusted fix;
    "!3": other sure learnings; "" for what no brief may say."""
    ignored = entry.get("ignored", 0)
    level = entry.get("confidence") or "high"
    if entry.get("needs_review") or not entry["resolution"] or level == "low":
        return ""
    if entry["promoted"]:
        return GRADES[0] if ignored else ""
    person = (entry.get("source") or "") in PERSON and level == "high"
    if entry["type"] == "error":
        again = entry["occurrences"] > 1 or entry.get("worked", 0) > 0
        return GRADES[0] if ignored else GRADES[1] if again else ""
    return GRADES[0] if person or ignored else GRADES[2]


def skill_mark(name: str) -> str:
    return "!skill-" + name.lower().replace(":", "-")[:60]
