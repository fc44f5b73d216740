"""Which past failures lack a lesson, and storing those that came again.

What was counted in the past makes no rule: it counts as seen before the words were accepted.
"""

from __future__ import annotations

import os

from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_solved
from reflexion.reflect.past import ERROR, dearest_first
from reflexion.store import fs
from reflexion.store.trust import YOURS

ANSWERED = "reflected.txt"  # a line for each card that was answered: so a run goes on
MAX_BYTES = 1 << 20


def known(store, finding) -> Entry | None:
    """Return the entry of a Finding, whoever wrote its words; None where there is none."""
    entry_id = store.index.find(finding.fingerprint) if store.exists() else ""
    return store.get_file(entry_id) if entry_id else None


def solved(store, findings) -> set:
    """Return the fingerprints of the Findings that have a lesson."""
    pairs = ((finding.fingerprint, known(store, finding)) for finding in findings)
    return {fingerprint for fingerprint, entry in pairs if entry and is_solved(entry)}


def open_findings(project, findings) -> list:
    """Return the Findings that are worth a card and have no lesson, the dearest first.

    What is about the task's own code is worth one where it came again.
    """
    store = project.store
    done = solved(store, findings)
    rows = [each for each in findings if each.came_again or not each.own_code]
    rows = [each for each in rows if each.fingerprint not in done]
    rows = [each for each in rows if not store.dropped.holds(each.fingerprint)]
    return sorted(rows, key=dearest_first)


def without_answered(store, findings: list) -> list:
    """Return the Findings that no model was asked about, or that were met again since."""
    text = fs.peek(os.path.join(store.state_dir, ANSWERED), 2 * MAX_BYTES)
    answered = {tuple(line.split("\t")[:2]) for line in text.decode().splitlines()}
    return [
        each for each in findings if (each.fingerprint, str(len(each.sessions))) not in answered
    ]


def note_answer(store, finding, verdict: str) -> None:
    """Put on record that a Finding was answered. Raises OSError."""
    line = f"{finding.fingerprint}\t{len(finding.sessions)}\t{verdict}\n"
    fs.append(os.path.join(store.state_dir, ANSWERED), line.encode(), MAX_BYTES)


def lasting(project, findings) -> list:
    """Return the open mistakes that came in two or more sessions and are not stored yet."""
    rows = [each for each in open_findings(project, findings) if each.draft.type == ERROR]
    rows = [each for each in rows if each.came_again and not each.own_code]
    return [each for each in rows if not known(project.store, each)]


def keep(project, finding, change) -> Entry:
    """Return the entry of a Finding, stored on the record of a Change if it is not known yet.

    Raises OSError.
    """
    store = project.ready()
    with store.lock():
        entry = known(store, finding)
        if entry is None:
            entry = _add(store, finding)
            change.made(store.path(entry.id))
    return entry


def _add(store, finding) -> Entry:
    """Store a Finding as a new entry, under the lock that the caller holds."""
    counts = {"occurrences": finding.times, "sessions": len(finding.sessions)}
    dates = dict(zip(("first_seen", "last_seen"), finding.dates))
    entry = store.add(finding.draft.copy(**counts, **dates), finding.fingerprint)
    store.trust.decide(YOURS, entry, entry.occurrences)
    return entry
