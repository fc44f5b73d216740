"""The hand-off files that people and agents edit, as Markdown: written from plain values, read back
strictly enough to name what is wrong.
"""

from __future__ import annotations

import re

from reflexion.reflect.orders import MAX_TITLE, quote
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

TYPES, LEVELS = ("content", "pattern", "implicit"), ("high", "medium", "low")
KINDS = ("redundant", "conflicting", "complementary")
MOST_LINES, MOST_INSIGHTS = 5000, 30
LISTS = (
    ("asked", "Asked after that"),
    ("done", "What was done"),
    ("decisions", "Decisions"),
    ("solved", "Solved"),
    ("open", "Open ends"),
)
EVIDENCE = r"(?:lines?\s+)?(\d{1,9})(?:\s*\"([^\"]{0,400})\")?"
RELATION = r"^- (redundant|conflicting|complementary): (.{1,400}?):(\d{1,7})(?: \"(.{0,400})\")?$"


def summary(value: dict) -> str:
    """session-summary.md"""
    goal, figures = value["goal"], value["figures"]
    lines = [
        "# Session summary",
        "",
        "## Goal",
        "",
        f"- {goal['text']} (line {goal['line']})" if goal["text"] else "- not stated",
        "",
    ]
    for key, heading in LISTS:
        if value[key]:
            lines += [
                f"## {heading}",
                "",
                *(f"- {row['text']} (line {row['line']})" for row in value[key]),
                "",
            ]
    if value["files"]:
        lines += [
            "## Files touched",
            "",
            *(
                f"- `{row['path']}`: {row['edits']} edit(s) (line {row['line']})"
                for row in value["files"]
            ),
            "",
        ]
    lines += [
        "## Figures",
        "",
        "- " + ", ".join(f"{number} {name}" for name, number in figures.items()),
    ]
    return "\n".join(lines) + "\n"


def insights(rows: list) -> str:
    """extracted-insights.md"""
    lines = [
        "# Extracted insights",
        "",
        "An insight is an imperative sentence, with the transcript's lines that show it. Without evidence it is not kept.",
        "",
    ]
    for number, row in enumerate(rows, 1):
        shown = "; ".join(
            f"line {one['line']}" + (f' "{one["quote"]}"' if one.get("quote") else "")
            for one in row["evidence"]
        )
        lines += [
            f"## {number}. {row['title']}",
            "",
            f"- type: {row['type']}",
            f"- confidence: {row['confidence']}",
            f"- evidence: {shown}",
            f"- keywords: {', '.join(row['keywords'])}",
            "",
        ]
    return "\n".join(lines)


def related(rows: list) -> str:
    """related-knowledge.md; rows are {"title", "relations": [...]}"""
    lines = [
        "# Related knowledge",
        "",
        'What is known already, for each insight: redundant, conflicting or complementary, as path:line "excerpt".',
        "",
    ]
    for number, row in enumerate(rows, 1):
        lines += [f"## {number}. {row['title']}", ""]
        lines += [
            f'- {one["kind"]}: {one["path"]}:{one["line"]} "{quote(one["excerpt"])}"'
            for one in row["relations"]
        ] or ["- novel"]
        lines.append("")
    return "\n".join(lines)


def integrated(value: dict) -> str:
    """What `integrate` did, a line each."""
    lines = [
        f"archived  {row['what']}" + (f" (copy: {row['copy']})" if row["copy"] else "")
        for row in value["superseded"]
    ]
    for row in value["written"]:
        place = row["id"] if row["where"] == "entry" else row["path"]
        lines.append(f"{row['did']:<8}  {place}: {row['title']}")
    return "\n".join([*lines, f"{len(value['written'])} written, {value['skipped']} left out."])


def verified(value: dict) -> str:
    """What `verify` found."""
    lines = [f"problem: {problem}" for problem in value["problems"]]
    standing, checked = value["checked"] - len(value["problems"]), value["checked"]
    lines.append(
        f"{standing} of {checked} stand where they should."
        if checked
        else "Nothing was written, so there is nothing to check."
    )
    return "\n".join(lines + ([f"removed {value['removed']}"] if value["removed"] else []))


def read_insights(text: str, problems: list, extra=()) -> list:
    """The insights of extracted-insights.md; what cannot be used is left out and named in
    `problems`. Text is redacted again: an agent may have written it.
    """
    found = []
    for title, body, number in _parts(text):
        row = {
            "title": one_line(redact(title, extra), MAX_TITLE),
            "type": "content",
            "confidence": "medium",
            "evidence": [],
            "keywords": [],
        }
        for key, value in body:
            if key == "type" or key == "confidence":
                if value.lower() not in (TYPES if key == "type" else LEVELS):
                    problems.append(
                        f"{title[:60]!r}: {key} must be one of {', '.join(TYPES if key == 'type' else LEVELS)}"
                    )
                    continue
                row[key] = value.lower()
            elif key == "evidence":
                row["evidence"] += [
                    {"line": int(line), "quote": quote(redact(words or "", extra))}
                    for line, words in re.findall(EVIDENCE, value[:8000])
                ][:12]
            elif key == "keywords":
                row["keywords"] = [
                    one_line(word, 40).lower()
                    for word in redact(value, extra).split(",")
                    if word.strip()
                ][:12]
        row["keywords"] = row["keywords"] or keywords(row["title"], "", "")[:8]
        if not row["evidence"]:
            problems.append(
                f"{title[:60]!r} (line {number} of the file) has no evidence: it is left out"
            )
        elif len(found) < MOST_INSIGHTS:
            found.append(row)
    return found


def read_related(text: str, extra=()) -> list:
    """[{"title", "relations"}] of related-knowledge.md; lines of another form are passed over."""
    found = []
    for line in text.splitlines()[:MOST_LINES]:
        heading, relation = (
            re.match(r"## (?:\d{1,3}\. )?(.{1,400})$", line),
            re.match(RELATION, line),
        )
        if heading:
            found.append(
                {"title": one_line(redact(heading.group(1), extra), MAX_TITLE), "relations": []}
            )
        elif relation and found:
            kind, path, number, words = relation.groups()
            found[-1]["relations"].append(
                {
                    "kind": kind,
                    "path": path,
                    "line": int(number),
                    "end": int(number),
                    "excerpt": quote(redact(words or "", extra)),
                    "entry": "",
                }
            )
    return found


def _parts(text: str):
    """(heading, [(key, value)], line number) of each insight."""
    title, body, start = "", [], 0
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        heading = re.match(r"## (?:\d{1,3}\. )?(\S.{0,600})$", line)
        pair = re.match(
            r"\s{0,4}[-*] (?:\*\*)?(type|confidence|evidence|keywords)(?:\*\*)?:(?:\*\*)?\s*(\S.*)$",
            line,
            flags=re.IGNORECASE,
        )
        if heading:
            if title:
                yield title, body, start
            title, body, start = heading.group(1).strip(), [], number
        elif pair and title:
            body.append((pair.group(1).lower(), pair.group(2).strip()))
    if title:
        yield title, body, start
