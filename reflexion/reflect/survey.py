"""What past sessions come to in numbers: failures, what came again, what cost most. Pure."""

from __future__ import annotations

from collections import namedtuple

from reflexion import shell
from reflexion.text.clean import one_line

MOST_ROWS = 10
ERROR = "error"
COUNTS = "Sessions: {sessions:,}. Calls: {calls:,}, of which {failures:,} failed."
OWN_CODE = (
    "Findings of tests, compilers and linters, most likely the task's own code: {own_code:,}."
)
AGAIN = (
    "Different mistakes of the others: {mistakes:,}. Came again in another session: {again:,}.",
    "Failures in those later sessions, which lessons could have spared at most: "
    "{later_failures:,} ({later_calls:,} calls).",
)
SOLVED = "Have a lesson by now: {solved:,} of the {again:,}."
HEAD = "What cost most (calls: from a mistake's first failure in a turn to its last):"
COLUMNS = "   calls  sessions  failures"

# mistakes: Findings that are not about the task's own code, the dearest first; own_code: failures
Survey = namedtuple("Survey", "sessions calls failures own_code mistakes solved")


def survey(reader, solved: set) -> Survey:
    """Return what a Reader read; `solved` holds the fingerprints that have a lesson."""
    errors = [each for each in reader.findings.values() if each.draft["type"] == ERROR]
    mistakes = [each for each in errors if not each.own_code]
    own_code = sum(each.times for each in errors if each.own_code)
    mistakes.sort(key=dearest_first)
    return Survey(len(reader.sessions), reader.calls, reader.failures, own_code, mistakes, solved)


def dearest_first(finding) -> tuple:
    """Return the key that sorts Findings by what they cost."""
    return (-finding.calls, -len(finding.sessions), -finding.times, finding.mark)


def figures(found: Survey) -> dict:
    """Return the numbers by name."""
    again = [each for each in found.mistakes if each.came_again]
    later = [each.later() for each in again]
    return {
        "sessions": found.sessions,
        "calls": found.calls,
        "failures": found.failures,
        "own_code": found.own_code,
        "mistakes": len(found.mistakes),
        "again": len(again),
        "later_failures": sum(count.times for count in later),
        "later_calls": sum(count.calls for count in later),
        "solved": sum(each.mark in found.solved for each in again),
    }


def as_json(found: Survey) -> dict:
    """Return the Survey for programs."""
    rows = [
        {
            "error": each.draft["trigger"],
            "command": each.draft["context"],
            "sessions": len(each.sessions),
            "failures": each.times,
            "calls": each.calls,
            "solved": each.mark in found.solved,
        }
        for each in found.mistakes[:MOST_ROWS]
    ]
    return {**figures(found), "dearest": rows}


def lines(found: Survey, width: int) -> list:
    """Return the Survey for a person, in less than 20 lines."""
    numbers = figures(found)
    forms = [COUNTS]
    if found.own_code:
        forms.append(OWN_CODE)
    if found.mistakes:
        forms += AGAIN
    if numbers["solved"]:
        forms.append(SOLVED)
    shown = [form.format(**numbers) for form in forms]
    rows = [_row(each, width) for each in found.mistakes[:MOST_ROWS]]
    return [*shown, "", HEAD, COLUMNS, *rows] if rows else shown


def _row(finding, width: int) -> str:
    counts = f"{finding.calls:>8}{len(finding.sessions):>10}{finding.times:>10}  "
    what = f"{shell.caller(finding.draft['context'])}: {finding.draft['trigger']}"
    return counts + one_line(what.lstrip(": "), max(20, width - len(counts)))
