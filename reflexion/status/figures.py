"""The figures of a dashboard. Pure: entries and log rows in, plain values out."""

from collections import Counter
from statistics import median

from reflexion.shell.parser import calls
from reflexion.status.timeline import local
from reflexion.store.schema import TYPES
from reflexion.text import tables
from reflexion.text.grades import CANDIDATE, LEVELS, grade, is_lesson, level, seen

HOOKS = tables.rows("status/hooks.tsv")
ALWAYS = [name for name, often in HOOKS if often == "always"]  # in every session


def totals(entries: list) -> dict:
    """How many entries there are: in all, by type, by state; and the sightings they stand for."""
    lessons = [entry for entry in entries if is_lesson(entry)]
    drafts = sum(grade(entry) == CANDIDATE for entry in entries)
    return {
        "entries": len(entries),
        "by_type": {type: sum(entry["type"] == type for entry in entries) for type in TYPES},
        "seen": sum(map(seen, entries)),
        "resolved": len(lessons),
        "drafts": drafts,
        "unresolved": len(entries) - len(lessons) - drafts,
        "promoted": sum(entry["promoted"] for entry in entries),
        "confidence": {
            name: sum(level(entry) == name for entry in lessons) for name in LEVELS[::-1]
        },
    }


def recurring(entries: list, most: int) -> list:
    """What was met more than once, most often first."""
    again = [row for row in entries if seen(row) > 1]
    return sorted(again, key=lambda row: (-seen(row), row["last_seen"], row["id"]))[:most]


def latest(entries: list, places: dict, most=None) -> list:
    """What was seen last, newest first. `places`: {id: its place in the history}, which orders
    those of one day."""

    def when(row: dict) -> tuple:
        return row["last_seen"], places.get(row["id"], -1), row["id"]

    return sorted(entries, key=when, reverse=True)[:most]


def newest(entries: list, learned: dict, most: int) -> list:
    """[(entry, day)] of what was learned last, newest first. `learned`: {id: history.Learned}; what
    has no lesson counts from when it was seen first."""
    dated = []
    for row in entries:
        when = learned.get(row["id"])
        day = (local(when.time) if when and when.time else row["first_seen"])[:10]
        dated.append((day, when.place if when else -1, row["id"], row))
    dated.sort(key=lambda each: each[:3], reverse=True)
    return [(row, day) for day, _, _, row in dated[:most]]


def unresolved(entries: list, most: int) -> list:
    """What has no fix, or a draft of one, most often and newest first."""
    found = [row for row in entries if not is_lesson(row) and not row["promoted"]]
    return sorted(latest(found, {}), key=lambda row: -seen(row))[:most]


def next_rules(entries: list, waits_for, promote_after: int, most: int) -> list:
    """[(entry, why it is no rule yet or "")] of those that come next, nearest first."""
    least = 1 if promote_after == 1 else 2
    open_ones = [row for row in entries if not (row["promoted"] or row.get("taken_out"))]
    near = [row for row in open_ones if row["occurrences"] >= least]
    near.sort(key=lambda row: (not is_lesson(row), -row["occurrences"], row["id"]))
    return sorted([(row, waits_for(row)) for row in near], key=lambda pair: bool(pair[1]))[:most]


def ignored(entries: list) -> list:
    """What was told and not followed, most often first."""
    rows = [row for row in entries if row["resolution"]]
    rows = [row for row in rows if row.get("ignored", 0) > row.get("worked", 0)]
    return sorted(rows, key=lambda row: (-row["ignored"], row["id"]))


def rates(runs: dict) -> dict:
    """What telling the agent costs: sessions that began, and characters that hooks told."""
    told = [row[2] for name, rows in runs.items() if name[:7] != "promote" for row in rows]
    sessions = len(runs.get("recall.SessionStart", []))
    return {"sessions": sessions, "characters": sum(length for length in told if length > 0)}


def hooks(runs: dict) -> list:
    """Each hook's runs: {hook, runs, last (seconds, 0 = never), median_ms, longest_ms}."""
    table = dict(HOOKS)
    found = []
    for name in [*table, *sorted(runs.keys() - table.keys())]:
        rows = runs.get(name, [])
        took = [row[1] for row in rows] or [0.0]
        last = max((row[0] for row in rows), default=0)
        cost = {"median_ms": round(median(took), 1), "longest_ms": round(max(took), 1)}
        found.append({"hook": name, "runs": len(rows), "last": last, **cost})
    return found


def by_program(entries: list) -> list:
    """(program, sightings) of the commands that failed, most sightings first."""
    counts = Counter()
    for entry in entries:
        if entry["type"] == "error":
            counts[program(entry["context"])] += seen(entry)
    return _frequent(counts)


def program(context: str) -> str:
    """The first program that a context's command runs, "other" where there is none."""
    found = [call.program for call in calls(context.split(" | ")[0])]
    return next((name for name in found if name and name != "cd"), "other")


def reasons(left_out: list) -> list:
    """(why, how often) of what capture left out, most frequent first."""
    return _frequent(Counter(row["why"] for row in left_out))


def _frequent(counted: Counter) -> list:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))
