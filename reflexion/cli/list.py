"""`list`: learnings by words, type, date and state."""

import os
import re
import sys
from collections import Counter
from datetime import date, timedelta

from reflexion.cli.context import about_subject, printable_fields
from reflexion.cli.output import Stop, print_json, print_paged, say, warn
from reflexion.cli.waiting import waits
from reflexion.setup.caller import is_hosted
from reflexion.status import figures, gather, history, terminal
from reflexion.store.schema import Unreadable
from reflexion.text.grades import CANDIDATE, grade, is_lesson, seen

UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd")
SHOWN = ("trigger", "resolution", "last_seen")  # to redact all of a large store takes seconds
COLOURS = {
    "rule": "cyan",
    "review": "red",
    "open": "yellow",
    "draft": "yellow",
    "unsure": "dim",
    "fixed": "green",
    "known": "green",
    "waits": "red",  # this machine does not list it as the person's
}
HEADS = ("ID", "TYPE", "SEEN", "LAST", "STATE", "TRIGGER")
LEAST = (2, 4, 4, 10, 6)  # columns of the first five
WAITING = "silent until `reflexion trust`: {} learning(s) not listed here as yours"
WIDE = 110  # from here on the fix stands beside the trigger, else below it
NO_DATE = 70  # narrower terminals show no such column
NO_TYPE = 50
UNKNOWN = "(no fix known)"
BELOW = 8  # columns before a fix that stands below
EMPTY = (
    "no learnings yet in {}: they come when a command fails or you correct the agent; "
    '`reflexion add {}"Use pnpm here"` adds one'
)


def listed(context) -> None:
    """Print the learnings that pass the filters, the one seen last first. Raises Stop."""
    options = context.options
    problems: list = []
    options.since = options.since and since_date(options.since)
    hidden = options.review or is_hosted(os.environ)  # what waits for `trust` is no review's
    ours = list(context.store.all(problems))  # first: it finds out what git brought
    others = [] if hidden else list(waiting(context.store, problems))
    found = others if options.waiting else [*ours, *others]
    entries = _chosen(context, found)
    if options.json:
        print_json([printable_fields(entry, context.extra) for entry in entries])
    else:
        _print_table(context, entries, {row["id"] for row in others})
        warn_waiting(context)
    if problems:
        warn(f"not readable: {len(problems)} file(s); `reflexion doctor` names them")


def _chosen(context, found: list) -> list:
    """Those of the entries that the options ask for, the one seen last first."""
    options = context.options
    is_about = about_subject(context.project, options.skill)
    entries = [row for row in found if is_about(row) and fits(row, options)]
    if options.review:
        entries = [row for row in entries if waits(row, context.project)]
    places = history.places(gather.happenings(context.store))
    return figures.latest(entries, places, max(0, options.limit) or None)


def _print_table(context, entries: list, silent: set) -> None:
    if entries:
        rows = [{**row, **context.shown({f: row[f] for f in SHOWN})} for row in entries]
        print_paged(rows_of(rows, context.width, context.paint, silent))
    elif context.store.names():
        say("no learning fits")
    else:
        everywhere = "" if context.store is context.project.store else "--global "
        say(EMPTY.format(context.store.dir, everywhere))


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
    word = text.strip().lower()
    now = now or date.today()
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
        not wanted.unresolved or not is_lesson(entry),
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
    found = grade(entry)
    if found in ("", CANDIDATE):
        return "draft" if found else "open"
    if entry.get("confidence") == "low":
        return "unsure"
    return "fixed" if entry["type"] == "error" else "known"


def fix_of(entry: dict, lacking: str = "") -> str:
    """What the row says beside the trigger; "" where a sentence is both."""
    if entry["resolution"] == entry["trigger"]:
        return ""
    return entry["resolution"] or lacking


def rows_of(entries: list, width: int, paint, silent=frozenset()) -> list:
    """The lines of a table: on a terminal cut to its width, with a heading; in a pipe whole.
    `silent`: ids of those that wait for the person."""
    states = ["waits" if row["id"] in silent else state(row) for row in entries]
    if not terminal.is_terminal(sys.stdout) and not os.environ.get("COLUMNS"):
        return [_whole(row, word) for row, word in zip(entries, states)]
    ids = short_ids([row["id"] for row in entries])
    rows = []
    for row, name, word in zip(entries, ids, states):
        left = [name, row["type"], f"{seen(row)}x", row["last_seen"], word]
        rows.append((left, row["trigger"], fix_of(row, UNKNOWN)))
    return _table(rows, width, paint)


def _whole(row: dict, word: str) -> str:
    """A learning as one line for a program or a pipe, nothing cut and nothing twice."""
    cells = [row["id"], row["type"], f"{seen(row)}x", row["last_seen"], word]
    fix = fix_of(row, UNKNOWN)
    return "  ".join([*cells, row["trigger"], *(["->", fix] if fix else [])])


def short_ids(ids: list) -> list:
    """The last digits of each id, the whole one where they do not tell."""
    tails = [entry_id.rpartition("-")[2] for entry_id in ids]
    counts = Counter(tails)
    return [tail if counts[tail] == 1 else name for name, tail in zip(ids, tails)]


def _table(rows: list, width: int, paint) -> list:
    """Lines of ([id, type, times, date, state], trigger, fix): the fix beside the trigger on a wide
    terminal, on a narrow one below it."""
    widths = _widths([left for left, _, _ in rows], width)
    used = sum(column + 2 for column in widths if column)
    room = max(10, width - used)
    is_wide = width >= WIDE
    if is_wide:
        room = (room - 2) // 2
    heads = [HEADS[5], "FIX"] if is_wide else [HEADS[5]]
    lines = [paint(_row(HEADS[:5], widths, heads, room), "dim")]
    for left, trigger, fix in rows:
        styles = {0: "bold", 4: COLOURS[left[4]]}
        if is_wide:
            lines.append(_row(left, widths, [trigger, fix], room, paint, styles))
            continue
        beside, below = _two_lines(trigger, fix, room)
        lines.append(_row(left, widths, [beside], room, paint, styles))
        if below:
            lines.append(" " * BELOW + paint(terminal.cut(below, width - BELOW), "dim"))
    return lines


def _widths(cells: list, width: int) -> list:
    """The columns of the first five cells of each row; one of no width is left out."""
    widths = [max([least, *(len(row[n]) for row in cells)]) for n, least in enumerate(LEAST)]
    if width < NO_DATE:
        widths[3] = 0
    if width < NO_TYPE:
        widths[1] = 0
    return widths


def _two_lines(trigger: str, fix: str, room: int) -> tuple:
    """What stands in the row of a narrow terminal, and what below it: the fix, else what of the
    trigger its `room` columns do not hold."""
    if fix:
        return trigger, "" if fix == UNKNOWN else f"-> {fix}"
    first = terminal.wrap(trigger, room)[0]
    if not trigger.startswith(first):
        return trigger, ""
    return first, trigger[len(first) :].strip()


def _row(left: list, widths: list, right: list, room: int, paint=None, styles=None) -> str:
    """One line: the cells in their columns, then those of `right` in `room` columns each."""
    cells = []
    for n, (cell, column) in enumerate(zip(left, widths)):
        if column:
            shown = terminal.pad(cell, column, right=n == 2)
            cells.append(paint(shown, styles.get(n, "")) if paint else shown)
    cells += [terminal.pad(cell, room) for cell in right]
    return "  ".join(cells).rstrip()
