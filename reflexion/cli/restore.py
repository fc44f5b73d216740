"""`restore`: bring back what was replaced or removed."""

from reflexion.cli.output import Stop, say
from reflexion.promote import promoter
from reflexion.status.terminal import presentable
from reflexion.store import tidy
from reflexion.store.merge import heal
from reflexion.store.rule_files import missing


def restore(context) -> None:
    """Bring back what an edit, a removal, a move or a merge replaced."""
    part, project = context.options.copy, context.project
    stores = {store.dir: store for store in (project.store, project.home) if store}
    copies = [(store, *row) for store in stores.values() for row in tidy.copies(store)]
    copies.sort(key=lambda row: row[2], reverse=True)
    if not part:
        for store, name, _stamp, why, entry_id in copies[: context.options.limit or None]:
            try:
                trigger = _copied(store, name, entry_id)["trigger"]
            except Stop:
                trigger = "(unreadable)"
            shown = [*context.shown([name, trigger[:60]]), context.shown(why)]
            print("{}  {}  [{}]".format(*shown))
        if not copies:
            say("nothing was replaced or removed in the last month")
        return
    chosen = [copy for copy in copies if part == copy[1]]
    chosen = chosen or [copy for copy in copies if part.lower() in copy[4].lower()]
    if not chosen:
        raise Stop(f"no copy matches {part!r}: `reflexion restore` lists them")
    several = len({copy[4] for copy in chosen})
    if several > 1:
        raise Stop(f"{part!r} matches copies of {several} entries: give more of the id")
    store, name, _stamp, why, entry_id = chosen[0]
    put_back(project, store, name, why, entry_id)


def put_back(project, store, name: str, why: str, entry_id: str) -> None:
    """Store the entry of a copy again, what it replaces kept; a rule that went stays out."""
    with store.lock():
        tidy.keep_copy(store, entry_id, "restore")
        entry = _copied(store, name, entry_id)
        gone = missing(project, [entry_id]).get(entry_id, ()) if entry["promoted"] else ()
        lost = bool(gone) and len(gone) == len(promoter.targets(project))  # in no file any more
        store.write({**entry, "promoted": entry["promoted"] and not lost}, store.get(entry_id))
    say(f"{entry_id} is back as it was before the {presentable(why)}")
    if lost:
        again = f"`reflexion promote {entry_id}` writes it again"
        say(f"its rule does not stand any more, so it is recalled; {again}")


def _copied(store, name: str, entry_id: str) -> dict:
    try:
        data = tidy.read_copy(store, name)
        return heal(data, entry_id)
    except (OSError, ValueError) as error:
        raise Stop(f"{name} cannot be used: {error}") from None
