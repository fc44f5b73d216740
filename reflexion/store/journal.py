"""Bounded logs below state/, one line an event. Losing one of them loses no learning."""

from __future__ import annotations

import os
import time

from reflexion.store.fs import append, names, peek

FAULTS = "log.txt"
SAID = "said.txt"  # what was told before there was a history: read, not written
SUPPRESSED = "suppressed.txt"
OUTCOMES = "outcomes.txt"
REFLECTED = "reflected.txt"
RUNS = "runs"
LATER = "notices.txt"
HISTORY = "history.txt"  # what became of learnings, by session: read by people's commands alone
CARDS = "cards.txt"  # what a model answered about past failures: mark, sessions, verdict
KIB = {FAULTS: 64, SUPPRESSED: 64, OUTCOMES: 64, REFLECTED: 256, RUNS: 16, LATER: 8}
KIB.update({CARDS: 256, HISTORY: 512})
MAX_LINE = 400
NO_SESSION = "-"
REPLAYED = "-reflect"  # behind the id of a past session that `reflect` reads
MAX_BYTES = 1 << 20  # read of a log; ours are smaller
STAMP = "%Y-%m-%dT%H:%M:%SZ"


def note(state_dir: str, log: str, *fields: str) -> None:
    """Append one line: the time, then the fields with tabs between. Never raises."""
    now = time.strftime(STAMP, time.gmtime())
    line = "\t".join([now, *(" ".join(str(field).split())[:MAX_LINE] for field in fields)])
    _append(os.path.join(state_dir, log), line, KIB[log])


def happened(state_dir: str, session: str, kind: str, *ids: str) -> None:
    """Append to the history that learnings had their part in something: `kind` is a row of
    status/happenings.tsv, `session` "" where none is known. Of `told` the channel follows the id.
    Never raises."""
    note(state_dir, HISTORY, session or NO_SESSION, kind, *ids)


def fault(state_dir: str, where: str, error: BaseException | str) -> None:
    """Put a fault on record: `where` names the hook, `error` what went wrong. Never raises."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    note(state_dir, FAULTS, where, text)


def ran(state_dir: str, hook: str, milliseconds: float, characters: int) -> None:
    """A hook (`capture.PostToolUse`, ...) ran: how long, and how many characters it said."""
    line = f"{time.time():.0f}\t{milliseconds:.1f}\t{characters}"
    _append(os.path.join(state_dir, RUNS, hook), line, KIB[RUNS])


def _append(path: str, line: str, kib: int) -> None:
    try:
        append(path, line.encode("utf-8", "replace") + b"\n", kib << 10)
    except (OSError, ValueError):
        pass  # a log that cannot be written must not cost the session anything


def read(state_dir: str, log: str) -> list:
    """The log's lines as lists of fields, oldest first; [] when there is none."""
    lines = peek(os.path.join(state_dir, log), MAX_BYTES).decode("utf-8", "replace").split("\n")
    return [line.rstrip("\r").split("\t") for line in lines if line]


def runs(state_dir: str) -> dict:
    """hook name -> list of (time in seconds, milliseconds, characters said), oldest first."""
    folder = os.path.join(state_dir, RUNS)
    found = {}
    for name in names(folder, most=200):
        for fields in read(folder, name):
            try:
                when, took, said = fields
                row = float(when), float(took), int(said)
            except ValueError:
                continue
            found.setdefault(name, []).append(row)
    return found


def last_outcome(state_dir: str, id: str, *kinds: str) -> tuple:
    """(when, which) of these outcomes ("failed", "passed", "promoted") an entry had last here; two
    empty texts for none."""
    for row in reversed(read(state_dir, OUTCOMES)):
        when, of, outcome = [*row, "", "", ""][:3]
        if of == id and outcome in kinds:
            return when, outcome
    return "", ""
