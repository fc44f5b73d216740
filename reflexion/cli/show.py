"""Everything about one learning."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.cli.filters import state
from reflexion.status import terminal
from reflexion.store import journal
from reflexion.store.entry import FIELDS

SUMMARY = "show all of a learning; without an id: what was learned, by kind"
EXAMPLES = """
reflexion show                           preferences, rules of this project, rules for every project
reflexion show RFX-20260331-a7f03c
reflexion show a7f --json
"""


def build():
    made = common.parser(
        "show",
        "Show all of a learning: what is stored, how often it was met and said, and what stands between it and a rule. "
        "Without an id: all that was learned, by kind, with its evidence.",
        EXAMPLES,
    )
    made.add_argument(
        "id",
        metavar="ID",
        nargs="*",
        help="the learning, or any part of its id that is unique (default: all, by kind)",
    )
    made.add_argument(
        "--json", action="store_true", help="the fields as they are stored, for programs"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    if not arguments.id:
        from reflexion.cli import kinds

        return kinds.show(found, arguments.json)
    entries = []
    for part in arguments.id:
        store, id = common.locate(found, part)
        entries.append(
            (store, common.presentable(common.entry(store, id), found.settings["redact"]))
        )
    if arguments.json:
        shown = [common.fields(entry) for _, entry in entries]
        common.print_json(shown if len(shown) > 1 else shown[0])
        return 0
    width, paint = terminal.width(sys.stdout), terminal.Paint(terminal.colour(sys.stdout))
    print(
        "\n\n".join(
            "\n".join(card(entry, facts(found, store, entry), width, paint))
            for store, entry in entries
        )
    )
    return 0


def facts(found, store, entry: dict) -> list:
    """(label, text) of what the entry's own fields do not say."""
    from reflexion.promote.rule import waits_for
    from reflexion.store.entries import today

    said = sum(
        row[1] == entry["id"] for row in journal.read(store.state_dir, journal.SAID) if len(row) > 1
    )
    rows = [
        ("about", _about(found, entry)),
        (
            "said",
            (f"{said}x on this machine" if said else "not yet on this machine")
            + f", applied {entry.get('applied', 0)}x",
        ),
    ]
    if store is found.store:
        why = waits_for(entry, found.settings, today())
        rows.append(
            (
                "rule",
                "in CLAUDE.md"
                if entry["promoted"]
                else f"not yet: {why}"
                if why
                else "qualifies: `reflexion promote` writes it",
            )
        )
    return [*rows, ("file", store.path(entry["id"]))]


def _about(found, entry: dict) -> str:
    """The skill or category, and how that is known."""
    from reflexion.memory.labels import router

    route = router(found, []).route(entry)
    return f"{route.kind} {route.name} ({route.why})" if route.why != "nothing telling" else ""


def card(entry: dict, more: list, width: int, paint) -> list:
    """The entry laid out for reading."""
    lines = [f"{paint(entry['id'], 'bold')}  {entry['type']}, {state(entry)}"]
    rows = [
        ("trigger", entry["trigger"]),
        ("context", entry["context"]),
        ("fix", entry["resolution"] or "not known: `reflexion resolve` records it"),
        ("keywords", ", ".join(entry["keywords"])),
        ("seen", _seen(entry)),
        ("where", entry["cwd"]),
        ("trusted", _trusted(entry)),
    ]
    rows += [("note", str(note)) for note in entry.get("notes") or []]
    rows += [(field, str(value)) for field, value in entry.items() if field not in FIELDS]
    for label, text in [*rows, *more]:
        if text:
            lines += _wrapped(label, text, width, paint)
    return lines


def _wrapped(label: str, text: str, width: int, paint) -> list:
    lines = terminal.wrap(text, max(30, width), " " * 12)
    return [f"  {paint(terminal.pad(label, 9), 'dim')} {lines[0][12:]}", *lines[1:]]


def _seen(entry: dict) -> str:
    text = f"{entry['occurrences']}x, first {entry['first_seen'] or '?'}, last {entry['last_seen'] or '?'}"
    return text + (f", in {entry['sessions']} session(s)" if entry.get("sessions") else "")


def _trusted(entry: dict) -> str:
    parts = [
        f"confidence {entry.get('confidence') or 'not given (as written by a person)'}",
        f"source {entry.get('source') or 'unknown'}",
    ]
    if entry.get("worked") or entry.get("failed"):
        parts.append(f"worked {entry.get('worked', 0)}x, failed {entry.get('failed', 0)}x")
    return ", ".join(parts) + (", waits for a review" if entry.get("needs_review") else "")
