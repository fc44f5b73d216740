"""The questions of phase four: options to recognise, inferred from the session. Pure: values in,
questions out.

A question is {"id", "text", "several", "options": [{"key", "label", "value"}], "default"};
default is a value, or with `several` a list of values."""

from __future__ import annotations

import os

from reflexion.reflect import related
from reflexion.reflect.context import FOLDER, PROJECT, USER
from reflexion.reflect.extract import insight
from reflexion.reflect.tiers import TOPIC
from reflexion.signals.prompts.directives import same_directive

KEYS = "123456789abcdefghijklmnoprtuvwxyz"  # without q (leave) and s (skip)
CUT, MERGEABLE, TOPICS, MISSED = 110, 4, 5, 8
LIKEWISE, BACK = ["likewise", ""], ["back", ""]
REMOVABLE = (  # lists of the summary, and how their rows are put in doubt
    ("decisions", "no decision"),
    ("open", "not open any more"),
    ("done", "not what was done"),
    ("solved", "not solved"),
)


def question(name: str, text: str, options: list, default, several: bool = False) -> dict:
    """options: (key or "", label, value); keys are given in order where they are ""."""
    taken = {key for key, _, _ in options}
    free = iter(key for key in KEYS if key not in taken)
    rows = [
        {"key": key or next(free), "label": label, "value": value}
        for key, label, value in options[: len(KEYS)]
    ]
    return {
        "id": name,
        "text": text,
        "several": several,
        "options": rows,
        "default": default,
    }


def about_summary() -> dict:
    options = [("y", "yes", "yes"), ("c", "choose what to change", "change")]
    options.append(("s", "go on without it", "skip"))
    return question("summary", "Is this summary right?", options, "yes")


def about_changes(summary: dict) -> dict | None:
    """What could be wrong with the summary; values are [list, place]."""
    rows = [("goal", "the goal was rather", n, row) for n, row in enumerate(_goals(summary))]
    for name, words in REMOVABLE:
        rows += [(name, words, n, row) for n, row in enumerate(summary[name][:5])]
    options = [("", f"{words}: {row['text'][:CUT]}", [name, n]) for name, words, n, row in rows]
    return question("change", "What is to change?", options, [], several=True) if options else None


def _goals(summary: dict) -> list:
    return summary["asked"][:2] + summary["asked"][2:][-1:]


def change(summary: dict, chosen: list) -> dict:
    """The summary with the chosen changes made."""
    changed = {**summary}
    for name, _ in REMOVABLE:
        changed[name] = [row for n, row in enumerate(summary[name]) if [name, n] not in chosen]
    goals = [goal for n, goal in enumerate(_goals(summary)) if ["goal", n] in chosen]
    if goals:
        others = [row for row in summary["asked"] if row is not goals[0]]
        changed.update(goal=goals[0], asked=[summary["goal"], *others])
    return changed


def about_keeping(insights: list) -> dict | None:
    options = [
        (
            "",
            f"{row['title'][:CUT]} ({row['type']}, {row['confidence']}, {_lines(row)})",
            n,
        )
        for n, row in enumerate(insights, 1)
    ]
    default = [n for n, row in enumerate(insights, 1) if row["confidence"] != "low"]
    text = "Which of these are worth keeping?"
    return question("keep", text, options, default, several=True) if options else None


def missed(extraction: dict) -> list:
    """Insights that a person may miss: the further candidates, and decisions that are none yet."""
    titles = [row["title"] for row in extraction["insights"]]
    rows = [row for row in extraction["more"] if row["title"] not in titles]
    titles += [row["title"] for row in rows]
    for row in extraction["summary"]["decisions"]:
        if not any(row["text"] == title or same_directive(row["text"], title) for title in titles):
            shown = [{"line": row["line"], "quote": ""}]
            rows.append(insight(row["text"], "content", "medium", shown))
            titles.append(row["text"])
    return rows[:MISSED]


def about_missed(rows: list) -> dict | None:
    options = [("", f"{row['title'][:CUT]} ({_lines(row)})", n) for n, row in enumerate(rows, 1)]
    text = "Was anything missed?"
    return question("missed", text, options, [], several=True) if options else None


def about_conflict(title: str, relation: dict) -> dict:
    old = f"{relation['excerpt']}  ({place(relation)})"
    text = f"These two contradict each other.\n    new: {title}\n    old: {old}"
    options = [
        ("o", "the old one stays, the new one is dropped", "old"),
        ("n", "the new one takes its place; the old one is archived", "new"),
        ("b", "both hold", "both"),
    ]
    return question("conflict", text, options, "old")


def about_related(relations: list) -> dict:
    """Merge, create or skip; the value of merge is the relation's place among `relations`."""
    mergeable = [(n, it) for n, it in enumerate(relations) if can_merge(it)][:MERGEABLE]
    options = [("", f"merge into {place(it)}", ["merge", n]) for n, it in mergeable]
    options[:1] = [("m", *option[1:]) for option in options[:1]]
    default = options[0][2] if options else "create"
    default = "skip" if related.verdict(relations) == related.REDUNDANT else default
    options += [
        ("c", "create it beside that", "create"),
        ("s", "skip: it is known", "skip"),
    ]
    return question("related", "Something like it is known.", options, default)


def about_place(context: dict, folders: list, first: bool = True) -> dict:
    """Where an insight goes: values are [where, scope]; after the first one also LIKEWISE, BACK."""
    level, domain = context["level"], context.get("domain", "")
    options = [("e", "an entry: recalled when it matters", ["entry", level])]
    if level != USER and context["memory"]:
        always = "tier A, MEMORY.md: loaded in every session, so only what always matters"
        options.append(("a", always, ["memory", ""]))
    if level != USER:
        tier_b = f"tier B, {FOLDER}/ of the project: read on demand"
        options.append(("b", tier_b, ["insights", PROJECT]))
        for folder in dict.fromkeys(filter(None, [domain, *folders])):
            options.append(("", f"tier B, {folder}/{FOLDER}/", ["insights", folder]))
    options.append(("u", f"tier B, {FOLDER}/ of yours: for every project", ["insights", USER]))
    options.append(("s", "nowhere: skip it", ["skip", ""]))
    if not first:
        options.append(("l", "where the last one went, and the rest likewise", LIKEWISE))
        options.append(("z", "one step back", BACK))
    default = ["insights", domain] if domain and level != USER else options[0][2]
    return question("place", "Where does it go?", options, default)


def about_topic(memory_text: str) -> dict:
    headings = [line[3:].strip() for line in memory_text.splitlines() if line.startswith("## ")]
    names = [*dict.fromkeys(filter(None, headings))][:TOPICS]
    names = [*dict.fromkeys([*names, TOPIC])]
    return question("topic", "Under which heading?", [("", name, name) for name in names], names[0])


def about_writing(lines: list) -> dict:
    text = "This will be written:\n" + "\n".join(f"    {line}" for line in lines)
    options = [("w", "write it", "write"), ("n", "no, leave everything as it is", "no")]
    return question("write", text, options, "write")


def about_next(earlier: str) -> dict:
    """What comes after it; `earlier`: how the session before this one is called, or ""."""
    options = [
        ("d", "done", "done"),
        ("r", "show the related rules once more", "related"),
    ]
    if earlier:
        options.append(("o", f"another session: {earlier}", "another"))
    return question("next", "And now?", options, "done")


def can_merge(relation: dict) -> bool:
    path = relation["path"].replace(os.sep, "/")
    return bool(relation["entry"]) or f"/{FOLDER}/" in path or path.endswith("/memory/MEMORY.md")


def folders_touched(files: list) -> list:
    """The domains that a session worked in: the two top-level folders with most edits."""
    counts = {}
    for row in files:
        top, slash, _ = row["path"].partition("/")
        if slash and top and ":" not in top and top[0] != ".":
            counts[top] = counts.get(top, 0) + row["edits"]
    return sorted(counts, key=lambda name: (-counts[name], name))[:2]


def place(relation: dict) -> str:
    return relation["entry"] or f"{short(relation['path'])}:{relation['line']}"


def short(path: str) -> str:
    parts = path.replace(os.sep, "/").split("/")
    telling = len(parts) > 2 and (parts[-2].startswith(".") or parts[-2] in ("memory", "rules"))
    return "/".join(parts[-3:] if telling else parts[-2:])


def _lines(row: dict) -> str:
    numbers = [str(shown["line"]) for shown in row["evidence"][:4]]
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(numbers)
