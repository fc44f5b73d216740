"""Entries as rows: on a terminal cut to its width, in a pipe whole."""

from __future__ import annotations

import os

from reflexion.cli.filters import state
from reflexion.status import terminal

COLOURS = {"rule": "cyan", "review": "red", "open": "yellow", "unsure": "dim", "fixed": "green"}
WIDE = 110  # from here on the fix has a column of its own


def rows_of(entries: list, stream, environ=os.environ) -> list:
    """The lines of a table, with a heading on a terminal."""
    if not terminal.is_terminal(stream) and not environ.get("COLUMNS"):
        return [whole(entry) for entry in entries]
    width, paint = terminal.width(stream, environ), terminal.Paint(terminal.colour(stream, environ))
    names = short_ids([entry["id"] for entry in entries])
    columns = widths(entries, names, width)
    heading = [
        paint(_line(columns, ["ID", "TYPE", "SEEN", "LAST", "STATE", "TRIGGER", "FIX"]), "dim")
    ]
    return heading + [_row(entry, name, columns, paint) for entry, name in zip(entries, names)]


def whole(entry: dict) -> str:
    """One entry on one line, nothing cut: for pipes and for agents."""
    fix = entry["resolution"] or "(no fix known)"
    return f"{entry['id']}  {entry['type']}  {entry['occurrences']}x  {entry['last_seen']}  {state(entry)}  {entry['trigger']}  ->  {fix}"


def short_ids(ids: list) -> list:
    """Each id by its last digits where they are unique among these, else whole."""
    tails = [id.rpartition("-")[2] for id in ids]
    return (
        [tail if tails.count(tail) == 1 else id for id, tail in zip(ids, tails)]
        if len(ids) < 2000
        else ids
    )


def widths(entries: list, names: list, width: int) -> list:
    """Columns of id, type, times, date, state, trigger, fix; 0 leaves one out."""
    fixed = [
        max([2, *map(len, names)]),
        max([4, *(len(entry["type"]) for entry in entries)]),
        max([4, *(len(str(entry["occurrences"])) + 1 for entry in entries)]),
        10,
        6,
    ]
    if width < 70:
        fixed[3] = 0
    if width < 50:
        fixed[1] = 0
    left = width - sum(column + 2 for column in fixed if column)
    fix = (left - 2) // 2 if width >= WIDE else 0
    return [*fixed, max(10, left - (fix + 2 if fix else 0)), fix]


def _row(entry: dict, name: str, columns: list, paint) -> str:
    what = state(entry)
    return _line(
        columns,
        [
            name,
            entry["type"],
            f"{entry['occurrences']}x",
            entry["last_seen"],
            what,
            entry["trigger"],
            entry["resolution"],
        ],
        {0: (paint, "bold"), 4: (paint, COLOURS[what])},
    )


def _line(columns: list, cells: list, styles: dict | None = None) -> str:
    parts = []
    for n, (column, cell) in enumerate(zip(columns, cells)):
        if not column:
            continue
        text = terminal.pad(cell, column, right=n == 2)
        if styles and n in styles:
            paint, style = styles[n]
            text = paint(text, style)
        parts.append(text)
    return "  ".join(parts).rstrip()
