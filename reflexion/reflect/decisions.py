"""What was decided about the insights of a session, read from JSON."""

from __future__ import annotations

from collections import namedtuple

NAMES = ("action", "sentence", "type", "for", "skill")
ALLOWED = {
    "action": ("create", "update", "skip"),
    "type": ("insight", "correction", "pattern"),
}
FORM = '{"action": "create", "sentence": "When …, do …, because …"}'

# target: the id of a learning, or of a card; "" for a learning of its own
Decision = namedtuple("Decision", "number action sentence type target skill")


class Wrong(ValueError):
    """Decisions that cannot be carried out; the text says which and why."""


def read(value) -> list:
    """Return the Decisions in a JSON value, without those that skip an insight. Raises Wrong."""
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Wrong(f"decisions are a list of objects such as {FORM}")
    found = [_decision(number, row) for number, row in enumerate(rows, 1)]
    return [decision for decision in found if decision.action != "skip"]


def _decision(number: int, row: dict) -> Decision:
    texts = [_text(number, row, name) for name in NAMES]
    decision = Decision(number, texts[0] or "create", *texts[1:])
    if decision.action == "update" and not decision.target:
        raise Wrong(f'decision {number}: an update names its learning: "for": "a7f03c"')
    return decision


def _text(number: int, row: dict, name: str) -> str:
    text = row.get(name) or ""
    if not isinstance(text, str):
        raise Wrong(f"decision {number}: {name} must be text")
    if text and text not in ALLOWED.get(name, (text,)):
        raise Wrong(f"decision {number}: {name} must be one of {', '.join(ALLOWED[name])}")
    return text
