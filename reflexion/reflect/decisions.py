"""What was chosen: checked before anything is written, its evidence looked up in the transcript."""

from __future__ import annotations

import json
import os
import re

from reflexion.hosts.transcripts import lines
from reflexion.reflect.phases import PROJECT, USER, NotDone
from reflexion.reflect.related import CONFLICTING, FOLDER, can_merge, name_of, place
from reflexion.store.paths import escapes, inside

ALLOWED = {  # the first is what stands where nothing is said
    "action": ("create", "merge", "skip"),
    "where": ("entry", "memory", "insights"),
    "conflict": ("", "new", "old", "both"),
}
FORM = 'a list of objects, such as {"insight": 1, "action": "create", "where": "entry"}'
TAGS = 12
SHARE = 0.6  # of a quote's words that its line must hold: agents shorten
WORD = r"[^\W_]{3,}"


def read(value, insights: list, context: dict) -> list:
    """The decisions on `insights` (rows of the related phase) with every field: number, insight (the
    row), action, where, scope, target, topic, tags, summary, supersede (relations). Raises
    NotDone."""
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
    decision = {name: row.get(name, values[0]) for name, values in ALLOWED.items()}
    for name, values in ALLOWED.items():
        if decision[name] not in values:
            raise NotDone(f"{name} must be one of {', '.join(filter(None, values))}")
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
    for name in ("scope", "target", "topic", "summary", "title"):
        text = row.get(name) or ""
        if not isinstance(text, str):
            raise NotDone(f"{name} must be text")
        decision[name] = text.strip()
    domain = context.get("domain", "") if decision["where"] == "insights" else ""
    decision["scope"] = decision["scope"] or domain or context["level"]
    decision["insight"] = {**insight, "title": decision["title"] or insight["title"]}
    tags = row.get("tags", [])
    tags = tags.split(",") if isinstance(tags, str) else tags
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise NotDone("tags must be a list of words")
    decision["tags"] = [tag.strip() for tag in tags if tag.strip()][:TAGS]
    by_name = {f"{it['path']}:{it['line']}": it for it in against}
    by_name.update({name_of(it): it for it in against})
    names = row.get("supersede") if decision["conflict"] == "new" else []
    names = list(map(name_of, against)) if names is None else names
    if not isinstance(names, list) or not {*map(str, names)} <= set(by_name):
        raise NotDone("supersede must name what conflicts, as an id or path:line")
    decision["supersede"] = [by_name[name] for name in dict.fromkeys(names)]
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


def missing(path: str, insights: list) -> list:
    """(place in `insights`, line, why) of evidence that the transcript in `path` does not hold."""
    wanted, wrong = {}, []
    for n, insight in enumerate(insights):
        if not insight["evidence"]:
            wrong.append((n, 0, "nothing is named that shows it"))
        for shown in insight["evidence"]:
            wanted.setdefault(shown["line"], []).append((n, shown.get("quote", "")))
    for number, line in lines(path) if wanted else ():
        for n, quote in wanted.pop(number, ()):
            if not holds(line, quote):
                wrong.append((n, number, f"line {number} does not hold the words quoted from it"))
        if number >= max(wanted, default=0):
            break
    for number, rows in wanted.items():
        wrong += [(n, number, f"the transcript has no line {number}") for n, _ in rows]
    return sorted(wrong)


def holds(line: bytes, quote: str) -> bool:
    """Does a line of a transcript hold (most of) the words of a quote?"""
    words = set(re.findall(WORD, quote.replace("[REDACTED]", " ").lower()))
    if len(words) < 2:
        return True
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        text = line.decode("utf-8", "replace")
    there = set(re.findall(WORD, re.sub(r"\\[nrt]", " ", text.lower())))
    return len(words & there) >= SHARE * len(words)
