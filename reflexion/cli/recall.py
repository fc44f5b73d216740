"""Say by hand what the recall hook would: for some words, or at a session's start."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.status import terminal

SUMMARY = "print what would be recalled for some words, or at a session's start"
EXAMPLES = """
reflexion recall pnpm build fails
reflexion recall --explain 'the build says Missing script'
reflexion recall --brief        what a session is told when it starts
"""
MOST_TERMS = 8


def build():
    made = common.parser(
        "recall",
        "Print what the recall hook would say to a prompt of these words, or nothing (with a word on stderr).",
        EXAMPLES,
    )
    made.add_argument("words", metavar="WORD", nargs="*", help="what a prompt might hold")
    made.add_argument("--brief", action="store_true", help="what a session is told when it starts")
    made.add_argument(
        "--explain",
        action="store_true",
        help="every candidate with its score, its terms, and why it is said or not",
    )
    made.add_argument("--json", action="store_true", help="every candidate, for programs")
    return made


def main(argv: list) -> int:
    parser = build()
    arguments = parser.parse_intermixed_args(argv)
    if bool(arguments.words) == arguments.brief:
        parser.error("give some words, or --brief")
    found = common.project(arguments)
    if arguments.brief:
        _brief(found, arguments.json)
    else:
        _words(found, " ".join(arguments.words), arguments)
    if not found.trusted and found.store.names():
        print(
            "reflexion: the project's learnings are left out: its store is not trusted yet (`reflexion trust`)",
            file=sys.stderr,
        )
    return 0


def _words(found, text: str, arguments) -> None:
    candidates, files = search(found, text), references(found, text)
    extra = found.settings["redact"]
    rows = [plain(one, extra) for one in candidates]
    if arguments.json:
        common.print_json([*rows, *(file_row(one, extra) for one in files)])
    elif arguments.explain:
        width, paint = terminal.width(sys.stdout), terminal.Paint(terminal.colour(sys.stdout))
        common.page(explained(rows, [file_row(one, extra) for one in files], width, paint))
    else:
        _say(found, [one.entry for one in candidates if not one.verdict], files)


def _brief(found, as_json: bool) -> None:
    from reflexion.recall.briefing import briefing
    from reflexion.signals.secrets import redact

    text, ids = briefing(found.speaking(), found.settings)
    text = redact(text, found.settings["redact"])
    if as_json:
        common.print_json({"brief": text, "characters": len(text), "ids": ids})
    elif text:
        print(text)
    else:
        why = "brief_chars is 0" if not found.settings["brief_chars"] else "nothing is sure enough"
        print(f"no brief would be said: {why}", file=sys.stderr)


def search(found, text: str) -> list:
    """All candidates, best first."""
    from reflexion.recall.search import search as look

    return look(found.speaking(), text, found.settings, every=True)


def references(found, text: str) -> list:
    """The insight files that the hook would name."""
    from reflexion.recall.insights import references as look

    return look(found, text, os.getcwd())


def plain(one, extra) -> dict:
    """A candidate as plain values, fit to be printed."""
    return common.presentable(
        {
            "id": one.entry["id"],
            "score": round(one.match.score, 2),
            "said": not one.verdict,
            "why_not": one.verdict,
            "store": one.store.dir,
            "terms": {
                term: round(part, 2)
                for term, part in sorted(one.match.why, key=lambda row: -row[1])
            },
            "trigger": one.entry["trigger"],
            "resolution": one.entry["resolution"],
        },
        extra,
    )


def file_row(one, extra) -> dict:
    """An insight file as plain values."""
    values = {"file": one.shown, "score": round(one.score, 2), "said": True, "title": one.title}
    return common.presentable(values, extra)


def explained(rows: list, files: list, width: int, paint) -> list:
    """Lines for a person: each candidate with its evidence."""
    if not rows and not files:
        return ["no learning shares a telling word with this"]
    lines = []
    for row in rows:
        why = f"not said: {row['why_not']}"
        verdict = paint("said", "green") if row["said"] else paint(why, "yellow")
        lines.append(f"{row['score']:6.2f}  {paint(row['id'], 'bold')}  {verdict}")
        lines.append(terminal.cut(f"        {row['trigger']}", width))
        terms = [f"{term} {part:g}" for term, part in row["terms"].items() if part > 0][:MOST_TERMS]
        told = terminal.wrap(", ".join(terms), width, " " * 8) if terms else []
        lines += [paint(line, "dim") for line in told]
    for row in files:
        lines.append(f"{row['score']:6.2f}  {paint(row['file'], 'bold')}  {paint('said', 'green')}")
        lines.append(terminal.cut(f"        {row['title']}", width))
    return lines


def _say(found, entries: list, files: list) -> None:
    from reflexion.recall import insights
    from reflexion.signals.secrets import redact
    from reflexion.text.block import block

    extra = found.settings["redact"]
    spoken = ("trigger", "context", "resolution")
    clean = [
        {**entry, **{field: redact(entry[field], extra) for field in spoken}} for entry in entries
    ]
    text = block(clean, {**found.settings, "citations": False}) if clean else ""
    text = "\n".join(filter(None, [text, insights.block(files, extra)]))
    print(text) if text else print("nothing would be said; --explain says why", file=sys.stderr)
