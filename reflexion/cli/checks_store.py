"""What `doctor` looks at in the store: settings, trust, entries, index, git, rules, faults."""

import os
import time
from functools import partial

from reflexion.cli.common import presentable
from reflexion.cli.configuring import bad_patterns
from reflexion.cli.doctor import finding
from reflexion.cli.keep import rules_follow
from reflexion.promote import promoter, section
from reflexion.signals.matching.same_mistake import doubles
from reflexion.status.gather import faults
from reflexion.store import index, team, tidy
from reflexion.store.entries import PRIVATE
from reflexion.store.entry import id_of, mark_of
from reflexion.store.files import peek, write_atomic
from reflexion.store.paths import checkout_top
from reflexion.store.settings import SETTINGS

NEAR_FULL = 0.9
FAULT_DAYS = 7
UNKNOWN = "unknown setting"
MAX_TEXT = 64 << 20


def configuration(patient):
    """What is wrong with a settings file, or with the setting that a problem begins with."""
    rows = []
    for path, what in presentable(list(patient.problems)):
        name, _, why = what.partition(": ")
        kind = "value" if name in SETTINGS else "unknown" if why == UNKNOWN else "broken"
        rows.append(finding(f"settings.{kind}", path=path, what=what, name=name))
    for name, value in patient.project.settings.items():
        rows += [
            finding("settings.pattern", name=name, why=why) for why in bad_patterns(name, value)
        ]
    return rows or [finding("settings.fine")]


def trusted(patient):
    if patient.store.exists():
        key = "trust.given" if patient.project.trusted else "trust.missing"
        yield finding(key, count=len(patient.entries))


def readable(patient):
    folder = patient.store.entries_dir
    rows = [(os.path.join(folder, name), why) for name, why in presentable(patient.unreadable)]
    fine = [finding("entries.fine")] if patient.store.exists() else []
    return [finding("entries.broken", path=path, why=why) for path, why in rows] or fine


def conflicts(patient):
    """Entries that a merge left with markers; they are read as what they will be healed to."""
    store = patient.store
    ids = filter(None, map(id_of, store.names()))
    marked = [f"{name}.json" for name in ids if tidy.has_markers(store, name)]
    if marked:

        def heal() -> str:
            return ", ".join(tidy.heal(store)) or "none"

        yield finding("conflicts.markers", heal, count=len(marked), names=", ".join(marked[:4]))


def duplicates(patient):
    marks, marks_of = {}, {entry["id"]: mark_of(entry) for entry in patient.entries}
    for name, mark in marks_of.items():
        marks.setdefault(mark, []).append(name)
    twice = [" = ".join(ids) for ids in marks.values() if len(ids) > 1]
    if twice:

        def join_them() -> int:
            return len(rules_follow(patient.project, patient.store, tidy.dedupe(patient.store)))

        names = ", ".join(twice[:3])
        yield finding("duplicates.twice", join_them, count=len(twice), names=names)
    every = doubles(patient.entries)
    pairs = [(one, other) for one, other in every if marks_of[one] != marks_of[other]]
    if pairs:
        names = ", ".join(" = ".join(pair) for pair in pairs[:3])
        yield finding("duplicates.perhaps", count=len(pairs), names=names, first=" ".join(pairs[0]))


def indexed(patient):
    store = patient.store
    if not store.exists():
        return
    text = peek(os.path.join(store.dir, "index.txt"), MAX_TEXT)
    listed = index.State(store).ids()
    missing = {entry["id"] for entry in patient.entries} - listed
    gone = listed - {name[:-5] for name in store.names()}
    if not patient.entries or not text:
        yield finding("index.none")
    elif missing or gone:
        fix = partial(index.rebuild, store)
        yield finding("index.old", fix, missing=len(missing), gone=len(gone))
    else:
        yield finding("index.fine", count=len(text.splitlines()))


def shared(patient):
    """What git takes of the store, and whether it knows how to merge it."""
    store, root = patient.store, patient.project.root
    path, is_shared = os.path.join(store.dir, ".gitignore"), team.is_shared(store)
    if not store.exists() or not checkout_top(root):
        return

    def share() -> str:
        return f"wrote {', '.join(team.share(store))}"

    def ignore() -> str:
        if is_shared:
            return share()
        write_atomic(path, PRIVATE.encode(), store.scratch)
        return "made the store private"

    def register() -> str:
        return "registered" if team.register(root) else "git refused"

    if not os.path.exists(path):
        yield finding("git.ignore", ignore, path=path)
    elif b"*" not in peek(path, MAX_TEXT).split() and not is_shared:
        yield finding("git.attributes", share)
    if is_shared and not team.registered(root):
        yield finding("git.driver", register)


def full(patient):
    count, most = len(patient.entries), patient.project.settings["max_entries"]
    if count >= most * NEAR_FULL:
        yield finding("size.near", count=count, most=most)


def recorded(patient):
    then = time.gmtime(time.time() - FAULT_DAYS * 86400)
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", then)
    rows = [row for row in faults(patient.project) if row["time"] >= since]
    shown = "; ".join(f"{row['time']} {row['where']}: {row['what']}" for row in rows[:3])
    values = {"count": len(rows), "days": FAULT_DAYS, "shown": shown}
    key = "faults.some" if rows else "faults.none"
    yield finding(key, folder=patient.project.state_dir(), **values)


def rules(patient):
    """Are the markers in pairs, and do the rules agree with the entries?"""
    try:
        files = promoter.targets(patient.project)
    except promoter.Refused as error:
        return [finding("rules.file", why=error)]
    promoted = {entry["id"] for entry in patient.entries if entry["promoted"]}
    rows = [row for path in files for row in _rule_file(patient.project, path, promoted)]
    names = ", ".join(map(os.path.basename, files)) or "no file"
    return rows or [finding("rules.fine", count=len(promoted), files=names)]


def _rule_file(project, path: str, promoted: set):
    name, marks = os.path.basename(path), {"begin": section.BEGIN, "end": section.END}
    try:
        text = promoter.read(path)
        standing = set(section.rules(text))
    except section.Broken as error:
        yield finding("rules.markers", path=path, why=error, **marks)
        return
    except promoter.Refused as error:
        yield finding("rules.unreadable", why=error)
        return
    missing, orphans = sorted(promoted - standing), sorted(standing - promoted)

    def write_missing() -> None:
        for entry_id in missing:
            promoter.promote(project, entry_id, force=True)

    if section.conflicted(text):
        fix = partial(promoter.settle, project) if project.trusted else None
        yield finding("rules.conflict", fix, file=name)
    if missing:
        fix, names = write_missing if project.trusted else None, ", ".join(missing[:4])
        values = {"count": len(missing), "names": names, "first": missing[0]}
        yield finding("rules.missing", fix, file=name, **values)
    if orphans:
        names = ", ".join(orphans[:4])
        yield finding("rules.orphans", count=len(orphans), file=name, names=names)


CHECKS = (configuration, trusted, readable, conflicts, duplicates, indexed, shared, full)
CHECKS += (recorded, rules)
