"""`list`: learnings by words, type, date and state."""

import os
import re
import sys
from datetime import date, timedelta

from reflexion.cli.context import about_subject, printable_fields
from reflexion.cli.output import Stop, print_json, warn
from reflexion.cli.waiting import waits
from reflexion.setup.caller import is_hosted
from reflexion.status import terminal
from reflexion.store.schema import Unreadable

UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd")
SHOWN = ("trigger", "resolution", "last_seen")  # to redact all of a large store takes seconds
COLOURS = {"rule": "cyan", "review": "red", "open": "yellow", "unsure": "dim", "fixed": "green"}
COLOURS["waits"] = "red"  # it came from somebody else
HEADS = ("ID", "TYPE", "SEEN", "LAST", "STATE", "TRIGGER", "FIX")
WAITING = "{} learning(s) came from somebody else and are silent until `reflexion trust`"
WIDE = 110  # from here on the fix has a column of its own
EMPTY = (
    "no learnings yet in {}: they come when a command fails or you correct the agent; "
    '`reflexion add "Use pnpm here"` logs one'
)


def listed(context) -> None:
    options, problems = context.options, []
    options.since = options.since and since_date(options.since)
    is_about = about_subject(context.project, options.skill)
    others = [] if is_hosted(os.environ) else list(waiting(context.store, problems))
    found = others if options.waiting else [*context.store.all(problems), *others]
    entries = [row for row in found if fits(row, options) and is_about(row)]
    if options.review:
        entries = [row for row in entries if waits(row, context.project)]
    silent = {row["id"] for row in others}
    entries.sort(key=lambda row: (row["last_seen"], row["id"]))
    entries = entries[-options.limit :] if options.limit > 0 else entries
    if options.json:
        print_json([printable_fields(entry, context.extra) for entry in entries])
    elif entries:
        rows = [{**row, **context.shown({f: row[f] for f in SHOWN})} for row in entries]
        print("\n".join(rows_of(rows, context.width, context.paint, silent)))
    else:
        print("no learning fits" if context.store.names() else EMPTY.format(context.store.dir))
    if not options.json:
        warn_waiting(context)
    if problems:
        warn(f"{len(problems)} file(s) cannot be read: `reflexion doctor` names them")


def waiting(store, problems: list):
    """Yield the entries that wait for their person; what cannot be read goes to `problems`."""
    for entry_id in store.waiting():
        try:
            entry = store.read(entry_id, waiting=True)
        except Unreadable as error:
            problems.append((f"{entry_id}.json", str(error)))
            continue
        if entry:
            yield entry


def warn_waiting(context) -> None:
    """Say in a line how many learnings wait, and why; nothing where none do."""
    count = len(context.store.waiting())
    if count:
        warn(WAITING.format(count))


def since_date(text: str, now=None) -> str:
    """YYYY-MM-DD of what a person types as a date. Raises Stop."""
    word, now = text.strip().lower(), now or date.today()
    days = {"today": 0, "yesterday": 1}.get(word)
    span = re.fullmatch(r"(\d{1,4})\s*([hdwmy])", word, re.ASCII)
    if span:
        days = int(int(span[1]) * UNITS[span[2]])
    try:
        day = date.fromisoformat(word) if days is None else now - timedelta(days=days)
    except ValueError:
        hint = "write YYYY-MM-DD, today, yesterday, or 7d, 2w, 3m"
        raise Stop(f"{text!r} is no date: {hint}") from None
    return day.isoformat()


def fits(entry: dict, wanted) -> bool:
    """Does the entry pass the filters (type, unresolved, promoted, since, words)?"""
    passed = (
        not wanted.type or entry["type"] == wanted.type,
        not wanted.unresolved or not entry["resolution"].strip(),
        not wanted.promoted or entry["promoted"],
        not wanted.since or entry["last_seen"] >= wanted.since,
    )
    notes = map(str, entry.get("notes") or [])
    text = " ".join([*(entry[field] for field in SEARCHED), *entry["keywords"], *notes]).casefold()
    return all(passed) and all(word.casefold() in text for word in wanted.word)


def state(entry: dict) -> str:
    """One word on where a learning stands."""
    if entry["promoted"]:
        return "rule"
    if entry.get("needs_review"):
        return "review"
    if not entry["resolution"].strip():
        return "open"
    return "unsure" if entry.get("confidence") == "low" else "fixed"


def rows_of(entries: list, width: int, paint, silent=frozenset()) -> list:
    """The lines of a table: on a terminal cut to its width, with a heading; in a pipe whole.
    `silent`: ids of those that wait for the person."""
    rows = [
        [row["id"], row["type"], f"{row['occurrences']}x", row["last_seen"]]
        + ["waits" if row["id"] in silent else state(row)]
        + [row["trigger"], row["resolution"]]
        for row in entries
    ]
    if not terminal.is_terminal(sys.stdout) and not os.environ.get("COLUMNS"):
        return ["  ".join([*row[:6], "->", row[6] or "(no fix known)"]) for row in rows]
    tails = [row[0].rpartition("-")[2] for row in rows]
    for row, tail in zip(rows if len(rows) < 2000 else (), tails):
        row[0] = tail if tails.count(tail) == 1 else row[0]  # the last digits where they tell
    # columns of id, type, times, date, state, trigger, fix; 0 leaves one out
    columns = [max(least, *(len(row[n]) for row in rows)) for n, least in enumerate((2, 4, 4))]
    columns += [10 if width >= 70 else 0, 6]
    columns[1] = columns[1] if width >= 50 else 0
    left, lines = width - sum(column + 2 for column in columns if column), []
    fix = (left - 2) // 2 if width >= WIDE else 0
    columns += [max(10, left - (fix + 2 if fix else 0)), fix]
    for row in [HEADS, *rows]:
        styles = {} if row is HEADS else {0: "bold", 4: COLOURS[row[4]]}
        line = "  ".join(
            paint(terminal.pad(cell, column, right=n == 2), styles.get(n, ""))
            for n, (column, cell) in enumerate(zip(columns, row))
            if column
        ).rstrip()
        lines.append(line if styles else paint(line, "dim"))
    return lines
