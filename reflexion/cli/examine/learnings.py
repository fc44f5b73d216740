"""The store: trust, settings, entries, conflicts, duplicates, the index, what git takes, faults."""

from __future__ import annotations

import os
import re
import time

from reflexion.cli.common import presentable
from reflexion.cli.examine.finding import bad, note, ok
from reflexion.cli.tidying import join
from reflexion.status.gather import faults
from reflexion.store import index, team, tidy
from reflexion.store.conflict import conflicted
from reflexion.store.entries import PRIVATE
from reflexion.store.entry import MAX_BYTES
from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.paths import checkout_top
from reflexion.store.settings import SETTINGS

NEAR_FULL = 0.9
FAULT_DAYS = 7
UNKNOWN = "unknown setting"
MAX_TEXT = 64 << 20
REBUILD, TEAM = "reflexion rebuild-index", "reflexion init --team"


def look(project, problems) -> list:
    rows = configuration(project, problems)
    if project.store.exists():
        unreadable = []
        entries = list(project.store.all(unreadable))
        rows += [*trusted(project, entries), *broken(project, unreadable), *conflicts(project)]
        rows += [*duplicates(project, entries), *indexed(project, entries)]
        rows += [*shared(project), *full(project, entries)]
    return [*rows, *recorded(project)]


def configuration(project, problems) -> list:
    rows = [_setting(path, what) for path, what in presentable(list(problems))]
    for name in ("ignore", "redact"):
        for pattern in project.settings[name]:
            try:
                re.compile(pattern)
            except re.error as error:
                text = f"{name} holds {pattern!r}, which is no regular expression ({error})"
                rows.append(bad("settings", text, f"reflexion config {name} PATTERN..."))
    return rows or [ok("settings", "all can be used")]


def _setting(path: str, what: str):
    """What is wrong with a settings file, or with the setting that `what` begins with."""
    name, _, why = what.partition(": ")
    text = f"{path}: {what}"
    if name in SETTINGS:
        return bad("settings", text, f"reflexion config {name} VALUE, or take it out of the file")
    if why == UNKNOWN:
        remedy = "it is kept and does nothing; `reflexion config` lists those there are"
        return note("settings", text, remedy)
    return bad("settings", text, "mend the file, or delete it: then every setting has its default")


def trusted(project, entries) -> list:
    if project.trusted:
        return [ok("trust", "this store may speak")]
    text = f"{len(entries)} learning(s) came with this project and are not recalled"
    return [bad("trust", text, "look at them with `reflexion list`, then `reflexion trust`")]


def broken(project, unreadable) -> list:
    folder, remedy = project.store.entries_dir, "mend it (`reflexion edit ID`), or remove the file"
    rows = [
        bad("entries", f"{os.path.join(folder, name)}: {reason}", remedy)
        for name, reason in presentable(unreadable)
    ]
    return rows or [ok("entries", "all can be read")]


def conflicts(project) -> list:
    """Entries that a merge left with markers; they are read as what they will be healed to."""
    store = project.store
    found = [name for name in store.names() if _has_markers(os.path.join(store.entries_dir, name))]

    def fix():
        return f"healed {', '.join(tidy.heal(store)) or 'none'}"

    text = f"{len(found)} entries hold conflict markers: {', '.join(found[:4])}"
    return [bad("conflicts", text, REBUILD, fix)] if found else []


def duplicates(project, entries) -> list:
    marks = {}
    for entry in entries:
        marks.setdefault(tidy.mark(entry), []).append(entry["id"])
    twice = [" = ".join(ids) for ids in marks.values() if len(ids) > 1]

    def fix():
        return f"joined {len(join(project, project.store))} with the older one"

    text = f"{len(twice)} mistake(s) under two ids: {', '.join(twice[:3])}"
    return [note("duplicates", text, REBUILD, fix)] if twice else []


def indexed(project, entries) -> list:
    store = project.store
    text = _text(os.path.join(store.dir, "index.txt"))
    if not entries or not text:
        return [ok("index", "made when it is needed")]
    listed = set(re.findall(r"RFX-\d{8}-[0-9a-f]{3,16}", text))
    missing = {entry["id"] for entry in entries} - listed
    gone = listed - {name[:-5] for name in store.names()}

    def fix():
        index.rebuild(store.dir)
        return "built the index anew"

    if not missing and not gone:
        return [ok("index", f"{len(text.splitlines()):,} terms")]
    what = f"{len(missing)} learning(s) not in it, {len(gone)} gone ones in it"
    remedy = f"the next recall brings it up to date; `{REBUILD}` does so now"
    return [note("index", what, remedy, fix)]


def shared(project) -> list:
    """What git takes of the store, and whether it knows how to merge it."""
    store, rows = project.store, []
    path = os.path.join(store.dir, ".gitignore")
    if not checkout_top(project.root):
        return rows
    is_shared = team.is_shared(store)

    def share():
        return f"wrote {', '.join(team.share(store))}"

    def ignore():
        if is_shared:
            return share()
        write_atomic(path, PRIVATE.encode(), store.scratch)
        return "made the store private"

    def register():
        done = team.register(project.root)
        return "registered the merge driver" if done else "git refused the merge driver"

    if not os.path.exists(path):
        text = f"{path} is missing: git would take the scratch of this machine"
        remedy = f"`{TEAM}` shares the entries; --fix keeps all private, or shared where they were"
        rows.append(bad("git", text, remedy, ignore))
    elif "*" not in _text(path).split() and not is_shared:
        text = "the entries are shared, and .gitattributes does not say how to merge them"
        rows.append(note("git", text, TEAM, share))
    if is_shared and not team.registered(project.root):
        text = "this clone does not know how to merge entries, or the program that did is gone"
        rows.append(note("git", text, TEAM, register))
    return rows


def full(project, entries) -> list:
    most = project.settings["max_entries"]
    text = f"{len(entries)} of {most} learnings: new ones will not be stored"
    remedy = "reflexion remove, or reflexion config max_entries NUMBER"
    return [note("size", text, remedy)] if len(entries) >= most * NEAR_FULL else []


def recorded(project) -> list:
    since = time.time() - FAULT_DAYS * 86400
    newest = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(since))
    rows = [row for row in faults(project) if row["time"] >= newest]
    if not rows:
        return [ok("faults", f"none in {FAULT_DAYS} days")]
    shown = "; ".join(f"{row['time']} {row['where']}: {row['what']}" for row in rows[:3])
    remedy = f"a hook met it and went on; all stand in {project.state_dir()}/log.txt"
    return [note("faults", f"{len(rows)} in {FAULT_DAYS} days: {shown}", remedy)]


def _has_markers(path: str) -> bool:
    try:
        return path.endswith(".json") and conflicted(read_bounded(path, 4 * MAX_BYTES))
    except (OSError, ValueError):
        return False


def _text(path: str) -> str:
    try:
        return read_bounded(path, MAX_TEXT).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
