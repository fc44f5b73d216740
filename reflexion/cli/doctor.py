"""`reflexion doctor`: look at everything that can be wrong, and say what to do about it.
A check yields `finding(...)`s; those about the store stand here, those about this machine in
checks_machine.py, their words in findings.tsv."""

import os
import time
from functools import partial

from reflexion.cli import checks_machine
from reflexion.cli.config import bad_patterns
from reflexion.cli.context import presentable
from reflexion.cli.findings import finding
from reflexion.cli.output import print_json
from reflexion.cli.rebuild_index import rules_follow
from reflexion.promote import promoter, section
from reflexion.setup.command import hints
from reflexion.signals.matching.same_mistake import doubles
from reflexion.status import terminal
from reflexion.status.gather import faults
from reflexion.store import index, team, tidy
from reflexion.store.entries import PRIVATE
from reflexion.store.fs import peek, write_atomic
from reflexion.store.paths import checkout_top
from reflexion.store.schema import id_of, mark_of
from reflexion.store.settings import SETTINGS

OK = "ok"
NOTE = "note"
BAD = "bad"
MARKS = {OK: ("ok", "green"), NOTE: ("note", "yellow"), BAD: ("WRONG", "red")}
NEAR_FULL = 0.9
MAX_TEXT = 64 << 20


class Patient:
    """What the checks look at: the project, its settings' problems, its entries."""

    def __init__(self, context):
        context.problems.clear()
        self.project = context.project
        self.store = context.project.store
        self.folder = context.folder
        self.quick = context.options.quick
        self.problems = context.problems
        self.unreadable = []
        self.entries = list(self.store.all(self.unreadable)) if self.store.exists() else []


def doctor(context) -> int:
    options = context.options
    findings = examine(context)
    done = []
    if options.fix:
        done = [f"{row['check']}: {row['fix']()}" for row in findings if row["fix"]]
        del context.project  # looked at anew
        findings = examine(context)
    if options.json:
        for row in findings:
            row["fixable"] = row.pop("fix") is not None
        print_json({"findings": presentable(findings), "fixed": done})
    else:
        print("\n".join(report(findings, done, context.width, context.paint)))
    return 1 if any(row["level"] == BAD for row in findings) else 0


def examine(context) -> list:
    """All findings, as things stand now."""
    patient = Patient(context)
    return [row for check in (*checks_machine.CHECKS, *OF_STORE) for row in check(patient)]


def report(findings: list, done: list, width: int, paint) -> list:
    """Lines for a person."""
    lines = [paint(f"fixed  {text}", "green") for text in done] + ([""] if done else [])
    for row in findings:
        mark, style = MARKS[row["level"]]
        text = presentable(f"{row['check']}: {row['text']}")
        first, *rest = terminal.wrap(text, width, " " * 7, split=False)
        lines += [paint(f"{mark:<5}", style) + "  " + first[7:], *rest]
        if row["remedy"] and row["level"] != OK:
            remedy = terminal.wrap(row["remedy"], width, " " * 10, "       -> ", split=False)
            lines += [paint(line, "bold") for line in remedy]
    levels = [row["level"] for row in findings]
    wrong = levels.count(BAD)
    noted = levels.count(NOTE)
    fixable = sum(row["fix"] is not None for row in findings)
    repairs = hints(f"`reflexion doctor --fix` can repair {fixable} of these", os.environ)
    also = f", {terminal.plural(noted, 'thing')} worth a look" if noted else ""
    verdict = f"{terminal.plural(wrong, 'thing')} wrong" if wrong else "nothing is wrong" + also
    lines += ["", paint(verdict, "red" if wrong else "green", "bold")]
    return lines + [repairs] * bool(fixable)


def configuration(patient):
    """What is wrong with a settings file, or with the setting that a problem begins with."""
    rows = []
    for path, what in presentable(list(patient.problems)):
        name, _, why = what.partition(": ")
        kind = "value" if name in SETTINGS else "unknown" if why == "unknown setting" else "broken"
        rows.append(finding(f"settings.{kind}", path=path, what=what, name=name))
    for name, value in patient.project.settings.items():
        for why in bad_patterns(name, value):
            rows.append(finding("settings.pattern", name=name, why=why))
    return rows or [finding("settings.fine")]


def trusted(patient):
    if patient.store.exists():
        count = len(patient.store.waiting())
        ours = "trust.waiting" if count else "trust.given"
        yield finding(ours if patient.project.trusted else "trust.missing", count=count)


def readable(patient):
    folder = patient.store.entries_dir
    broken = [(os.path.join(folder, name), why) for name, why in presentable(patient.unreadable)]
    rows = [finding("entries.broken", path=path, why=why) for path, why in broken]
    return rows or [finding("entries.fine")] * patient.store.exists()


def conflicts(patient):
    """Entries that a merge left with markers; they are read as what they will be healed to."""
    store = patient.store
    ids = filter(None, map(id_of, store.names()))
    marked = [f"{name}.json" for name in ids if tidy.has_markers(store, name)]
    names = ", ".join(marked[:4])
    fix = partial(tidy.heal, store)
    return [finding("conflicts.markers", fix, count=len(marked), names=names)] if marked else []


def duplicates(patient):
    marks = {}
    marks_of = {entry["id"]: mark_of(entry) for entry in patient.entries}
    for name, mark in marks_of.items():
        marks.setdefault(mark, []).append(name)
    twice = sum(len(ids) > 1 for ids in marks.values())
    if twice:

        def join_them() -> int:
            return len(rules_follow(patient.project, patient.store, tidy.dedupe(patient.store)))

        yield finding("duplicates.twice", join_them, count=twice)
    every = doubles(patient.entries)
    pairs = [(one, other) for one, other in every if marks_of[one] != marks_of[other]]
    if pairs:
        yield finding("duplicates.perhaps", count=len(pairs), first=" ".join(pairs[0]))


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
    store = patient.store
    root = patient.project.root
    path = os.path.join(store.dir, ".gitignore")
    is_shared = team.is_shared(store)
    if not store.exists() or not checkout_top(root):
        return

    def register() -> str:
        return "registered" if team.register(root) else "git refused"

    share = partial(team.share, store)
    if not os.path.exists(path):
        hide = partial(write_atomic, path, PRIVATE.encode(), store.scratch)
        if is_shared:
            yield finding("git.ignore", share, path=path)
        else:
            yield finding("git.private", hide, path=path)
    elif b"*" not in peek(path, MAX_TEXT).split() and not is_shared:
        yield finding("git.attributes", share)
    if is_shared and not team.registered(root):
        yield finding("git.driver", register)


def full(patient):
    count = len(patient.entries)
    most = patient.project.settings["max_entries"]
    if count >= most * NEAR_FULL:
        yield finding("size.near", count=count, most=most)


def recorded(patient):
    days = 7
    folder = _folders_of_faults(patient.project)
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - days * 86400))
    rows = [row for row in faults(patient.project) if row["time"] >= since]
    shown = "; ".join(f"{row['time']} {row['where']}: {row['what']}" for row in rows[:3])
    key = "faults.some" if rows else "faults.none"
    yield finding(key, folder=folder, count=len(rows), days=days, shown=shown)


def _folders_of_faults(project) -> str:
    """The folders whose log holds faults: the project's, and the home store's."""
    stores = [store for store in (project.store, project.home) if store]
    folders = dict.fromkeys([project.state_dir(), *(store.state_dir for store in stores)])
    found = [path for path in folders if path and os.path.isfile(os.path.join(path, "log.txt"))]
    return " and ".join(found) or project.state_dir()


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
    name = os.path.basename(path)
    marks = {"begin": section.BEGIN, "end": section.END}
    try:
        text = promoter.read(path)
        standing = set(section.rules(text))
    except (section.Broken, promoter.Refused) as error:
        key = "rules.markers" if isinstance(error, section.Broken) else "rules.unreadable"
        yield finding(key, path=path, why=error, **marks)
        return
    missing = sorted(promoted - standing)
    orphans = sorted(standing - promoted)
    mended = project.trusted  # the rules of others are only looked at

    def write_missing() -> None:
        for entry_id in missing:
            promoter.promote(project, entry_id, force=True)

    if section.conflicted(text):
        yield finding("rules.conflict", mended and partial(promoter.settle, project), file=name)
    if missing:
        values = {"count": len(missing), "names": ", ".join(missing[:4]), "first": missing[0]}
        yield finding("rules.missing", mended and write_missing, file=name, **values)
    if orphans:
        names = ", ".join(orphans[:4])
        yield finding("rules.orphans", count=len(orphans), file=name, names=names)


OF_STORE = (configuration, trusted, readable, conflicts, duplicates, indexed, shared, full)
OF_STORE += (recorded, rules)
