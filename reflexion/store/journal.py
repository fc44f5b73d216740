"""Bounded logs below state/, one line an event. Losing one of them loses no learning."""

from __future__ import annotations

import os
import time

from reflexion.store.files import append, make_folders, names, read_bounded

FAULTS, SAID, SUPPRESSED, OUTCOMES = "log.txt", "said.txt", "suppressed.txt", "outcomes.txt"
REFLECTED, RUNS = "reflected.txt", "runs"
KIB = {FAULTS: 64, SAID: 128, SUPPRESSED: 64, OUTCOMES: 64, REFLECTED: 256, RUNS: 16}
MAX_LINE = 400
MAX_BYTES = 1 << 20  # read of a log; ours are smaller
MAX_HOOKS = 200
STAMP = "%Y-%m-%dT%H:%M:%SZ"


def stamp() -> str:
    return time.strftime(STAMP, time.gmtime())


def note(state_dir: str, log: str, *fields: str) -> None:
    """Append one line: the time, then the fields with tabs between. Never raises."""
    line = "\t".join([stamp(), *(" ".join(str(field).split())[:MAX_LINE] for field in fields)])
    _append(state_dir, log, line, KIB[log])


def fault(state_dir: str, where: str, error: BaseException | str) -> None:
    """Put a fault on record: `where` names the hook, `error` what went wrong. Never raises."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    note(state_dir, FAULTS, where, text)


def ran(state_dir: str, hook: str, milliseconds: float, characters: int) -> None:
    """A hook (`capture.PostToolUse`, ...) ran: how long, and how many characters it said."""
    line = f"{time.time():.0f}\t{milliseconds:.1f}\t{characters}"
    _append(os.path.join(state_dir, RUNS), hook, line, KIB[RUNS])


def read(state_dir: str, log: str) -> list:
    """The log's lines as lists of fields, oldest first; [] when there is none."""
    try:
        data = read_bounded(os.path.join(state_dir, log), MAX_BYTES)
    except (OSError, ValueError):
        return []
    lines = data.decode("utf-8", "replace").split("\n")
    return [line.rstrip("\r").split("\t") for line in lines if line]


def runs(state_dir: str) -> dict:
    """hook name -> list of (time in seconds, milliseconds, characters said), oldest first."""
    folder = os.path.join(state_dir, RUNS)
    found = {name: list(_runs(folder, name)) for name in names(folder, most=MAX_HOOKS)}
    return {name: rows for name, rows in found.items() if rows}


def _runs(folder: str, name: str):
    for fields in read(folder, name):
        try:
            yield float(fields[0]), float(fields[1]), int(fields[2])
        except (ValueError, IndexError):
            continue


def failed_last(state_dir: str, id: str) -> bool:
    """Did the command of this entry fail when it last ran on this machine? True when not known."""
    last = _outcomes(state_dir, id, "failed", "passed")
    return not last or last[-1][2] == "failed"


def promoted_on(state_dir: str, id: str) -> str:
    """The day (YYYY-MM-DD) on which this machine wrote the entry's rule; "" when not known."""
    written = _outcomes(state_dir, id, "promoted")
    return written[-1][0][:10] if written else ""


def began_after_rule(state_dir: str, id: str, began: float) -> bool:
    """Did a session that began then (seconds) read the entry's rule? True as well when another
    machine wrote it."""
    written = _outcomes(state_dir, id, "promoted")
    return not written or time.strftime(STAMP, time.gmtime(began)) > written[-1][0]


def _outcomes(state_dir: str, id: str, *kinds: str) -> list:
    rows = read(state_dir, OUTCOMES)
    return [row for row in rows if len(row) > 2 and row[1] == id and row[2] in kinds]


def _append(folder: str, name: str, line: str, kib: int) -> None:
    data, path = line.encode("utf-8", "replace") + b"\n", os.path.join(folder, name)
    try:
        try:
            append(path, data, kib << 10)
        except FileNotFoundError:
            make_folders(folder, mode=0o700)
            append(path, data, kib << 10)
    except (OSError, ValueError):
        pass  # a log that cannot be written must not cost the session anything
