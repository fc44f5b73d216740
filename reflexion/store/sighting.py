"""One more sighting of a learning, stored under the lock: a new entry, or one that is known."""

from __future__ import annotations

from reflexion.store import index
from reflexion.store.entries import today
from reflexion.store.schema import MAX_ALIASES, counted, mark_of
from reflexion.store.session import SEEN


class Again(Exception):
    """This very call was recorded already: another hook was told of it, too."""


class Full(Exception):
    """The store or the session holds as many learnings as the settings allow."""


def record(project, session, entry: dict, known_id="", call="", counts=True) -> tuple:
    """Store one sighting, as a Sighting has it; (the entry as it is now, as it was before or None).
    `session`: None by hand; the draft's "when": its date in the past; `counts`: False for what
    nobody met, but wrote down. By hand nothing is counted. Raises Again, Full, OSError."""
    counts = counts and session is not None
    store = project.ready()
    when = entry.pop("when", "") or today()
    with store.lock():
        # under the lock: the hooks of parallel calls ask at once
        seen = _seen(session, call)
        mark = mark_of(entry)
        known = store.get(known_id) if known_id else store.known(mark, locked=True)
        shared = None if known else project.known_everywhere(mark)

        def again(old: dict) -> dict:
            return counted(old, entry, when, counts, counts and old["id"] not in seen)

        if shared:
            now = project.home.update(shared["id"], lambda old: old.update(again(old)))
        elif known:
            now = again(known)
            _add_alias(now, known, mark)
            store.write(now, known)
        else:
            _require_room(store, project.settings, mark, seen)
            now = store.create({**entry, "sessions": 1} if counts else entry, mark, when)
        if session:
            session.add({"kind": SEEN, "id": now["id"], "tool_use_id": call})
    return now, known or shared


def _seen(session, call: str) -> set:
    """The ids of the entries that this session met. Raises Again for a call that it recorded."""
    records = [row for row in session.records() if row["kind"] == SEEN] if session else []
    if call and any(row.get("tool_use_id") == call for row in records):
        raise Again(call)
    return {row.get("id") for row in records}


def _add_alias(now: dict, known: dict, mark: str) -> None:
    """Let the entry be known by this fingerprint, too, the next time."""
    aliases = known.get("aliases") or []
    if mark not in aliases and mark != mark_of(known):
        now["aliases"] = [*aliases, mark][-MAX_ALIASES:]


def _require_room(store, settings: dict, mark: str, seen: set) -> None:
    """Raise Full where the store or the session takes no further learning."""
    if store.withholds(mark):
        raise Full("a learning of this waits for your yes (`reflexion trust`)")
    if len(seen) >= settings["max_learnings_per_session"]:
        limit = "(max_learnings_per_session)"
        raise Full(f"the session has {len(seen)} learnings already {limit}")
    if index.State(store).count >= settings["max_entries"]:
        raise Full("the store is full (max_entries): remove or archive entries")
