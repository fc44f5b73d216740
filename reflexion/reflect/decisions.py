"""What a person or an agent decided about the insights, checked before anything is written."""

from __future__ import annotations

import os

from reflexion.reflect.known import FOLDER
from reflexion.reflect.related import CONFLICTING, can_merge, place
from reflexion.store.fs import escapes, inside

PROJECT = "project"
USER = "user"
ALLOWED = {  # the first is what stands where nothing is said
    "action": ("create", "merge", "skip"),
    "where": ("entry", "memory", "insights"),
    "conflict": ("", "new", "old", "both"),
}
TEXTS = ("scope", "target", "topic", "summary", "title")
MOST_TAGS = 12
FORM = '{"insight": 1, "action": "create", "where": "entry"}'


class NotDone(Exception):
    """It could not be done, and nothing was changed; the text says why and what to do."""


def decided(value, insights: list, context: dict) -> list:
    """What was chosen, checked: decisions on `insights` (rows of `relations`), without those that
    skip one, each with every field: number, insight (the row), action, where, scope, target, topic,
    tags, summary, supersede (relations). Raises NotDone."""
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotDone(f"decisions must be a list of objects, such as {FORM}")
    chosen = []
    seen = set()
    for row in rows:
        number = _number(row, len(insights))
        if number in seen:
            raise NotDone(f"insight {number} is decided twice")
        seen.add(number)
        try:
            decision = _checked(row, insights[number - 1], context)
        except NotDone as error:
            raise NotDone(f"insight {number}: {error}") from None
        if decision:
            chosen.append({"number": number, **decision})
    return chosen


def _number(row: dict, most: int) -> int:
    number = row.get("insight")
    if type(number) is not int or not 1 <= number <= most:
        raise NotDone(f"insight must be a number from 1 to {most}")
    return number


def _checked(row: dict, insight: dict, context: dict) -> dict | None:
    """One decision with every field; None where it skips the insight."""
    decision = {name: _choice(row, name) for name in ALLOWED}
    if decision["action"] == "skip" or decision["conflict"] == "old":
        return None
    decision["supersede"] = _superseded(insight, decision["conflict"])
    decision.update({name: _text(row, name) for name in TEXTS})
    decision["insight"] = _reworded(insight, decision["title"])
    decision["tags"] = _tags(row.get("tags", []))
    decision["scope"] = decision["scope"] or context["level"]
    _check_place(decision, context)
    if decision["action"] == "merge" and decision["where"] != "memory":
        decision["target"] = _target(decision, context["root"])
    return decision


def _superseded(insight: dict, conflict: str) -> list:
    """What the insight takes the place of. Raises NotDone for a conflict that nobody settled."""
    against = [it for it in insight["relations"] if it["kind"] == CONFLICTING]
    if against and not conflict:
        raise NotDone(_unsettled(insight, against))
    return against if conflict == "new" else []


def _choice(row: dict, name: str) -> str:
    allowed = ALLOWED[name]
    value = row.get(name, allowed[0])
    if value not in allowed:
        raise NotDone(f"{name} must be one of {', '.join(filter(None, allowed))}")
    return value


def _text(row: dict, name: str) -> str:
    text = row.get(name) or ""
    if not isinstance(text, str):
        raise NotDone(f"{name} must be text")
    return text.strip()


def _reworded(insight: dict, title: str) -> dict:
    """The insight under the title that was chosen; its own sentence is kept beside it."""
    if not title or title == insight["title"]:
        return insight
    return {**insight, "title": title, "sentence": insight["title"]}


def _tags(value) -> list:
    tags = value.split(",") if isinstance(value, str) else value
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise NotDone("tags must be a list of words")
    return [tag.strip() for tag in tags if tag.strip()][:MOST_TAGS]


def _unsettled(insight: dict, against: list) -> str:
    shown = "; ".join(f"old: {it['excerpt']} ({place(it)})" for it in against)
    return (
        "it contradicts what is known, and that is never settled silently. "
        f"new: {insight['title']} {shown}. Ask the user, then say "
        '"conflict": "new" (the old is archived), "old" (the new is dropped) or "both"'
    )


def _check_place(decision: dict, context: dict) -> None:
    """Raise NotDone for a place that this session's insights cannot go to."""
    where = decision["where"]
    scope = decision["scope"]
    if where == "memory" and not context["memory"]:
        why = "user level, or a project that Claude Code does not know"
        raise NotDone(f"MEMORY.md is not offered here ({why}): choose entry or insights")
    if context["level"] == USER and scope != USER:
        raise NotDone("at user level nothing goes into a project")
    if where != "insights" or scope in (PROJECT, USER):
        return
    folder = os.path.dirname(folder_of(decision, context))
    is_there = os.path.isdir(folder) and inside(os.path.abspath(folder), context["root"])
    if not is_there or escapes(folder, context["root"]):
        raise NotDone("scope must be project, user, or a folder of the project")


def _target(decision: dict, root: str) -> str:
    """The id or path of what the insight is merged into. Raises NotDone for what the related phase
    did not find. A path may be relative to the project, or name a line."""
    near = [it for it in decision["insight"]["relations"] if can_merge(it)]
    known = {}
    for it in near:
        name = it["entry"] or it["path"]
        known[name] = name
        known[f"{it['path']}:{it['line']}"] = name
    named = decision["target"]
    full = os.path.normpath(os.path.join(root, os.path.expanduser(named))) if named else ""
    found = known.get(named) or known.get(full)
    if not found:
        offered = ", ".join(sorted(set(known.values()))) or "nothing it can be merged into"
        raise NotDone(f"target must be one of what the related phase found: {offered}")
    return found


def folder_of(decision: dict, context: dict) -> str:
    """The insight folder that a decision names."""
    parts = decision["scope"].replace("\\", "/").split("/")
    domain = os.path.join(context["root"], *parts, FOLDER)
    return context["insights"].get(decision["scope"], domain)
