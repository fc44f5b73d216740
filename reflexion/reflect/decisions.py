"""What was chosen, as a program or an agent may hand it over: checked before anything is written."""

from __future__ import annotations

import os

from reflexion.reflect.context import FOLDER, USER
from reflexion.reflect.dialogue import can_merge, place
from reflexion.reflect.related import CONFLICTING
from reflexion.store.paths import escapes, inside

ACTIONS, WHERE, CONFLICT = (
    ("create", "merge", "skip"),
    ("entry", "memory", "insights"),
    ("new", "old", "both"),
)


class Wrong(ValueError):
    """A decision that cannot be carried out; the text says which and why."""


def read(value, insights: list, context: dict) -> list:
    """Decisions with every field: insight (the row), action, where, scope, target, topic, tags, summary, title, supersede (relations). Raises Wrong.

    insights: rows of the related phase. Those that are not named are skipped.
    """
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Wrong(
            'decisions must be a list of objects, such as {"insight": 1, "action": "create", "where": "entry"}'
        )
    found, seen = [], set()
    for row in rows:
        number = row.get("insight")
        if (
            isinstance(number, bool)
            or not isinstance(number, int)
            or not 1 <= number <= len(insights)
        ):
            raise Wrong(f"insight must be a number from 1 to {len(insights)}")
        if number in seen:
            raise Wrong(f"insight {number} is decided twice")
        seen.add(number)
        decision = _one(row, number, insights[number - 1], context)
        if decision:
            found.append(decision)
    return found


def _one(row: dict, number: int, insight: dict, context: dict) -> dict | None:
    action, where = _among(row, "action", ACTIONS, number), _among(row, "where", WHERE, number)
    conflict = _among({"conflict": "", **row}, "conflict", ("", *CONFLICT), number)
    if action == "skip" or conflict == "old":
        return None
    against = [one for one in insight["relations"] if one["kind"] == CONFLICTING]
    if against and not conflict:
        shown = "; ".join(f"old: {one['excerpt']} ({place(one)})" for one in against)
        raise Wrong(
            f"insight {number} contradicts what is known, and that is never settled silently. new: {insight['title']} {shown}. "
            'Ask the user, then say "conflict": "new" (the old is archived), "old" (the new is dropped) or "both"'
        )
    decision = {
        "number": number,
        "insight": dict(insight),
        "action": action,
        "where": where,
        "scope": _text(row, "scope", number) or context["level"],
        "target": _text(row, "target", number),
        "topic": _text(row, "topic", number),
        "summary": _text(row, "summary", number),
        "tags": _words(row.get("tags", []), number),
        "supersede": _chosen(row, against, number) if conflict == "new" else [],
    }
    if row.get("title"):
        decision["insight"]["title"] = _text(row, "title", number)
    _possible(decision, context)
    return decision


def _possible(decision: dict, context: dict) -> None:
    number, where, scope = decision["number"], decision["where"], decision["scope"]
    if where == "memory" and not context["memory"]:
        raise Wrong(
            f"insight {number}: MEMORY.md is not offered here (user level, or a project that Claude Code does not know): choose entry or insights"
        )
    if context["level"] == USER and scope not in ("", USER):
        raise Wrong(f"insight {number}: at user level nothing goes into a project")
    if where == "insights" and scope not in ("project", USER):
        folder = os.path.join(context["root"], *scope.replace("\\", "/").split("/"))
        if (
            not inside(os.path.abspath(folder), context["root"])
            or not os.path.isdir(folder)
            or escapes(folder, context["root"])
        ):
            raise Wrong(
                f"insight {number}: scope must be project, user, or a folder of the project"
            )
    if decision["action"] == "merge" and decision["where"] != "memory":
        target = decision["target"]
        known = {
            one["entry"] or one["path"]
            for one in decision["insight"]["relations"]
            if can_merge(one)
        }
        if target not in known:
            raise Wrong(
                f"insight {number}: target must be one of what the related phase found: {', '.join(sorted(known)) or 'nothing it can be merged into'}"
            )


def folder_of(decision: dict, context: dict) -> str:
    """The insight folder that a decision names."""
    scope = decision["scope"]
    if scope == USER:
        return context["insights"]["user"]
    return os.path.join(
        context["root"],
        *([] if scope == "project" else scope.replace("\\", "/").split("/")),
        FOLDER,
    )


def _chosen(row: dict, against: list, number: int) -> list:
    """The relations that are superseded: those that `supersede` names by id or path:line, else all."""
    names = row.get("supersede")
    if names is None:
        return against
    by_name = {
        name: one
        for one in against
        for name in (one["entry"], f"{one['path']}:{one['line']}")
        if name
    }
    if not isinstance(names, list) or not all(
        isinstance(name, str) and name in by_name for name in names
    ):
        raise Wrong(f"insight {number}: supersede must name what conflicts, as an id or path:line")
    return [by_name[name] for name in dict.fromkeys(names)]


def _among(row: dict, name: str, allowed, number: int) -> str:
    value = row.get(name, allowed[0])
    if value not in allowed:
        raise Wrong(
            f"insight {number}: {name} must be one of {', '.join(word for word in allowed if word)}"
        )
    return value


def _text(row: dict, name: str, number: int) -> str:
    value = row.get(name) or ""
    if not isinstance(value, str):
        raise Wrong(f"insight {number}: {name} must be text")
    return value.strip()


def _words(value, number: int) -> list:
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Wrong(f"insight {number}: tags must be a list of words")
    return [word.strip() for word in words if word.strip()][:12]
