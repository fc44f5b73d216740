"""Search the learnings with some words, as the recall hook does with a prompt."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.status import terminal

SUMMARY = "print what would be recalled for some words"
EXAMPLES = """
reflexion recall pnpm build fails
reflexion recall --explain 'the build says Missing script'
"""
MOST_TERMS = 8


def build():
    made = common.parser(
        "recall",
        "Print what the recall hook would say to a prompt of these words, or nothing (with a word on stderr).",
        EXAMPLES,
    )
    made.add_argument("words", metavar="WORD", nargs="+", help="what a prompt might hold")
    made.add_argument(
        "--explain",
        action="store_true",
        help="every candidate with its score, its terms, and why it is said or not",
    )
    made.add_argument("--json", action="store_true", help="every candidate, for programs")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    candidates = search(found, " ".join(arguments.words))
    if arguments.json:
        common.print_json([plain(one, found.settings["redact"]) for one in candidates])
    elif arguments.explain:
        common.page(
            explained(
                [plain(one, found.settings["redact"]) for one in candidates],
                terminal.width(sys.stdout),
                terminal.Paint(terminal.colour(sys.stdout)),
            )
        )
    else:
        _say(found, [one.entry for one in candidates if not one.verdict])
    if not found.trusted and found.store.names():
        print(
            "reflexion: the project's learnings are left out: its store is not trusted yet (`reflexion trust`)",
            file=sys.stderr,
        )
    return 0


def search(found, text: str) -> list:
    """All candidates, best first."""
    from reflexion.recall.search import search as look

    return look(found.speaking(), text, found.settings, every=True)


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


def explained(rows: list, width: int, paint) -> list:
    """Lines for a person: each candidate with its evidence."""
    if not rows:
        return ["no learning shares a telling word with this"]
    lines = []
    for row in rows:
        verdict = (
            paint("said", "green")
            if row["said"]
            else paint(f"not said: {row['why_not']}", "yellow")
        )
        lines.append(f"{row['score']:6.2f}  {paint(row['id'], 'bold')}  {verdict}")
        lines.append(terminal.cut(f"        {row['trigger']}", width))
        terms = [f"{term} {part:g}" for term, part in row["terms"].items() if part > 0][:MOST_TERMS]
        lines += (
            [paint(line, "dim") for line in terminal.wrap(", ".join(terms), width, " " * 8)]
            if terms
            else []
        )
    return lines


def _say(found, entries: list) -> None:
    from reflexion.signals.secrets import redact
    from reflexion.text.block import block

    extra = found.settings["redact"]
    clean = [
        {
            **entry,
            **{
                field: redact(entry[field], extra) for field in ("trigger", "context", "resolution")
            },
        }
        for entry in entries
    ]
    text = block(clean, {**found.settings, "citations": False}) if clean else ""
    print(text) if text else print("nothing would be said; --explain says why", file=sys.stderr)
