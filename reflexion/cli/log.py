"""`log`: what was learned, told, helped, ignored and promoted, newest first."""

from __future__ import annotations

from reflexion.cli.context import stored_entry
from reflexion.cli.list import since_date
from reflexion.cli.output import Stop, print_json, print_paged
from reflexion.status import gather, timeline

MOST = 40  # rows that are shown when no number is given


def log(context) -> None:
    options, project = context.options, context.project
    since = since_date(options.since) if options.since else ""
    ids = {stored_entry(*context.locate(part))["id"] for part in options.id}
    rows = [
        row
        for row in gather.timeline(project)
        if (not options.kind or row["kind"] == options.kind)
        and (not ids or ids.intersection(row["ids"]))
        and row["time"][:10] >= since
    ]
    if options.limit < 0:
        raise Stop("-n needs a number above zero")
    most = options.limit or (0 if options.json else MOST)
    shown = rows[:most] if most else rows
    if options.json:
        print_json(shown)
        return
    lines = timeline.lines(shown, context.width, context.paint)
    if len(rows) > len(shown):
        lines.append(f"  and {len(rows) - len(shown):,} older: `reflexion log -n {len(rows)}`")
    none = "nothing of that is on record" if since or ids or options.kind else timeline.EMPTY
    print_paged(lines or [none])
