"""`move`: file a learning under a skill, or for every project."""

from reflexion.cli.context import change_entry, home_of, rules_or_stop, stored_entry
from reflexion.cli.output import Stop, say
from reflexion.promote import promoter
from reflexion.store import tidy
from reflexion.store.home_project import HomeProject
from reflexion.store.merge import merge
from reflexion.store.schema import encode, is_label, mark_of


def move(context) -> None:
    """Say what a learning is about, or which projects it holds for. Raises Stop."""
    options = context.options
    label = context.at_most_one("skill", "category", "auto")
    moves = options.everywhere or options.here
    if options.here and options.everywhere:
        context.usage("one of --global, --here")
    if not (label or moves):
        context.usage("say where to: --skill NAME, --category NAME, --auto, --global or --here")
    home = context.project.home
    is_in_home = bool(options.here and home and home.find(options.id))
    store, name = context.locate(options.id, everywhere=is_in_home)
    if label:
        _file(context, store, name)
    if moves:
        say(transfer(context.project, store, name, everywhere=options.everywhere)[1])


def _file(context, store, name: str) -> None:
    """Give a learning the label that the options name, or none."""
    options = context.options
    named = options.skill or options.category
    require_label(named)
    label = {"skill": options.skill, "category": options.category}
    change_entry(store, name, lambda entry: entry.update(label))
    say(f"{name} is about {named or 'what its words say'}")


def require_label(word: str) -> None:
    if word and not is_label(word):
        signs = "letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
        raise Stop(f"{word!r} is no name: {signs}")


def file_under(store, name: str, skill: str) -> None:
    """File a learning under a skill; nothing where none is named."""
    if skill:
        change_entry(store, name, lambda entry: entry.update(skill=skill, category=""))


def transfer(project, store, name: str, everywhere: bool) -> tuple:
    """Move an entry to the other store, joined with what is known; (id, what was done)."""
    other = home_of(project) if everywhere else project.ready()
    if store.dir == other.dir:
        return name, f"{name} is there already"
    rule = ""
    if stored_entry(store, name)["promoted"]:
        owner = project if store is project.store else HomeProject(project)
        with rules_or_stop("nothing was moved: {}"):
            rule = f"; its rule was taken out of {promoter.demote(owner, name)}"
    other.create_folders()
    _, now = arrive(other, stored_entry(store, name), "move", _united)
    store.remove(name, "move")
    where = "every project" if everywhere else "this project"
    also = f", as {now['id']}" if now["id"] != name else ""
    return now["id"], f"{name} holds for {where} now{also}{rule}"


def _united(known: dict, entry: dict) -> dict:
    kept = {field: known[field] for field in ("id", "promoted", "trigger", "context")}
    return {**merge(None, known, {**entry, "id": known["id"]}), **kept}


def arrive(store, entry: dict, why: str, join) -> tuple:
    """Put an entry of elsewhere into the store; where its mistake is known, join(known, entry) of
    them. (the entry that was known or None, the entry as it is now)"""
    with store.lock():
        known = store.known(mark_of(entry), locked=True)
        if known:
            joined = join(known, entry)
            if encode(joined) != encode(known):
                tidy.keep_copy(store, known["id"], why)
                store.write(joined, known)
            return known, joined
        if "id" not in entry:
            return None, store.create(entry, mark_of(entry))
        if store.read(entry["id"]):
            return None, store.create(entry, mark_of(entry), entry["first_seen"])
        store.write(dict(entry))
        return None, entry
