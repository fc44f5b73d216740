"""What waits for a person, and why: one answer for `review`, `show` and `status`."""

from __future__ import annotations

from collections import namedtuple

from reflexion import promote
from reflexion.cli.terminal import plural
from reflexion.detect.risk import risk_of
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.learning.revise import AGENT
from reflexion.store import history
from reflexion.text.clean import one_line
from reflexion.text.words import terms

RULE = "rule"
COMPARED = 300  # sentences, the newest ones, that are held against each other
ALIKE_PART = 0.6  # of the terms of both together that two sentences share
FEWEST_SHARED = 3  # terms
MAX_SHOWN = 600  # characters: more than a sentence may have

# kind: RULE or ""; why: in words; other: the id of a learning that may say the same
Item = namedtuple("Item", "entry kind why other")


def items(project) -> list:
    """Return an Item for each learning of the project that waits, oldest first."""
    if not project.store.exists():
        return []
    entries = list(project.store.all())
    found = [item for item in (_item(project, entry) for entry in entries) if item]
    known = {item.entry.id for item in found}
    return found + [item for item in _alike(entries) if item.entry.id not in known]


def _item(project, entry: Entry):
    """Return the Item of a learning; None if nothing about it waits."""
    if entry.proposed:
        proposed = one_line(entry.proposed, MAX_SHOWN)
        who = "an agent" if entry.proposed_by == AGENT else "somebody else"
        return Item(entry, "", f"{who} proposes: {proposed}", "")
    why = promote.why_it_waits(project, entry)
    if why:
        return Item(entry, RULE, f"it could be a rule, and waits for your yes: {why}", "")
    if entry.needs_review:
        return Item(entry, "", _why_flagged(project.store, entry), "")
    if is_solved(entry) and entry.confidence == "low":
        return Item(entry, "", "its confidence is low, so no agent is told", "")
    return None


def _why_flagged(store, entry: Entry) -> str:
    sessions = history.sessions_of(store.state_dir, history.CAME_BACK, entry.id)
    if sessions:
        return f"its failure came back in {plural(len(sessions), 'session')} that were told"
    risk = "" if is_persons(entry) else risk_of(entry.resolution)
    if risk:
        origin = "an agent wrote it" if entry.source == AGENT else "it was imported"
        return f"{origin}, and it is risky: {risk}"
    return "somebody found that it does not help" if is_solved(entry) else "it was flagged"


def _alike(entries: list[Entry]) -> list:
    """Return an Item for each learning that may say the same as an older one."""
    solved = [entry for entry in entries if is_solved(entry)]
    solved.sort(key=lambda entry: (entry.first_seen, entry.id))
    sentences = [(entry, set(terms(entry.resolution))) for entry in solved[-COMPARED:]]
    found = []
    for at, (entry, words) in enumerate(sentences):
        older = next((one for one, those in sentences[:at] if _is_like(words, those)), None)
        if older and not _are_told_apart(entry, older):
            said = one_line(older.resolution, MAX_SHOWN)
            why = f"it may say the same as {older.id}: {said}"
            found.append(Item(entry, "", why, older.id))
    return found


def _is_like(words: set, others: set) -> bool:
    shared = len(words & others)
    return shared >= FEWEST_SHARED and shared >= ALIKE_PART * len(words | others)


def _are_told_apart(entry: Entry, other: Entry) -> bool:
    """Return True if a person said that these two are not the same."""
    return other.id in entry.different
