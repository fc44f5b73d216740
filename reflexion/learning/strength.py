"""The one number that lessons are ranked by; it fades with the sessions that pass."""

from __future__ import annotations

# Sessions after which a meeting counts half. Of the later failures of twelve projects (233) a
# brief of 25 lessons held .94 with 20 to 100 and .93 with 5, 200 or no fading; one of 10 lessons
# .80 with 30, .82 with 100, .75 with 5. The lower one lets new lessons in beside hundreds of old.
HALF = 30
# A person's words count as if three sessions had met them each time: what a person says once
# stands beside what agents met as often as makes a rule (`promote_after`).
PERSON = 3


def strength(ages: list[int], others: int, age: int, by_person: bool) -> float:
    """Return how much a lesson counts now.

    Each session that met it, stated it or found that it worked counts one, and half of it after
    HALF sessions. `ages` are those of the sessions of this machine, `others` the number of
    further ones, which count as old as `age`.
    """
    met = sum(_faded(each) for each in ages) + others * _faded(age)
    return met * (PERSON if by_person else 1)


def _faded(age: int) -> float:
    """Return what a meeting counts so many sessions later."""
    return float(0.5 ** (age / HALF))
