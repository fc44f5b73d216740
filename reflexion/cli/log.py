"""`log`: what was learned, told, helped, ignored and promoted, newest first."""

from __future__ import annotations

import os
import sys

from reflexion.cli.context import stored_entry
from reflexion.cli.list import since_date
from reflexion.cli.output import Stop, print_json, print_paged
from reflexion.status import gather, terminal, timeline

WHOLE = 10_000  # columns: in a pipe no line is cut
MOST = 40  # rows that are shown when no number is given


def log(context) -> None:
    options = context.options
    if options.limit < 0:
        raise Stop("-n needs a number above zero")
    since = since_date(options.since) if options.since else ""
    ids = {stored_entry(*context.locate(part))["id"] for part in options.id}
    rows = [row for row in gather.timeline(context.project) if fits(row, options.kind, ids, since)]
    if options.json:
        print_json(rows[: options.limit or None])
    elif rows:
        print_paged(_lines(context, rows))
    else:
        is_filtered = since or ids or options.kind
        print_paged(["nothing of that is on record" if is_filtered else timeline.EMPTY])


def _lines(context, rows: list) -> list:
    """A line for each of the latest rows, and how many older ones there are."""
    shown = rows[: context.options.limit or MOST]
    is_cut = terminal.is_terminal(sys.stdout) or os.environ.get("COLUMNS")
    lines = timeline.lines(shown, context.width if is_cut else WHOLE, context.paint)
    if len(rows) > len(shown):
        older = f"  and {len(rows) - len(shown):,} older: `reflexion log -n {len(rows)}`"
        lines += terminal.wrap(older, context.width, "  ")
    return lines


def fits(row: dict, kind: str, ids: set, since: str) -> bool:
    """Is it a row of this kind, on one of these learnings, of this day or later?"""
    if kind and row["kind"] != kind:
        return False
    if ids and ids.isdisjoint(row["ids"]):
        return False
    return row["time"][:10] >= since
