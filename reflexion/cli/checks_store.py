"""What `doctor` looks at in the stores: settings, trust, entries, the index, rules."""

from __future__ import annotations

import json
import os

from reflexion.cli.findings import finding
from reflexion.cli.output import plural
from reflexion.cli.rule_check import RuleCheck
from reflexion.learning.entry import MAX_BYTES, digits_of, file_of, id_of, is_id
from reflexion.setup.command import quote
from reflexion.store import fs, team
from reflexion.store.entries import DROPPED
from reflexion.store.index import row_of
from reflexion.store.settings import SETTINGS

DEFAULT_FILES = SETTINGS["promote_to"].default
UNKNOWN = "unknown setting"
NAMED = 4  # files that a finding names


def settings(patient):
    for path, what in patient.project.problems:
        name, _, why = what.partition(": ")
        where = "--global " if path.startswith(patient.project.home.dir + os.sep) else ""
        kind = "wrong" if name in SETTINGS else "broken"
        if why.startswith(UNKNOWN):
            kind = "unknown"
        values = {"path": path, "quoted": quote(path), "what": what, "name": f"{where}{name}"}
        yield finding(f"settings.{kind}", **values)
    if patient.project.settings_wait:
        yield finding("settings.wait")


def trusted(patient):
    store = patient.project.store
    count = len(store.waiting()) if store and store.exists() else 0
    if count or not (patient.project.trusted or not store):
        key = "trust.waiting" if patient.project.trusted else "trust.missing"
        yield finding(key, count=plural(count, "learning"))


def entries(patient):
    """Which entry files cannot be used, and why."""
    for store in patient.stores:
        unreadable: list = []
        readable = sum(1 for _ in store.all(unreadable)) + len(store.waiting())
        for name, why in unreadable:
            path = os.path.join(store.entries_dir, name)
            key = "entries.broken" if fs.peek(path, MAX_BYTES) else "entries.closed"
            if not store.is_conflicted(id_of(name)):
                yield finding(key, path=path, quoted=quote(path), why=why, id=id_of(name))
        yield from _misnamed(store)
        yield from _conflicts(store)
        if readable or store is patient.project.store:
            yield finding("entries.good", count=plural(readable, "learning"), folder=store.dir)


def _misnamed(store):
    for name in fs.names(store.entries_dir):
        if name.endswith(".json") and not id_of(name):
            path = os.path.join(store.entries_dir, name)
            better = quote(_better_name(store, path))
            yield finding("entries.misnamed", path=path, quoted=quote(path), better=better)


def _better_name(store, path: str) -> str:
    """Return where a file belongs: by the id in it, else beside the entries."""
    try:
        own = json.loads(fs.peek(path, MAX_BYTES)).get("id", "")
    except (ValueError, AttributeError, RecursionError):
        own = ""
    if isinstance(own, str) and is_id(own) and not os.path.lexists(store.path(own)):
        return store.path(own)
    return os.path.join(store.dir, os.path.basename(path))


def _conflicts(store):
    """Yield what a merge left to a person, with markers in the files or without."""
    marked = [entry_id for entry_id in store.ids() if store.is_conflicted(entry_id)]
    if marked:
        names = ", ".join(map(file_of, marked[:NAMED]))
        yield finding("entries.markers", count=plural(len(marked), "entry file"), names=names)
    for place in team.unmerged(store.root, store.entries_dir):
        name = os.path.basename(place)
        if id_of(name) and id_of(name) not in marked:
            path = os.path.join(store.entries_dir, name)
            yield finding("entries.unmerged", name=name, quoted=quote(path))


def unwanted(patient):
    for store in patient.stores:
        if not os.path.exists(os.path.join(store.dir, DROPPED)):
            continue
        for row in store.index.rows():
            if any(store.is_dropped(mark) for mark in row.fingerprints.split(",")):
                yield finding("entries.dropped", digits=digits_of(row.id))


def index(patient):
    for store in patient.stores:
        known = {row.id: row for row in store.index.rows()}
        entries_ = {entry["id"]: entry for entry in map(store.get_file, store.ids()) if entry}
        differing = set(known) ^ set(entries_)
        for entry_id in set(known) & set(entries_):
            row = row_of(entries_[entry_id], 0)
            if row._replace(mtime="") != known[entry_id]._replace(mtime=""):
                differing.add(entry_id)
        if differing:
            count = plural(len(differing), "learning")
            yield finding("index.old", store.index.refresh, count=count)


def rules(patient):
    """Where rules and learnings do not agree."""
    check = RuleCheck(patient.project)
    for name, why in check.refused:
        if name:
            yield finding("rules.refused", name=name, why=why, quoted=quote(name))
        else:
            other = next(file for file in DEFAULT_FILES if not why.startswith(file))
            yield finding("rules.nowhere", why=why, other=other)
    for line in check.changed:
        values = {"digits": digits_of(line.id), "file": line.file}
        yield finding("rules.changed", sentence=quote(line.sentence), **values)
    for line in check.orphans:
        yield finding("rules.orphan", digits=digits_of(line.id), file=line.file, id=line.id)
    for entry_id in check.missing:
        yield finding("rules.missing", digits=digits_of(entry_id))
    if check.standing:
        yield finding("rules.good", count=plural(len(check.standing), "rule"))


CHECKS = (settings, trusted, entries, unwanted, index, rules)
