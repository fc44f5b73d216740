"""Read a project's store and logs into the figures of the dashboard. Reads only."""

import os
import time

from reflexion.status import figures
from reflexion.status.terminal import brief, presentable
from reflexion.store import journal, trust
from reflexion.store.fs import peek
from reflexion.store.schema import FIELDS, mark_of
from reflexion.text import tables

FEW = 5  # rows of a section
FAULTS = 8
OFTEN = 2  # sightings from which a missing fix is worth a word
OCCASION = (20, 86_400)  # runs of other hooks, and seconds since the first, after which one is idle
SHOWN_SETTINGS = """confidence_threshold max_recalled promote_after promote_min_age_days promote
warn_before announce auto_reflect""".split()
MAX_STORES, MAX_INDEX = 50, 16 << 20  # of other projects
MOST = 5000  # learnings on a page; a browser searches these without a pause
UNSHOWN = ("rev", "aliases")
FEW_GROUPS = 8


def gather(project, waits_for, room=None, few=FEW, problems=(), installed=(), asks=None) -> dict:
    """The dashboard as one dict; all texts in it are redacted and safe to print.
    `waits_for(entry)`: why it is no rule yet; `asks(entry)`: would it be one on the person's yes?
    `room`: {file: (rules left, characters left)}. `problems`: the (file, what) of the settings.
    `installed`: names of what brings the hooks."""
    store, settings, unreadable = project.store, project.settings, []
    entries, extra = list(store.all(unreadable)), settings["redact"]
    said, runs = journal.read(store.state_dir, journal.SAID), journal.runs(project.state_dir())
    suppressed = journal.read(store.state_dir, journal.SUPPRESSED)
    reasons = figures.reasons(suppressed)
    coming = figures.next_rules(entries, waits_for, settings["promote_after"], few)
    unresolved = figures.unresolved(entries, few)
    everywhere = project.home.names() if project.home and settings["use_global"] else ()
    full = room and any(not rules or characters < 60 for rules, characters in room.values())
    met = met_elsewhere(project, entries)[:few]
    no_room = dict(tables.rows("status/texts.tsv"))["no room"] if full else ""

    def rows(chosen, *more) -> list:
        return [brief(entry, extra, **{name: entry[name] for name in more}) for entry in chosen]

    return {
        "project": presentable(project.root),
        "store": presentable(store.dir),
        "exists": store.exists(),
        "trusted": project.trusted,
        "waiting": len(store.waiting()),
        "enabled": settings["enabled"],
        "switched_off": project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"),
        "installed": list(installed),
        "ran": bool(runs),
        "idle_hooks": _idle(runs, installed, time.time()),
        "totals": figures.totals(entries),
        "asked": sum(bool(asks and asks(entry)) for entry in entries),
        "global": sum(name.endswith(".json") for name in everywhere),
        "recurring": rows(figures.recurring(entries, few), "promoted"),
        "unresolved": rows(unresolved),
        "unsolved": rows(entry for entry in unresolved if entry["occurrences"] >= OFTEN),
        "ignored": rows(figures.ignored(entries, few), "ignored"),
        "next": [brief(entry, extra, waits=why or no_room) for entry, why in coming],
        "rules": rows(entry for entry in entries if entry["promoted"]),
        "room": {presentable(name): left for name, left in (room or {}).items()},
        "max_rules": settings["max_rules"],
        "elsewhere": [brief(entry, extra, projects=presentable(names)) for entry, names in met],
        "recent": rows(figures.latest(entries, few)),
        "review": rows([entry for entry in entries if entry.get("needs_review")][:few]),
        "outcomes": figures.outcomes(entries, said),
        "rates": figures.rates(runs),
        "hooks": figures.hooks(runs),
        "settings": {name: settings.get(name) for name in SHOWN_SETTINGS},
        "suppressed": {"total": len(suppressed), "reasons": presentable(reasons, extra)},
        "unreadable": _named(unreadable, "file", "reason"),
        "settings_problems": _named(problems, "file", "what"),
        "faults": faults(project),
    }


def _named(rows, *names: str, extra=()) -> list:
    """Rows with a field for each name, as dicts, presentable."""
    shown = presentable([row for row in rows if len(row) >= len(names)], extra)
    return [dict(zip(names, row)) for row in shown]


def _idle(runs: dict, installed, now: float) -> list:
    """Hooks of every session that never ran, though others did for a day; [] under the plugin."""
    every, (enough, long_ago) = [row for rows in runs.values() for row in rows], OCCASION
    if "plugin" in installed or len(every) < enough or now - min(every)[0] < long_ago:
        return []
    return [name for name in figures.ALWAYS if not runs.get(name)]


def faults(project) -> list:
    """The latest faults on record of both stores, newest first: {time, where, what}."""
    folders = {project.state_dir(), *([project.home.state_dir] if project.home else ())}
    rows = [row for folder in folders for row in journal.read(folder, journal.FAULTS)]
    rows = sorted((row for row in rows if len(row) > 2), reverse=True)
    return _named(rows[:FAULTS], "time", "where", "what")


def left_out(project, most: int = 0) -> list:
    """What capture left out, newest first: {time, why, command}."""
    rows = journal.read(project.store.state_dir, journal.SUPPRESSED)[::-1]
    names = ("time", "why", "command")
    return _named(rows[: most or None], *names, extra=project.settings["redact"])


def met_elsewhere(project, entries: list) -> list:
    """[(entry, names of other projects on this machine whose index knows its mistake)], of what
    has a fix and is no preference; what most of them know comes first."""
    if not project.home or not project.settings["use_global"]:
        return []
    own, found = os.path.realpath(project.store.dir), []
    others = [name for name in trust.roots(project.home.dir) if name != own]
    others = [folder for folder in others if os.path.isdir(folder)][-MAX_STORES:] if entries else []
    marks = {}
    for folder in others:
        lines = peek(os.path.join(folder, "index.txt"), MAX_INDEX).decode("utf-8", "replace")
        marked = (line[1:] for line in lines.split("\n") if line.startswith("#"))
        marks[folder] = {line.partition(":")[0] for line in marked}
    for entry in entries if marks else ():
        mine, fixed = entry.get("category") == "preference", entry["resolution"].strip()
        mark = mark_of(entry) if fixed and not mine and not entry.get("needs_review") else ""
        folders = [folder for folder in marks if mark in marks[folder]]
        if folders:
            found.append((entry, [os.path.basename(os.path.dirname(name)) for name in folders]))
    return sorted(found, key=lambda row: (-len(row[1]), -row[0]["occurrences"], row[0]["id"]))


def history(project, waits_for) -> dict:
    """What the page shows beyond the dashboard, {learnings, left_off, days, programs}: each with
    its story; redacted, safe to print, not yet escaped."""
    store, extra = project.store, project.settings["redact"]
    entries, said = figures.latest(list(store.all())), journal.read(store.state_dir, journal.SAID)
    told = {row["id"]: row["said"] for row in figures.outcomes(entries, said)["by_entry"]}
    learnings = []
    for entry in entries[:MOST]:
        kept = {name: entry[name] for name in FIELDS if name in entry and name not in UNSHOWN}
        program = figures.program(entry["context"]) if entry["type"] == "error" else ""
        more = {"said": told.get(entry["id"], 0), "waits": waits_for(entry), "program": program}
        learnings.append({**presentable(kept, extra), **more})
    return {
        "learnings": learnings,
        "left_off": len(entries) - len(learnings),
        "days": figures.days(entries, said),
        "programs": presentable(figures.by_program(entries)[:FEW_GROUPS], extra),
    }
