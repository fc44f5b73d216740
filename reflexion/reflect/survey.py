"""What past sessions come to in numbers: failures, what came again, what cost most. Pure."""

from __future__ import annotations

from reflexion import shell
from reflexion.reflect.past import ERROR, dearest_first
from reflexion.text.clean import one_line

MOST_ROWS = 10
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


def survey(reader, solved: set) -> dict:
    """Return the numbers of what a Reader read, and `dearest`: the Findings that cost most.

    `solved` holds the fingerprints that have a lesson. Failures about the task's own code are
    counted as own_code, and are no mistakes.
    """
    errors = [each for each in reader.findings.values() if each.draft.type == ERROR]
    mistakes = sorted((each for each in errors if not each.own_code), key=dearest_first)
    again = [each for each in mistakes if each.came_again]
    first = [each.in_first_session() for each in again]
    return {
        "sessions": len(reader.sessions),
        "calls": reader.calls,
        "failures": reader.failures,
        "own_code": sum(each.times for each in errors if each.own_code),
        "mistakes": len(mistakes),
        "again": len(again),
        "later_failures": sum(each.times for each in again) - sum(times for times, _ in first),
        "later_calls": sum(each.calls for each in again) - sum(calls for _, calls in first),
        "solved": sum(each.fingerprint in solved for each in again),
        "dearest": mistakes[:MOST_ROWS],
    }


def lines(found: dict, width: int) -> list:
    """Return what `survey` found for a person, in less than 20 lines."""
    forms = [COUNTS]
    if found["own_code"]:
        forms.append(OWN_CODE)
    if found["mistakes"]:
        forms += AGAIN
    if found["solved"]:
        forms.append(SOLVED)
    shown = [form.format(**found) for form in forms]
    rows = [_row(finding, width) for finding in found["dearest"]]
    return [*shown, "", HEAD, COLUMNS, *rows] if rows else shown


def _row(finding, width: int) -> str:
    counts = f"{finding.calls:>8}{len(finding.sessions):>10}{finding.times:>10}  "
    what = f"{shell.caller(finding.draft.context)}: {finding.draft.trigger}"
    return counts + one_line(what.lstrip(": "), max(20, width - len(counts)))
