"""Say what a learning is about, or which projects it holds for."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store import backups, index
from reflexion.store.entry import is_label
from reflexion.store.merge import merge
from reflexion.store.tidy import mark

SUMMARY = "file a learning under a skill or category; move it to all projects, or back"
EXAMPLES = """
reflexion move a7f03c --skill deploy
reflexion move a7f03c --category database
reflexion move a7f03c --auto             let its words tell again
reflexion move a7f03c --global           into the store in your home, for every project
reflexion move a7f03c --project          out of it, into this project
"""


def build():
    made = common.parser(
        "move",
        "File a learning under a skill or a category, or move it between the project's store and the one for all projects.",
        EXAMPLES,
        allow_abbrev=False,
    )
    made.add_argument("id", metavar="ID", help="the learning, or any part of its id that is unique")
    made.add_argument("--skill", metavar="NAME", help="it is about this skill")
    made.add_argument("--category", metavar="NAME", help="it is about this category")
    made.add_argument("--auto", action="store_true", help="take the label off")
    where = made.add_mutually_exclusive_group()
    where.add_argument(
        "--global", dest="everywhere", action="store_true", help="into the store in the home folder"
    )
    return made


def main(argv: list) -> int:
    back = _back(argv)
    parser = build()
    arguments = parser.parse_intermixed_args([word for n, word in enumerate(argv) if n != back])
    if (
        sum(map(bool, (arguments.skill, arguments.category, arguments.auto))) > 1
        or arguments.everywhere
        and back >= 0
    ):
        parser.error("one of --skill, --category, --auto, and one of --global, --project")
    if not (
        arguments.skill or arguments.category or arguments.auto or arguments.everywhere or back >= 0
    ):
        parser.error("say where to: --skill NAME, --category NAME, --auto, --global or --project")
    found = common.project(arguments)
    store, id = common.locate(found, arguments.id, back >= 0)
    if arguments.skill or arguments.category or arguments.auto:
        label(store, id, arguments.skill or "", arguments.category or "")
        print(f"{id} is about " + (arguments.skill or arguments.category or "what its words say"))
    if arguments.everywhere or back >= 0:
        print(transfer(found, store, id, everywhere=arguments.everywhere)[1])
    return 0


def _back(argv: list) -> int:
    """Where `--project` stands for "into this project", -1 where it does not: with a folder behind it, it says which project is meant."""
    for n, word in enumerate(argv):
        if word == "--project":
            after = argv[n + 1] if n + 1 < len(argv) else ""
            others = [
                other for m, other in enumerate(argv) if not other.startswith("-") and m != n + 1
            ]
            if not after or after.startswith("-") or not others:
                return n
    return -1


def label(store, id: str, skill: str, category: str) -> None:
    """File the entry under a skill or a category; neither: its words tell. Raises Stop."""
    name = skill or category
    if name and not is_label(name):
        raise common.Stop(
            f"{name!r} is no name: letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
        )
    common.change(store, id, lambda entry: entry.update(skill=skill, category=category))


def transfer(found, store, id: str, everywhere: bool) -> tuple:
    """Move an entry to the other store, where it joins what is known there; (its id there, what was done). Raises Stop."""
    other = common.store_of(found, True) if everywhere else found.ready()
    if store.dir == other.dir:
        return id, f"{id} is there already"
    entry, rule = common.entry(store, id), ""
    if entry["promoted"]:
        rule = _without_rule(found, store, id)
        entry = common.entry(store, id)
    other.create_folders()
    now = arrive(other, entry)
    store.remove(id, "move")
    name = "every project" if everywhere else "this project"
    return now["id"], f"{id} holds for {name} now" + (
        f", as {now['id']}" if now["id"] != id else ""
    ) + rule


def arrive(store, entry: dict) -> dict:
    """Put an entry of another store into this one: joined with the same mistake, else under its own id if that is free."""
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        known_id = index.known(store.dir, mark(entry))
        known = store.read(known_id) if known_id else None
        if known:
            backups.keep(store, known_id, "move")
            joined = {
                **merge(None, known, {**entry, "id": known_id}),
                "id": known_id,
                "promoted": known["promoted"],
            }
            joined.update(trigger=known["trigger"], context=known["context"])
            store.write(joined, known)
            return joined
        if store.read(entry["id"]) is None:
            store.write(dict(entry))
            return entry
        return store.create(
            {key: value for key, value in entry.items() if key != "id"},
            mark(entry),
            entry["first_seen"],
        )


def _without_rule(found, store, id: str) -> str:
    from reflexion.promote import promoter
    from reflexion.promote.home_project import HomeProject

    try:
        return f"; its rule was taken out of {promoter.demote(found if store is found.store else HomeProject(found), id)}"
    except promoter.Refused as error:
        raise common.Stop(f"nothing was moved: {error}") from None
