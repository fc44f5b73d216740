"""Read a project's store and logs into the figures of the dashboard. Reads only."""

import time
from collections import Counter

from reflexion.status import figures
from reflexion.status import history as past
from reflexion.status import timeline as story
from reflexion.status.elsewhere import met_elsewhere
from reflexion.status.terminal import brief, presentable
from reflexion.store import journal
from reflexion.store.schema import FIELDS, is_id
from reflexion.text import tables

FEW = 5  # rows of a section
FAULTS = 8
OCCASION = (20, 86_400)  # runs of other hooks, and seconds since the first, after which one is idle
SHOWN_SETTINGS = """confidence_threshold max_recalled promote_after promote_min_age_days promote
warn_before announce auto_reflect infer_fixes capture_prompts""".split()
MOST = 5000  # learnings on a page; a browser searches these without a pause
UNSHOWN = ("rev", "aliases")
FEW_GROUPS = 8
DAYS, WEEKS = 7, 12  # what `recent` counts, and how many weeks there are bars for
MOST_ROWS = 60  # of the history on a page


def gather(
    project, waits_for, room=None, few=FEW, problems=(), installed=(), asks=None, about=None
) -> dict:
    """The dashboard as one dict; all texts in it are redacted and safe to print.
    `waits_for(entry)`: why it is no rule yet. `asks(entry)`: what a person is asked about it, as a
    word or two, "" for nothing. `about(entry)`: its skill or subject. `room`: {file: (rules left,
    characters left)}. `problems`: the (file, what) of the settings. `installed`: names of what
    brings the hooks."""
    store, settings, unreadable = project.store, project.settings, []
    entries, extra = list(store.all(unreadable)), settings["redact"]
    runs = journal.runs(project.state_dir())
    found = happenings(project)
    ignored = figures.ignored(entries)
    waiting = Counter(filter(None, map(asks, entries))) if asks else Counter()
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
        "waiting_for_you": {"total": sum(waiting.values()), "kinds": dict(waiting.most_common())},
        "global": sum(name.endswith(".json") for name in everywhere),
        "recurring": rows(figures.recurring(entries, few), "promoted"),
        "unresolved": rows(unresolved),
        "ignored": rows(ignored[:few], "ignored"),
        "ignored_total": len(ignored),
        "next": [brief(entry, extra, waits=why or no_room) for entry, why in coming],
        "rules": rows(entry for entry in entries if entry["promoted"]),
        "room": {presentable(name): left for name, left in (room or {}).items()},
        "max_rules": settings["max_rules"],
        "elsewhere": [brief(entry, extra, projects=presentable(names)) for entry, names in met],
        "recent": [
            brief(entry, extra, about=presentable(about(entry) if about else "", extra))
            for entry in figures.latest(entries, few)
        ],
        "numbers": {
            "ever": {**past.numbers(found), "waiting": sum(waiting.values())},
            "recent": past.numbers(found, _days_ago(DAYS)),
            "days": DAYS,
        },
        "rates": figures.rates(runs),
        "hooks": figures.hooks(runs),
        "settings": {name: settings.get(name) for name in SHOWN_SETTINGS},
        "suppressed": {"total": len(suppressed), "reasons": presentable(reasons, extra)},
        "unreadable": _named(unreadable, "file", "reason"),
        "settings_problems": _named(problems, "file", "what"),
        "faults": faults(project),
    }


def happenings(project) -> list:
    """What the journal of the project's store holds on its learnings, oldest first."""
    folder = project.store.state_dir
    logs = (journal.HISTORY, journal.SAID, journal.OUTCOMES)
    return past.happenings(*(journal.read(folder, log) for log in logs))


def timeline(project, most: int = 0) -> list:
    """The rows of the history, newest first, redacted and safe to print."""
    extra = project.settings["redact"]
    known: dict = {}

    def words(entry_id: str) -> str:
        if entry_id not in known:
            entry = _stored(project, entry_id)
            known[entry_id] = entry["resolution"] or entry["trigger"] if entry else ""
        return known[entry_id]

    found = happenings(project)
    return presentable(story.rows(found[-most:] if most else found, words), extra)


def _stored(project, entry_id: str):
    """The learning, of the project or for all of them; None for one that is gone."""
    for store in filter(None, (project.store, project.home)):
        entry = next(iter(store.readable([entry_id])), None) if is_id(entry_id) else None
        if entry:
            return entry
    return None


def _days_ago(days: int) -> str:
    """The first of the last `days` days, as the journal stamps a time."""
    return time.strftime(journal.STAMP, time.gmtime(time.time() - days * 86_400))


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


def history(project, waits_for) -> dict:
    """What the page shows beyond the dashboard, {learnings, left_off, weeks, programs, timeline}:
    each learning with its story; redacted, safe to print, not yet escaped."""
    store, extra = project.store, project.settings["redact"]
    entries = figures.latest(list(store.all()))
    found = happenings(project)
    counts = past.by_entry(found)
    learnings = []
    for entry in entries[:MOST]:
        kept = {name: entry[name] for name in FIELDS if name in entry and name not in UNSHOWN}
        program = figures.program(entry["context"]) if entry["type"] == "error" else ""
        more = {
            "waits": waits_for(entry),
            "program": program,
            "counts": counts.get(entry["id"], {}),
        }
        learnings.append({**presentable(kept, extra), **more})
    return {
        "learnings": learnings,
        "left_off": len(entries) - len(learnings),
        "weeks": past.weeks(found, time.strftime("%Y-%m-%d", time.gmtime()), WEEKS),
        "programs": presentable(figures.by_program(entries)[:FEW_GROUPS], extra),
        "timeline": story.joined(timeline(project, MOST_ROWS)),
    }
