"""Read a project's store and logs into the figures of the dashboard. Reads only."""

from __future__ import annotations

import os
import time

from reflexion.status import elsewhere, figures
from reflexion.status.present import brief, presentable
from reflexion.store import journal

FEW = 5  # rows of a section
FAULTS = 8
OFTEN = 2  # sightings from which a missing fix is worth a word
OCCASION = (20, 86_400)  # runs of other hooks, and seconds since the first, after which one is idle
SHOWN_SETTINGS = (
    *("confidence_threshold", "max_recalled", "promote_after"),
    *("promote_min_age_days", "promote", "warn_before", "announce", "auto_reflect"),
)


def gather(
    project, waits_for, room=None, few: int = FEW, problems=(), installed=(), now=None, asks=None
) -> dict:
    """The dashboard as one dict; all texts in it are redacted and safe to print.

    `waits_for(entry)`: why it is no rule yet. `room`: {file: (rules left, characters left)}.
    `problems`: the (file, what) of the settings. `installed`: names of what brings the hooks.
    `asks(entry)`: would it be a rule but for the person's yes?
    """
    store, extra, unreadable = project.store, project.settings["redact"], []
    entries = list(store.all(unreadable))
    said, runs = journal.read(store.state_dir, journal.SAID), journal.runs(project.state_dir())
    suppressed = journal.read(store.state_dir, journal.SUPPRESSED)
    coming = figures.next_rules(entries, waits_for, project.settings["promote_after"], few)
    shared = elsewhere.met(project, entries)[:few]
    unsolved = figures.unresolved(entries, few)

    def rows(chosen, **more) -> list:
        return [brief(entry, extra, **more) for entry in chosen]

    return {
        "project": presentable(project.root),
        "store": presentable(store.dir),
        "exists": store.exists(),
        "trusted": project.trusted,
        "enabled": project.settings["enabled"],
        "switched_off": project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"),
        "installed": list(installed),
        "ran": bool(runs),
        "idle_hooks": _idle(runs, installed, time.time() if now is None else now),
        "totals": figures.totals(entries),
        "asked": sum(bool(asks and asks(entry)) for entry in entries),
        "global": _count_global(project),
        "recurring": [
            brief(entry, extra, promoted=entry["promoted"])
            for entry in figures.recurring(entries, few)
        ],
        "unresolved": rows(unsolved),
        "unsolved": rows(entry for entry in unsolved if entry["occurrences"] >= OFTEN),
        "ignored": [
            brief(entry, extra, ignored=entry["ignored"]) for entry in figures.ignored(entries, few)
        ],
        "next": [brief(entry, extra, waits=why or _no_room(room)) for entry, why in coming],
        "rules": rows(entry for entry in entries if entry["promoted"]),
        "room": {presentable(name): left for name, left in (room or {}).items()},
        "max_rules": project.settings["max_rules"],
        "elsewhere": [brief(entry, extra, projects=presentable(names)) for entry, names in shared],
        "recent": rows(figures.latest(entries, few)),
        "review": rows([entry for entry in entries if entry.get("needs_review")][:few]),
        "outcomes": figures.outcomes(entries, said),
        "rates": figures.rates(runs),
        "hooks": figures.hooks(runs),
        "settings": {name: project.settings.get(name) for name in SHOWN_SETTINGS},
        "suppressed": {
            "total": len(suppressed),
            "reasons": presentable(figures.reasons(suppressed), extra),
        },
        "unreadable": _named(unreadable, "file", "reason"),
        "settings_problems": _named(problems, "file", "what"),
        "faults": faults(project),
    }


def _named(rows, *names: str) -> list:
    return [dict(zip(names, row)) for row in presentable(list(rows))]


def _idle(runs: dict, installed, now: float) -> list:
    """Hooks of every session that never ran, though others did for a day; [] under the plugin."""
    every = [row for rows in runs.values() for row in rows]
    enough, long_ago = OCCASION
    if "plugin" in installed or len(every) < enough or now - min(every)[0] < long_ago:
        return []
    return [name for name, _, always in figures.HOOKS if always and not runs.get(name)]


def faults(project, most: int = FAULTS) -> list:
    """The latest faults on record of both stores, newest first: {time, where, what}."""
    home = project.home.state_dir if project.home else ""
    folders = dict.fromkeys([project.state_dir(), home if os.path.isdir(home) else ""])
    rows = [row for folder in filter(None, folders) for row in journal.read(folder, journal.FAULTS)]
    rows = [row for row in sorted(rows)[::-1] if len(row) > 2][:most]
    return _named([row[:3] for row in rows], "time", "where", "what")


def left_out(project, most: int = 0) -> list:
    """What capture left out, newest first: {time, why, command}."""
    rows = journal.read(project.store.state_dir, journal.SUPPRESSED)[::-1]
    rows = [row[:3] for row in rows[: most or len(rows)] if len(row) > 2]
    shown = presentable(rows, project.settings["redact"])
    return [dict(zip(("time", "why", "command"), row)) for row in shown]


def _count_global(project) -> int:
    """Learnings in the global store, as many files as there are."""
    if not project.home or not project.settings["use_global"]:
        return 0
    return sum(name.endswith(".json") for name in project.home.names())


def _no_room(room) -> str:
    full = room and any(not rules or characters < 60 for rules, characters in room.values())
    return "qualifies, but there is no room: demote a rule, or raise max_rules" if full else ""
