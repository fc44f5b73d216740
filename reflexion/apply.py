"""Carry out a Decision: write entries, logs and rules. No other module of a hook writes."""

from __future__ import annotations

from reflexion import promote
from reflexion.decision import Decision, Sighting
from reflexion.errors import NotAdded, Unreadable
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.fields import MAX_COUNT
from reflexion.learning.identity import fingerprints_of
from reflexion.store import ages, history
from reflexion.store.history import (
    ASKED,
    CAME_BACK,
    ENDED,
    FAILED,
    LEARNED,
    NOTHING,
    RETRIED,
    SEEN,
    TOLD,
    today,
)

MET = (FAILED, LEARNED)  # rows about the sighting
ONCE = (TOLD, LEARNED, CAME_BACK, ASKED)  # rows that go into the history once a session


def apply(decision: Decision, project, log, host: str = "") -> list:
    """Write what was decided; return the lines that the person is shown. Raises OSError."""
    if decision.sighting:
        _store_or_drop(decision, project, log)
    for entry_id in decision.flagged:
        project.store.update(entry_id, _flag)
    if decision.rows:
        store = project.store if project.store.exists() else project.ready()
        history.append(store.state_dir, log.session, _in_history(decision.rows, log))
        log.append(decision.rows)
    state_dir = project.store.state_dir
    if decision.shows_kept:
        decision.notices[:0] = history.take_kept(state_dir)
    for kind in decision.reminded:
        history.note_reminder(state_dir, kind)
    if decision.sweeps:
        history.sweep_sessions(state_dir)
    if decision.settles and project.trusted:
        decision.notices += promote.consider_all(project, log.session, host)
    return _announced(decision, project.settings["announce"])


def _announced(decision: Decision, announce: str) -> list:
    """Return the lines that the person wants to see, by the setting `announce`."""
    lines = decision.notices
    if announce in ("learned", "all"):
        lines = decision.lessons + lines
    told = [digits_of(row["id"]) for row in decision.rows if row["what"] == TOLD]
    if announce == "all" and told:
        lines = [*lines, f"told the agent: {', '.join(told)}"]
    return [] if announce == "none" else lines


def _store_or_drop(decision: Decision, project, log) -> None:
    """Store the sighting and fill in its id; drop it if its file cannot be used for now."""
    try:
        entry_id = store_sighting(decision.sighting, project, log)
    except (NotAdded, Unreadable) as error:
        project.fault("capture", error)
        decision.rows = [row for row in decision.rows if row["what"] not in MET]
        decision.lessons = []
        return ""
    _fill_in(decision.rows, entry_id)
    return entry_id


def store_sighting(sighting: Sighting, project, log) -> str:
    """Count a known mistake or store a new one; return its id. Raises OSError, Unreadable."""
    store = sighting.store
    if store is project.store:
        project.ready()
    with store.lock():
        known = sighting.known if sighting.once else store.index.find(sighting.fingerprint)
        entry = store.read_file(known) if known else None
        if entry is None:
            entry = store.add(sighting.draft, sighting.fingerprint)
            if not store.is_shared():  # what git tracks is changed by commands alone
                store.dropped.allow(fingerprints_of(entry))  # only a person gets here
            return entry.id
        _count(entry, sighting, _was_met(store, entry.id, log))
        store.write_counts(entry)
        return entry.id


def _count(entry: Entry, sighting: Sighting, met_in_session: bool) -> None:
    """Add a sighting to an entry's counts and dates."""
    if not (sighting.once and met_in_session):
        entry.occurrences = min(MAX_COUNT, entry.occurrences + 1)
    if not met_in_session:
        entry.sessions = min(MAX_COUNT, entry.sessions + 1)
    entry.last_seen = max(today(), entry.last_seen)


def _was_met(store, entry_id: str, log) -> bool:
    """Return True if this session met the learning before, or another one that is part of it."""
    is_on_record = history.session_name(log.session) in ages.met_in(store, entry_id)
    return is_on_record or any(row.get("id") == entry_id for row in log.of(FAILED))


def _fill_in(rows: list, entry_id: str) -> None:
    """Give the rows about the sighting its id."""
    for row in rows:
        if row["what"] in MET:
            row["id"] = entry_id


def _in_history(rows: list, log) -> list:
    """Return (what, id) pairs for the history: of a failure each one, else once a session."""
    failed = log.failed_in_turn()
    before = {(row["what"], row.get("id")) for row in log.rows()}
    found = []
    for row in rows:
        pair = (row["what"], row.get("id"))
        if row["what"] == FAILED:
            found.append((SEEN, row["id"]))
            found += [(RETRIED, row["id"])] if row["id"] in failed else []
        elif row["what"] == ENDED or row.get("asked"):
            found.append((row["what"], NOTHING))
        elif row["what"] in ONCE and pair not in before:
            found.append(pair)
    return found


def _flag(entry: Entry) -> None:
    entry.needs_review = True
