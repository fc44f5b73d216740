"""`restore`: bring back what was replaced or removed."""

from collections import namedtuple

from reflexion.cli.output import Stop, say
from reflexion.promote import promoter
from reflexion.status.terminal import cut, presentable
from reflexion.store import tidy
from reflexion.store.merge import heal
from reflexion.store.rule_files import missing

# of a store, a row of tidy.copies
Copy = namedtuple("Copy", "store name stamp why entry_id")


def restore(context) -> None:
    """Bring back what an edit, a removal, a move or a merge replaced. Raises Stop."""
    copies = _copies(context)
    part = context.options.copy
    if not part:
        _list(context, copies)
        return
    chosen = [copy for copy in copies if part == copy.name]
    chosen = chosen or [copy for copy in copies if part.lower() in copy.entry_id.lower()]
    if not chosen:
        raise Stop(f"no copy matches {part!r}: `reflexion restore` lists them")
    several = len({copy.entry_id for copy in chosen})
    if several > 1:
        raise Stop(f"{part!r} matches copies of {several} entries: give more of the id")
    copy = chosen[0]
    put_back(context.project, copy.store, copy.name, copy.why, copy.entry_id)


def _copies(context) -> list:
    """The Copies of the project's store and of the one in the home folder, newest first."""
    copies = [Copy(store, *row) for store in context.stores for row in tidy.copies(store)]
    return sorted(copies, key=lambda copy: copy.stamp, reverse=True)


def _list(context, copies: list) -> None:
    for copy in copies[: context.options.limit or None]:
        try:
            trigger = _copied(copy.store, copy.name, copy.entry_id)["trigger"]
        except Stop:
            trigger = "(unreadable)"
        name, words, why = context.shown([copy.name, cut(trigger, 60), copy.why])
        say(f"{words}  [{why}]", f"{name}  ")
    if not copies:
        say("nothing was replaced or removed in the last month")


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
        say(f"its rule does not stand any more, so the agent is told again; {again}")


def _copied(store, name: str, entry_id: str) -> dict:
    try:
        data = tidy.read_copy(store, name)
        return heal(data, entry_id)
    except (OSError, ValueError) as error:
        raise Stop(f"{name} cannot be used: {error}") from None
