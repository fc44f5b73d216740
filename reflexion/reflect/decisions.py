"""What was chosen, as a program or an agent hands it over: checked before anything is written."""

from __future__ import annotations

import os

from reflexion.reflect.context import FOLDER, PROJECT, USER, NotDone
from reflexion.reflect.dialogue import can_merge, place
from reflexion.reflect.related import CONFLICTING
from reflexion.store.paths import escapes, inside

ALLOWED = {  # the first is what stands where nothing is said
    "action": ("create", "merge", "skip"),
    "where": ("entry", "memory", "insights"),
    "conflict": ("", "new", "old", "both"),
}
FORM = 'a list of objects, such as {"insight": 1, "action": "create", "where": "entry"}'
TAGS = 12


def read(value, insights: list, context: dict) -> list:
    """The decisions with every field: number, insight (the row), action, where, scope, target,
    topic, tags, summary, supersede (relations). Raises NotDone.

    insights: rows of the related phase. Those that are not named are skipped."""
    rows = value.get("decisions") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotDone(f"decisions must be {FORM}")
    chosen, seen = [], set()
    for row in rows:
        number = row.get("insight")
        if type(number) is not int or not 1 <= number <= len(insights):
            raise NotDone(f"insight must be a number from 1 to {len(insights)}")
        if number in seen:
            raise NotDone(f"insight {number} is decided twice")
        seen.add(number)
        try:
            decision = _checked(row, insights[number - 1], context)
        except NotDone as error:
            raise NotDone(f"insight {number}: {error}") from None
        chosen += [{"number": number, **decision}] if decision else []
    return chosen


def _checked(row: dict, insight: dict, context: dict) -> dict | None:
    decision = {name: _among(row, name) for name in ALLOWED}
    if decision["action"] == "skip" or decision["conflict"] == "old":
        return None
    against = [it for it in insight["relations"] if it["kind"] == CONFLICTING]
    if against and not decision["conflict"]:
        shown = "; ".join(f"old: {it['excerpt']} ({place(it)})" for it in against)
        raise NotDone(
            "it contradicts what is known, and that is never settled silently. "
            f"new: {insight['title']} {shown}. Ask the user, then say "
            '"conflict": "new" (the old is archived), "old" (the new is dropped) or "both"'
        )
    decision.update({name: _text(row, name) for name in ("scope", "target", "topic", "summary")})
    domain = context.get("domain", "") if decision["where"] == "insights" else ""
    decision["scope"] = decision["scope"] or domain or context["level"]
    decision["insight"] = {**insight, "title": _text(row, "title") or insight["title"]}
    decision["tags"] = _words(row.get("tags", []))
    decision["supersede"] = _superseded(row, against) if decision["conflict"] == "new" else []
    _check_place(decision, context)
    return decision


def _check_place(decision: dict, context: dict) -> None:
    where, scope, root = decision["where"], decision["scope"], context["root"]
    if where == "memory" and not context["memory"]:
        raise NotDone(
            "MEMORY.md is not offered here (user level, or a project that Claude Code does not "
            "know): choose entry or insights"
        )
    if context["level"] == USER and scope != USER:
        raise NotDone("at user level nothing goes into a project")
    if where == "insights" and scope not in (PROJECT, USER):
        folder = os.path.dirname(folder_of(decision, context))
        there = inside(os.path.abspath(folder), root) and os.path.isdir(folder)
        if not there or escapes(folder, root):
            raise NotDone("scope must be project, user, or a folder of the project")
    if decision["action"] == "merge" and where != "memory":
        relations = decision["insight"]["relations"]
        known = {it["entry"] or it["path"] for it in relations if can_merge(it)}
        if decision["target"] not in known:
            offered = ", ".join(sorted(known)) or "nothing it can be merged into"
            raise NotDone(f"target must be one of what the related phase found: {offered}")


def folder_of(decision: dict, context: dict) -> str:
    """The insight folder that a decision names."""
    scope = decision["scope"]
    if scope in context["insights"]:
        return context["insights"][scope]
    return os.path.join(context["root"], *scope.replace("\\", "/").split("/"), FOLDER)


def _superseded(row: dict, against: list) -> list:
    """The relations that `supersede` names by id or path:line; all of them without it."""
    names = row.get("supersede")
    if names is None:
        return against
    by_name = {f"{it['path']}:{it['line']}": it for it in against}
    by_name.update({it["entry"]: it for it in against if it["entry"]})
    if not isinstance(names, list) or not {*map(str, names)} <= set(by_name):
        raise NotDone("supersede must name what conflicts, as an id or path:line")
    return [by_name[name] for name in dict.fromkeys(names)]


def _among(row: dict, name: str) -> str:
    value = row.get(name, ALLOWED[name][0])
    if value not in ALLOWED[name]:
        raise NotDone(f"{name} must be one of {', '.join(filter(None, ALLOWED[name]))}")
    return value


def _text(row: dict, name: str) -> str:
    value = row.get(name) or ""
    if not isinstance(value, str):
        raise NotDone(f"{name} must be text")
    return value.strip()


def _words(value) -> list:
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise NotDone("tags must be a list of words")
    return [word.strip() for word in words if word.strip()][:TAGS]
