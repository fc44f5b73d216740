"""`log`: what happened to the learnings, oldest first, a sentence an event."""

from __future__ import annotations

import datetime
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby

from reflexion.cli.context import Context
from reflexion.cli.terminal import cells, fit, row_width, say
from reflexion.errors import Usage
from reflexion.learning.entry import digits_of
from reflexion.learning.revise import redacted
from reflexion.status import read_history
from reflexion.store import history
from reflexion.store.history import Row
from reflexion.store.project import Project
from reflexion.text import plural, rows

MOST = 40  # events that are shown where nothing is asked for
FEWEST = 24  # columns of the words of a learning
SENTENCES = {kind: sentences for kind, *sentences in rows("cli/events.tsv")}
OF_FAILURES = (history.SEEN, history.RETRIED, history.CAME_BACK, history.ASKED)


def run(args: Namespace, context: Context) -> int:
    project = context.any_project
    parts = [part.lower() for part in args.id]
    since = _date(args.since)
    every = read_history(project)
    learned = {row.id: row.when for row in every if row.what == history.LEARNED}
    found = [row for row in every if row.when >= since and _fits(row.id, parts)]
    events = list(_in_groups(found))
    for event in events if since or parts else events[-MOST:]:
        say(_sentence(event, project, learned, row_width()))
    if not events:
        say("nothing of that is on record")
    return 0


def _fits(entry_id: str, parts: list[str]) -> bool:
    return not parts or any(part in entry_id.lower() for part in parts)


def _date(text: str) -> str:
    try:
        return text and datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise Usage(f"log: invalid date value: {text!r}, give it as 2026-03-30") from None


def _in_groups(found: list[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each event; what was told or asked at once is one."""

    def key(row: Row) -> tuple[str, ...]:
        may_be_several = len(SENTENCES[row.what]) > 1
        return (row.when, row.session, row.what, "" if may_be_several else row.id)

    # a failure that came back, or came again in a turn, was seen, too: that is said once
    seen_too = [row for row in found if row.what in (history.CAME_BACK, history.RETRIED)]
    said = {row._replace(what=history.SEEN) for row in seen_too}
    for _, group in groupby([row for row in found if row not in said], key):
        yield list(group)


def _sentence(event: list[Row], project: Project, learned: dict[str, str], columns: int) -> str:
    first = event[0]
    stamp = f"{first.when[:16]}  "
    if len(event) > 1 and len(SENTENCES[first.what]) > 1:
        digits = ", ".join(digits_of(row.id) for row in event)
        them = f"{plural(len(event), 'lesson')} ({digits})"
        return stamp + SENTENCES[first.what][1].format(them=them)
    plain = stamp + SENTENCES[first.what][0].format(it=digits_of(first.id))
    is_failure = first.what in OF_FAILURES
    words = _words(project, first.id, is_failure)
    if not words:
        return plain
    if not is_failure and first.when < learned.get(first.id, ""):
        words = f"now: {words}"
    words = fit(words.rstrip("."), max(FEWEST, columns - cells(plain) - 3))
    return f"{plain[:-1]} ({words})."


def _words(project: Project, entry_id: str, is_failure: bool) -> str:
    for entry in filter(None, (store.get(entry_id) for store in project.stores())):
        clean = entry.copy(**redacted(entry, project.settings["redact"]))
        return clean.trigger if is_failure else clean.resolution or clean.trigger
    return ""
