"""Count what happened in an arm, and write the results of a trial."""

import json
import statistics
from pathlib import Path

from arms import missing

HEAD = (
    "| scenario | arm | day | done | failed | calls | minutes | tokens in, out | told | recorded |"
)
LIMITS = """\
A command counts as failed where a tool of the scenario refused in it, or its status is above 1.
Reading and editing tools of the agent are not counted. Done: a checker tried what was delivered.
A day's cells are the medians of its runs, with the range; `**all**` is per session."""
MAX_LINE = 200


def rows(path: Path) -> list:
    """Return the rows of a file of JSON lines; [] for a missing one."""
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if path.exists()
        else []
    )


def days(arm: Path) -> dict:
    """Return {day: {calls, failed, failures, missing}} of an arm."""
    refused = {row["call"]: row for row in rows(arm / "refusals.jsonl")}
    found: dict = {}
    number = 0
    for row in rows(arm / "calls.jsonl"):
        number = row.get("day", number)
        day = found.setdefault(number, {"calls": {}, "missing": None})
        if "call" in row:
            day["calls"].setdefault(row["call"], {}).update(row)
        day["missing"] = row.get("missing", day["missing"])
    return {number: _figures(arm, number, found[number], refused) for number in found}


def _figures(arm: Path, number: int, day: dict, refused: dict) -> dict:
    lacks = day["missing"]
    failures = [_failure(call, refused) for call in day["calls"].values()]
    failures = [line for line in failures if line]
    return {
        "calls": len(day["calls"]),
        "failed": len(failures),
        "failures": failures,
        "missing": missing(arm, number) if lacks is None else lacks,
    }


def _failure(call: dict, refused: dict) -> str:
    """Return why a command failed, on one line; "" if it did not."""
    if call["call"] in refused:
        row = refused[call["call"]]
        return f"{row['tool']}: {row['reason']}".partition("\n")[0][:MAX_LINE]
    status = call.get("status", "unknown, it was killed")
    if status in (0, 1):
        return ""
    command = call["command"].partition("&& eval ")[2] or call["command"]  # as Claude Code runs it
    return f"status {status}: {' '.join(command.split())}"[:MAX_LINE]


def table(results: list) -> list:
    """Return the lines of a Markdown table: a row for each scenario, arm and day."""
    groups: dict = {}
    for result in results:
        key = (result["scenario"], result["arm"], result["day"])
        groups.setdefault(key, []).append(result)
    if len({result["scenario"] for result in results}) > 1:
        for result in results:
            groups.setdefault(("**all**", result["arm"], result["day"]), []).append(result)
    lines = [HEAD, "|" + "---|" * (HEAD.count("|") - 1)]
    return lines + [_row(*key, found) for key, found in groups.items()]


def _row(scenario: str, arm: str, day: int, found: list) -> str:
    done = sum(not result["missing"] for result in found)
    cells = [scenario, arm, day, f"{done} of {len(found)}"]
    cells += [
        _median([result[name] for result in found]) for name in ("failed", "calls", "minutes")
    ]
    tokens = [result["tokens"] for result in found if len(result["tokens"]) == 2]
    cells.append(", ".join(_median(counts) for counts in zip(*tokens)) or "-")
    cells += [_median([len(result[name]) for result in found]) for name in ("told", "recorded")]
    return "| " + " | ".join(map(str, cells)) + " |"


def _median(numbers: list) -> str:
    """Return the median, and the range where the numbers differ."""
    least = min(numbers)
    most = max(numbers)
    middle = f"{round(statistics.median(numbers), 1):,}".removesuffix(".0")
    return middle if least == most else f"{middle} ({least:,} to {most:,})"


def markdown(results: list, title: str) -> str:
    """Return the page: the table, then each session with what it was told and what failed."""
    lines = [f"# {title}", "", *table(results), "", LIMITS, "", "## Session by session"]
    for result in results:
        name = f"{result['scenario']}, {result['arm']}, run {result['run']}, day {result['day']}"
        lines += ["", f"### {name}", "", f"- done: {result['missing'] or 'yes'}"]
        for what, label in (("told", "told"), ("failures", "failed"), ("recorded", "recorded")):
            lines += [f"- {label}: {line}" for line in result[what]]
    return "\n".join(lines) + "\n"
