"""Make a learning of a failed call or of a sentence, and change its words in place. Pure.

The hooks and `reflect` share this module, so that both give a failure the same fingerprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from reflexion import shell
from reflexion.detect import secrets
from reflexion.detect.sentences import risk_of
from reflexion.learning.entry import (
    AGENT,
    DEFAULTS,
    LEVELS,
    MAX_CONTEXT,
    MAX_COUNT,
    MAX_NOTE,
    MAX_TRIGGER,
    MOST,
    REDACTED_LISTS,
    REDACTED_TEXTS,
    USER,
    Entry,
    limit_of,
)
from reflexion.learning.identity import fingerprint, fingerprints_of
from reflexion.learning.lesson import is_persons
from reflexion.shell.programs import family
from reflexion.text import as_typed, one_line, shorten_middle
from reflexion.text.words import keywords

TYPE_CHECKING = False  # True for the type checker alone: not every caller looks for failures
if TYPE_CHECKING:
    from reflexion.detect.failures import Verdict

# characters of the output on either side of the quoted line, which may tell that a word in it is
# a secret
AROUND = 1500
SHOWN_COMMAND = 100  # characters of a command in a list
# how notes begin
BEFORE = "before: "  # an earlier lesson
DID_NOT_HELP = "failed on "  # a date: why
# by which an entry waits for a person: settled once they decided, or other words stand there
WAITING = ("needs_review", "proposed", "proposed_by", "everywhere", "as_rule")
SETTLED = {name: DEFAULTS[name] for name in WAITING}


def is_own_call(command: str) -> bool:
    """Return True if the command calls only this toolkit; its failures are not the project's."""
    if "reflexion" not in command:
        return False
    calls = [call for call in shell.calls(command) if call.program != "cd"]
    return bool(calls) and all(map(_is_reflexion, calls))


def records_lesson(command: str) -> bool:
    """Return True if one of the command's calls is `reflexion learn`."""
    if "reflexion" not in command or "learn" not in command:
        return False
    return any(_is_reflexion(call) and "learn" in call.args[:3] for call in shell.calls(command))


def _is_reflexion(call: shell.Call) -> bool:
    words = [call.written, *call.args[:2]]
    names = [word.replace("\\", "/").rstrip("/").rpartition("/")[2] for word in words]
    return names[0] == "reflexion" or (family(call.program) == "python" and "reflexion" in names)


class Failure:
    """A failed call.

    trigger, context  the error line and the command, as an entry keeps them
    shown             the command cut in the middle, the failing call in sight
    cwd               the folder below the project's root
    fingerprint       16 hex digits that all sightings of this mistake share
    own_code          True if it most likely is about this task's own code
    """

    def __init__(
        self,
        command: str,
        output: str,
        verdict: Verdict,
        folder: str,
        root: str,
        patterns: Sequence[str] = (),
    ):
        """Read a call that failed.

        `folder` is where it ran, below the project's `root`; `patterns` are the person's own
        secrets.
        """
        at = output.find(verdict.line)
        near = output[max(0, at - AROUND) : at + len(verdict.line) + AROUND] if at >= 0 else ""
        clean = secrets.redact_all([command, near, verdict.line, verdict.call, folder], patterns)
        # the root differs from clone to clone
        command, _, line, call, self.cwd = (text.replace(root + "/", "") for text in clean)
        self.trigger = one_line(line, MAX_TRIGGER)
        self.context = as_typed(command, MAX_CONTEXT)
        self.shown = shorten_middle(command, SHOWN_COMMAND, keep=call)
        self.fingerprint = fingerprint("error", self.trigger, call or self.context)
        self.own_code = verdict.own_code

    def draft(self) -> Entry:
        """Return a new entry, without an id."""
        entry = Entry(
            type="error",
            trigger=self.trigger,
            context=self.context,
            keywords=keywords(self.trigger, self.context),
            cwd=self.cwd,
        )
        if self.fingerprint != fingerprint("error", self.trigger, self.context):
            # this one is of the failing call, the entry's own is of the whole chain
            entry.aliases = [self.fingerprint]
        return entry


def new_lesson(kind: str, sentence: str, by: str, context: str = "", trigger: str = "") -> Entry:
    """Return a new learning of clean texts, cut; `by` is a value of `source`.

    Without a sentence it is one whose lesson nobody knows yet.
    """
    resolution = one_line(sentence, limit_of(kind))
    trigger = one_line(trigger or sentence, MAX_TRIGGER)
    entry = Entry(
        type=kind,
        trigger=trigger,
        context=as_typed(context, MAX_CONTEXT),
        resolution=resolution,
        keywords=keywords(resolution, trigger),
    )
    if resolution:
        entry.update(**standing_of(resolution, by))
    return entry


def standing_of(sentence: str, by: str) -> dict[str, object]:
    """Return the fields that say whose sentence it is, and whether it waits for a person."""
    is_risky = by != USER and bool(risk_of(sentence))
    level = LEVELS[2] if by == USER else LEVELS[not is_risky]
    return {**SETTLED, "source": by, "confidence": level, "needs_review": is_risky}


def put_lesson(entry: Entry, sentence: str, by: str) -> None:
    """Make the sentence what the entry teaches; what stood there becomes a note."""
    old = entry.resolution.strip()
    if old and old != sentence:
        add_note(entry, BEFORE + old)
    if entry.trigger == entry.resolution:
        entry.trigger = one_line(sentence, MAX_TRIGGER)
    entry.update(resolution=sentence, **standing_of(sentence, by))
    entry.keywords = _joined("keywords", keywords(sentence), entry.keywords)


def take_back(entry: Entry) -> None:
    """Take the lesson of a failure away: its agent's earlier one stands again, or none does."""
    last = entry.notes[-1] if entry.notes else ""
    before = ""
    if last.startswith(BEFORE) and not is_persons(entry):  # an agent replaces an agent's alone
        before = last[len(BEFORE) :]
        entry.notes = entry.notes[:-1]
    whose = standing_of(before, AGENT) if before else {"source": "", "confidence": "", **SETTLED}
    words = keywords(before, entry.trigger, entry.context)
    entry.update(type="error", resolution=before, promoted=False, keywords=words, **whose)


def make_persons(entry: Entry) -> None:
    """Take a learning for the person's, who said the same or keeps it as it is."""
    entry.update(**standing_of(entry.resolution, USER))


def make_pattern(entry: Entry) -> None:
    """Turn a failure's learning into a way that works; it is found by the failure as before."""
    fingerprints = fingerprints_of(entry.copy(resolution=""))
    entry.type = "pattern"
    entry.aliases = _joined("aliases", fingerprints, entry.aliases)


def add_note(entry: Entry, text: str) -> None:
    """Add a note, once; the oldest ones go where there are too many."""
    note = one_line(text, MAX_NOTE)
    notes = [known for known in entry.notes if known != note]
    entry.notes = [*notes, note][-MOST["notes"] :]


def _joined(field: str, first: list[str], second: list[str]) -> list[str]:
    """Return the items of two lists, each once, as many as the field may have."""
    return list(dict.fromkeys([*first, *second]))[: MOST[field]]


def absorb(kept: Entry, gone: Entry, in_both: int) -> None:
    """Make one learning of two: `kept` is told for both from now on.

    It is found by the fingerprints of the other one, whose words become a note and whose
    counts are added. `in_both` is how many sessions met both.
    """
    known = fingerprints_of(kept)
    new = [one for one in fingerprints_of(gone.copy(resolution="")) if one not in known]
    kept.aliases = _joined("aliases", kept.aliases, new)
    add_note(kept, f"also: {gone.context}: {gone.trigger}".replace("also: :", "also:"))
    if gone.resolution not in ("", gone.trigger, kept.resolution):
        add_note(kept, f"also: {gone.resolution}")
    kept.occurrences = min(MAX_COUNT, kept.occurrences + gone.occurrences)
    sessions = max(kept.sessions, gone.sessions, kept.sessions + gone.sessions - in_both)
    kept.sessions = min(MAX_COUNT, sessions)
    kept.first_seen = min(kept.first_seen, gone.first_seen)
    kept.last_seen = max(kept.last_seen, gone.last_seen)
    kept.keywords = _joined("keywords", kept.keywords, gone.keywords)


def redacted(entry: Entry, patterns: Sequence[str] = ()) -> dict[str, str | list[str]]:
    """Return {field: text or texts} of an entry; a secret in one of them is taken out of all."""
    lists = {name: getattr(entry, name) for name in REDACTED_LISTS}
    texts = [getattr(entry, name) for name in REDACTED_TEXTS]
    clean = iter(secrets.redact_all([*texts, *chain(*lists.values())], patterns))
    found: dict[str, str | list[str]] = dict(zip(REDACTED_TEXTS, clean))
    return {**found, **{name: list(islice(clean, len(each))) for name, each in lists.items()}}
