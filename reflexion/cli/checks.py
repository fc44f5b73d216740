"""What `doctor` looks at in the stores: settings, trust, entries, rules. One generator a subject.

The words of the findings stand in findings.tsv.
"""

from __future__ import annotations

import json
import os

from reflexion.cli.terminal import plural
from reflexion.learning.entry import MAX_BYTES, digits_of, file_of, id_of, is_id
from reflexion.promote.rules import sentence_in, sentence_of
from reflexion.setup.check import Finding
from reflexion.setup.command import quote
from reflexion.store import fs, rule_files, team
from reflexion.store.rule_files import Refused
from reflexion.store.settings import SETTINGS
from reflexion.text import rows

TABLE = {key: cells for key, *cells in rows("cli/findings.tsv")}
DEFAULT_FILES = SETTINGS["promote_to"].default
UNKNOWN = "unknown setting"
NAMED = 4  # files that a finding names


def finding(key: str, **values) -> Finding:
    """Return the finding of a row of the table, filled in."""
    grade, text, *remedy = TABLE[key]
    filled = remedy[0].format(**values) if remedy else ""
    return Finding(key.partition(".")[0], grade, text.format(**values), filled)


def settings(project):
    """Yield the settings that cannot be used, and those of others."""
    for path, what in project.problems:
        name, _, why = what.partition(": ")
        where = "--global " if path.startswith(project.home.dir + os.sep) else ""
        kind = "wrong" if name in SETTINGS else "broken"
        if why.startswith(UNKNOWN):
            kind = "unknown"
        values = {"path": path, "quoted": quote(path), "what": what, "name": f"{where}{name}"}
        yield finding(f"settings.{kind}", **values)
    if project.settings_wait:
        yield finding("settings.wait")


def trusted(project):
    """Yield what waits for `reflexion trust`."""
    store = project.store
    count = len(store.waiting()) if store and store.exists() else 0
    if count or not (project.trusted or not store):
        key = "trust.waiting" if project.trusted else "trust.missing"
        yield finding(key, count=plural(count, "learning"))


def entries(project):
    """Yield the entry files that cannot be used, and how many can."""
    for store in existing_stores(project):
        unreadable: list = []
        readable = sum(1 for _ in store.all(unreadable)) + len(store.waiting(with_refused=True))
        for name, why in unreadable:
            path = os.path.join(store.entries_dir, name)
            key = "entries.broken" if fs.peek(path, MAX_BYTES) else "entries.closed"
            if not store.is_conflicted(id_of(name)):
                yield finding(key, name=name, quoted=quote(path), why=why, id=id_of(name))
        yield from _misnamed(store)
        yield from _conflicts(store)
        if readable or store is project.store:
            yield finding("entries.good", count=plural(readable, "learning"), folder=store.dir)


def existing_stores(project) -> list:
    """Return the project's store and the home store, as far as they are there."""
    found = [store for store in (project.store, project.home) if store and store.exists()]
    return list({store.dir: store for store in found}.values())


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
    for name in map(os.path.basename, team.unmerged(store.root, store.entries_dir)):
        if id_of(name) and id_of(name) not in marked:
            path = os.path.join(store.entries_dir, name)
            yield finding("entries.unmerged", name=name, quoted=quote(path))


def rules(project):
    """Yield where rules and learnings do not agree."""
    try:
        paths = rule_files.targets(project) if project.store else []
    except Refused as error:
        other = next(file for file in DEFAULT_FILES if not str(error).startswith(file))
        yield finding("rules.nowhere", why=error, other=other)
        return
    standing = {}  # {path: {id: line}} of the files that can be read
    for path in paths:
        try:
            standing[path] = rule_files.rules_in(rule_files.read(path))
        except Refused as error:
            name = os.path.basename(path)
            yield finding("rules.refused", name=name, why=error, quoted=quote(path))
    for path, lines in standing.items():
        for entry_id, line in lines.items():
            yield from _rule(project.store, path, entry_id, sentence_in(line))
    ids = {entry_id for lines in standing.values() for entry_id in lines}
    if len(standing) == len(paths):
        yield from _missing(project.store, ids)
    if ids:
        yield finding("rules.good", count=plural(len(ids), "rule"))


def _missing(store, standing: set):
    for entry in store.all() if store else ():
        if entry["promoted"] and entry["id"] not in standing:
            yield finding("rules.missing", digits=digits_of(entry["id"]))


def _rule(store, path: str, entry_id: str, sentence: str):
    """Yield what is wrong with a rule: a person changed it, or its learning is gone."""
    entry = store.get(entry_id)
    values = {"digits": digits_of(entry_id), "file": os.path.basename(path)}
    if entry and sentence_of(entry) != sentence:
        yield finding("rules.changed", sentence=quote(sentence), **values)
    elif not os.path.lexists(store.path(entry_id)):
        yield finding("rules.orphan", id=entry_id, **values)


CHECKS = (settings, trusted, entries, rules)
