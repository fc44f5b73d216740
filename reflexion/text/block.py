"""What a learning looks like when it is said to the agent: a frame, short single lines, nothing in them that could leave the frame."""
from __future__ import annotations

from reflexion.text.clean import one_line

MAX_LINE = 200  # characters
OPEN, CLOSE = "<reflexion-recall>", "</reflexion-recall>"
LEVELS = ("low", "medium", "high")
RECURS = 2  # sightings from which a mistake without a fix is worth a word


def block(entries: list, settings: dict) -> str:
    """The entries as the agent reads them, as many as fit `recall_chars` (the first always does when anything may be said); "" for none."""
    room, parts = settings["recall_chars"] - len(OPEN) - len(CLOSE) - 2, []
    for entry in entries[: settings["max_recalled"]]:
        text = "\n".join(_lines(entry))
        if len(text) + 1 > room:
            break
        room -= len(text) + 1
        parts.append(text)
    return "\n".join([OPEN, *parts, CLOSE]) if parts else ""


def warning(entry: dict) -> str:
    """One line for a command that is about to run and is known to go wrong."""
    text = f"Past learning [{entry['id']}] (seen {entry['occurrences']}x) about this command: {one_line(entry['trigger'], 90)} - {one_line(entry['resolution'], 160)}"
    return f"{OPEN}{text}{CLOSE}"


def _lines(entry: dict) -> list:
    seen = entry["occurrences"]
    lines = [f"Past learning [{entry['id']}] (seen {seen}x):", "  Trigger: " + one_line(entry["trigger"], MAX_LINE - 11)]
    if entry["resolution"]:
        return [*lines, "  Resolution: " + one_line(entry["resolution"], MAX_LINE - 14)]
    return [*lines, f"  Unsolved: met {seen} times, no fix is known yet."]


def sayable(entry: dict, settings: dict) -> bool:
    """May this learning be said at all?"""
    return not why_not(entry, settings)


def why_not(entry: dict, settings: dict) -> str:
    """Why a learning stays unsaid whatever is asked; "" when it may be said."""
    if entry["promoted"]:
        return "promoted: its rule stands in the instructions file"
    if entry.get("needs_review"):
        return "under review: its fix failed"
    level = entry.get("confidence") or "high"  # without the field a person wrote it
    if LEVELS.index(level) < LEVELS.index(settings["confidence_threshold"]):
        return f"confidence {level}: below the setting confidence_threshold"
    if not entry["resolution"] and entry["occurrences"] < RECURS:
        return "no resolution, and met only once"
    return ""
