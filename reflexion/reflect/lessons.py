"""What past sessions come to: in numbers, in cards, in what the agent decides about these.

What was counted in the past makes no rule: it counts as seen before the words were accepted.
"""

from __future__ import annotations

from collections import namedtuple

from reflexion.detect.secrets import redact_all
from reflexion.errors import Unreadable
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_solved
from reflexion.reflect.past import ERROR, Finding, Reader
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

MAX_EVENT = 240  # characters of a line about an event
MAX_OUTPUT = 600  # characters of an output's end
TYPES = ("insight", "correction", "pattern")
FORM = '[{"for": "a7f03c", "sentence": "When …, do …, because …"}]'
# the fields of a decision, with what a missing one means
FIELDS = {
    **{"sentence": "", "type": "", "for": "", "skill": "", "category": ""},
    **{"global": False, "rule": False},
}

# target: the id of a learning, or of a card; "" for a learning of its own; everywhere, as_rule:
# it is proposed for all projects, as a rule
Decision = namedtuple("Decision", "number sentence type target skill category everywhere as_rule")


def known(store: Store, finding: Finding) -> Entry | None:
    """Return the entry of a Finding, whoever wrote its words; None where there is none."""
    entry_id = store.index.find(finding.fingerprint)
    return store.get_file(entry_id) if entry_id else None


def has_lesson(store: Store, finding: Finding) -> bool:
    """Return True if somebody wrote by now what to do about a Finding."""
    entry = known(store, finding)
    return entry is not None and is_solved(entry)


def open_findings(project: Project, reader: Reader) -> list[Finding]:
    """Return the Findings that are worth a card and have no lesson, the most met ones first.

    What is about the task's own code is worth one where it came again.
    """
    rows = [each for each in reader.most_met_first() if each.came_again or not each.own_code]
    rows = [each for each in rows if not has_lesson(project.store, each)]
    return [each for each in rows if not project.store.dropped.holds(each.fingerprint)]


def mistakes(reader: Reader) -> list[Finding]:
    """Return the failures that are not about the task's own code, the most met ones first."""
    errors = [each for each in reader.most_met_first() if each.draft.type == ERROR]
    return [each for each in errors if not each.own_code]


def lasting(project: Project, reader: Reader) -> list[Finding]:
    """Return the mistakes that came in two or more sessions and are not stored yet."""
    store = project.store
    rows = [each for each in mistakes(reader) if each.came_again and not known(store, each)]
    return [each for each in rows if not store.dropped.holds(each.fingerprint)]


def keep(project: Project, finding: Finding, change: Change) -> str:
    """Return the id of a Finding's entry, stored on the record of a Change if it is not known.

    Raises OSError.
    """
    store = project.ready()
    with store.lock():
        entry = known(store, finding)
        if entry is None:
            entry = store.add(finding.entry(), finding.fingerprint)
            store.trust.decide(YOURS, entry, entry.occurrences)
            change.made(store.path(entry.id))
    return entry.id


def survey(store: Store, reader: Reader) -> dict[str, int]:
    """Return what a Reader read in numbers, by name."""
    found = mistakes(reader)
    again = [each for each in found if each.came_again]
    return {
        "sessions": len(reader.sessions),
        "calls": reader.calls,
        "failures": reader.failures,
        "own_code": sum(each.times for each in reader.findings.values() if each.own_code),
        "mistakes": len(found),
        "again": len(again),
        "later": sum(each.times - next(iter(each.sessions.values())) for each in again),
        "solved": sum(has_lesson(store, each) for each in again),
    }


def card(finding: Finding, patterns: list[str]) -> list[str]:
    """Return what a card shows of a Finding, in lines, redacted and cut.

    `patterns` are the person's own secrets.
    """
    lines = [f"the person said: {finding.draft.trigger}"]
    if finding.draft.type == ERROR:
        counts = f"failed {finding.times} times in {len(finding.sessions)} sessions"
        lines = [f"error: {finding.draft.trigger}", counts]
    for number, occurrence in enumerate(finding.occurrences, 1):
        lines += ["", f"occurrence {number}, {occurrence.when or 'undated'}"]
        lines += [f"  before: {said}" for said in occurrence.before]
        if finding.draft.type == ERROR:
            lines.append(f"  failed: {occurrence.command}")
            end = occurrence.output[-MAX_OUTPUT:].splitlines()
            different = dict.fromkeys(end)  # a line that comes again is shown once
            lines += [f"  | {line}" for line in different if line.strip()]
        lines += [f"  after: {said}" for said in occurrence.after]
    clean = [(line.startswith("  "), line) for line in redact_all(lines, patterns)]
    return ["  " * is_inner + one_line(line, MAX_EVENT) for is_inner, line in clean]


def read_decisions(rows: object) -> list[Decision]:
    """Return the agent's Decisions, one for each object of a JSON list. Raises Unreadable.

    What would be left out in silence is refused with all the others.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(f"decisions are a list of objects such as {FORM}")
    return [_decision(number, row) for number, row in enumerate(rows, 1)]


def _decision(number: int, row: dict[str, object]) -> Decision:
    row = {name: value for name, value in row.items() if value is not None}
    decision = Decision(number, *({**FIELDS, **row}[name] for name in FIELDS))
    wrong = [name for name in row if type(row[name]) is not type(FIELDS.get(name))]
    if wrong:
        what = f"{wrong[0]}: the texts and flags of a decision are {', '.join(FIELDS)}"
    elif decision.type not in ("", *TYPES):
        what = f"type must be one of {', '.join(TYPES)}"
    elif decision.target and decision.type not in ("", "pattern"):
        what = "with `for` the only type is pattern: else the learning keeps its own"
    else:
        return decision
    raise Unreadable(f"decision {number}: {what}")
