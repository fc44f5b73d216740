"""What happened on this machine, in append-only files below `state/`.

A log for each session holds rows of JSON, by which its look-back and its recall are decided;
it is swept after a month. `history.txt` is what `log` and `status` read. Beside them stand
the faults, the runs of hooks, and the notices that are shown later.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import namedtuple
from collections.abc import Iterable

from reflexion.learning.entry import digits_of
from reflexion.store import fs
from reflexion.text import hashed, one_line
from reflexion.text.json_object import object_or_empty

SESSIONS = "sessions"
HISTORY = "history.txt"
FAULTS = "faults.txt"
RUNS = "runs.txt"
LATER = "later.txt"
MAX_SESSION = 512 * 1024  # bytes of a file
MAX_HISTORY = 2 << 20
MAX_NOTES = 64 * 1024
KEPT_SECONDS = 30 * 86400  # of a session's log
TERMINAL = "terminal-"  # how the session of a person's commands is called, with the date
BY_HAND = f"{TERMINAL}by-hand"  # in its place, for words that were found in a file
# what may have happened to a learning, in a session and in the history
LEARNED = "learned"  # the agent or the person recorded a lesson
TOLD = "told"  # the agent was told a lesson
FAILED = "failed"  # in a session: a command failed; in the history: the lesson was of no help
# in a session only; a row of FAILED has `text`, the command as shown, and `line`, the error line
LOOKED = "looked"  # a turn was looked back at; in the history: with a question
QUESTIONED = "questioned"  # a turn was looked back at with a question
RECORDED = "recorded"  # the agent ran `reflexion learn`, as its host tells the hook
PROMPTED = "prompted"  # a prompt came; `words`: what `marks_of` makes of those typed by a person
COMPACTED = "compacted"  # the agent's context was compacted: what it was told is gone
STARTED = "started"  # a session began
ENDED = "ended"  # a turn was over
TURN = (ENDED, PROMPTED)  # by which a turn of the agent is over, or begins
SHOWN = "shown"  # the person was shown that the agent recorded a lesson
# in the history only
SEEN = "seen"
RETRIED = "retried"  # it was seen in this turn before
STATED = "stated"  # the person said it, or asked for it in the prompt of that turn
JOINED = "joined"  # another learning, named in place of the session, became part of it
CAME_BACK = "came-back"
ASKED = "asked"
WORKED = "worked"
PROMOTED = "promoted"
DEMOTED = "demoted"
OFFERED = "offered"
REMOVED = "removed"
UNDONE = "undone"  # a change of it was taken back
KINDS = (  # what `log` tells of
    *(SEEN, RETRIED, JOINED, TOLD, CAME_BACK, ASKED, LEARNED, WORKED, FAILED),
    *(PROMOTED, DEMOTED, OFFERED, REMOVED, UNDONE),
)
NOTHING = "-"  # instead of an id, in rows about a turn

HistoryRow = namedtuple("HistoryRow", "when what id session")  # when: "YYYY-MM-DD HH:MM:SS"

LogRow = dict[str, object]  # of a session


class SessionLog:
    """The rows of one session, oldest first. `agent` is the sub-agent that a row is about."""

    def __init__(self, state_dir: str, session: str):
        is_plain = re.fullmatch(r"[\w-]{1,80}", session)
        name = session if is_plain else hashed(session.encode("utf-8", "replace"))[:32]
        self.state_dir = state_dir
        self.session = session
        self.path = os.path.join(state_dir, SESSIONS, f"{name}.log")
        self._rows: list[LogRow] | None = None

    def rows(self) -> list[LogRow]:
        """Return the rows; a line that cannot be read is left out."""
        if self._rows is None:
            found = map(object_or_empty, fs.peek(self.path, 2 * MAX_SESSION).splitlines())
            rows = [{"what": None, "id": "", **row} for row in found]
            texts = ("what", "id")
            self._rows = [row for row in rows if all(isinstance(row[key], str) for key in texts)]
        return self._rows

    def of(self, *kinds: str) -> list[LogRow]:
        """Return the rows of these kinds."""
        return [row for row in self.rows() if row["what"] in kinds]

    def behind(self, kinds: tuple[str, ...], agent: str | None) -> list[LogRow]:
        """Return an agent's rows behind the last one of these kinds; None: those of all."""
        rows = [row for row in self.rows() if agent in (None, row.get("agent", ""))]
        first = max((at for at, row in enumerate(rows, 1) if row["what"] in kinds), default=0)
        return rows[first:]

    def ids(self, *kinds: str, since: tuple[str, ...], agent: str | None = None) -> set[str]:
        """Return the ids in the rows of these kinds behind the last one of a kind in `since`."""
        rows = self.behind(since, agent)
        return {str(row.get("id", "")) for row in rows if row["what"] in kinds}

    def append(self, rows: list[LogRow]) -> None:
        """Append rows, dicts with `what` and mostly `id`. Raises OSError."""
        if not rows:
            return
        now = round(time.time(), 3)
        stamped = [{"when": now, **row} for row in rows]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in stamped)
        fs.append(self.path, text.encode("utf-8", "replace"), MAX_SESSION)
        self._rows = None


def sweep_sessions(state_dir: str) -> None:
    """Remove the logs of sessions that were written to last more than a month ago."""
    fs.sweep(os.path.join(state_dir, SESSIONS), age=KEPT_SECONDS)


def append(state_dir: str, session: str, rows: list[tuple[str, str]]) -> None:
    """Append (what, id) pairs to the history. Raises OSError."""
    if rows:
        now = stamp()
        name = session_name(session)
        lines = [f"{now}\t{what}\t{key}\t{name}\n" for what, key in rows]
        data = "".join(lines).encode("utf-8", "replace")
        fs.append(os.path.join(state_dir, HISTORY), data, MAX_HISTORY)


def rows(text: str) -> list[HistoryRow]:
    """Return the rows in a text of the history, oldest first."""
    every = (line.split("\t") for line in text.split("\n"))
    return [HistoryRow(*fields) for fields in every if len(fields) == len(HistoryRow._fields)]


def sessions_of(state_dir: str, what: str, entry_id: str, since: str = "") -> set[str]:
    """Return the sessions in which this happened to the learning.

    With `since`, another thing that may have happened, only what came after it last did.
    """
    text = whole(state_dir)
    last = text.rfind(f"\t{since}\t{entry_id}\t") + 1  # 0 without one
    return sessions_in(text[last:], what, entry_id)


def whole(state_dir: str) -> str:
    """Return the text of the history."""
    return _text(state_dir, HISTORY)


def since_start(state_dir: str) -> str:
    """Return the text of what came since a session began; "" if none did."""
    _, start, tail = whole(state_dir).rpartition(f"\t{STARTED}\t{NOTHING}\t")
    return tail if start else ""


def last_times(state_dir: str, what: str, entry_ids: set[str]) -> dict[str, tuple[str, int]]:
    """Return {id: (when this happened to it last, place in the history)}; ("", -1) for never.

    What was taken back since does not count.
    """
    found = {entry_id: [("", -1)] for entry_id in entry_ids}
    marks = (f"\t{what}\t", f"\t{UNDONE}\t")
    for at, line in enumerate(whole(state_dir).split("\n") if entry_ids else ()):
        if marks[0] in line or marks[1] in line:
            when, kind, entry_id = line.split("\t", 3)[:3]
            times = found.get(entry_id, [])
            if kind == what:
                times.append((when, at))
            elif len(times) > 2:  # another one was before it
                times.pop()
    return {entry_id: times[-1] for entry_id, times in found.items()}


def sessions_in(text: str, what: str, *entry_ids: str) -> set[str]:
    """Return the sessions in which this happened to one of the learnings, by the history's text."""
    parts = [text.split(f"\t{what}\t{entry_id}\t")[1:] for entry_id in entry_ids]
    return {part.partition("\n")[0] for found in parts for part in found}


def marks_of(texts: Iterable[str]) -> list[str]:
    """Return what stands for words in a log: of each a hash, by which it is known again."""
    return [hashed(text.encode("utf-8", "replace"))[:8] for text in texts]


def fault(state_dir: str, where: str, error: object) -> None:
    """Put a fault on record. Raises OSError."""
    name = f"{type(error).__name__}: " if isinstance(error, Exception) else ""
    note(state_dir, FAULTS, where, name + str(error))


def note(state_dir: str, file: str, where: str, what: str) -> None:
    """Put a line of FAULTS or RUNS on record. Raises OSError."""
    line = f"{stamp()}\t{session_name(where)}\t{one_line(what, 300)}\n"
    fs.append(os.path.join(state_dir, file), line.encode("utf-8", "replace"), MAX_NOTES)


def lines(state_dir: str, file: str) -> list[list[str]]:
    """Return the whole lines of FAULTS or RUNS, each when, where and what; oldest first."""
    every = [line.split("\t") for line in _text(state_dir, file).splitlines()]
    return [fields for fields in every if len(fields) == 3]


def keep_for_later(state_dir: str, text: str) -> None:
    """Keep a notice, once, that no host shows now, for the next session's start. Raises OSError."""
    line = one_line(text, 500)
    if line not in _text(state_dir, LATER).splitlines():
        data = f"{line}\n".encode("utf-8", "replace")
        fs.append(os.path.join(state_dir, LATER), data, MAX_NOTES)


def take_kept(state_dir: str) -> list[str]:
    """Return the notices that were kept, once. Raises OSError."""
    kept = _text(state_dir, LATER).splitlines()
    if kept:
        fs.remove(os.path.join(state_dir, LATER))
    return kept


def remind(state_dir: str, kind: str) -> None:
    """Put on record that the person is reminded of something now. Raises OSError."""
    fs.make_folders(state_dir, mode=0o700)
    fs.write_atomic(os.path.join(state_dir, kind), b"", mode=0o600, sync=False)


def forget(state_dir: str, ids: list[str], with_events: bool = False) -> None:
    """Take what learnings said out of the sessions' logs and the notices. Raises OSError.

    `with_events`: also what happened to them.
    """
    folder = os.path.join(state_dir, SESSIONS)
    for name in fs.names(folder):
        _remove_lines(os.path.join(folder, name), ids)
    _remove_lines(os.path.join(state_dir, LATER), list(map(digits_of, ids)))
    if with_events:
        _remove_lines(os.path.join(state_dir, HISTORY), ids)


def _remove_lines(path: str, names: list[str]) -> None:
    wanted = [name.encode() for name in names]
    every = fs.peek(path, 2 * MAX_HISTORY).splitlines(keepends=True)
    kept = [line for line in every if not any(name in line for name in wanted)]
    if len(kept) < len(every):
        fs.write_atomic(path, b"".join(kept), mode=0o600)


def _text(state_dir: str, name: str) -> str:
    return fs.peek(os.path.join(state_dir, name), 2 * MAX_HISTORY).decode("utf-8", "replace")


def stamp(ago: float = 0.0) -> str:
    """Return the time, so many seconds ago, as everything on record has it."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(time.time() - ago))


def today() -> str:
    """Return the date as YYYY-MM-DD."""
    return stamp()[:10]


def session_name(session: str) -> str:
    """Return how the history names a session, or anything else in a field."""
    return one_line(session, 100).replace("\t", " ")
