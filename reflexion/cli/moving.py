"""`reflexion move`: say what a learning is about, or which projects it holds for."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store import backups, index
from reflexion.store.entry import is_label
from reflexion.store.merge import merge
from reflexion.store.tidy import mark


def move(context) -> None:
    options = context.options
    label_kind = context.at_most_one("skill", "category", "auto")
    to_here = options.here or (options.project is not None and not options.everywhere)
    if label_kind and not options.here:
        to_here = False  # --project says which project is meant
    if options.here and options.everywhere:
        context.usage("one of --global, --here")
    if not (label_kind or options.everywhere or to_here):
        context.usage("say where to: --skill NAME, --category NAME, --auto, --global or --here")
    project = context.project
    store, name = _located(project, options.id, to_here)
    if label_kind:
        label(store, name, options.skill, options.category)
        print(f"{name} is about {options.skill or options.category or 'what its words say'}")
    if options.everywhere or to_here:
        print(transfer(project, store, name, everywhere=options.everywhere)[1])


def _located(project, part: str, to_here: bool):
    """Where it is: what shall come here is looked for in the home store first."""
    if to_here and project.home and project.home.find(part):
        return common.locate(project, part, everywhere=True)
    return common.locate(project, part)


def label(store, name: str, skill: str, category: str) -> None:
    """File the entry under a skill or a category; neither: its words tell. Raises Stop."""
    word = skill or category
    if word and not is_label(word):
        allowed = "letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
        raise common.Stop(f"{word!r} is no name: {allowed}")
    common.change(store, name, lambda entry: entry.update(skill=skill, category=category))


def transfer(project, store, name: str, everywhere: bool) -> tuple:
    """Move an entry to the other store, joined with what is known; (id, what was done)."""
    other = common.store_of(project, True) if everywhere else project.ready()
    if store.dir == other.dir:
        return name, f"{name} is there already"
    entry, rule = common.entry(store, name), ""
    if entry["promoted"]:
        rule = _take_out_rule(project, store, name)
        entry = common.entry(store, name)
    other.create_folders()
    now = arrive(other, entry)
    store.remove(name, "move")
    where = "every project" if everywhere else "this project"
    also = f", as {now['id']}" if now["id"] != name else ""
    return now["id"], f"{name} holds for {where} now{also}{rule}"


def arrive(store, entry: dict) -> dict:
    """Put an entry of another store into this one, joined with the same mistake if it is known."""
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        known_id = index.known(store.dir, mark(entry))
        known = store.read(known_id) if known_id else None
        if known:
            backups.keep(store, known_id, "move")
            joined = merge(None, known, {**entry, "id": known_id})
            kept = ("id", "promoted", "trigger", "context")
            joined.update({field: known[field] for field in kept})
            store.write(joined, known)
            return joined
        if store.read(entry["id"]) is None:
            store.write(dict(entry))
            return entry
        nameless = {field: value for field, value in entry.items() if field != "id"}
        return store.create(nameless, mark(entry), entry["first_seen"])


def _take_out_rule(project, store, name: str) -> str:
    from reflexion.promote import promoter
    from reflexion.store.rule_files import HomeProject

    try:
        owner = project if store is project.store else HomeProject(project)
        where = promoter.demote(owner, name)
    except promoter.Refused as error:
        raise common.Stop(f"nothing was moved: {error}") from None
    return f"; its rule was taken out of {where}"
