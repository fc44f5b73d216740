"""`show`: one learning whole, or all by subject."""

from reflexion.cli.context import about_subject, printable_fields, stored_entry
from reflexion.cli.list import state, warn_waiting
from reflexion.cli.output import print_json, print_paged
from reflexion.cli.waiting import waits as waits_for_person
from reflexion.memory.targets import router
from reflexion.promote.rule import needs_person, open_conditions
from reflexion.setup.skills import installed
from reflexion.status import gather, history, subjects, terminal
from reflexion.store.entries import today
from reflexion.store.schema import FIELDS
from reflexion.text.grades import CANDIDATE, grade, seen

# fields that the card shows, or that say what it shows already
SHOWN = {*FIELDS, "judged", "in_git"}
ROOM = 12  # columns of a card's labels
SILENT = "it is not listed here as yours: no agent is told before `reflexion trust`"


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
    project = context.project
    is_about = about_subject(context.project, skill)
    store = project.store
    here = [{**entry, "in_git": store.is_in_git(entry["id"])} for entry in store.all()]
    skills = installed(project.root, project.environ)
    routes = router(project, here, skills)
    home = project.home if project.home and project.home.dir != project.store.dir else None
    shared = list(home.all()) if home and project.settings["use_global"] else []

    def label_of(entry) -> tuple:
        route = routes.route(entry)
        return route.kind, route.name

    here = list(filter(is_about, here))
    shared = list(filter(is_about, shared))
    descriptions = {item.name: item.description for item in skills}
    found = subjects.figures(here, shared, label_of, descriptions, project.settings)
    if context.options.json:
        print_json(found)
        return
    lines = subjects.lines(found, context.width, context.paint, context.options.limit)
    print_paged(lines)
    warn_waiting(context)


def card(context, store, entry: dict) -> list:
    """The entry laid out for reading: its fields, then what they do not say."""
    name = entry["id"]
    yours = waits_for_person(entry, context.project)
    silent = name in store.waiting()
    rows = [
        *_fields({**entry, "in_git": silent or store.is_in_git(name)}),
        ("about", _about(context, entry)),
        ("told", told(context, store, entry)),
        *(rule_rows(context, entry) if store is context.project.store else ()),
        ("needs you", SILENT if silent else ""),
        ("needs you", f"{yours}: `reflexion review {name}`" if yours and not silent else ""),
    ]
    rows = [(terminal.cut(label, 9), text) for label, text in rows]
    lines = terminal.labelled(rows, context.width, ROOM)
    place = [("file", store.path(name))]
    lines += terminal.labelled(place, context.width, ROOM, split=False)
    stands = "waits" if silent else state(entry)
    head = f"{context.paint(name, 'bold')}  {entry['type']}, {stands}"
    return [head, *(_labelled(context, line) for line in lines)]


def _labelled(context, line: str) -> str:
    """A line of the card, its label dimmed."""
    label = line[2 : ROOM - 1]
    return f"  {context.paint(label, 'dim')}{line[ROOM - 1 :]}" if label.strip() else line


def _fields(entry: dict) -> list:
    """[(label, text)] of what is stored; fields of somebody's own come last."""
    command = f'`reflexion resolve {entry["id"].rpartition("-")[2]} "what to do"`'
    dates = f"first {entry['first_seen'] or '?'}, last {entry['last_seen'] or '?'}"
    more = f", in {terminal.plural(entry['sessions'], 'session')}" if entry.get("sessions") else ""
    return [
        ("trigger", entry["trigger"]),
        ("context", entry["context"]),
        fix_row(entry, f"not known; once it is: {command}"),
        ("keywords", ", ".join(entry["keywords"])),
        ("seen", f"{seen(entry)}x, {dates}{more}"),
        ("where", entry["cwd"]),
        ("trusted", ", ".join(filter(None, [subjects.trust(entry), *subjects.outcome(entry)]))),
        *(("note", str(note)) for note in entry.get("notes") or []),
        *((field, str(value)) for field, value in entry.items() if field not in SHOWN),
    ]


def fix_row(entry: dict, lacking: str = "") -> tuple:
    """(label, text) of the fix of an entry; a draft is named as one."""
    label = "draft" if grade(entry) == CANDIDATE else "fix"
    return label, entry["resolution"] or lacking


def _about(context, entry: dict) -> str:
    """The skill or subject of an entry and how that is known; "" for nothing telling."""
    route = router(context.project, []).route(entry)
    return "" if route.why == "nothing telling" else f"{route.kind} {route.name} ({route.why})"


def told(context, store, entry: dict) -> str:
    """How often the agent was told it and what became of it, in the words of numbers.tsv."""
    counts = history.by_entry(gather.happenings(store)).get(entry["id"], {})
    words = (
        ("said", "in {} session(s)"),
        ("brief", "in the brief of {} session(s)"),
        ("repeats", "came back in {}"),
        ("told", "told then in {}"),
        ("worked", "the command then worked in {}"),
        ("helped", "helped in {}"),
    )
    parts = [
        terminal.counted(text.format(counts[name])) for name, text in words if counts.get(name)
    ]
    if entry.get("applied"):
        parts.append(f"applied {entry['applied']}x")
    return ", ".join(parts) or "not yet on this machine"


def rule_rows(context, entry: dict) -> list:
    """[(label, text)]: where its rule stands, or each condition that is still open."""
    if entry["promoted"]:
        return [("rule", " / ".join(entry.get("own_lines") or ["in CLAUDE.md"]))]
    project = context.project
    owned = project.owns(entry["id"])
    lacking = open_conditions(entry, project.settings, today(), owned)
    if not lacking:
        return [("rule", "qualifies: `reflexion promote` writes it")]
    if needs_person(entry, project.settings, owned):
        lacking[-1] += f": `reflexion promote {entry['id']}`"
    return [("rule" if not at else "and", text) for at, text in enumerate(lacking)]
