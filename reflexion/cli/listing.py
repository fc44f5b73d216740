"""`reflexion list`: which entries are shown, and as which rows."""

from __future__ import annotations

import os
import re
import sys
from datetime import date, timedelta

from reflexion.cli import common
from reflexion.status import terminal

UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd")
SHOWN = ("trigger", "resolution", "last_seen")  # to redact all of a large store takes seconds
COLOURS = {"rule": "cyan", "review": "red", "open": "yellow", "unsure": "dim", "fixed": "green"}
HEADS = ("ID", "TYPE", "SEEN", "LAST", "STATE", "TRIGGER", "FIX")
WIDE = 110  # from here on the fix has a column of its own
EMPTY = (
    "no learnings yet in {}: they come when a command fails or you correct the agent; "
    '`reflexion add "Use pnpm here"` logs one'
)


def listed(context) -> int:
    options, problems = context.options, []
    if options.since:
        options.since = since_date(options.since)
    is_about = common.about(context.project, options.skill)
    entries = [entry for entry in context.store.all(problems) if fits(entry, options)]
    entries = sorted(filter(is_about, entries), key=lambda row: (row["last_seen"], row["id"]))
    entries = entries[-options.limit :] if options.limit > 0 else entries
    if options.json:
        common.print_json([common.fields(entry, context.extra) for entry in entries])
    elif entries:
        rows = [{**row, **context.shown({f: row[f] for f in SHOWN})} for row in entries]
        print("\n".join(rows_of(rows, sys.stdout)))
    else:
        print("no learning fits" if context.store.names() else EMPTY.format(context.store.dir))
    if problems:
        text = f"{len(problems)} file(s) cannot be read: `reflexion doctor` names them"
        print(f"reflexion: {text}", file=sys.stderr)
    return 0


def since_date(text: str, today: date | None = None) -> str:
    """YYYY-MM-DD of what a person types as a date. Raises Stop."""
    word, today = text.strip().lower(), today or date.today()
    days = {"today": 0, "yesterday": 1}.get(word)
    span = re.fullmatch(r"(\d{1,4})\s*([hdwmy])", word, re.ASCII)
    if span:
        days = int(int(span.group(1)) * UNITS[span.group(2)])
    try:
        day = date.fromisoformat(word) if days is None else today - timedelta(days=days)
    except ValueError:
        hint = "write YYYY-MM-DD, today, yesterday, or 7d, 2w, 3m"
        raise common.Stop(f"{text!r} is no date: {hint}") from None
    return day.isoformat()


def fits(entry: dict, wanted) -> bool:
    """Does the entry pass the filters (type, unresolved, promoted, review, since, words)?"""
    unsure = entry.get("needs_review") or entry.get("confidence") == "low"
    if (
        (wanted.type and entry["type"] != wanted.type)
        or (wanted.unresolved and entry["resolution"].strip())
        or (wanted.promoted and not entry["promoted"])
        or (wanted.review and not unsure)
        or (wanted.since and entry["last_seen"] < wanted.since)
    ):
        return False
    notes = map(str, entry.get("notes") or [])
    text = " ".join([*(entry[field] for field in SEARCHED), *entry["keywords"], *notes])
    return all(word.casefold() in text.casefold() for word in wanted.word)


def state(entry: dict) -> str:
    """One word on where a learning stands."""
    if entry["promoted"]:
        return "rule"
    if entry.get("needs_review"):
        return "review"
    if not entry["resolution"].strip():
        return "open"
    return "unsure" if entry.get("confidence") == "low" else "fixed"


def rows_of(entries: list, stream, environ=os.environ) -> list:
    """The lines of a table: on a terminal cut to its width, with a heading; in a pipe whole."""
    if not terminal.is_terminal(stream) and not environ.get("COLUMNS"):
        return [whole(entry) for entry in entries]
    width, paint = terminal.width(stream, environ), terminal.Paint(terminal.colour(stream, environ))
    names = short_ids([entry["id"] for entry in entries])
    rows = [_cells(entry, name) for entry, name in zip(entries, names)]
    columns = widths(rows, width)
    lines = [paint(_line(columns, HEADS), "dim")]
    for cells in rows:
        lines.append(_line(columns, cells, {0: (paint, "bold"), 4: (paint, COLOURS[cells[4]])}))
    return lines


def whole(entry: dict) -> str:
    """One entry on one line, nothing cut: for pipes and for agents."""
    fix = entry["resolution"] or "(no fix known)"
    return "  ".join([*_cells(entry, entry["id"])[:6], "->", fix])


def short_ids(ids: list) -> list:
    """Each id by its last digits where they are unique among these, else whole."""
    tails = [name.rpartition("-")[2] for name in ids]
    once = {tail for tail in tails if tails.count(tail) == 1} if len(ids) < 2000 else set()
    return [tail if tail in once else name for name, tail in zip(ids, tails)]


def widths(rows: list, width: int) -> list:
    """Columns of id, type, times, date, state, trigger, fix; 0 leaves one out."""
    fixed = [max(least, *(len(row[n]) for row in rows)) for n, least in enumerate((2, 4, 4))]
    fixed += [10 if width >= 70 else 0, 6]
    if width < 50:
        fixed[1] = 0
    left = width - sum(column + 2 for column in fixed if column)
    fix = (left - 2) // 2 if width >= WIDE else 0
    return [*fixed, max(10, left - (fix + 2 if fix else 0)), fix]


def _cells(entry: dict, name: str) -> list:
    seen = f"{entry['occurrences']}x"
    words = [name, entry["type"], seen, entry["last_seen"], state(entry)]
    return [*words, entry["trigger"], entry["resolution"]]


def _line(columns: list, cells, styles: dict | None = None) -> str:
    parts = []
    for n, (column, cell) in enumerate(zip(columns, cells)):
        if column:
            text = terminal.pad(cell, column, right=n == 2)
            paint, style = (styles or {}).get(n, (None, ""))
            parts.append(paint(text, style) if paint else text)
    return "  ".join(parts).rstrip()
