"""Change the words of a learning in place: a new lesson, a proposal, two learnings as one. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion.detect import secrets
from reflexion.detect.sentences import risk_of
from reflexion.learning.entry import (
    AGENT,
    LEVELS,
    MAX_COUNT,
    MAX_NOTE,
    MAX_TRIGGER,
    MOST,
    REDACTED,
    USER,
    Entry,
    limit_of,
)
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.lesson import is_persons
from reflexion.text.clean import one_line
from reflexion.text.words import keywords

# how notes begin
BEFORE = "before: "  # an earlier lesson
DID_NOT_HELP = "failed on "  # a date: why


def new_lesson(kind: str, sentence: str, by: str, context: str = "", trigger: str = "") -> Entry:
    """Return a new learning of clean texts; `by` is a value of `source`.

    Without a sentence it is one whose lesson nobody knows yet.
    """
    resolution = one_line(sentence, limit_of(kind))
    trigger = one_line(trigger or sentence, MAX_TRIGGER)
    words = keywords(resolution, trigger)
    entry = Entry(
        type=kind, trigger=trigger, context=context, resolution=resolution, keywords=words
    )
    if resolution:
        entry.update(**standing_of(resolution, by))
    return entry


def standing_of(sentence: str, by: str) -> dict[str, object]:
    """Return the fields that say whose sentence it is, and whether it waits for a person."""
    if by == USER:
        return {"source": USER, "confidence": LEVELS[2]}
    if risk_of(sentence):
        return {"source": by, "confidence": LEVELS[0], "needs_review": True}
    return {"source": by, "confidence": LEVELS[1]}


def put_lesson(entry: Entry, sentence: str, by: str) -> None:
    """Make the sentence what the entry teaches; what stood there becomes a note."""
    old = entry.resolution.strip()
    if old and old != sentence:
        add_note(entry, BEFORE + old)
    if entry.trigger == entry.resolution:
        entry.trigger = one_line(sentence, MAX_TRIGGER)
    _settle(entry)
    entry.update(resolution=sentence, **standing_of(sentence, by))
    words = dict.fromkeys([*keywords(sentence), *entry.keywords])
    entry.keywords = list(words)[: MOST["keywords"]]


def take_back(entry: Entry) -> None:
    """Take the lesson of a failure away: its agent's earlier one stands again, or none does."""
    last = entry.notes[-1] if entry.notes else ""
    before = ""
    if last.startswith(BEFORE) and not is_persons(entry):  # an agent replaces an agent's alone
        before = last[len(BEFORE) :]
        entry.notes = entry.notes[:-1]
    whose = standing_of(before, AGENT) if before else {"source": "", "confidence": ""}
    _settle(entry)
    entry.update(type="error", resolution=before, promoted=False)
    entry.update(keywords=keywords(before, entry.trigger, entry.context), **whose)


def make_persons(entry: Entry) -> None:
    """Take a learning for the person's, who said the same or keeps it as it is."""
    entry.update(source=USER, confidence=LEVELS[2])
    _settle(entry)


def _settle(entry: Entry) -> None:
    """Let nothing of the entry wait any more: a person decided, or other words stand there."""
    entry.update(needs_review=False, proposed="", proposed_by="", everywhere=False, as_rule=False)


def make_pattern(entry: Entry) -> None:
    """Turn a failure's learning into a way that works; it is found by the failure as before."""
    fingerprints = fingerprints_of(entry.copy(resolution=""))
    entry.type = "pattern"
    entry.aliases = list(dict.fromkeys([*fingerprints, *entry.aliases]))[: MOST["aliases"]]


def add_note(entry: Entry, text: str) -> None:
    """Add a note, once; the oldest ones go where there are too many."""
    note = one_line(text, MAX_NOTE)
    notes = [known for known in entry.notes if known != note]
    entry.notes = [*notes, note][-MOST["notes"] :]


def absorb(kept: Entry, gone: Entry, in_both: int = 0) -> None:
    """Make one learning of two: `kept` is told for both from now on.

    It is found by the fingerprints of the other one, whose words become a note and whose
    counts are added. `in_both` is how many sessions met both.
    """
    fingerprints = fingerprints_of(gone.copy(resolution=""))
    own = fingerprints_of(kept)
    aliases = [*kept.aliases, *(one for one in fingerprints if one not in own)]
    kept.aliases = aliases[: MOST["aliases"]]
    add_note(kept, f"also: {gone.context}: {gone.trigger}".replace("also: :", "also:"))
    if gone.resolution not in ("", gone.trigger, kept.resolution):
        add_note(kept, f"also: {gone.resolution}")
    kept.occurrences = min(MAX_COUNT, kept.occurrences + gone.occurrences)
    sessions = max(kept.sessions, gone.sessions, kept.sessions + gone.sessions - in_both)
    kept.sessions = min(MAX_COUNT, sessions)
    kept.first_seen = min(kept.first_seen, gone.first_seen)
    kept.last_seen = max(kept.last_seen, gone.last_seen)
    words = dict.fromkeys([*kept.keywords, *gone.keywords])
    kept.keywords = list(words)[: MOST["keywords"]]


def redacted(entry: Entry, patterns: Sequence[str] = ()) -> dict[str, str | list[str]]:
    """Return {field: text or texts} of an entry; a secret in one of them is taken out of all."""
    lists = {name: getattr(entry, name) for name in REDACTED}
    texts = {name: [each] if isinstance(each, str) else each for name, each in lists.items()}
    clean = iter(secrets.redact_all([text for each in texts.values() for text in each], patterns))
    found = {name: [next(clean) for _ in each] for name, each in texts.items()}
    return {name: each[0] if isinstance(lists[name], str) else each for name, each in found.items()}
