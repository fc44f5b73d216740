"""`reflexion list`, `show` and `status`: learnings as a table, one whole, all by subject; what they
came to, on the terminal, as JSON, as a page."""

from __future__ import annotations

import os
import re
import sys
from datetime import date, timedelta

from reflexion.cli import common
from reflexion.promote import promoter, rule, section
from reflexion.status import board, figures, gather, subjects, terminal
from reflexion.store import journal
from reflexion.store.entries import today
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
        print("\n".join(rows_of(rows, context.width, context.paint)))
    else:
        print("no learning fits" if context.store.names() else EMPTY.format(context.store.dir))
    if problems:
        common.warn(f"{len(problems)} file(s) cannot be read: `reflexion doctor` names them")


def since_date(text: str, now: date | None = None) -> str:
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
    if entry["promoted"]:
        return "rule"
    if entry.get("needs_review"):
        return "review"
    if not entry["resolution"].strip():
        return "open"
    return "unsure" if entry.get("confidence") == "low" else "fixed"


def rows_of(entries: list, width: int, paint) -> list:
    """The lines of a table: on a terminal cut to its width, with a heading; in a pipe whole."""
    rows = [
        [row["id"], row["type"], f"{row['occurrences']}x", row["last_seen"], state(row)]
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


def show(context) -> None:
    options = context.options
    if not options.id:
        show_all(context, options.skill)
        return
    places = [context.locate(part) for part in options.id]
    entries = [(store, context.shown(common.entry(store, name))) for store, name in places]
    if options.json:
        shown = [common.fields(entry) for _, entry in entries]
        common.print_json(shown if len(shown) > 1 else shown[0])
    else:
        print("\n\n".join("\n".join(card(context, store, entry)) for store, entry in entries))


def show_all(context, skill: str = "") -> None:
    """All that was learned: what it is about, then by kind, each learning with its evidence."""
    from reflexion.memory.targets import installed, router

    project, is_about = context.project, common.about(context.project, skill)
    here, skills = list(project.store.all()), installed(project)
    routes = router(project, here, skills)
    home = project.home if project.home and project.home.dir != project.store.dir else None
    shared = list(home.all()) if home and project.settings["use_global"] else []

    def label_of(entry) -> tuple:
        route = routes.route(entry)
        return route.kind, route.name

    here, shared = list(filter(is_about, here)), list(filter(is_about, shared))
    descriptions = {item.name: item.description for item in skills}
    found = subjects.figures(here, shared, label_of, descriptions, project.settings)
    if context.options.json:
        common.print_json(found)
        return
    lines = subjects.lines(found, context.width, context.paint, context.options.limit)
    if not project.trusted and project.store.exists():
        untrusted = common.UNUSED.format("nothing in it is said")
        lines += ["", *terminal.wrap(untrusted, context.width)]
    common.page(lines)


def card(context, store, entry: dict) -> list:
    """The entry laid out for reading: its fields, then what they do not say."""
    from reflexion.memory.targets import router

    said = [row[1:2] == [entry["id"]] for row in journal.read(store.state_dir, journal.SAID)]
    times = f"{sum(said)}x on this machine" if any(said) else "not yet on this machine"
    route = router(context.project, []).route(entry)
    about = f"{route.kind} {route.name} ({route.why})" if route.why != "nothing telling" else ""
    why = common.waits_of(context.project)(entry)
    waits = f"not yet: {why}" if why else "qualifies: `reflexion promote` writes it"
    waits = "in CLAUDE.md" if entry["promoted"] else waits
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
        ("about", about),
        ("said", f"{times}, applied {entry.get('applied', 0)}x"),
        ("rule", waits if store is context.project.store else ""),
    ]
    paint, width, room = context.paint, context.width, 12
    rows = [(terminal.cut(label, 9), text) for label, text in rows]
    lines = terminal.labelled(rows, width, room)
    lines += terminal.labelled([("file", store.path(entry["id"]))], width, room, split=False)
    lines = [
        f"  {paint(line[2:11], 'dim')}{line[11:]}" if line[2] != " " else line for line in lines
    ]
    return [f"{paint(entry['id'], 'bold')}  {entry['type']}, {state(entry)}", *lines]


def status(context) -> None:
    options, project = context.options, context.project
    if options.focus:
        show_all(context)
        return
    if options.suppressed:
        found = gather.left_out(project, options.limit)
        reasons = figures.reasons([(row["time"], row["why"]) for row in found])
        lines = board.left_out(found, reasons, context.width, context.paint)
    else:
        day, waits, settings = today(), common.waits_of(project), project.settings
        found = gather.gather(
            project,
            waits,
            room(project),
            few=options.limit or gather.FEW,
            problems=context.problems,
            installed=hooks_installed(project),
            asks=lambda entry: rule.decide(entry, settings, day) == rule.ASK,
        )
        lines = board.board(found, context.width, context.paint)
    if options.json:
        common.print_json(found)
    elif options.html and not options.suppressed:
        from reflexion.status.page import page

        _write_page(page(found, gather.history(project, waits)), options.html)
    else:
        common.page(lines)


def room(project) -> dict:
    """{rule file: (rules, characters) it can still take}; what cannot be written `doctor` names."""
    left, most = {}, project.settings["max_rules"]
    try:
        for path in promoter.targets(project):
            left[os.path.basename(path)] = section.room(promoter.read(path), most)
    except (promoter.Refused, section.Broken):
        pass
    return left


def hooks_installed(project) -> list:
    """Names of what brings the hooks here: hosts with hooks in their settings, and the plugin."""
    from reflexion.hosts import setup
    from reflexion.hosts.installed import installed, plugin_enabled

    site = setup.Site(project.root, "", project.environ)
    hosts = {hook.host for hook in installed(site)[0]}
    return sorted(hosts) + (["plugin"] if plugin_enabled(site) else [])


def _write_page(text: str, path: str) -> None:
    if path == "-":
        sys.stdout.write(text)
    else:
        common.write_file(path, text)
        print(f"written to {os.path.abspath(path)}: open it in a browser")
