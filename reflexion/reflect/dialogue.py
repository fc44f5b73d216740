"""Phase four, the questions: options to recognise, inferred from the session. Pure: values in, questions and decisions out; asking is the caller's.

A question is {"id", "text", "several", "options": [{"key", "label", "value"}], "default"}; default is a value, or with `several` a list of values."""

from __future__ import annotations

import os

from reflexion.reflect import related
from reflexion.reflect.context import FOLDER, USER
from reflexion.reflect.wording import plain
from reflexion.signals.prompts.directives import same_directive
from reflexion.text.tokens import keywords

KEYS = "123456789abcdefghijklmnoprtuvwxyz"  # without q (leave) and s (skip)
CUT = 110
TOPICS = 5


def question(id: str, text: str, options: list, default, several: bool = False) -> dict:
    """options: (key or "", label, value); keys are given in order where they are "" ."""
    free = iter(key for key in KEYS if key not in {key for key, _, _ in options})
    rows = [
        {"key": key or next(free), "label": label, "value": value}
        for key, label, value in options[: len(KEYS)]
    ]
    return {"id": id, "text": text, "several": several, "options": rows, "default": default}


def about_summary() -> dict:
    return question(
        "summary",
        "Is this summary right?",
        [
            ("y", "yes", "yes"),
            ("c", "choose what to change", "change"),
            ("s", "go on without it", "skip"),
        ],
        "yes",
    )


def about_changes(summary: dict) -> dict | None:
    """What could be wrong with the summary; values are [list, place]."""
    options = [
        ("", f"the goal was rather: {row['text'][:CUT]}", ["goal", n])
        for n, row in enumerate(summary["asked"][:2] + summary["asked"][2:][-1:])
    ]
    for name, words in (
        ("decisions", "no decision"),
        ("open", "not open any more"),
        ("done", "not what was done"),
        ("solved", "not solved"),
    ):
        options += [
            ("", f"{words}: {row['text'][:CUT]}", [name, n])
            for n, row in enumerate(summary[name][:5])
        ]
    return question("change", "What is to change?", options, [], several=True) if options else None


def change(summary: dict, chosen: list) -> dict:
    """The summary with the chosen changes made."""
    asked = summary["asked"][:2] + summary["asked"][2:][-1:]
    changed = {**summary}
    for name in ("decisions", "open", "done", "solved"):
        changed[name] = [row for n, row in enumerate(summary[name]) if [name, n] not in chosen]
    goals = [n for name, n in chosen if name == "goal" and n < len(asked)]
    if goals:
        changed["goal"] = asked[goals[0]]
        changed["asked"] = [
            summary["goal"],
            *(row for row in summary["asked"] if row is not asked[goals[0]]),
        ]
    return changed


def about_keeping(insights: list) -> dict | None:
    options = [
        ("", f"{row['title'][:CUT]} ({row['type']}, {row['confidence']}, {_lines(row)})", n)
        for n, row in enumerate(insights, 1)
    ]
    default = [n for n, row in enumerate(insights, 1) if row["confidence"] != "low"]
    return (
        question("keep", "Which of these are worth keeping?", options, default, several=True)
        if options
        else None
    )


def missed(extraction: dict) -> list:
    """Insights that a person may miss: the further candidates, decisions and open ends that are no insight yet."""
    have = [row["title"] for row in extraction["insights"]]
    found = [row for row in extraction["more"] if row["title"] not in have]
    for row in extraction["summary"]["decisions"]:
        if not any(
            row["text"] == title or same_directive(row["text"], title)
            for title in [*have, *(one["title"] for one in found)]
        ):
            found.append(_insight(row["text"], row["line"]))
    found += [
        _insight(f"Finish what was left open: {row['text']}", row["line"])
        for row in extraction["summary"]["open"][:3]
    ]
    return found[:8]


def about_missed(found: list) -> dict | None:
    options = [("", f"{row['title'][:CUT]} ({_lines(row)})", n) for n, row in enumerate(found, 1)]
    return (
        question("missed", "Was anything missed?", options, [], several=True) if options else None
    )


def about_conflict(title: str, relation: dict) -> dict:
    text = f"These two contradict each other.\n    new: {title}\n    old: {relation['excerpt']}  ({place(relation)})"
    return question(
        "conflict",
        text,
        [
            ("o", "the old one stays, the new one is dropped", "old"),
            ("n", "the new one takes its place; the old one is archived", "new"),
            ("b", "both hold", "both"),
        ],
        "old",
    )


def about_related(relations: list) -> dict:
    """Merge, create or skip; the value of merge is the relation's place among `relations`."""
    mergeable = [(n, one) for n, one in enumerate(relations) if can_merge(one)][:4]
    options = [
        ("m" if not k else "", f"merge into {place(one)}", ["merge", n])
        for k, (n, one) in enumerate(mergeable)
    ]
    options += [("c", "create it beside that", "create"), ("s", "skip: it is known", "skip")]
    default = (
        "skip"
        if related.verdict(relations) == related.REDUNDANT
        else ["merge", mergeable[0][0]]
        if mergeable
        else "create"
    )
    return question("related", "Something like it is known.", options, default)


def about_place(context: dict, folders: list) -> dict:
    """Where an insight goes: values are [where, scope]."""
    level = context["level"]
    options = [("e", "an entry: recalled when it matters", ["entry", level])]
    if level != USER and context["memory"]:
        options.append(
            (
                "a",
                "tier A, MEMORY.md: loaded in every session, so only what always matters",
                ["memory", ""],
            )
        )
    if level != USER:
        options.append(
            ("b", f"tier B, {FOLDER}/ of the project: read on demand", ["insights", "project"])
        )
        options += [("", f"tier B, {folder}/{FOLDER}/", ["insights", folder]) for folder in folders]
    options += [
        ("u", f"tier B, {FOLDER}/ of yours: for every project", ["insights", "user"]),
        ("s", "nowhere: skip it", ["skip", ""]),
    ]
    return question("place", "Where does it go?", options, options[0][2])


def about_topic(memory_text: str) -> dict:
    headings = list(
        dict.fromkeys(
            line[3:].strip()
            for line in memory_text.splitlines()
            if line.startswith("## ") and line[3:].strip()
        )
    )[:TOPICS]
    names = headings if "Insights" in headings else [*headings, "Insights"]
    return question("topic", "Under which heading?", [("", name, name) for name in names], names[0])


def about_writing(lines: list) -> dict:
    return question(
        "write",
        "This will be written:\n" + "\n".join(f"    {line}" for line in lines),
        [("w", "write it", "write"), ("n", "no, leave everything as it is", "no")],
        "write",
    )


def can_merge(relation: dict) -> bool:
    path = relation["path"].replace(os.sep, "/")
    return bool(relation["entry"]) or f"/{FOLDER}/" in path or path.endswith("/memory/MEMORY.md")


def folders_touched(files: list) -> list:
    """The domains that a session worked in: top-level folders with most edits, at most two, where there is more than one."""
    counts = {}
    for row in files:
        top, slash, _ = row["path"].partition("/")
        if (
            slash
            and top
            and not top.startswith((".", "/"))
            and not os.path.isabs(row["path"])
            and ":" not in top
        ):
            counts[top] = counts.get(top, 0) + row["edits"]
    return sorted(counts, key=lambda name: (-counts[name], name))[:2]


def place(relation: dict) -> str:
    return relation["entry"] or f"{short(relation['path'])}:{relation['line']}"


def short(path: str) -> str:
    parts = path.replace(os.sep, "/").split("/")
    return "/".join(
        parts[-3:]
        if len(parts) > 2 and (parts[-2].startswith(".") or parts[-2] in ("memory", "rules"))
        else parts[-2:]
    )


def _lines(row: dict) -> str:
    numbers = [str(one["line"]) for one in row["evidence"][:4]]
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(numbers)


def _insight(title: str, line: int) -> dict:
    return {
        "title": title,
        "type": "content",
        "confidence": "medium",
        "evidence": [{"line": line, "quote": ""}],
        "keywords": keywords(plain(title), "", "")[:8],
    }
