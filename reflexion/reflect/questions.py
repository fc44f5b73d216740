"""The questions of a guided reflection, with options inferred from the session.

A question is {"id", "text", "several", "options": [{"key", "label", "value"}], "default"}; default
is a value, or with `several` a list of values."""

from __future__ import annotations

from reflexion.reflect import related
from reflexion.reflect.decisions import PROJECT, USER
from reflexion.reflect.extract import insight
from reflexion.reflect.known import FOLDER
from reflexion.reflect.related import place
from reflexion.signals.prompts.directives import same_directive
from reflexion.text import tables

KEYS = "123456789abcdefghijklmnoprtuvwxyz"  # without q (leave) and s (skip)
CUT = 110  # characters of a title in a label
LIKEWISE = ["likewise", ""]
BACK = ["back", ""]
TIER_B = "insights"


def after_extract(result: dict) -> list:
    """What a host's question tool can ask after phase two."""
    asked = [about_insights("keep", result["insights"])]
    asked.append(about_insights("missed", missed(result)))
    return [*filter(None, asked)]


def question(name: str, rows=(), default=None, below: str = "") -> dict | None:
    """A question of questions.tsv; None without options. rows: (key or "", label, value) of options
    before those that it always has; keys are given in order where they are ""."""
    table = [row[1:] for row in tables.rows("reflect/questions.tsv") if row[0] == name]
    (kind, usual, text), *always = table
    always = [(key, label, value) for key, value, label in always]
    options = [*rows, *always][: len(KEYS)]
    if not options:
        return None
    return {
        "id": name,
        "text": text + below,
        "several": kind == "several",
        "options": _keyed(options),
        "default": usual if default is None else default,
    }


def _keyed(options: list) -> list:
    """The options, each with a key of its own."""
    taken = {key for key, _, _ in options}
    free = iter(key for key in KEYS if key not in taken)
    return [{"key": k or next(free), "label": it, "value": v} for k, it, v in options]


def about_insights(name: str, rows: list) -> dict | None:
    """Which insights to "keep", or were "missed"; values are their numbers."""
    options = []
    facts = ("type", "confidence") if name == "keep" else ()
    for n, row in enumerate(rows, 1):
        numbers = [str(shown["line"]) for shown in row["evidence"][:4]]
        lines = ("line " if len(numbers) == 1 else "lines ") + ", ".join(numbers)
        told = ", ".join([*map(row.get, facts), lines])
        options.append(("", f"{row['title'][:CUT]} ({told})", n))
    sure = [n for n, row in enumerate(rows, 1) if facts and row["confidence"] != "low"]
    return question(name, options, sure)


def missed(extraction: dict) -> list:
    """Insights that a person may miss: the further candidates, and decisions that are none yet."""
    titles = [row["title"] for row in extraction["insights"]]
    rows = [row for row in extraction["more"] if row["title"] not in titles]
    for row in extraction["summary"]["decisions"]:
        text = row["text"]
        known = [*titles, *(other["title"] for other in rows)]
        if not any(text == title or same_directive(text, title) for title in known):
            shown = [{"line": row["line"], "quote": ""}]
            rows.append(insight(text, "medium", shown))
    return rows[:8]


def about_related(relations: list) -> dict:
    """Merge, create or skip; the value of merge is the relation's place among `relations`."""
    mergeable = [(n, it) for n, it in enumerate(relations) if related.can_merge(it)][:4]
    keys = ["m", "", "", ""]
    options = [(k, f"merge into {place(it)}", ["merge", n]) for k, (n, it) in zip(keys, mergeable)]
    default = options[0][2] if options else "create"
    default = "skip" if related.verdict(relations) == related.REDUNDANT else default
    return question("related", options, default)


def about_place(context: dict, folders: list, first: bool = True) -> dict:
    """Where an insight goes: values are [where, scope]; after the first one also LIKEWISE, BACK."""
    level = context["level"]
    in_project = level != USER
    always = "tier A, MEMORY.md: loaded in every session, so only what always matters"
    rows = [
        (True, "e", "an entry: told when it matters", ["entry", level]),
        (in_project and context["memory"], "a", always, ["memory", ""]),
        (in_project, "b", f"tier B, {FOLDER}/ of the project: read on demand", [TIER_B, PROJECT]),
        *((in_project, "", f"tier B, {it}/{FOLDER}/", [TIER_B, it]) for it in folders),
        (True, "u", f"tier B, {FOLDER}/ of yours: for every project", [TIER_B, USER]),
        (True, "s", "nowhere: skip it", ["skip", ""]),
        (not first, "l", "where the last one went, and the rest likewise", LIKEWISE),
        (not first, "z", "one step back", BACK),
    ]
    return question("place", [row for offered, *row in rows if offered], rows[0][3])
