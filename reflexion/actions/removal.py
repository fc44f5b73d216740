"""Take learnings out, with the rules made of them, and take changes back."""

from __future__ import annotations

import os

from reflexion.actions import lessons
from reflexion.actions.lessons import Act, Done
from reflexion.errors import Stop
from reflexion.learning import revise
from reflexion.learning.entry import id_of
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.lesson import is_solved
from reflexion.store import changes, fs, history, rule_files
from reflexion.store.entries import Store
from reflexion.store.index import PROMOTED
from reflexion.store.mine import SHARED
from reflexion.store.project import Project
from reflexion.text import one_line


def remove(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Remove a learning, and do not learn it again; return what was done. Raises OSError."""
    entry = store.get_file(entry_id)
    _delete(act, store, [entry_id])
    if entry:
        with store.lock():
            store.dropped.add(fingerprints_of(entry), entry.trigger)
    lessons.record(act, store, entry_id, history.REMOVED)
    return [Done("dropped", entry_id)]


def clear(act: Act, store: Store, ids: list[str]) -> None:
    """Remove learnings without a trace but the copies for `undo`. Raises OSError.

    Nothing is forbidden: they may be learned again.
    """
    _delete(act, store, ids)
    store.trust.forget(ids)
    history.forget(store.state_dir, ids, with_events=True)


def _delete(act: Act, store: Store, ids: list[str]) -> None:
    """Take learnings away, with their rules and what others share of them. Raises OSError."""
    rule_files.take_out(act.project, ids)
    with store.lock():
        for entry_id in ids:
            act.change.keep(*store.paths(entry_id))
            fs.remove(store.mine.path(entry_id, SHARED))
            store.mine.forget(entry_id)
        store.index.reread(ids)
    forget_texts(store, ids)


def move_home(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Move a lesson to the home store, to be told in every project; return what was done.

    Its rule here goes. Raises Stop, OSError.
    """
    entry = lessons.read_lesson(store, entry_id)
    if store is act.project.home:
        raise Stop(f"{entry_id} is told in every project already")
    draft = entry.copy(promoted=False, cwd=".")
    revise.make_persons(draft)
    fingerprints = fingerprints_of(draft)
    known = act.project.home.find(fingerprints)
    if known:
        raise Stop(f"{known} says that in every project already: `reflexion remove {entry_id}`")
    with act.project.home.lock():
        moved = act.project.home.add(draft, fingerprints[0])
    act.change.made(act.project.home.path(moved.id))
    _delete(act, store, [entry_id])
    return [Done("moved home", moved.id, one_line(moved.resolution, lessons.MAX_SHOWN))]


def take_back(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Take a sentence back, with its rule, and forbid nothing; return what was done.

    A failure stays, without a lesson; a sentence of its own goes. Raises Stop, OSError.
    """
    entry = lessons.read_lesson(store, entry_id)
    if entry.type == "error" or (entry.type == "pattern" and entry.aliases):
        rule_files.take_out(act.project, [entry_id])
        entry = lessons.change_words(act, store, entry_id, revise.take_back)
        return [Done("older again" if is_solved(entry) else "open again", entry_id)]
    _delete(act, store, [entry_id])
    return [Done("taken back", entry_id)]


def forget_texts(store: Store, ids: list[str]) -> None:
    """Take what learnings said out of logs, notices and accepted copies. Raises OSError."""
    for entry_id in ids:
        store.trust.drop_copy(entry_id)
    history.forget(store.state_dir, ids)


def undo(project: Project, store: Store, record: changes.Record, session: str) -> list[str]:
    """Take a change back, and the rules that hooks made of it since; return what was done.

    Raises ReflexionError, OSError.
    """
    lines = changes.undo(store, record)
    names = (id_of(os.path.basename(file.path)) for file in record.files)
    ids = dict.fromkeys(filter(None, names))
    history.append(store.state_dir, session, [(history.UNDONE, entry_id) for entry_id in ids])
    gone = set(ids).difference(row.id for row in store.index.rows(PROMOTED))
    if store is project.home or not rule_files.name_any(project, gone):
        return lines
    with changes.Change(store, f"undo {record.what}", changes.UNDO) as change:
        change.keep(*rule_files.standing(project))
        files = rule_files.take_out(project, gone)
    return [*lines, f"took the rule out of {files}"] if files else lines
