"""Bring back what an edit, a removal or a merge replaced."""

from __future__ import annotations

from reflexion.cli.common import Stop, parser, project
from reflexion.store import backups
from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import Unreadable, parse

SUMMARY = "list what was replaced or removed in the last month, and bring it back"
EXAMPLES = """
reflexion restore             what there is, newest first
reflexion restore a7f03c      the newest copy of that entry
reflexion restore COPY        one copy, by its name in the list
"""


def build():
    made = parser("restore", SUMMARY, EXAMPLES)
    made.add_argument("copy", nargs="?", help="an id, a part of one, or a copy's name")
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    here = project(arguments)
    store = here.store
    rows = backups.listed(store)
    if not arguments.copy:
        return _show(store, rows)
    found = [row for row in rows if arguments.copy == row[0]] or [
        row for row in rows if arguments.copy.lower() in row[3].lower()
    ]
    if not found:
        raise Stop(f"no copy matches {arguments.copy!r}: `reflexion restore` lists them")
    if len({row[3] for row in found}) > 1:
        raise Stop(
            f"{arguments.copy!r} matches copies of {len({row[3] for row in found})} entries: give more of the id"
        )
    name, _stamp, why, id = found[0]
    with store.lock():
        backups.keep(store, id, "restore")
        try:
            old = store.read(id)
        except Unreadable:
            old = None
        entry = _entry(store, name, id)
        lost = entry["promoted"] and not _has_rule(here, id)
        store.write({**entry, "promoted": entry["promoted"] and not lost}, old)
    print(f"{id} is back as it was before the {why}.")
    if lost:
        print(
            f"Its rule does not stand any more, so it is recalled; `reflexion promote {id}` writes it again."
        )
    return 0


def _entry(store, name: str, id: str) -> dict:
    try:
        data = backups.read(store, name)
        return heal(data, id) if conflicted(data) else parse(data, id)
    except (OSError, ValueError) as error:
        raise Stop(f"{name} cannot be used: {error}") from None


def _has_rule(here, id: str) -> bool:
    """Does its rule stand in a rule file? True as well where none can be read: nothing is changed on a guess."""
    from reflexion.promote import promoter, section

    try:
        return any(id in section.rules(promoter.read(path)) for path in promoter.targets(here))
    except (promoter.Refused, section.Broken):
        return True


def _show(store, rows: list) -> int:
    if not rows:
        print("Nothing was replaced or removed in the last month.")
    for name, _stamp, why, id in rows:
        try:
            trigger = _entry(store, name, id)["trigger"]
        except Stop:
            trigger = "(unreadable)"
        print(f"{name}  {trigger[:60]}  [{why}]")
    return 0
