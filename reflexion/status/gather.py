"""Read a project's store and logs into the figures of the dashboard. Reads only, and survives whatever it finds."""

from __future__ import annotations

import os

from reflexion.status import elsewhere, figures
from reflexion.status.present import brief, presentable
from reflexion.store import journal

FEW = 5  # rows of a section
FAULTS = 8


def gather(project, waits_for, room=None, few: int = FEW, problems=()) -> dict:
    """The dashboard as one dict. `waits_for(entry)`: why it is no rule yet. `room`: {file: (rules left, characters left)}.

    `problems` are the (file, what) of the settings. All texts in it are redacted and safe to print.
    """
    store, extra = project.store, project.settings["redact"]
    unreadable = []
    entries = list(store.all(unreadable))
    said, runs = journal.read(store.state_dir, journal.SAID), journal.runs(project.state_dir())
    suppressed = journal.read(store.state_dir, journal.SUPPRESSED)
    coming = figures.next_rules(entries, waits_for, project.settings["promote_after"], few)
    return {
        "project": presentable(project.root),
        "store": presentable(store.dir),
        "exists": store.exists(),
        "trusted": project.trusted,
        "enabled": project.settings["enabled"],
        "switched_off": project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"),
        "totals": figures.totals(entries),
        "global": _global(project),
        "recurring": [
            brief(entry, extra, promoted=entry["promoted"])
            for entry in figures.recurring(entries, few)
        ],
        "unresolved": [brief(entry, extra) for entry in figures.unresolved(entries, few)],
        "next": [brief(entry, extra, waits=why or _no_room(room)) for entry, why in coming],
        "rules": [brief(entry, extra) for entry in entries if entry["promoted"]],
        "room": {presentable(name): left for name, left in (room or {}).items()},
        "max_rules": project.settings["max_rules"],
        "elsewhere": [
            brief(entry, extra, projects=presentable(names))
            for entry, names in elsewhere.met(project, entries)[:few]
        ],
        "recent": [brief(entry, extra) for entry in figures.latest(entries, few)],
        "review": [brief(entry, extra) for entry in entries if entry.get("needs_review")][:few],
        "outcomes": figures.outcomes(entries, said),
        "rates": figures.rates(runs),
        "hooks": figures.hooks(runs),
        "suppressed": {
            "total": len(suppressed),
            "reasons": presentable(figures.reasons(suppressed), extra),
        },
        "unreadable": [
            {"file": name, "reason": reason} for name, reason in presentable(unreadable)
        ],
        "settings_problems": [
            {"file": path, "what": what} for path, what in presentable(list(problems))
        ],
        "faults": faults(project),
    }


def faults(project, most: int = FAULTS) -> list:
    """The latest faults on record, newest first, of the project's store and of the home store: {time, where, what}."""
    rows = journal.read(project.state_dir(), journal.FAULTS)
    if (
        project.home
        and os.path.isdir(project.home.state_dir)
        and project.home.state_dir != project.state_dir()
    ):
        rows = sorted([*rows, *journal.read(project.home.state_dir, journal.FAULTS)])
    return [
        {"time": row[0], "where": row[1], "what": row[2]}
        for row in presentable(rows[-most:][::-1])
        if len(row) > 2
    ]


def left_out(project, most: int = 0) -> list:
    """What capture left out, newest first: {time, why, command}."""
    rows = journal.read(project.store.state_dir, journal.SUPPRESSED)[::-1]
    return [
        {"time": row[0], "why": row[1], "command": row[2]}
        for row in presentable(rows[: most or len(rows)], project.settings["redact"])
        if len(row) > 2
    ]


def _global(project) -> int:
    """Learnings in the global store, as many files as there are."""
    return (
        sum(name.endswith(".json") for name in project.home.names())
        if project.home and project.settings["use_global"]
        else 0
    )


def _no_room(room) -> str:
    if room and any(not rules or characters < 60 for rules, characters in room.values()):
        return "qualifies, but there is no room: demote a rule, or raise max_rules"
    return ""
