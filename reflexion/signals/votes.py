"""What experience does to a learning: which fix stands, how far it is trusted. Pure: an entry in,
the fields that change out.

Every session that met the mistake and solved it votes for its solution. The one with most votes is
the resolution; another takes over when it leads by two (where a draft stands, by one). The loser
stays as a note: "also worked (2x): Use `b`"."""

import re

from reflexion.text.grades import LEVELS, WRITTEN_SOURCES, level

LEAD = 2  # votes by which another solution takes over
REVIEW_AFTER = 2  # more failures than successes before a person has to look
MAX_NOTES = 20
NOTE = r"also worked \((\d{1,6})x\): (.+)"


def vote(entry: dict, text: str, confidence: str, review=False, again=False) -> dict:
    """The fields that one session's solution `text` changes. A second session's vote for a draft
    proves it. `again`: this session has voted for this entry before, so it only may fill a gap.
    `review`: the solution is risky, so that a person has to look at it before it is ever said."""
    now = entry["resolution"]
    if not now:
        return _standing(entry, text, confidence, 1, review)
    if entry.get("source") != "inferred":  # a person or the agent wrote it
        return {}
    is_better = level(entry) == "low" and confidence != "low"  # proven, and not a draft
    if again and not is_better:
        return {}
    if now == text:
        return _confirmed(entry, text, confidence, review)
    others = rivals(entry)
    count = others.pop(text, 0) + 1
    if not _takes_over(entry, count, is_better, review):
        return {"notes": _notes(entry, {**others, text: count})}
    sure = raised(confidence) if count > 1 and not review else confidence
    notes = _notes(entry, {**others, now: entry.get("votes", 1)})
    return _standing({**entry, "notes": notes}, text, sure, count, review)


def _takes_over(entry: dict, count: int, is_better: bool, review: bool) -> bool:
    """Does another solution with so many votes take the place of the one that stands?"""
    votes = entry.get("votes", 1)
    if entry.get("needs_review") and not review:
        return True
    lead = 1 if level(entry) == "low" else LEAD
    return count >= votes + lead or is_better and votes <= count


def _confirmed(entry: dict, text: str, confidence: str, review: bool) -> dict:
    """The fields when another session solved it in the same way."""
    votes = entry.get("votes", 1) + 1
    waits = entry.get("needs_review")
    if review or waits and not _by_counting(entry):
        return {"votes": votes}
    sure = max(raised(level(entry)), confidence, key=LEVELS.index)
    changed = {"votes": votes, "confidence": sure}
    if level(entry) == "low":  # a draft is proven by it: only now it was learned
        changed["resolution"] = text
    return {**changed, "needs_review": False} if waits else changed


def raised(confidence: str) -> str:
    """The next higher level: a draft becomes proven, what is proven becomes sure."""
    return LEVELS[min(LEVELS.index(confidence) + 1, len(LEVELS) - 1)]


def rivals(entry: dict) -> dict:
    """{solution: votes} of those that do not stand."""
    matches = filter(None, map(_voted, entry.get("notes") or ()))
    return {match.group(2): int(match.group(1)) for match in matches}


def used(entry: dict, today: str) -> dict:
    """The fields when a fix worked: it shows that its matter came again. `today`: YYYY-MM-DD."""
    last_seen = max(today, entry.get("last_seen", ""))
    counts = {"worked": entry.get("worked", 0) + 1, "occurrences": entry.get("occurrences", 1) + 1}
    return {**counts, "last_seen": last_seen}


def helped(entry: dict, second_session: bool, today: str) -> dict:
    """It was said, followed, and worked. `second_session`: it was not learned in this one."""
    changed = used(entry, today)
    if entry.get("source") == "inferred" and second_session:
        changed["confidence"] = "high"
        if entry.get("needs_review") and _by_counting({**entry, **changed}):
            changed["needs_review"] = False
    return changed


def did_not_help(entry: dict) -> dict:
    """What it advises was done, and the mistake came again."""
    failures = entry.get("failed", 0) + 1
    changed = {"failed": failures, "judged": entry["resolution"]}
    sure = level(entry)
    if entry.get("source", "user") not in WRITTEN_SOURCES:  # what was written is never demoted
        sure = LEVELS[max(0, LEVELS.index(sure) - 1)]
        changed["confidence"] = sure
    if failures - entry.get("worked", 0) >= REVIEW_AFTER or sure == "low":
        changed["needs_review"] = True  # nobody is told of it from here on, so somebody has to look
    return changed


def not_followed(entry: dict) -> dict:
    """It was said and something else was done: that takes nothing from it."""
    return {"ignored": entry.get("ignored", 0) + 1}


def _standing(entry, text, confidence, votes, review) -> dict:
    changed = {"resolution": text, "source": "inferred", "confidence": confidence}
    changed.update(votes=votes, worked=0, failed=0, needs_review=review, judged=text)
    if entry.get("notes"):
        changed["notes"] = entry["notes"]
    return changed


def _notes(entry, others: dict) -> list:
    """The entry's notes with these solutions and their votes, the most voted first."""
    ranked = sorted(others.items(), key=lambda item: -item[1])
    old = [note for note in entry.get("notes") or () if not _voted(note)]
    return [*old, *(f"also worked ({n}x): {text}" for text, n in ranked)][-MAX_NOTES:]


def _voted(note):
    return re.fullmatch(NOTE, note) if isinstance(note, str) else None


def _by_counting(entry: dict) -> bool:
    """Was it our own counting that sent it to review?"""
    notes = (note for note in entry.get("notes") or () if isinstance(note, str))
    flagged = any("did not work" in note for note in notes)
    return not flagged and 0 < entry.get("failed", 0) < entry.get("worked", 0) + REVIEW_AFTER
