"""`show`: one learning whole, or all by subject."""

from reflexion.cli.context import (
    UNUSED,
    about_subject,
    printable_fields,
    stored_entry,
    waits_by_date,
)
from reflexion.cli.list import state
from reflexion.cli.output import print_json, print_paged
from reflexion.status import subjects, terminal
from reflexion.store import journal
from reflexion.store.schema import FIELDS


def show(context) -> None:
    options = context.options
    if not options.id:
        show_all(context, options.skill)
        return
    places = [context.locate(part) for part in options.id]
    entries = [(store, context.shown(stored_entry(store, name))) for store, name in places]
    if options.json:
        shown = [printable_fields(entry) for _, entry in entries]
        print_json(shown if len(shown) > 1 else shown[0])
    else:
        print("\n\n".join("\n".join(card(context, store, entry)) for store, entry in entries))


def show_all(context, skill: str = "") -> None:
    """All that was learned: what it is about, then by kind, each learning with its evidence."""
    from reflexion.memory.targets import installed, router

    project, is_about = context.project, about_subject(context.project, skill)
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
        print_json(found)
        return
    lines = subjects.lines(found, context.width, context.paint, context.options.limit)
    if not project.trusted and project.store.exists():
        untrusted = UNUSED.format("nothing in it is said")
        lines += ["", *terminal.wrap(untrusted, context.width)]
    print_paged(lines)


def card(context, store, entry: dict) -> list:
    """The entry laid out for reading: its fields, then what they do not say."""
    from reflexion.memory.targets import router

    said = [row[1:2] == [entry["id"]] for row in journal.read(store.state_dir, journal.SAID)]
    times = f"{sum(said)}x on this machine" if any(said) else "not yet on this machine"
    route = router(context.project, []).route(entry)
    about = f"{route.kind} {route.name} ({route.why})" if route.why != "nothing telling" else ""
    why = waits_by_date(context.project)(entry)
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
