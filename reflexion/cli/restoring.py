"""`reflexion restore`: bring back what an edit, a removal, a move or a merge replaced."""

from __future__ import annotations

from reflexion.cli.common import Stop
from reflexion.store import backups
from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import Unreadable, parse


def restore(context) -> int:
    part, copies = context.options.copy, copies_of(context.project)
    if not part:
        return _list(copies, context.options.limit)
    chosen = [copy for copy in copies if part == copy[1]]
    chosen = chosen or [copy for copy in copies if part.lower() in copy[4].lower()]
    if not chosen:
        raise Stop(f"no copy matches {part!r}: `reflexion restore` lists them")
    several = len({copy[4] for copy in chosen})
    if several > 1:
        raise Stop(f"{part!r} matches copies of {several} entries: give more of the id")
    put_back(context.project, chosen[0])
    return 0


def put_back(project, copy: tuple) -> None:
    """Store the entry of a copy again, what it replaces kept; a rule that went stays out."""
    store, name, _stamp, why, entry_id = copy
    with store.lock():
        backups.keep(store, entry_id, "restore")
        try:
            now = store.read(entry_id)
        except Unreadable:
            now = None
        entry = _entry(store, name, entry_id)
        lost = entry["promoted"] and not _has_rule(project, entry_id)
        store.write({**entry, "promoted": entry["promoted"] and not lost}, now)
    print(f"{entry_id} is back as it was before the {why}")
    if lost:
        again = f"`reflexion promote {entry_id}` writes it again"
        print(f"its rule does not stand any more, so it is recalled; {again}")


def copies_of(project) -> list:
    """(store, name, stamp, why, id) of the copies in both stores, newest first."""
    stores = {store.dir: store for store in (project.store, project.home) if store}
    rows = [(store, *row) for store in stores.values() for row in backups.listed(store)]
    return sorted(rows, key=lambda row: row[2], reverse=True)


def _entry(store, name: str, entry_id: str) -> dict:
    try:
        data = backups.read(store, name)
        return heal(data, entry_id) if conflicted(data) else parse(data, entry_id)
    except (OSError, ValueError) as error:
        raise Stop(f"{name} cannot be used: {error}") from None


def _has_rule(project, entry_id: str) -> bool:
    """Does its rule stand? True where no file can be read: nothing is changed on a guess."""
    from reflexion.promote import promoter, section

    try:
        files = promoter.targets(project)
        return any(entry_id in section.rules(promoter.read(path)) for path in files)
    except (promoter.Refused, section.Broken):
        return True


def _list(copies: list, limit: int) -> int:
    if not copies:
        print("nothing was replaced or removed in the last month")
    for store, name, _stamp, why, entry_id in copies[: limit or None]:
        try:
            trigger = _entry(store, name, entry_id)["trigger"]
        except Stop:
            trigger = "(unreadable)"
        print(f"{name}  {trigger[:60]}  [{why}]")
    return 0
