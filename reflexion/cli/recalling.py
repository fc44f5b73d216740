"""`reflexion recall`: by hand what the recall hook would say, for some words or at a start."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.status import terminal

MOST_TERMS = 8
SPOKEN = ("trigger", "context", "resolution")
UNTRUSTED = "the project's learnings are left out: its store is not trusted yet (`reflexion trust`)"


def recall(context) -> None:
    options, project = context.options, context.project
    if bool(options.word) == options.brief:
        context.usage("give some words, or --brief")
    if options.brief:
        _brief(context)
    else:
        _words(context, " ".join(options.word))
    if not project.trusted and project.store.names():
        common.warn(UNTRUSTED)


def _brief(context) -> None:
    from reflexion.recall.briefing import briefing

    settings = context.project.settings
    text, ids = briefing(context.project.speaking(), settings)
    text = context.redact(text)
    if context.options.json:
        common.print_json({"brief": text, "characters": len(text), "ids": ids})
    elif text:
        print(text)
    else:
        why = "nothing is sure enough" if settings["brief_chars"] else "brief_chars is 0"
        print(f"no brief would be said: {why}", file=sys.stderr)


def _words(context, text: str) -> None:
    from reflexion.recall import insights
    from reflexion.recall.search import search
    from reflexion.text.block import block

    project, options = context.project, context.options
    candidates = search(project.speaking(), text, project.settings, every=True)
    files = insights.references(project, text, os.getcwd())
    rows = [plain(row) for row in candidates]
    for file in files:
        score = {"score": round(file.score, 2), "said": True}
        rows.append({"file": file.shown, **score, "title": file.title})
    if options.json:
        common.print_json(context.shown(rows))
    elif options.explain:
        common.page(explained(context.shown(rows), context.width, context.paint))
    else:
        said = [row.entry for row in candidates if not row.verdict]
        said = [{**row, **{name: context.redact(row[name]) for name in SPOKEN}} for row in said]
        text = block(said, {**project.settings, "citations": False}) if said else ""
        text = "\n".join(filter(None, [text, insights.block(files, context.extra)]))
        print(text) if text else print("nothing would be said; --explain says why", file=sys.stderr)


def plain(candidate) -> dict:
    """A candidate as plain values."""
    terms = sorted(candidate.match.why, key=lambda row: -row[1])
    return {
        "id": candidate.entry["id"],
        "score": round(candidate.match.score, 2),
        "said": not candidate.verdict,
        "why_not": candidate.verdict,
        "store": candidate.store.dir,
        "terms": {term: round(part, 2) for term, part in terms},
        "trigger": candidate.entry["trigger"],
        "resolution": candidate.entry["resolution"],
    }


def explained(rows: list, width: int, paint) -> list:
    """Lines for a person: each candidate with its evidence."""
    lines = []
    for row in rows:
        name, text = row.get("id") or row["file"], row.get("trigger") or row.get("title", "")
        verdict = ("said", "green") if row["said"] else (f"not said: {row['why_not']}", "yellow")
        lines.append(f"{row['score']:6.2f}  {paint(name, 'bold')}  {paint(*verdict)}")
        lines.append(terminal.cut(f"        {text}", width))
        terms = [f"{term} {part:g}" for term, part in row.get("terms", {}).items() if part > 0]
        told = terminal.wrap(", ".join(terms[:MOST_TERMS]), width, " " * 8) if terms else []
        lines += [paint(line, "dim") for line in told]
    return lines or ["no learning shares a telling word with this"]
