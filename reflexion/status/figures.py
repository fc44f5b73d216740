"""The figures of a dashboard. Pure: entries and log rows in, plain values out."""

from __future__ import annotations

from collections import Counter
from datetime import date

from reflexion.signals.commands.parse import calls
from reflexion.store.entry import TYPES

# every hook of the toolkit: (name in the run log, when it runs, does every session have it)
HOOKS = (
    ("capture.PostToolUse", "after a command", True),
    ("capture.PostToolUseFailure", "after a command failed", False),
    ("capture.UserPromptSubmit", "at a prompt", True),
    ("capture.Stop", "at the end of a turn", False),
    ("capture.SessionEnd", "at the end of a session", False),
    ("recall.UserPromptSubmit", "at a prompt", True),
    ("recall.PreToolUse", "before a command", False),
    ("recall.SessionStart", "at the start of a session", False),
    ("recall.SubagentStart", "when a sub-agent starts", False),
    ("promote.SessionEnd", "at the end of a session", False),
)
COUNTS = (("helped", "worked"), ("recurred", "failed"), ("applied", "applied"))
COUNTS += (("ignored", "ignored"),)
MOST_SPANS = 4000  # a mistyped year does not fill the memory
NOT_INSTALLED = "`reflexion init` installs it; then start a new session"
NOT_YET = "runs {when}; if there was one, `reflexion doctor` says what is wrong"


def totals(entries: list) -> dict:
    """How many entries there are: in all, by type, by state; and the sightings they stand for."""
    return {
        "entries": len(entries),
        "by_type": {type: sum(entry["type"] == type for entry in entries) for type in TYPES},
        "seen": sum(entry["occurrences"] for entry in entries),
        "resolved": sum(bool(entry["resolution"].strip()) for entry in entries),
        "unresolved": sum(not entry["resolution"].strip() for entry in entries),
        "promoted": sum(entry["promoted"] for entry in entries),
        "review": sum(bool(entry.get("needs_review")) for entry in entries),
        "low": sum(entry.get("confidence") == "low" for entry in entries),
    }


def recurring(entries: list, most: int) -> list:
    """What was met more than once, most often first."""
    again = [entry for entry in entries if entry["occurrences"] > 1]
    return sorted(
        again, key=lambda entry: (-entry["occurrences"], entry["last_seen"], entry["id"])
    )[:most]


def unresolved(entries: list, most: int) -> list:
    """What has no fix, most often and newest first."""
    found = [
        entry for entry in entries if not entry["resolution"].strip() and not entry["promoted"]
    ]
    return sorted(
        sorted(found, key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True),
        key=lambda entry: -entry["occurrences"],
    )[:most]


def next_rules(entries: list, waits_for, promote_after: int, most: int) -> list:
    """[(entry, why it is no rule yet or "")] of those that come next, nearest first."""
    near = [
        entry
        for entry in entries
        if not entry["promoted"] and (entry["occurrences"] > 1 or promote_after == 1)
    ]
    found = [(entry, waits_for(entry)) for entry in near]
    found.sort(
        key=lambda row: (
            bool(row[1]),
            not row[0]["resolution"],
            -row[0]["occurrences"],
            row[0]["id"],
        )
    )
    return found[:most]


def latest(entries: list, most: int) -> list:
    return sorted(entries, key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True)[:most]


def ignored(entries: list, most: int) -> list:
    """What was said and not followed, most often first."""
    rows = [entry for entry in entries if entry["resolution"]]
    rows = [entry for entry in rows if entry.get("ignored", 0) > entry.get("worked", 0)]
    return sorted(rows, key=lambda entry: (-entry["ignored"], entry["id"]))[:most]


def outcomes(entries: list, said: list) -> dict:
    """Said, helped, recurred, applied, ignored: in total and by entry.

    `said`: the log's rows (time, id, door, characters).
    """
    times = {}
    for row in said:
        if len(row) > 2:
            times[row[1]] = times.get(row[1], 0) + 1
    rows = [
        {"id": entry["id"], "said": times.get(entry["id"], 0)}
        | {name: entry.get(field, 0) for name, field in COUNTS}
        for entry in entries
    ]
    rows = [row for row in rows if any(row[name] for name in ("said", *dict(COUNTS)))]
    rows.sort(key=lambda row: (-row["said"] - row["helped"] - row["recurred"], row["id"]))
    return {
        "said": sum(times.values()),
        **{name: sum(row[name] for row in rows) for name, _ in COUNTS},
        "since": min((row[0] for row in said if row), default=""),
        "by_entry": rows,
    }


def rates(runs: dict) -> dict:
    """How often recall spoke, and how much; `since` in seconds since the epoch."""
    rows = runs.get("recall.UserPromptSubmit", [])
    lengths = sorted(row[2] for row in rows if row[2] > 0)
    spoken = [rows for name, rows in runs.items() if not name.startswith("promote")]
    every = [row[2] for hook in spoken for row in hook if row[2] > 0]
    return {
        "prompts": len(rows),
        "injections": len(lengths),
        "share": round(len(lengths) / len(rows), 3) if rows else 0.0,
        "characters": sum(lengths),
        "median_characters": median(lengths),
        "sessions": len(runs.get("recall.SessionStart", [])),
        "all_injections": len(every),
        "all_characters": sum(every),
        "since": min((row[0] for row in rows), default=0),
    }


def hooks(runs: dict) -> list:
    """Each hook's runs: {hook, when, runs, last (seconds, 0 = never), median_ms, ...}."""
    known = [name for name, _, _ in HOOKS]
    table = [*HOOKS, *((name, "", False) for name in sorted(runs) if name not in known)]
    return [
        _hook(name, when, always, runs.get(name, []), bool(runs)) for name, when, always in table
    ]


def _hook(name: str, when: str, always: bool, rows: list, any_ran: bool) -> dict:
    took = sorted(row[1] for row in rows)
    remedy = "" if rows else NOT_INSTALLED if always or not any_ran else NOT_YET.format(when=when)
    return {
        "hook": name,
        "when": when,
        "runs": len(rows),
        "last": max((row[0] for row in rows), default=0),
        "median_ms": round(median(took), 1),
        "longest_ms": round(took[-1], 1) if took else 0.0,
        "remedy": remedy,
    }


def by_program(entries: list) -> list:
    """(program, entries, sightings) of the commands that failed, most sightings first."""
    return _grouped(
        (program(entry["context"]), entry) for entry in entries if entry["type"] == "error"
    )


def program(context: str) -> str:
    """The first program that a context's command runs, "other" where there is none."""
    found = [
        call.program
        for call in calls(context.split(" | ")[0])
        if call.program and call.program != "cd"
    ]
    return found[0] if found else "other"


def days(entries: list, said: list) -> list:
    """(YYYY-MM-DD, learnings first seen, learnings said) of every day with either, oldest first."""
    learned = Counter(entry["first_seen"][:10] for entry in entries)
    told = Counter(row[0][:10] for row in said)
    return [(day, learned[day], told[day]) for day in sorted({*learned, *told}) if len(day) == 10]


def spread(days: list, length: int) -> list:
    """[(first day, learned, said)] of every span of `length` days, the empty ones too."""
    known = {}
    for day, learned, said in days:
        try:
            number = date.fromisoformat(day).toordinal() // length
        except ValueError:
            continue  # a date that a person typed
        before = known.get(number, (0, 0))
        known[number] = before[0] + learned, before[1] + said
    if not known:
        return []
    first = max(min(known), max(known) - MOST_SPANS)
    return [
        (date.fromordinal(max(1, number * length)).isoformat(), *known.get(number, (0, 0)))
        for number in range(first, max(known) + 1)
    ]


def reasons(suppressed: list) -> list:
    """(why, how often) of what capture left out, most frequent first."""
    counted = Counter(row[1] for row in suppressed if len(row) > 1)
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def median(values: list) -> float:
    """Of a sorted list; 0 of none."""
    middle = len(values) // 2
    return (
        0
        if not values
        else values[middle]
        if len(values) % 2
        else (values[middle - 1] + values[middle]) / 2
    )


def _grouped(pairs) -> list:
    groups = {}
    for name, entry in pairs:
        entries, seen = groups.get(name, (0, 0))
        groups[name] = entries + 1, seen + entry["occurrences"]
    return sorted(
        ((name, *counts) for name, counts in groups.items()), key=lambda row: (-row[2], row[0])
    )
