"""Read a project's store and logs into the figures of the dashboard. Reads only."""

import os
import time
from collections import Counter
from functools import cache

from reflexion.status import figures
from reflexion.status import history as past
from reflexion.status import timeline as story
from reflexion.status.elsewhere import met_elsewhere
from reflexion.status.terminal import brief, presentable
from reflexion.store import journal
from reflexion.store.schema import FIELDS, is_id

FEW = 5  # rows of a section
FAULTS = 8
OCCASION = (20, 86_400)  # runs of other hooks, and seconds since the first, after which one is idle
SHOWN_SETTINGS = """confidence_threshold max_recalled promote_after promote_min_age_days promote
warn_before announce auto_reflect infer_fixes capture_prompts memory_sync reflect_with""".split()
MOST = 5000  # learnings on a page; a browser searches these without a pause
UNSHOWN = ("rev", "aliases")
FEW_GROUPS = 8
DAYS = 7  # what `recent` counts, and how many weeks there are bars for
WEEKS = 12
MOST_ROWS = 60  # of the history on a page


def gather(
    project, waits_for, rule_files=(), few=FEW, problems=(), installed=(), asks=None
) -> dict:
    """The dashboard as one dict; all texts in it are redacted and safe to print.
    `waits_for(entry)`: why it is no rule yet. `asks(entry)`: what a person is asked about it, as a
    word or two, "" for nothing. `rule_files`: paths of those that can take rules. `problems`: the
    (file, what) of the settings. `installed`: names of what brings the hooks."""
    store = project.store
    settings = project.settings
    unreadable: list = []
    entries = list(store.all(unreadable))
    found = happenings(store)
    runs = journal.runs(project.state_dir())
    coming = figures.next_rules(entries, waits_for, settings["promote_after"], few)
    latest = figures.newest(entries, past.learned(found), few)
    extra = settings["redact"]
    return {
        **_standing(project, runs, installed),
        "totals": figures.totals(entries),
        **_numbers(found, entries, asks),
        **_lists(project, entries, few),
        "next": [brief(entry, extra, waits=why) for entry, why in coming],
        "rule_files": [presentable(os.path.basename(path)) for path in rule_files],
        "max_rules": settings["max_rules"],
        "recent": [brief(entry, extra, learned=presentable(day)) for entry, day in latest],
        "rates": figures.rates(runs),
        "hooks": figures.hooks(runs),
        "settings": {name: presentable(settings[name]) for name in SHOWN_SETTINGS},
        "suppressed": {"total": len(journal.read(store.state_dir, journal.SUPPRESSED))},
        "unreadable": _named(unreadable, "file", "reason"),
        "settings_problems": _named(problems, "file", "what"),
        "faults": faults(project),
    }


def _standing(project, runs: dict, installed) -> dict:
    """Where the project and its store are, and whether the hooks run."""
    return {
        "project": presentable(project.root),
        "store": presentable(project.store.dir),
        "exists": project.store.exists(),
        "trusted": project.trusted,
        "waiting": len(project.store.waiting()),
        "enabled": project.settings["enabled"],
        "switched_off": project.environ.get("REFLEXION_DISABLED", "") not in ("", "0"),
        "installed": list(installed),
        "ran": bool(runs),
        "idle_hooks": _idle(runs, installed, time.time()),
    }


def _numbers(found: list, entries: list, asks) -> dict:
    """What waits for the person, and the numbers of numbers.tsv: of all time, and of late."""
    kinds = Counter(filter(None, map(asks, entries))) if asks else Counter()
    waiting = sum(kinds.values())
    return {
        "waiting_for_you": {"total": waiting, "kinds": dict(kinds.most_common())},
        "numbers": {
            "ever": {**past.numbers(found), "waiting": waiting},
            "recent": past.numbers(found, _days_ago(DAYS)),
            "days": DAYS,
        },
    }


def _lists(project, entries: list, few: int) -> dict:
    """The learnings that the dashboard names, at most `few` of a kind, but for the rules."""
    extra = project.settings["redact"]

    def rows(chosen, *more) -> list:
        return [brief(entry, extra, **{name: entry[name] for name in more}) for entry in chosen]

    ignored = figures.ignored(entries)
    met = met_elsewhere(project, entries)[:few]
    return {
        "global": _shared(project),
        "recurring": rows(figures.recurring(entries, few), "promoted"),
        "unresolved": rows(figures.unresolved(entries, few)),
        "ignored": rows(ignored[:few], "ignored"),
        "ignored_total": len(ignored),
        "rules": rows(entry for entry in entries if entry["promoted"]),
        "elsewhere": [brief(entry, extra, projects=presentable(names)) for entry, names in met],
    }


def _shared(project) -> int:
    """How many learnings hold in every project."""
    if not project.home or not project.settings["use_global"]:
        return 0
    return sum(name.endswith(".json") for name in project.home.names())


def happenings(store) -> list:
    """What the journal of a store holds on its learnings, oldest first."""
    logs = (journal.HISTORY, journal.SAID, journal.OUTCOMES)
    return past.happenings(*(journal.read(store.state_dir, log) for log in logs))


def timeline(project, most: int = 0) -> list:
    """The rows of the history, newest first, redacted and safe to print."""
    extra = project.settings["redact"]

    @cache
    def words(entry_id: str) -> str:
        entry = _stored(project, entry_id)
        return entry["resolution"] or entry["trigger"] if entry else ""

    found = happenings(project.store)
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
    every = [row for rows in runs.values() for row in rows]
    (enough, long_ago) = OCCASION
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


def history(project, waits_for, asks=None) -> dict:
    """What the page shows beyond the dashboard, {learnings, left_off, weeks, programs, timeline}:
    each learning with its story; redacted, safe to print, not yet escaped. `asks`: as in gather."""
    store = project.store
    extra = project.settings["redact"]
    found = happenings(store)
    places = past.places(found)
    entries = figures.latest(list(store.all()), places)
    counts = past.by_entry(found)
    learnings = []
    for entry in entries[:MOST]:
        kept = {name: entry[name] for name in FIELDS if name in entry and name not in UNSHOWN}
        program = figures.program(entry["context"]) if entry["type"] == "error" else ""
        more = {
            "waits": waits_for(entry),
            "asks": asks(entry) if asks else "",
            "place": places.get(entry["id"], 0),
            "program": program,
            "counts": counts.get(entry["id"], {}),
            "in_git": store.is_in_git(entry["id"]),
        }
        learnings.append({**presentable(kept, extra), **more})
    return {
        "learnings": learnings,
        "left_off": len(entries) - len(learnings),
        "weeks": past.weeks(found, time.strftime("%Y-%m-%d", time.gmtime()), WEEKS),
        "programs": presentable(figures.by_program(entries)[:FEW_GROUPS], extra),
        "timeline": story.joined(timeline(project, MOST_ROWS)),
    }
