"""The history of a store as rows to read, newest first. Pure."""

from __future__ import annotations

import calendar
import time

from reflexion.status.history import CHANNELS, KINDS
from reflexion.status.terminal import cells, cut, pad, plural
from reflexion.store.journal import REPLAYED, STAMP

EMPTY = "nothing is on record yet: it begins with the first failure or correction"
SHORT_SESSION = 8  # last characters of a session's id: the first may be the time it began
COLOURS = {"learned": "green", "told": "blue", "helped": "green", "ignored": "yellow"}
COLOURS.update({"unhelpful": "red", "promoted": "cyan", "demoted": "red", "repeat": "yellow"})


def rows(happenings: list, words) -> list:
    """A dict {time, kind, id, ids, session, what, text} for each happening, newest first; the
    time is local. `words(id)`: what a learning says, "" for one that is gone."""
    made = []
    for each in reversed(happenings):
        one = each.ids[0] if len(each.ids) == 1 and each.kind != "brief" else ""
        what = KINDS[each.kind].format(count=plural(len(each.ids), "learning"))
        channel = CHANNELS.get(each.detail, "")
        made.append(
            {
                "time": local(each.time),
                "kind": each.kind,
                "id": one,
                "ids": list(each.ids),
                "session": each.session,
                "what": f"{what}, {channel}" if channel else what,
                "text": (words(one) or "(it is gone)") if one else what,
            }
        )
    return made


def joined(made: list) -> list:
    """The same rows with one for all that happened with a learning in a session: its time is that
    of the latest, its `word` names their kinds in their order."""
    found: dict = {}
    for row in made:
        key = (row["session"], row["id"]) if row["id"] and row["session"] else len(found)
        if key not in found:
            found[key] = {**row, "words": []}
        if row["kind"] not in found[key]["words"]:
            found[key]["words"].insert(0, row["kind"])
    return [{**row, "word": ", ".join(row["words"])} for row in found.values()]


def seconds(stamp: str) -> float:
    """The time that the journal stamped in seconds since the epoch; 0.0 when it is none."""
    try:
        return float(calendar.timegm(time.strptime(stamp, STAMP)))
    except ValueError:
        return 0.0


def local(stamp: str) -> str:
    """YYYY-MM-DD HH:MM here, of a time as the journal stamps it; as it is where it is no time."""
    when = seconds(stamp)
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(when)) if when else stamp


def lines(made: list, width: int, paint) -> list:
    """A line for each row: when, what, which learning, and its words; the session where there is
    room."""
    shown = []
    for row in made:
        digits = row["id"].rpartition("-")[2][:6]
        session = row["session"].partition(REPLAYED)[0][-SHORT_SESSION:] if width >= 80 else ""
        session = pad(session, SHORT_SESSION) + "  " if width >= 80 else ""
        when = row["time"] if width >= 60 else row["time"][5:]
        head = f"{when}  {session}"
        word = pad(row["kind"], 9)
        rest = cut(row["text"], width - cells(head) - 20)
        middle = f"{paint(word, COLOURS.get(row['kind'], ''))}  {paint(pad(digits, 6), 'bold')}"
        shown.append(f"{paint(head, 'dim')}{middle}  {rest}".rstrip())
    return shown
