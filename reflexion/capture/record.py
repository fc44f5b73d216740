"""Put a draft learning into the store: count the known entry or create one. The only way in for every source of learnings."""

from __future__ import annotations

from reflexion.signals.secrets import redact
from reflexion.store import index
from reflexion.store.entries import today, widen
from reflexion.store.entry import MAX_ALIASES, MAX_CONTEXT, MAX_RESOLUTION, MAX_TRIGGER, Unreadable
from reflexion.store.session import SEEN
from reflexion.text.clean import one_line
from reflexion.text.fingerprint import fingerprint
from reflexion.text.tokens import keywords


class Again(Exception):
    """This very call was recorded already: another hook was told of it, too."""


class Full(Exception):
    """The store or the session holds as many learnings as the settings allow."""


def draft(
    type: str,
    trigger: str,
    context: str = "",
    resolution: str = "",
    cwd: str = ".",
    extra=(),
    **optional,
) -> dict:
    """An entry without id and dates: every text redacted (`extra`: patterns from the settings) and cut to one line."""
    clean = {
        "type": type,
        "trigger": one_line(redact(trigger, extra), MAX_TRIGGER),
        "context": one_line(redact(context, extra), MAX_CONTEXT),
        "resolution": one_line(redact(resolution, extra), MAX_RESOLUTION),
    }
    given = [one_line(redact(word, extra), 60).lower() for word in optional.pop("keywords", ())]
    clean["keywords"] = list(
        dict.fromkeys([*given, *keywords(clean["trigger"], clean["context"], clean["resolution"])])
    )[:12]
    return {**clean, "cwd": cwd, **optional}


def record(
    project, session, entry: dict, known_id: str = "", call: str = "", guises=None
) -> tuple[dict, dict | None]:
    """Store one sighting; (the entry as it is now, as it was before or None when it is new). Raises Again, Full, OSError.

    `session` is the Session it was seen in (None by hand); `known_id` names the entry it repeats where the fingerprint cannot know; `call` is the
    id of the tool call that failed; a draft's "when" is the date of a sighting in the past.
    """
    store = project.ready()
    when = entry.pop("when", "") or today()
    with store.lock():
        seen = _seen(session, call)  # under the lock: the hooks of parallel calls ask at once
        index.refresh(store.dir, deep=False, locked=True)
        print_ = _mark(entry)
        known = _readable(store, known_id) if known_id else store.known(print_)
        shared = None if known or known_id else _in_all_projects(project, print_)
        if guises and not known and not shared:
            known = guises.sure(store, entry)
        if shared:
            now = project.home.update(
                shared["id"],
                lambda stored: stored.update(
                    _again(stored, entry, when, session is not None and stored["id"] not in seen)
                ),
            )
            known = shared
        elif known:
            now = _again(known, entry, when, session is not None and known["id"] not in seen)
            aliases = known.get("aliases") or []
            if print_ not in aliases and print_ != _mark(known):  # the next time it is known by it
                now["aliases"] = [*aliases, print_][-MAX_ALIASES:]
            store.write(now, known)
        else:
            _room(project, store, seen)
            now = store.create({**entry, "sessions": 1} if session else entry, print_, when)
        if session:
            session.add({"kind": SEEN, "id": now["id"], "tool_use_id": call})
    return now, known


def _mark(entry: dict) -> str:
    return fingerprint(entry["type"], entry["trigger"], entry["context"])


def _seen(session, call: str) -> set:
    """Ids of what this session met already. Raises Again when it was told of this call."""
    records = [r for r in session.records() if r["kind"] == SEEN] if session else []
    if call and any(r.get("tool_use_id") == call for r in records):
        raise Again(call)
    return {r.get("id") for r in records}


def _again(known: dict, entry: dict, when: str, new_session: bool) -> dict:
    now = dict(
        known,
        keywords=list(known["keywords"]),
        occurrences=known["occurrences"] + 1,
        last_seen=max(when, known["last_seen"]),
        first_seen=min(when, known["first_seen"] or when),
    )
    if new_session:
        now["sessions"] = known.get("sessions", 0) + 1
    if not known["resolution"] and entry["resolution"]:
        now["resolution"] = entry["resolution"]
    widen(now, entry["keywords"], entry["context"])
    return now


def _in_all_projects(project, print_: str) -> dict | None:
    """The learning in the store for all projects that this is a sighting of; a learning is counted in one place."""
    home = getattr(project, "home", None)
    if (
        not home
        or not project.settings["use_global"]
        or not home.exists()
        or home.dir == project.store.dir
    ):
        return None
    index.refresh(home.dir, deep=False)
    return home.known(print_)


def _room(project, store, seen) -> None:
    if len(seen) >= project.settings["max_learnings_per_session"]:
        raise Full(f"the session has {len(seen)} learnings already (max_learnings_per_session)")
    if index.count(store.dir) >= project.settings["max_entries"]:
        raise Full("the store is full (max_entries): remove or archive entries")


def _readable(store, id):
    try:
        return store.read(id)
    except Unreadable:
        return None
