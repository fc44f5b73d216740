"""What past sessions come to: in numbers, which failures lack a lesson, storing what came again.

What was counted in the past makes no rule: it counts as seen before the words were accepted.
"""

from __future__ import annotations

from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_solved
from reflexion.reflect.past import ERROR, Finding, Reader
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.store.trust import YOURS


def known(store: Store, finding: Finding) -> Entry | None:
    """Return the entry of a Finding, whoever wrote its words; None where there is none."""
    entry_id = store.index.find(finding.fingerprint)
    return store.get_file(entry_id) if entry_id else None


def has_lesson(store: Store, finding: Finding) -> bool:
    """Return True if somebody wrote by now what to do about a Finding."""
    entry = known(store, finding)
    return entry is not None and is_solved(entry)


def open_findings(project: Project, findings: list[Finding]) -> list[Finding]:
    """Return the Findings that are worth a card and have no lesson, the dearest first.

    What is about the task's own code is worth one where it came again.
    """
    store = project.store
    rows = [each for each in findings if each.came_again or not each.own_code]
    rows = [each for each in rows if not has_lesson(store, each)]
    rows = [each for each in rows if not store.dropped.holds(each.fingerprint)]
    return sorted(rows, key=dearest_first)


def dearest_first(finding: Finding) -> tuple[int, int, int, str]:
    """Return the key that sorts Findings by what they cost."""
    return (-finding.calls, -len(finding.sessions), -finding.times, finding.fingerprint)


def lasting(project: Project, findings: list[Finding]) -> list[Finding]:
    """Return the open mistakes that came in two or more sessions and are not stored yet."""
    rows = [each for each in open_findings(project, findings) if each.draft.type == ERROR]
    rows = [each for each in rows if each.came_again and not each.own_code]
    return [each for each in rows if not known(project.store, each)]


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


def survey(store: Store, reader: Reader) -> tuple[dict[str, int], list[Finding]]:
    """Return what a Reader read in numbers, by their names in the forms, and the mistakes.

    The dearest mistake comes first. Failures about the task's own code are counted as own_code,
    and are no mistakes.
    """
    errors = [each for each in reader.findings.values() if each.draft.type == ERROR]
    mistakes = sorted((each for each in errors if not each.own_code), key=dearest_first)
    again = [each for each in mistakes if each.came_again]
    first = [each.in_first_session() for each in again]
    counts = {
        "sessions": len(reader.sessions),
        "calls": reader.calls,
        "failures": reader.failures,
        "own_code": sum(each.times for each in errors if each.own_code),
        "mistakes": len(mistakes),
        "again": len(again),
        "later_failures": sum(each.times for each in again) - sum(times for times, _ in first),
        "later_calls": sum(each.calls for each in again) - sum(calls for _, calls in first),
        "solved": sum(has_lesson(store, each) for each in again),
    }
    return counts, mistakes
