"""`reflexion list` and `show`: learnings as a table, one whole, or all by subject and kind."""

from __future__ import annotations

import os
import re
import sys
from datetime import date, timedelta

from reflexion.cli import common
from reflexion.status import subjects, terminal
from reflexion.store import journal
from reflexion.store.entry import FIELDS

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
UNTRUSTED = common.UNUSED.format("nothing in it is said")


def listed(context) -> None:
    options, problems = context.options, []
    options.since = options.since and since_date(options.since)
    is_about = common.about(context.project, options.skill)
    entries = [row for row in context.store.all(problems) if fits(row, options) and is_about(row)]
    entries.sort(key=lambda row: (row["last_seen"], row["id"]))
    entries = entries[-options.limit :] if options.limit > 0 else entries
    if options.json:
        common.print_json([common.fields(entry, context.extra) for entry in entries])
    elif entries:
        rows = [{**row, **context.shown({f: row[f] for f in SHOWN})} for row in entries]
        print("\n".join(rows_of(rows, sys.stdout)))
    else:
        print("no learning fits" if context.store.names() else EMPTY.format(context.store.dir))
    if problems:
        common.warn(f"{len(problems)} file(s) cannot be read: `reflexion doctor` names them")


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
    passed = (
        not wanted.type or entry["type"] == wanted.type,
        not wanted.unresolved or not entry["resolution"].strip(),
        not wanted.promoted or entry["promoted"],
        not wanted.review or unsure,
        not wanted.since or entry["last_seen"] >= wanted.since,
    )
    notes = map(str, entry.get("notes") or [])
    text = " ".join([*(entry[field] for field in SEARCHED), *entry["keywords"], *notes]).casefold()
    return all(passed) and all(word.casefold() in text for word in wanted.word)


def state(entry: dict) -> str:
    """One word on where a learning stands."""
    states = {
        "rule": entry["promoted"],
        "review": entry.get("needs_review"),
        "open": not entry["resolution"].strip(),
        "unsure": entry.get("confidence") == "low",
    }
    return next((word for word, holds in states.items() if holds), "fixed")


def rows_of(entries: list, stream, environ=os.environ) -> list:
    """The lines of a table: on a terminal cut to its width, with a heading; in a pipe whole."""
    if not terminal.is_terminal(stream) and not environ.get("COLUMNS"):
        return ["  ".join(_whole(_cells(entry, entry["id"]))) for entry in entries]
    width, paint = terminal.width(stream, environ), terminal.Paint(terminal.colour(stream, environ))
    names = short_ids([entry["id"] for entry in entries])
    rows = [_cells(entry, name) for entry, name in zip(entries, names)]
    columns = widths(rows, width)
    lines = [paint(_line(columns, HEADS), "dim")]
    for cells in rows:
        lines.append(_line(columns, cells, {0: (paint, "bold"), 4: (paint, COLOURS[cells[4]])}))
    return lines


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


def _whole(cells: list) -> list:
    return [*cells[:6], "->", cells[6] or "(no fix known)"]


def _line(columns: list, cells, styles: dict | None = None) -> str:
    parts = []
    for n, (column, cell) in enumerate(zip(columns, cells)):
        text = terminal.pad(cell, column, right=n == 2) if column else ""
        paint, style = (styles or {}).get(n, (None, ""))
        parts += [paint(text, style) if paint else text] if column else []
    return "  ".join(parts).rstrip()


def show(context) -> None:
    options = context.options
    if not options.id:
        show_all(context, options.skill, options.limit)
        return
    places = [context.locate(part) for part in options.id]
    entries = [(store, context.shown(common.entry(store, name))) for store, name in places]
    if options.json:
        shown = [common.fields(entry) for _, entry in entries]
        common.print_json(shown if len(shown) > 1 else shown[0])
        return
    cards = [card(entry, facts(context, store, entry), context) for store, entry in entries]
    print("\n\n".join("\n".join(lines) for lines in cards))


def show_all(context, skill: str = "", limit: int = 0) -> None:
    """All that was learned: what it is about, then by kind, each learning with its evidence."""
    figures = _figures(context, skill)
    if context.options.json:
        common.print_json(figures)
        return
    lines = subjects.lines(figures, context.width, context.paint, limit)
    if not context.project.trusted and context.project.store.exists():
        lines += ["", *terminal.wrap(UNTRUSTED, context.width)]
    common.page(lines)


def _figures(context, skill: str) -> dict:
    from reflexion.memory.targets import installed, router

    project = context.project
    here, skills = list(project.store.all()), installed(project)
    routes = router(project, here, skills)
    home = project.home if project.home and project.home.dir != project.store.dir else None
    shared = list(home.all()) if home and project.settings["use_global"] else []
    descriptions = {item.name: item.description for item in skills}

    def label_of(entry) -> tuple:
        route = routes.route(entry)
        return route.kind, route.name

    if skill:
        is_about = common.about(project, skill)
        here, shared = list(filter(is_about, here)), list(filter(is_about, shared))
    return subjects.figures(here, shared, label_of, descriptions, project.settings)


def facts(context, store, entry: dict) -> list:
    """(label, text) of what the entry's own fields do not say."""
    from reflexion.memory.targets import router

    rows = journal.read(store.state_dir, journal.SAID)
    said = sum(row[1] == entry["id"] for row in rows if len(row) > 1)
    times = f"{said}x on this machine" if said else "not yet on this machine"
    route = router(context.project, []).route(entry)
    about = f"{route.kind} {route.name} ({route.why})" if route.why != "nothing telling" else ""
    lines = [("about", about), ("said", f"{times}, applied {entry.get('applied', 0)}x")]
    if store is context.project.store:
        why = common.waits_of(context.project)(entry)
        rule = f"not yet: {why}" if why else "qualifies: `reflexion promote` writes it"
        lines.append(("rule", "in CLAUDE.md" if entry["promoted"] else rule))
    return [*lines, ("file", store.path(entry["id"]))]


def card(entry: dict, more: list, context) -> list:
    """The entry laid out for reading: (label, text) of its fields, then of `more`."""
    paint = context.paint
    lines = [f"{paint(entry['id'], 'bold')}  {entry['type']}, {state(entry)}"]
    rows = [
        ("trigger", entry["trigger"]),
        ("context", entry["context"]),
        ("fix", entry["resolution"] or "not known: `reflexion resolve` records it"),
        ("keywords", ", ".join(entry["keywords"])),
        ("seen", subjects.seen(entry)),
        ("where", entry["cwd"]),
        ("trusted", subjects.trusted(entry)),
        *(("note", str(note)) for note in entry.get("notes") or []),
        *((field, str(value)) for field, value in entry.items() if field not in FIELDS),
        *more,
    ]
    for label, text in [row for row in rows if row[1]]:
        wrapped = terminal.wrap(text, max(30, context.width), " " * 12, split=label != "file")
        first = wrapped[0][12:] if wrapped[0].startswith(" " * 12) else wrapped[0]
        lines += [f"  {paint(terminal.pad(label, 9), 'dim')} {first}", *wrapped[1:]]
    return lines
