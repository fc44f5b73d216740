"""`reflexion show` and `status --focus`: one learning whole, or all of them by subject and kind."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.cli.listing import state
from reflexion.status import subjects, terminal
from reflexion.store import journal
from reflexion.store.entry import FIELDS

PREFERENCE = subjects.PREFERENCE
UNTRUSTED = common.UNUSED.format("nothing in it is said")


def show(context) -> None:
    ids, found = context.options.id, []
    if not ids:
        show_all(context, context.options.skill, context.options.limit)
        return
    for part in ids:
        store, name = context.locate(part)
        found.append((store, context.shown(common.entry(store, name))))
    if context.options.json:
        shown = [common.fields(entry) for _, entry in found]
        common.print_json(shown if len(shown) > 1 else shown[0])
        return
    cards = [card(entry, facts(context, store, entry), context) for store, entry in found]
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
    context.page(lines)


def _figures(context, skill: str) -> dict:
    from reflexion.memory.labels import installed, router

    project = context.project
    here, skills = list(project.store.all()), installed(project)
    routes = router(project, here, skills)
    home = project.home if project.home and project.home.dir != project.store.dir else None
    shared = list(home.all()) if home and project.settings["use_global"] else []
    descriptions = {item.name: item.description for item in skills}
    labels = {id(entry): routes.route(entry) for entry in [*here, *shared]}

    def label_of(entry) -> tuple:
        return labels[id(entry)].kind, labels[id(entry)].name

    if skill:
        is_about = common.about(project, skill)
        here, shared = list(filter(is_about, here)), list(filter(is_about, shared))
    return subjects.figures(here, shared, label_of, descriptions, project.settings)


def facts(context, store, entry: dict) -> list:
    """(label, text) of what the entry's own fields do not say."""
    from reflexion.promote.rule import waits_for
    from reflexion.store.entries import today

    rows = journal.read(store.state_dir, journal.SAID)
    said = sum(row[1] == entry["id"] for row in rows if len(row) > 1)
    times = f"{said}x on this machine" if said else "not yet on this machine"
    found = [
        ("about", _about(context.project, entry)),
        ("said", f"{times}, applied {entry.get('applied', 0)}x"),
    ]
    if store is context.project.store:
        why = waits_for(entry, context.project.settings, today())
        rule = f"not yet: {why}" if why else "qualifies: `reflexion promote` writes it"
        found.append(("rule", "in CLAUDE.md" if entry["promoted"] else rule))
    return [*found, ("file", store.path(entry["id"]))]


def _about(project, entry: dict) -> str:
    """The skill or category, and how that is known."""
    from reflexion.memory.labels import router

    route = router(project, []).route(entry)
    return f"{route.kind} {route.name} ({route.why})" if route.why != "nothing telling" else ""


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
