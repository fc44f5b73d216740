"""Write the figures into the manual and the README: python3 tests/bench/figures.py [--check]

All of them stand in results.json, in groups, with the command that measures them and the date.
Rows with `"readme": true` are what a reader can measure again: they go to the README's table, the
others to the manual's page, so that each number stands in one place. With --check nothing is written; exit status 1: a file is out of date.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "tests" / "bench" / "results.json"
PAGE = ROOT / "reflexion" / "manual" / "figures.md"
README = ROOT / "README.md"
BEGIN = "<!-- figures:begin (written by `python3 tests/bench/figures.py`) -->\n"
END = "<!-- figures:end -->\n"
HEAD = """\
# How well does it work, and what does it cost?

What you can measure again stands in the [README](../../README.md); these are the others. What
was measured on data that was kept aside comes first. `replay.py` and `run.py` lie beside that data.
"""
WIDTH = 120  # columns of a paragraph
COLUMNS = ("what", "figure", "goal", "measured with")
MAIN_COLUMNS = ("what you can measure again", "figure", "goal", "with")


def load() -> list:
    """Return the groups of results.json, those of unseen data first."""
    groups = json.loads(RESULTS.read_text(encoding="utf-8"))
    return sorted(groups, key=lambda group: not group["unseen"])


def page(groups: list) -> str:
    """Return the text of the manual's page."""
    parts = [HEAD]
    for group in groups:
        rows = [row for row in group["rows"] if not row.get("readme")]
        cells = [[row["figure"], row["value"], row["goal"], how(row)] for row in rows]
        if not rows:
            continue
        about = textwrap.fill(f"{group['about']} {measured_on(group['rows'])}", WIDTH)
        parts.append(f"## {group['title']}\n\n{about}\n\n{table(COLUMNS, cells)}")
    return "\n".join(parts)


def how(row: dict) -> str:
    return f"`{row['command']}`"


def measured_on(rows: list) -> str:
    dates = sorted({row["date"] for row in rows if row["date"]})
    return f"Measured on {', '.join(dates)}." if dates else ""


def main_table(groups: list) -> str:
    """Return the README's table."""
    main = [row for group in groups for row in group["rows"] if row.get("readme")]
    cells = [[row["figure"], row["value"], row["goal"], how(row)] for row in main]
    return table(MAIN_COLUMNS, cells)


def table(columns: tuple, rows: list) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(cells)} |" for cells in (columns, *rows)]
    lines.insert(1, "|---" * len(columns) + "|")
    return "\n".join([*lines, ""])


def with_table(readme: str, text: str) -> str:
    """Return the README with the text between its marker lines."""
    before, _, rest = readme.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit(f"figures: {README} has no line {BEGIN.strip()} with {END.strip()} below it")
    return before + BEGIN + text + END + after


def main() -> int:
    groups = load()
    readme = README.read_text(encoding="utf-8")
    wanted = {PAGE: page(groups), README: with_table(readme, main_table(groups))}
    changed = [path for path, text in wanted.items() if path.read_text(encoding="utf-8") != text]
    for path in changed:
        if "--check" in sys.argv[1:]:
            print(f"{path} is out of date: run python3 tests/bench/figures.py")
        else:
            path.write_text(wanted[path], encoding="utf-8")
            print(f"wrote {path}")
    return 1 if changed and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
