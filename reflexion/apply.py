"""Carry out a Decision: write entries, logs and rules. Nothing that decides writes."""

from __future__ import annotations

import importlib
import json
import os
import time

from reflexion.errors import Busy, NotAdded, Unreadable
from reflexion.hosts import HOSTS
from reflexion.hosts.event import Decision, Sighting
from reflexion.learning.entry import MAX_COUNT, Entry, as_object, digits_of
from reflexion.learning.identity import fingerprints_of
from reflexion.store import fs, history
from reflexion.store.ages import Sightings
from reflexion.store.history import LogRow, SessionLog
from reflexion.store.project import Project
from reflexion.text.json_object import object_or_empty

TYPE_CHECKING = False  # True for the type checker alone: `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

KEPT = "kept"  # folder of sightings that are not counted yet, since others hold the lock
MAX_KEPT = 1 << 20  # bytes of one
CATCH_UP_SECONDS = 2.0
# what rows say in the history; those of ONCE once a session. A sentence that is LEARNED here is
# the person's own.
SAID = {
    history.FAILED: (history.SEEN,),
    history.LEARNED: (history.LEARNED, history.STATED, history.SHOWN),
    history.QUESTIONED: (history.LOOKED,),
    history.TOLD: (history.TOLD,),
    history.CAME_BACK: (history.CAME_BACK,),
    history.ASKED: (history.ASKED,),
    history.SHOWN: (history.SHOWN,),
    history.STARTED: (history.STARTED,),
    history.ENDED: (history.ENDED,),
}
ONCE = (history.TOLD, history.LEARNED, history.CAME_BACK, history.ASKED)


def apply(decision: Decision, project: Project, log: SessionLog, host: str) -> list[str]:
    """Write what was decided; return the lines that the person is shown. Raises OSError."""
    announce = project.settings["announce"]
    if decision.sighting:
        _take_in(decision, decision.sighting, project, log)
    # before this event shows anything: a lesson is seen before it is a rule
    times = project.settings["promote_after"]
    if decision.settles and project.store.index.lessons_met(times):
        promote = importlib.import_module("reflexion.promote")  # which most calls do not need
        decision.notices += promote.consider_all(project, log.session, host)
    if decision.rows and not project.store.exists():
        project.ready()
    _put_on_record(decision.rows, log, announce in ("all", "learned") and not HOSTS[host].silent)
    for effect in decision.effects:
        effect()
    told = ", ".join(map(digits_of, decision.told))
    learned = decision.lessons + decision.notices
    lines = {
        "all": [*learned, f"told the agent: {told}"] if told else learned,
        "learned": learned,
        "rules": decision.notices,
        "none": [],
    }
    return lines[announce]


def _take_in(decision: Decision, sighting: Sighting, project: Project, log: SessionLog) -> None:
    """Store the sighting, or count it; say nothing of one whose file cannot be used for now.

    It is kept before the lock is waited for: a host that ends the hook meanwhile loses nothing.
    """
    is_home = sighting.store is project.home
    given = {**sighting._asdict(), "store": is_home, "draft": as_object(sighting.draft)}
    folder = os.path.join(project.store.state_dir, KEPT)
    fs.make_folders(folder, mode=0o700)
    path = os.path.join(folder, f"{time.time_ns():020}-{os.getpid()}.json")
    data = json.dumps({"session": log.session, "sighting": given})
    fs.write_atomic(path, data.encode(), mode=0o600, sync=False)
    try:
        entry_id = store_sighting(sighting, project, log, path)
        decision.rows[:0] = [{**row, "id": entry_id} for row in sighting.rows if entry_id]
    except Busy:
        pass  # the next process counts it that can have the lock
    except (NotAdded, Unreadable) as error:
        project.fault("capture", error)
        decision.lessons = []


def catch_up(project: Project) -> None:
    """Count what was kept, for a while, unless somebody holds the lock. Raises OSError."""
    folder = os.path.join(project.store.state_dir, KEPT)
    names = fs.names(folder) if project.trusted else []
    until = time.monotonic() + CATCH_UP_SECONDS
    patience = project.store.patience
    project.store.patience = project.home.patience = 0
    try:
        while names and time.monotonic() < until:
            _count_kept(os.path.join(folder, names.pop(0)), project)
    except Busy:
        pass  # who holds it, or the next one, will
    project.store.patience = project.home.patience = patience


def _count_kept(path: str, project: Project) -> None:
    """Count one sighting that was kept. Raises Busy, OSError."""
    kept: dict[str, Any] = object_or_empty(fs.peek(path, MAX_KEPT))
    try:
        # of an older version the rows stand beside it
        given = {"rows": kept.get("rows", ()), **kept["sighting"]}
        store = project.home if given["store"] else project.store
        sighting = Sighting(**{**given, "draft": Entry(**given["draft"]), "store": store})
        log = SessionLog(project.store.state_dir, kept["session"])
        entry_id = store_sighting(sighting, project, log, path)
        _put_on_record([{**row, "id": entry_id} for row in sighting.rows if entry_id], log)
    except (NotAdded, Unreadable, KeyError, TypeError) as error:
        fs.remove(path)
        project.fault("capture", error)


def store_sighting(sighting: Sighting, project: Project, log: SessionLog, kept: str = "") -> str:
    """Count a known mistake or store a new one; return its id. Raises OSError, Unreadable.

    `kept` is the file of one that was kept; "" is returned where another process counted it.
    """
    store = sighting.store
    if store is project.store:
        project.ready()
    with store.lock():
        # a process that is killed in between loses one sighting, and counts none twice
        if kept and not fs.remove(kept):
            return ""
        known = sighting.known if sighting.once else store.index.find(sighting.fingerprint)
        entry = store.mine.read(known) if known else None
        if entry:
            _count(entry, sighting, log)
            store.write_counts(entry)
            return entry.id
        entry = store.add(sighting.draft, sighting.fingerprint)
        # a person's sentence; what git tracks is changed by commands alone
        if sighting.once and not store.is_shared():
            store.dropped.allow(fingerprints_of(entry))
        return entry.id


def _count(entry: Entry, sighting: Sighting, log: SessionLog) -> None:
    """Count a sighting, and a session that met neither the learning nor what is part of it."""
    met = Sightings(sighting.store, entry.id).sessions
    failed = log.ids(history.FAILED, since=())  # of the home store's, here
    is_met = history.session_name(log.session) in met or entry.id in failed
    if not (sighting.once and is_met):
        entry.occurrences = min(MAX_COUNT, entry.occurrences + 1)
    if not is_met:
        entry.sessions = min(MAX_COUNT, entry.sessions + 1)
    entry.last_seen = max(history.today(), entry.last_seen)


def _put_on_record(rows: list[LogRow], log: SessionLog, is_shown: bool = False) -> None:
    """Write rows into the session's log, and what they say into the history. Raises OSError.

    `is_shown`: the person sees the lines about lessons.
    """
    said = {(row["what"], row.get("id")) for row in log.of(*ONCE)}
    failed = log.ids(history.FAILED, since=history.TURN)
    pairs = []
    for row in rows:
        what, entry_id = str(row["what"]), str(row.get("id", history.NOTHING))
        kinds = () if (what, entry_id) in said else SAID.get(what, ())
        if what == history.FAILED and entry_id in failed:
            kinds = (*kinds, history.RETRIED)
        pairs += [(kind, entry_id) for kind in kinds if is_shown or kind != history.SHOWN]
    history.append(log.state_dir, log.session, pairs)
    log.append(rows)
