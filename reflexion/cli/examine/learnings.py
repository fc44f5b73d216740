"""The store: trust, settings, entries that cannot be read, conflicts, duplicates, the index, what git takes, faults on record."""

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


def look(found, problems) -> list:
    rows = [*configuration(found, problems)]
    if found.store.exists():
        unreadable = []
        entries = list(found.store.all(unreadable))
        rows += [
            *trusted(found, entries),
            *broken(found, unreadable),
            *conflicts(found),
            *duplicates(found, entries),
            *indexed(found, entries),
            *shared(found),
            *full(found, entries),
        ]
    return [*rows, *recorded(found)]


def configuration(found, problems) -> list:
    rows = [_setting(path, what) for path, what in presentable(list(problems))]
    for name in ("ignore", "redact"):
        for pattern in found.settings[name]:
            try:
                re.compile(pattern)
            except re.error as error:
                rows.append(
                    bad(
                        "settings",
                        f"{name} holds {pattern!r}, which is no regular expression ({error})",
                        f"reflexion config set {name} PATTERN...",
                    )
                )
    return rows or [ok("settings", "all can be used")]


def _setting(path: str, what: str):
    """What is wrong with a settings file, or with one setting in it: `what` then begins with its name."""
    name, _, why = what.partition(": ")
    if name not in SETTINGS:
        if why == UNKNOWN:
            return note(
                "settings",
                f"{path}: {what}",
                "it is kept and does nothing; `reflexion config` lists those there are",
            )
        return bad(
            "settings",
            f"{path}: {what}",
            "mend the file, or delete it: then every setting has its default",
        )
    return bad(
        "settings",
        f"{path}: {what}",
        f"reflexion config set {name} VALUE, or take it out of the file",
    )


def trusted(found, entries) -> list:
    if found.trusted:
        return [ok("trust", "this store may speak")]
    return [
        bad(
            "trust",
            f"{len(entries)} learning(s) came with this project and are not recalled",
            "look at them with `reflexion list`, then `reflexion trust`",
        )
    ]


def broken(found, unreadable) -> list:
    return [
        bad(
            "entries",
            f"{os.path.join(found.store.entries_dir, name)}: {reason}",
            "mend it (`reflexion edit ID`), or remove the file",
        )
        for name, reason in presentable(unreadable)
    ] or [ok("entries", "all can be read")]


def conflicts(found) -> list:
    """Entries that a merge left with markers; they are read as what they will be healed to."""
    names = [
        name
        for name in found.store.names()
        if name.endswith(".json") and _has_markers(os.path.join(found.store.entries_dir, name))
    ]

    def fix():
        return f"healed {', '.join(tidy.heal(found.store)) or 'none'}"

    return (
        [
            bad(
                "conflicts",
                f"{len(names)} entries hold conflict markers: {', '.join(names[:4])}",
                "reflexion rebuild-index",
                fix,
            )
        ]
        if names
        else []
    )


def duplicates(found, entries) -> list:
    marks = {}
    for entry in entries:
        marks.setdefault(tidy.mark(entry), []).append(entry["id"])
    twice = [ids for ids in marks.values() if len(ids) > 1]

    def fix():
        return f"joined {len(join(found, found.store))} with the older one"

    return (
        [
            note(
                "duplicates",
                f"{len(twice)} mistake(s) under two ids: {', '.join(' = '.join(ids) for ids in twice[:3])}",
                "reflexion rebuild-index",
                fix,
            )
        ]
        if twice
        else []
    )


def indexed(found, entries) -> list:
    path = os.path.join(found.store.dir, "index.txt")

    def fix():
        index.rebuild(found.store.dir)
        return "built the index anew"

    if not entries or not os.path.exists(path):
        return [ok("index", "made when it is needed")]
    text = _text(path)
    listed = set(re.findall(r"RFX-\d{8}-[0-9a-f]{3,16}", text))
    missing, gone = (
        [entry["id"] for entry in entries if entry["id"] not in listed],
        listed - {name[:-5] for name in found.store.names()},
    )
    if missing or gone:
        return [
            note(
                "index",
                f"{len(missing)} learning(s) not in it, {len(gone)} gone ones in it",
                "the next recall brings it up to date; `reflexion rebuild-index` does so now",
                fix,
            )
        ]
    return [ok("index", f"{len(text.splitlines()):,} terms")]


def shared(found) -> list:
    """What git takes of the store, and whether it knows how to merge it."""
    rows, path = [], os.path.join(found.store.dir, ".gitignore")
    if not checkout_top(found.root):
        return rows

    def fix():
        if team.is_shared(found.store):
            return f"wrote {', '.join(team.share(found.store))}"
        write_atomic(path, PRIVATE.encode(), found.store.scratch)
        return "made the store private"

    if not os.path.exists(path):
        rows.append(
            bad(
                "git",
                f"{path} is missing: git would take the scratch of this machine",
                "`reflexion init --team` shares the entries; --fix keeps all private, or the entries shared where .gitattributes says so",
                fix,
            )
        )
    if os.path.exists(path) and "*" not in _text(path).split() and not team.is_shared(found.store):

        def share():
            return f"wrote {', '.join(team.share(found.store))}"

        rows.append(
            note(
                "git",
                "the entries are shared, and .gitattributes does not say how to merge them",
                "reflexion init --team",
                share,
            )
        )
    if team.is_shared(found.store) and not team.registered(found.root):

        def register():
            return (
                "registered the merge driver"
                if team.register(found.root)
                else "git refused to register the merge driver"
            )

        rows.append(
            note(
                "git",
                "this clone does not know how to merge entries, or the program that did is gone",
                "reflexion init --team",
                register,
            )
        )
    return rows


def full(found, entries) -> list:
    most = found.settings["max_entries"]
    if len(entries) < most * NEAR_FULL:
        return []
    return [
        note(
            "size",
            f"{len(entries)} of {most} learnings: new ones will not be stored",
            "reflexion remove, or reflexion config set max_entries NUMBER",
        )
    ]


def recorded(found) -> list:
    newest = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - FAULT_DAYS * 86400))
    rows = [row for row in faults(found) if row["time"] >= newest]
    if not rows:
        return [ok("faults", f"none in {FAULT_DAYS} days")]
    last = rows[0]
    return [
        note(
            "faults",
            f"{len(rows)} in {FAULT_DAYS} days, the last {last['time']} {last['where']}: {last['what']}",
            "a hook met it and went on; `reflexion status` lists them all",
        )
    ]


def _has_markers(path: str) -> bool:
    try:
        return conflicted(read_bounded(path, 4 * MAX_BYTES))
    except (OSError, ValueError):
        return False


def _text(path: str) -> str:
    try:
        return read_bounded(path, 1 << 20).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
