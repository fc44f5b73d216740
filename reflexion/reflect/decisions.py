"""What was chosen, as a program or an agent hands it over: checked before anything is written."""

from __future__ import annotations

import os

from reflexion.reflect.context import FOLDER, USER
from reflexion.reflect.dialogue import can_merge, place
from reflexion.reflect.related import CONFLICTING
from reflexion.store.paths import escapes, inside

ACTIONS, WHERE = ("create", "merge", "skip"), ("entry", "memory", "insights")
CONFLICT = ("new", "old", "both")


class Wrong(ValueError):
    """A decision that cannot be carried out; the text says which and why."""


def read(value, insights: list, context: dict) -> list:
    """The decisions with every field: insight (the row), action, where, scope, target, topic, tags,
    summary, title, supersede (relations). Raises Wrong.

    insights: rows of the related phase. Those that are not named are skipped.
    """
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Wrong(
            "decisions must be a list of objects, such as "
            '{"insight": 1, "action": "create", "where": "entry"}'
        )
    chosen, seen = [], set()
    for row in rows:
        number = row.get("insight")
        if type(number) is not int or not 1 <= number <= len(insights):
            raise Wrong(f"insight must be a number from 1 to {len(insights)}")
        if number in seen:
            raise Wrong(f"insight {number} is decided twice")
        seen.add(number)
        try:
            decision = _checked({"conflict": "", **row}, number, insights[number - 1], context)
        except Wrong as error:
            raise Wrong(f"insight {number}: {error}") from None
        chosen += [decision] if decision else []
    return chosen


def _checked(row: dict, number: int, insight: dict, context: dict) -> dict | None:
    action, where = _among(row, "action", ACTIONS), _among(row, "where", WHERE)
    conflict = _among(row, "conflict", ("", *CONFLICT))
    if action == "skip" or conflict == "old":
        return None
    against = [it for it in insight["relations"] if it["kind"] == CONFLICTING]
    if against and not conflict:
        shown = "; ".join(f"old: {it['excerpt']} ({place(it)})" for it in against)
        raise Wrong(
            "it contradicts what is known, and that is never settled silently. "
            f"new: {insight['title']} {shown}. Ask the user, then say "
            '"conflict": "new" (the old is archived), "old" (the new is dropped) or "both"'
        )
    title = _text(row, "title")
    decision = {
        "number": number,
        "insight": {**insight, **({"title": title} if title else {})},
        "action": action,
        "where": where,
        "scope": _text(row, "scope") or _default_scope(where, context),
        **{name: _text(row, name) for name in ("target", "topic", "summary")},
        "tags": _words(row.get("tags", [])),
        "supersede": _superseded(row, against) if conflict == "new" else [],
    }
    _check_place(decision, context)
    return decision


def _default_scope(where: str, context: dict) -> str:
    return context.get("domain", "") * (where == "insights") or context["level"]


def _check_place(decision: dict, context: dict) -> None:
    where, scope, root = decision["where"], decision["scope"], context["root"]
    if where == "memory" and not context["memory"]:
        raise Wrong(
            "MEMORY.md is not offered here (user level, or a project that Claude Code does not "
            "know): choose entry or insights"
        )
    if context["level"] == USER and scope not in ("", USER):
        raise Wrong("at user level nothing goes into a project")
    if where == "insights" and scope not in ("project", USER):
        folder = os.path.join(root, *scope.replace("\\", "/").split("/"))
        there = inside(os.path.abspath(folder), root) and os.path.isdir(folder)
        if not there or escapes(folder, root):
            raise Wrong("scope must be project, user, or a folder of the project")
    if decision["action"] == "merge" and where != "memory":
        relations = decision["insight"]["relations"]
        known = {it["entry"] or it["path"] for it in relations if can_merge(it)}
        if decision["target"] not in known:
            offered = ", ".join(sorted(known)) or "nothing it can be merged into"
            raise Wrong(f"target must be one of what the related phase found: {offered}")


def folder_of(decision: dict, context: dict) -> str:
    """The insight folder that a decision names."""
    scope = decision["scope"]
    if scope == USER:
        return context["insights"]["user"]
    parts = [] if scope == "project" else scope.replace("\\", "/").split("/")
    return os.path.join(context["root"], *parts, FOLDER)


def _superseded(row: dict, against: list) -> list:
    """The relations that `supersede` names by id or path:line; all of them without it."""
    names = row.get("supersede")
    if names is None:
        return against
    by_name = {f"{it['path']}:{it['line']}": it for it in against}
    by_name.update({it["entry"]: it for it in against if it["entry"]})
    if not isinstance(names, list) or not {*map(str, names)} <= set(by_name):
        raise Wrong("supersede must name what conflicts, as an id or path:line")
    return [by_name[name] for name in dict.fromkeys(names)]


def _among(row: dict, name: str, allowed) -> str:
    value = row.get(name, allowed[0])
    if value not in allowed:
        raise Wrong(f"{name} must be one of {', '.join(filter(None, allowed))}")
    return value


def _text(row: dict, name: str) -> str:
    value = row.get(name) or ""
    if not isinstance(value, str):
        raise Wrong(f"{name} must be text")
    return value.strip()


def _words(value) -> list:
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Wrong("tags must be a list of words")
    return [word.strip() for word in words if word.strip()][:12]
