"""Three versions of one entry become one, the same from either side. Pure."""

from __future__ import annotations

import json

from reflexion.store.entry import (
    COUNTERS,
    DEFAULTS,
    FIELDS,
    LEVELS,
    MAX_ALIASES,
    MAX_COUNT,
    MAX_KEYWORDS,
    MAX_NOTES,
)

# who wrote a resolution, the most trusted first; an entry without a source was written by hand
PERSONS = ("user", "prompt", None)
ABSENT = object()
GO_WITH_RESOLUTION = ("resolution", "source", "confidence")


def merge(base: dict | None, ours: dict, theirs: dict) -> dict:
    """The entry that holds what both sides learned since `base` (None: they met the mistake
    independently)."""
    base = base or {}
    first, second = sorted((ours, theirs), key=_order)  # one order, so that both clones agree
    merged = {"id": min(ours["id"], theirs["id"])}
    for field in dict.fromkeys([*FIELDS, *ours, *theirs]):
        if field in merged or field in GO_WITH_RESOLUTION:
            continue
        value = _field(field, base, first, second)
        if value is not ABSENT:
            merged[field] = value
    if merged.get("skill") and merged.get("category"):
        merged.pop("skill" if second.get("category") else "category")  # a learning has one label
    winner, loser = _resolutions(base, first, second)
    merged.update({field: winner[field] for field in GO_WITH_RESOLUTION if field in winner})
    if loser and loser["resolution"] not in ("", winner["resolution"]):
        notes = _union(merged.get("notes") or [], [f"also: {loser['resolution']}"])
        merged["notes"] = notes[-MAX_NOTES:]
    return merged


def _field(field: str, base: dict, first: dict, second: dict):
    a, b = (entry.get(field, DEFAULTS.get(field, ABSENT)) for entry in (first, second))
    was = base.get(field, ABSENT)
    if field in COUNTERS:
        return _sum(field, was, a, b)
    if field in ("first_seen", "last_seen"):
        return (min if field == "first_seen" else max)(filter(None, (a, b)), default="")
    if field == "promoted":
        return bool(a) or bool(b)
    if field == "keywords":
        return _union(a, b)[:MAX_KEYWORDS]
    if field == "aliases":
        return _union(a, b)[:MAX_ALIASES] or ABSENT
    if field == "notes" and (isinstance(a, list) or isinstance(b, list)):
        return _union(a, b)[-MAX_NOTES:]
    return b if a != b != was else a  # what changed; of two changes the newer entry's


def _sum(field: str, was, a, b):
    numbers = [value if isinstance(value, int) else 0 for value in (was, a, b)]
    if field not in DEFAULTS and not any(numbers):
        return ABSENT
    total = min(MAX_COUNT, numbers[1] + numbers[2] - numbers[0])
    return max(1 if field == "occurrences" else 0, total)


def _resolutions(base: dict, first: dict, second: dict) -> tuple[dict, dict | None]:
    """(the side whose resolution stands, the side whose resolution is kept as a note or None)."""
    was = base.get("resolution", "")
    if first["resolution"] == second["resolution"]:
        return max(first, second, key=_trust), None
    for one, other in ((first, second), (second, first)):
        if one["resolution"] == was and (other["resolution"] or not was):
            return other, None  # only one side changed it
    winner = max(first, second, key=_trust)
    return winner, second if winner is first else first


def _trust(entry: dict) -> tuple:
    person = entry.get("source") in PERSONS
    level = LEVELS.index(entry["confidence"]) if entry.get("confidence") in LEVELS else len(LEVELS)
    return bool(entry["resolution"]), person, level, entry["last_seen"], entry["resolution"]


def _order(entry: dict) -> tuple:
    return entry["last_seen"], json.dumps(entry, sort_keys=True, default=str)


def _union(a, b) -> list:
    lists = [value for value in (a, b) if isinstance(value, (list, tuple))]
    union = []
    for item in (item for value in lists for item in value):
        if item not in union:
            union.append(item)
    return union
