"""Count what happened in an arm, and print the results of a trial.

usage: report.py ARM ...       the figures of arms that were driven by hand, by day
"""

import json
import statistics
import sys
from pathlib import Path

from world import missing

HEAD = (
    "| scenario | arm | day | failed | calls | minutes | tokens in, out | done | recorded | told |"
)
LIMITS = """\
A command counts as failed where a tool of the project refused in it, or its status is above 1.
Reading and editing tools of an agent are not counted as calls."""


def rows(path: Path) -> list:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def days(arm: Path) -> dict:
    """Return {day: {calls, failed, failures, missing}} of an arm."""
    refused = {
        row["call"]: f"{row['tool']}: {row['reason']}" for row in rows(arm / "refusals.jsonl")
    }
    found: dict = {}
    for row in rows(arm / "calls.jsonl"):
        if "call" not in row:
            day = found.setdefault(row["day"], {"calls": {}})
            day.update(row)
        else:
            day["calls"].setdefault(row["call"], {}).update(row)
    return {number: _figures(arm, refused, day) for number, day in found.items()}


def _figures(arm: Path, refused: dict, day: dict) -> dict:
    failures = []
    for name, call in day["calls"].items():
        status = call.get("status", "unknown, it was killed")
        if name in refused:
            failures.append(refused[name])
        elif status not in (0, 1):
            failures.append(f"status {status}: {call['command'][-200:]}")
    lacks = day["missing"] if "missing" in day else missing(arm, day["day"])
    figures = {"calls": len(day["calls"]), "failed": len(failures), "failures": failures}
    return {**figures, "missing": lacks}


def table(results: list) -> list:
    """Return the lines of a Markdown table: a row for each scenario, arm and day, and the sums."""
    groups: dict = {}
    for result in results:
        for scenario in (result["scenario"], "**all**"):
            key = (scenario, result["arm"], result["day"])
            groups.setdefault(key, []).append(result)
    ordered = sorted(groups.items(), key=lambda item: item[0][0] == "**all**")
    lines = [HEAD, "|" + "---|" * (HEAD.count("|") - 1)]
    return lines + [_row(*key, found) for key, found in ordered]


def _row(scenario: str, arm: str, day: int, found: list) -> str:
    """Return a row: the median with its range, of a scenario's runs; of all, per session."""
    shown = [_median([result[name] for result in found]) for name in ("failed", "calls", "minutes")]
    counted = [result["tokens"] for result in found if len(result["tokens"]) == 2]
    shown.append(", ".join(_median(list(each)) for each in zip(*counted)) or "-")
    shown.append(f"{sum(not result['missing'] for result in found)} of {len(found)}")
    shown += [_median([len(result[name]) for result in found]) for name in ("recorded", "told")]
    return f"| {scenario} | {arm} | {day} | " + " | ".join(shown) + " |"


def _median(numbers: list) -> str:
    middle = (
        f"{statistics.median(numbers):,g}"
        if max(numbers) < 1e6
        else f"{statistics.median(numbers):,.0f}"
    )
    return (
        middle
        if min(numbers) == max(numbers)
        else f"{middle} ({min(numbers):,} to {max(numbers):,})"
    )


def markdown(results: list, title: str) -> str:
    lines = [f"# {title}", "", *table(results), "", LIMITS, "", "## Session by session"]
    for result in results:
        name = f"{result['scenario']}, {result['arm']}, run {result['run']}, day {result['day']}"
        lines += ["", f"### {name}", "", result["missing"] or "done", ""]
        for what in ("told", "recorded", "failures"):
            lines += [f"- {what}: {line}" for line in result[what]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for number, figures in days(Path(name).resolve()).items():
            failures = figures.pop("failures")
            print(name, "day", number, figures, *failures, sep="\n    ")
