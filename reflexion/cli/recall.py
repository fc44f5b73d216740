"""`recall`: what would be recalled for some words, and why."""

import os
import sys

from reflexion.cli.list import warn_waiting
from reflexion.cli.output import print_json, print_paged, say, warn
from reflexion.recall import insights
from reflexion.recall.briefing import briefing
from reflexion.recall.search import search
from reflexion.status import terminal
from reflexion.text.render import block

SPOKEN = ("trigger", "context", "resolution")


def recall(context) -> None:
    options = context.options
    project = context.project
    if bool(options.word) == options.brief:
        context.usage("give some words, or --brief")
    if options.word:
        _said_of(context, " ".join(options.word))
    else:
        text, ids = briefing(project.speaking(), project.settings)
        text = context.redact(text)
        why = "nothing is sure enough" if project.settings["brief_chars"] else "brief_chars is 0"
        waiting = len(project.store.waiting())
        why = "all of it waits" if waiting and waiting == len(project.store.names()) else why
        if options.json:
            print_json({"brief": text, "characters": len(text), "ids": ids})
        else:
            _print(text, f"there would be no brief: {why}")
    if not project.trusted and project.store.names():
        left_out = "the project's learnings are left out: its store is not trusted yet"
        warn(f"{left_out} (`reflexion trust`)")
    else:
        warn_waiting(context)


def _said_of(context, text: str) -> None:
    project = context.project
    options = context.options
    rows = []
    candidates = search(project.speaking(), text, project.settings, every=True)
    files = insights.references(project, text, os.getcwd())
    for found in candidates:
        terms = sorted(found.match.why, key=lambda row: -row[1])
        rows.append(
            {
                "id": found.entry["id"],
                "score": round(found.match.score, 2),
                "said": not found.verdict,
                "why_not": found.verdict,
                "store": found.store.dir,
                "terms": {term: round(part, 2) for term, part in terms},
                "trigger": found.entry["trigger"],
                "resolution": found.entry["resolution"],
            }
        )
    for file in files:
        score = {"score": round(file.score, 2), "said": True}
        rows.append({"file": file.shown, **score, "title": file.title})
    if options.json:
        print_json(context.shown(rows))
    elif options.explain:
        print_paged(explained(context.shown(rows), context.width, context.paint))
    else:
        said = [row.entry for row in candidates if not row.verdict]
        said = [{**row, **{name: context.redact(row[name]) for name in SPOKEN}} for row in said]
        text = block(said, {**project.settings, "cite": False}) if said else ""
        text = "\n".join(filter(None, [text, insights.block(files, context.extra)]))
        _print(text, "the agent would be told nothing; --explain shows why")


def _print(text: str, without: str) -> None:
    """What the agent would be told, as it is; on stderr why it is nothing."""
    if text:
        print(text)
    else:
        say(without, stream=sys.stderr)


def explained(rows: list, width: int, paint) -> list:
    """Lines for a person: each candidate with its evidence."""
    lines = []
    for row in rows:
        name = row.get("id") or row["file"]
        text = row.get("trigger") or row.get("title", "")
        words = "told" if row["said"] else f"not told: {row['why_not']}"
        style = "green" if row["said"] else "yellow"
        lines.append(f"{row['score']:6.2f}  {paint(name, 'bold')}")
        lines += [paint(line, style) for line in terminal.wrap(words, width, " " * 8)]
        lines.append(terminal.cut(f"        {text}", width))
        terms = [f"{term} {part:g}" for term, part in row.get("terms", {}).items() if part > 0]
        told = terminal.wrap(", ".join(terms[:8]), width, " " * 8) if terms else []
        lines += [paint(line, "dim") for line in told]
    return lines or ["no learning shares a telling word with this"]
