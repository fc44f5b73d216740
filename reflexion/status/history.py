"""What became of learnings, session by session, and the numbers of it. Pure: rows of the journal
in, values out. numbers.tsv defines each number."""

from __future__ import annotations

from collections import Counter, namedtuple
from datetime import date, timedelta

from reflexion.store.journal import NO_SESSION
from reflexion.text import tables

# `time` as the journal stamps it; `session` "" where it is not known; `ids` of the learnings
Happening = namedtuple("Happening", "time session kind ids detail")
# one mistake that came back in one session: when first, and what became of it
Repeat = namedtuple("Repeat", "id session time told worked helped")

# `place` among the happenings; `time` at which the lesson was written down, or proven, "" for none
Learned = namedtuple("Learned", "place time")

KINDS = dict(tables.rows("status/happenings.tsv"))
CHANNELS = dict(tables.rows("status/channels.tsv"))
NUMBERS = dict(tables.rows("status/numbers.tsv"))
AT_FAILURE = "failure"  # the channel of what is told together with the failure's output
OLD_KINDS = ("promoted", "learned", "asked")  # of the log that was kept before there was a history
DATE = len("YYYY-MM-DD")
FOREVER = "9"  # later than any time that the journal stamps


def happenings(history: list, said: list, outcomes: list) -> list:
    """Every Happening on record, oldest first: of the history, and before its first row those of
    the older logs, which name no session. Each argument: rows of a log of the journal."""
    found = [_happening(row) for row in history if len(row) > 3 and row[2] in KINDS]
    begin = found[0].time if found else FOREVER
    older = [Happening(row[0], "", "told", (row[1],), row[2]) for row in said if len(row) > 2]
    older += [
        Happening(row[0], "", row[2], (row[1],), "")
        for row in outcomes
        if len(row) > 2 and row[2] in OLD_KINDS
    ]
    older = [each for each in older if each.time < begin]
    return sorted(older, key=lambda each: each.time) + found


def _happening(row: list) -> Happening:
    """One row of the history: time, session, kind, id, and further ids or the channel."""
    stamp, session, kind, entry_id, *more = row
    session = "" if session == NO_SESSION else session
    if kind == "brief":
        return Happening(stamp, session, kind, (entry_id, *more), "")
    return Happening(stamp, session, kind, (entry_id,), more[0] if more else "")


def repeats(found: list) -> list:
    """Every Repeat, oldest first."""
    meetings: dict = {}
    for each in found:
        for entry_id in each.ids:
            session = each.session or each.time[:DATE]
            meetings.setdefault((entry_id, session), []).append(each)
    rows = [
        _repeat(entry_id, session, rows)
        for (entry_id, session), rows in meetings.items()
        if any(row.kind == "repeat" for row in rows)
    ]
    return sorted(rows, key=lambda row: row.time)


def _repeat(entry_id: str, session: str, rows: list) -> Repeat:
    """What became of one mistake in one session; `rows`: all that happened with it there."""
    failures = [number for number, row in enumerate(rows) if row.kind == "repeat"]
    known_at = next((at for at in failures if _was_told(rows, at)), None)
    told = known_at is not None
    after = rows[known_at + 1 :] if told else []
    worked = any(row.kind == "helped" for row in after)
    again = any(row.kind == "repeat" for row in after)
    return Repeat(
        id=entry_id,
        session=session,
        time=rows[failures[0]].time,
        told=told,
        worked=worked,
        helped=told and (worked or not again),
    )


def _was_told(rows: list, failure: int) -> bool:
    """Was the lesson told before the failure at this place, or together with it?"""
    if any(row.kind in ("told", "brief") for row in rows[:failure]):
        return True
    for row in rows[failure + 1 :]:
        if row.kind == "repeat":
            return False
        if row.kind == "told" and row.detail == AT_FAILURE:
            return True
    return False


def numbers(found: list, since: str = "") -> dict:
    """The numbers of NUMBERS but `waiting`, of what happened on or after the day `since`."""
    recent = [each for each in found if each.time >= since]
    back = [row for row in repeats(found) if row.time >= since]
    return {
        "mistakes": len({row.id for row in back}),
        "repeats": len(back),
        "told": sum(row.told for row in back),
        "worked": sum(row.worked for row in back),
        "helped": sum(row.helped for row in back),
        "ignored": _meetings(recent, "ignored"),
        "unhelpful": _meetings(recent, "unhelpful"),
        "recorded": _recorded(recent),
        "promoted": len({each.ids for each in recent if each.kind == "promoted"}),
        "applied": _meetings(recent, "applied"),
    }


def _meetings(found: list, kind: str) -> int:
    """How many learnings a kind of happening met, each once a session."""
    return len({(e.session or e.time[:DATE], e.ids) for e in found if e.kind == kind})


def _recorded(found: list) -> int:
    """How many learnings got a lesson that was not taken back."""
    last = {each.ids: each.kind for each in found if each.kind in ("learned", "undone")}
    return list(last.values()).count("learned")


def places(found: list) -> dict:
    """id -> where in `found` it was met or learned last: it orders what has the same date."""
    kinds = ("failed", "repeat", "learned")
    return {
        entry_id: at for at, row in enumerate(found) if row.kind in kinds for entry_id in row.ids
    }


def learned(found: list) -> dict:
    """id -> when its lesson was Learned last; of one without a lesson when it was met first."""
    rows: dict = {}
    for place, row in enumerate(found):
        if row.kind == "learned":
            rows[row.ids[0]] = Learned(place, row.time)
        elif row.kind == "undone":
            rows.pop(row.ids[0], None)
        elif row.kind == "failed":
            rows.setdefault(row.ids[0], Learned(place, ""))
    return rows


def by_entry(found: list) -> dict:
    """id -> {repeats, told, worked, helped, said, brief} of it, each counted once a session. `said`
    counts the sessions in which a hook told it at all, `brief` those whose brief held it."""
    counts: dict = {}
    for row in repeats(found):
        one = counts.setdefault(row.id, Counter())
        one.update(repeats=1)
        one.update(told=int(row.told), worked=int(row.worked), helped=int(row.helped))
    names = {"told": "said", "brief": "brief"}
    shown = {
        (entry_id, each.session or each.time[:DATE], names[each.kind])
        for each in found
        if each.kind in names
        for entry_id in each.ids
    }
    for entry_id, _, name in shown:
        counts.setdefault(entry_id, Counter())[name] += 1
    return counts


def weeks(found: list, today: str, most: int) -> list:
    """[(Monday, repeats, told, recorded)] of the last weeks up to `today`, oldest first, at most
    `most`; [] when nothing of it happened."""
    start = date.fromisoformat(today)
    start -= timedelta(days=start.weekday())
    mondays = [(start - timedelta(weeks=back)).isoformat() for back in range(most - 1, -1, -1)]
    back = repeats(found)
    rows = []
    for monday, end in zip(mondays, [*mondays[1:], FOREVER]):
        mine = [row for row in back if monday <= row.time < end]
        recent = [each for each in found if monday <= each.time < end]
        told = sum(row.told for row in mine)
        rows.append((monday, len(mine), told, _recorded(recent)))
    while rows and not any(rows[0][1:]):
        rows.pop(0)
    return rows


def value(counts: dict, days: int) -> str:
    """One sentence on what the learnings were worth in the last `days`: the numbers, in words."""
    recorded = f"{_many(counts['recorded'], 'lesson was', 'lessons were')} recorded"
    came = counts["repeats"]
    mistakes = counts["mistakes"]
    told = counts["told"]
    worked = counts["worked"]
    begin = f"In the last {days} days"
    if not came:
        return f"{begin} no known mistake came back; {recorded}."
    again = f" {times(came)}" if came > mistakes else ""
    lesson = "its lesson" if mistakes == 1 else "their lesson"
    telling = f"{lesson} was told {times(told)}" if told else f"{lesson} was not told"
    if told:
        telling += f" and the command then worked {times(worked)}" if worked else ""
    back = f"{_many(mistakes, 'mistake', 'mistakes')} came back{again}"
    return f"{begin} {back}; {telling}; {recorded}."


def times(count: int) -> str:
    """How often, in words: once, 2 times."""
    return "once" if count == 1 else f"{count:,} times"


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}" if count else f"no {one}"
