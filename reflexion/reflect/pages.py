"""The Markdown of the hand-off folder, which people and agents edit: written, and read back."""

from __future__ import annotations

import re

from reflexion.reflect.orders import MAX_TITLE, quote
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.tokens import keywords

ALLOWED = {"type": ("content", "pattern", "implicit"), "confidence": ("high", "medium", "low")}
USUAL = {"type": "content", "confidence": "medium"}
MOST_LINES = 5000
MOST_INSIGHTS = 30
MOST_WORDS = 12
LISTS = (("asked", "Asked after that"), ("done", "What was done"), ("decisions", "Decisions"))
LISTS += (("solved", "Solved"), ("open", "Open ends"))
INSIGHTS_HEAD = """# Extracted insights

An insight is an imperative sentence, with the transcript's lines that show it.
Without evidence it is not kept."""
RELATED_HEAD = """# Related knowledge

What is known already, for each insight: redundant, conflicting or complementary,
as path:line "excerpt"."""
TITLE = r"## (?:\d{1,3}\. )?(\S.{0,600})$"
FIELD = r"\s{0,4}[-*] (?:\*\*)?(type|confidence|evidence|keywords)(?:\*\*)?:(?:\*\*)?\s*(\S.*)$"
EVIDENCE = r"(?:lines?\s+)?(\d{1,9})(?:\s*\"([^\"]{0,400})\")?"
RELATION = r"^- (redundant|conflicting|complementary): (.{1,400}?):(\d{1,7})(?: \"(.{0,400})\")?$"


def summary(value: dict) -> str:
    """session-summary.md"""

    def items(rows: list) -> list:
        return [f"- {row['text']} (line {row['line']})" for row in rows]

    goal = items([value["goal"]]) if value["goal"]["text"] else ["- not stated"]
    files = [
        {**it, "text": f"`{it['path']}`: {_counted(it['edits'], 'edits')}"} for it in value["files"]
    ]
    figures = ", ".join(_counted(number, name) for name, number in value["figures"].items())
    parts = [("Goal", goal), *((heading, items(value[key])) for key, heading in LISTS)]
    parts += [("Files touched", items(files)), ("Figures", [f"- {figures}"])]
    lines = ["# Session summary"]
    for heading, rows in parts:
        lines += ["", f"## {heading}", "", *rows] if rows else []
    return "\n".join(lines) + "\n"


def _counted(number: int, name: str) -> str:
    """1 edit, 2 edits; `name` is the word for several."""
    return f"{number} {name.rstrip('s') if number == 1 else name}"


def insights(rows: list) -> str:
    """extracted-insights.md"""
    lines = [INSIGHTS_HEAD]
    for number, row in enumerate(rows, 1):
        quotes = [f' "{it["quote"]}"' if it.get("quote") else "" for it in row["evidence"]]
        shown = [f"line {it['line']}{said}" for it, said in zip(row["evidence"], quotes)]
        lines += [f"## {number}. {row['title']}\n", f"- type: {row['type']}"]
        lines += [f"- confidence: {row['confidence']}", f"- evidence: {'; '.join(shown)}"]
        lines += [f"- keywords: {', '.join(row['keywords'])}\n"]
    return "\n".join(lines)


def related(rows: list) -> str:
    """related-knowledge.md; rows are {"title", "relations": [...]}"""
    lines = [RELATED_HEAD]
    for number, row in enumerate(rows, 1):
        form = '- {kind}: {path}:{line} "{excerpt}"'
        known = [
            form.format_map({**it, "excerpt": quote(it["excerpt"])}) for it in row["relations"]
        ]
        lines += [f"## {number}. {row['title']}\n", *(known or ["- novel"]), ""]
    return "\n".join(lines)


def integrated(value: dict) -> str:
    """What `integrate` did, a line each."""
    lines = [f"archived  {row['what']} (copy: {row['copy']})" for row in value["superseded"]]
    for row in value["written"]:
        place = row["id"] if row["where"] == "entry" else row["path"]
        lines.append(f"{row['did']:<8}  {place}: {row['title']}")
    return "\n".join([*lines, f"{len(value['written'])} written, {value['skipped']} left out."])


def verified(value: dict) -> str:
    """What `verify` found."""
    lines = [f"problem: {problem}" for problem in value["problems"]]
    standing = value["checked"] - len(value["problems"])
    checked = value["checked"]
    nothing = "Nothing was written, so there is nothing to check."
    lines.append(f"{standing} of {checked} stand where they should." if checked else nothing)
    return "\n".join(lines + ([f"removed {value['removed']}"] if value["removed"] else []))


def read_insights(text: str, problems: list, extra=()) -> list:
    """The insights of extracted-insights.md, redacted again: an agent may have written it. What
    cannot be used is left out and named in `problems`."""
    rows = []
    numbers = []  # the line of each heading
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        heading = re.match(TITLE, line)
        field = re.match(FIELD, line, flags=re.IGNORECASE)
        if heading:
            title = one_line(redact(heading[1].strip(), extra), MAX_TITLE)
            rows.append({"title": title, **USUAL, "evidence": [], "keywords": []})
            numbers.append(number)
        elif field and rows:
            _read_field(rows[-1], field[1].lower(), field[2].strip(), problems, extra)
    for row, number in zip(rows, numbers):
        row["keywords"] = row["keywords"] or keywords(row["title"], "", "")[:8]
        if not row["evidence"]:
            place = f"{row['title'][:60]!r} (line {number} of the file)"
            problems.append(f"{place} has no evidence: it is left out")
    return [row for row in rows if row["evidence"]][:MOST_INSIGHTS]


def _read_field(row: dict, key: str, value: str, problems: list, extra) -> None:
    """Take one field of an insight."""
    if key == "evidence":
        for shown, words in re.findall(EVIDENCE, value[:8000])[:MOST_WORDS]:
            quoted = quote(redact(words, extra))
            row[key].append({"line": int(shown), "quote": quoted})
    elif key == "keywords":
        words = filter(str.strip, redact(value, extra).split(","))
        row[key] = [one_line(word, 40).lower() for word in words][:MOST_WORDS]
    elif value.lower() in ALLOWED[key]:
        row[key] = value.lower()
    else:
        must = f"{key} must be one of {', '.join(ALLOWED[key])}"
        problems.append(f"{row['title'][:60]!r}: {must}")


def read_related(text: str, extra=()) -> list:
    """[{"title", "relations"}] of related-knowledge.md; lines of another form are passed over."""
    rows = []
    for line in text.splitlines()[:MOST_LINES]:
        heading = re.match(TITLE, line)
        relation = re.match(RELATION, line)
        if heading:
            title = one_line(redact(heading[1], extra), MAX_TITLE)
            rows.append({"title": title, "relations": []})
        elif relation and rows:
            kind, path, number, words = relation.groups("")
            place = {"path": path, "line": int(number), "end": int(number), "entry": ""}
            excerpt = quote(redact(words, extra))
            rows[-1]["relations"].append({"kind": kind, **place, "excerpt": excerpt})
    return rows
