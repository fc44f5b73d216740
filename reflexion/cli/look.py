"""`reflexion list`, `show`, `status` and `recall`: learnings as a table, one whole, all by subject;
what they came to, on the terminal, as JSON, as a page; what would be said of them."""

import os
import re
import sys
from contextlib import suppress
from datetime import date, timedelta

from reflexion.cli import common
from reflexion.promote import promoter, rule, section
from reflexion.status import board, figures, gather, subjects, terminal
from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.schema import FIELDS

UNITS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30, "y": 365}
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd")
SHOWN = ("trigger", "resolution", "last_seen")  # to redact all of a large store takes seconds
COLOURS = {"rule": "cyan", "review": "red", "open": "yellow", "unsure": "dim", "fixed": "green"}
HEADS = ("ID", "TYPE", "SEEN", "LAST", "STATE", "TRIGGER", "FIX")
WIDE = 110  # from here on the fix has a column of its own
SPOKEN = ("trigger", "context", "resolution")
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
    level = entry.get("confidence") or "not given (as written by a person)"
    trusted = f"confidence {level}, source {entry.get('source') or 'unknown'}"
    trusted = ", ".join(filter(None, [trusted, *subjects.outcome(entry)]))
    dates = f"first {entry['first_seen'] or '?'}, last {entry['last_seen'] or '?'}"
    more = f", in {entry['sessions']} session(s)" if entry.get("sessions") else ""
    rows = [
        ("trigger", entry["trigger"]),
        ("context", entry["context"]),
        ("fix", entry["resolution"] or "not known: `reflexion resolve` records it"),
        ("keywords", ", ".join(entry["keywords"])),
        ("seen", f"{entry['occurrences']}x, {dates}{more}"),
        ("where", entry["cwd"]),
        ("trusted", trusted),
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

        text = page(found, gather.history(project, waits))
        if options.html == "-":
            sys.stdout.write(text)
        else:
            common.write_file(options.html, text)
            print(f"written to {os.path.abspath(options.html)}: open it in a browser")
    else:
        common.page(lines)


def room(project) -> dict:
    """{rule file: (rules, characters) it can still take}; what cannot be written `doctor` names."""
    left, most = {}, project.settings["max_rules"]
    with suppress(promoter.Refused, section.Broken):
        for path in promoter.targets(project):
            left[os.path.basename(path)] = section.room(promoter.read(path), most)
    return left


def hooks_installed(project) -> list:
    """Names of what brings the hooks here: hosts with hooks in their settings, and the plugin."""
    from reflexion.setup import host_setup

    site = host_setup.Site(project.root, "", project.environ)
    hosts = {hook.host for hook in host_setup.installed(site)[0]}
    return sorted(hosts) + (["plugin"] if host_setup.plugin_enabled(site) else [])


def recall(context) -> None:
    from reflexion.recall.briefing import briefing

    options, project = context.options, context.project
    if bool(options.word) == options.brief:
        context.usage("give some words, or --brief")
    if options.word:
        _said_of(context, " ".join(options.word))
    else:
        text, ids = briefing(project.speaking(), project.settings)
        text = context.redact(text)
        why = "nothing is sure enough" if project.settings["brief_chars"] else "brief_chars is 0"
        if options.json:
            common.print_json({"brief": text, "characters": len(text), "ids": ids})
        else:
            print(text) if text else print(f"no brief would be said: {why}", file=sys.stderr)
    if not project.trusted and project.store.names():
        left_out = "the project's learnings are left out: its store is not trusted yet"
        common.warn(f"{left_out} (`reflexion trust`)")


def _said_of(context, text: str) -> None:
    from reflexion.recall import insights
    from reflexion.recall.search import search
    from reflexion.text.render import block

    project, options, rows = context.project, context.options, []
    candidates = search(project.speaking(), text, project.settings, every=True)
    files = insights.references(project, text, os.getcwd())
    for found in candidates:
        terms = sorted(found.match.why, key=lambda row: -row[1])
        rows.append(
            {
                "id": found.entry["id"],
                "score": round(found.match.score, 2),
                "said": not found.verdict,
                "why_not": found.verdict,
                "store": found.store.dir,
                "terms": {term: round(part, 2) for term, part in terms},
                "trigger": found.entry["trigger"],
                "resolution": found.entry["resolution"],
            }
        )
    for file in files:
        score = {"score": round(file.score, 2), "said": True}
        rows.append({"file": file.shown, **score, "title": file.title})
    if options.json:
        common.print_json(context.shown(rows))
    elif options.explain:
        common.page(explained(context.shown(rows), context.width, context.paint))
    else:
        said = [row.entry for row in candidates if not row.verdict]
        said = [{**row, **{name: context.redact(row[name]) for name in SPOKEN}} for row in said]
        text = block(said, {**project.settings, "citations": False}) if said else ""
        text = "\n".join(filter(None, [text, insights.block(files, context.extra)]))
        print(text) if text else print("nothing would be said; --explain says why", file=sys.stderr)


def explained(rows: list, width: int, paint) -> list:
    """Lines for a person: each candidate with its evidence."""
    lines = []
    for row in rows:
        name, text = row.get("id") or row["file"], row.get("trigger") or row.get("title", "")
        verdict = ("said", "green") if row["said"] else (f"not said: {row['why_not']}", "yellow")
        lines.append(f"{row['score']:6.2f}  {paint(name, 'bold')}  {paint(*verdict)}")
        lines.append(terminal.cut(f"        {text}", width))
        terms = [f"{term} {part:g}" for term, part in row.get("terms", {}).items() if part > 0]
        told = terminal.wrap(", ".join(terms[:8]), width, " " * 8) if terms else []
        lines += [paint(line, "dim") for line in told]
    return lines or ["no learning shares a telling word with this"]
