"""Cards: what the agent reads about a past failure, and what it decides about them."""

from __future__ import annotations

from collections import namedtuple

from reflexion.errors import Unreadable
from reflexion.learning.failure import admit
from reflexion.reflect.past import ERROR, Finding
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


def card(finding: Finding, patterns: list[str]) -> list[str]:
    """Return what a card shows of a Finding, in lines, redacted and cut.

    `patterns` are the person's own secrets.
    """
    lines = _head(finding)
    for number, occurrence in enumerate(finding.occurrences, 1):
        lines += ["", f"occurrence {number}, {occurrence.when or 'undated'}"]
        lines += [f"  before: {said}" for said in occurrence.before]
        if finding.draft.type == ERROR:
            lines.append(f"  failed: {occurrence.command}")
            end = occurrence.output[-MAX_OUTPUT:].splitlines()
            different = dict.fromkeys(end)  # a line that comes again is shown once
            lines += [f"  | {line}" for line in different if line.strip()]
        lines += [f"  after: {said}" for said in occurrence.after]
    return [_indented(line) for line in admit(lines, patterns)]


def _head(finding: Finding) -> list[str]:
    if finding.draft.type != ERROR:
        return [f"the person said: {finding.draft.trigger}"]
    counts = f"{finding.times} times in {len(finding.sessions)} sessions, {finding.calls} calls"
    return [f"error: {finding.draft.trigger}", f"failed {counts}"]


def _indented(line: str) -> str:
    indent = "  " if line.startswith("  ") else ""
    return indent + one_line(line, MAX_EVENT)


def read_decisions(rows: object) -> list[Decision]:
    """Return the agent's Decisions, one for each object of a JSON list. Raises Unreadable.

    What would be left out in silence is refused with all the others.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(f"decisions are a list of objects such as {FORM}")
    return [_decision(number, row) for number, row in enumerate(rows, 1)]


def _decision(number: int, row: dict[str, object]) -> Decision:
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
