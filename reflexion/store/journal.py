"""Bounded logs below state/: faults, runs of each hook, what was said, what capture left out, how known commands ended. Losing one of them loses no learning."""

from __future__ import annotations

import os
import time

from reflexion.store.files import append, make_folders, names, read_bounded

FAULTS, SAID, SUPPRESSED, OUTCOMES, REFLECTED, RUNS = (
    "log.txt",
    "said.txt",
    "suppressed.txt",
    "outcomes.txt",
    "reflected.txt",
    "runs",
)
LIMITS = {
    FAULTS: 64 * 1024,
    SAID: 128 * 1024,
    SUPPRESSED: 64 * 1024,
    OUTCOMES: 64 * 1024,
    REFLECTED: 256 * 1024,
    RUNS: 16 * 1024,
}
MAX_LINE = 400
MAX_BYTES = 1 << 20  # read of a log; ours are smaller
MAX_HOOKS = 200
STAMP = "%Y-%m-%dT%H:%M:%SZ"


def stamp() -> str:
    return time.strftime(STAMP, time.gmtime())


def note(state_dir: str, log: str, *fields: str) -> None:
    """Append one line: the time, then the fields with tabs between. Never raises; makes the folder where missing."""
    line = "\t".join([stamp(), *(" ".join(str(field).split())[:MAX_LINE] for field in fields)])
    _append(state_dir, log, line, LIMITS[log])


def fault(state_dir: str, where: str, error: BaseException | str) -> None:
    """Put a fault on record: `where` names the hook, `error` what went wrong. Never raises."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    note(state_dir, FAULTS, where, text)


def ran(state_dir: str, hook: str, milliseconds: float, characters: int) -> None:
    """A hook (`capture.PostToolUse`, ...) ran: how long, and how many characters it said."""
    _append(
        os.path.join(state_dir, RUNS),
        hook,
        f"{time.time():.0f}\t{milliseconds:.1f}\t{characters}",
        LIMITS[RUNS],
    )


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
    found = {}
    for name in names(os.path.join(state_dir, RUNS), most=MAX_HOOKS):
        rows = []
        for fields in read(os.path.join(state_dir, RUNS), name):
            try:
                rows.append((float(fields[0]), float(fields[1]), int(fields[2])))
            except (ValueError, IndexError):
                continue
        if rows:
            found[name] = rows
    return found


def failed_last(state_dir: str, id: str) -> bool:
    """Did the command of this entry fail when it last ran on this machine (True as well when it is not known)?"""
    last = [
        row[2]
        for row in read(state_dir, OUTCOMES)
        if len(row) > 2 and row[1] == id and row[2] in ("failed", "passed")
    ]
    return not last or last[-1] == "failed"


def began_after_rule(state_dir: str, id: str, began: float) -> bool:
    """Did a session that began at this time (seconds) read the rule made of this entry? True as well when it was made on another machine."""
    made = [
        row[0]
        for row in read(state_dir, OUTCOMES)
        if len(row) > 2 and row[1] == id and row[2] == "promoted"
    ]
    return not made or time.strftime(STAMP, time.gmtime(began)) > made[-1]


def _append(folder: str, name: str, line: str, limit: int) -> None:
    data = line.encode("utf-8", "replace") + b"\n"
    path = os.path.join(folder, name)
    try:
        try:
            append(path, data, limit)
        except FileNotFoundError:
            make_folders(folder, mode=0o700)
            append(path, data, limit)
    except (OSError, ValueError):
        pass  # a log that cannot be written must not cost the session anything
