"""`recall` and `log`: what an agent would be told, and what happened to the learnings."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby

from reflexion import hosts
from reflexion.cli.context import Context
from reflexion.cli.terminal import row, say, warn
from reflexion.errors import Usage
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import title
from reflexion.learning.revise import redacted
from reflexion.recall import nearest_to_prompt
from reflexion.recall.brief import brief, ranked
from reflexion.setup.command import for_person
from reflexion.status import read_history
from reflexion.store import history, rule_files
from reflexion.store.history import HistoryRow
from reflexion.store.project import Project
from reflexion.text import plural, rows

SHOWN = 8  # lessons
MAX_LINE = 600  # characters
RULE = "it stands in a file that the host reads"
TOO_MANY = "the setting max_recalled allows no more"


def run_recall(args: Namespace, context: Context) -> int:
    if bool(args.words) == args.brief:
        raise Usage("recall: give some words, or --brief")
    project = context.project
    if args.brief:
        room = project.settings["brief_chars"]
        lessons = ranked(project, hosts.rule_files(context.host))
        told = brief(*lessons, room, for_person(context.environ))[0]
        print(told if room else "nothing: brief_chars is 0")
    else:
        _show_nearest(context, " ".join(args.words))
    if not project.trusted:
        warn("the project's learnings wait and are left out: `reflexion trust`")
    return 0


def _show_nearest(context: Context, text: str) -> None:
    project = context.project
    found = nearest_to_prompt(project, text)[:SHOWN]
    rules = rule_files.standing_ids(project, hosts.rule_files(context.host))
    left = project.settings["max_recalled"]
    for near, why in found:
        why = RULE if near.entry.id in rules else why or ("" if left else TOO_MANY)
        left -= not why
        verdict = f"not told unasked: {why}" if why else "told at such a prompt"
        print(f"{title(near.entry, MAX_LINE)}\n  {verdict} ({', '.join(near.match.shared)})")
    if not found:
        warn("no lesson shares a word with this")


MOST = 40  # events that are shown where nothing is asked for
SENTENCES = {kind: sentences for kind, *sentences in rows("cli/events.tsv")}
OF_FAILURES = (history.SEEN, history.RETRIED, history.CAME_BACK, history.ASKED)


def run_log(args: Namespace, context: Context) -> int:
    project = context.any_project
    parts = [part.lower() for part in args.id]
    every = read_history(project)
    found = [each for each in every if any(part in each.id.lower() for part in parts or [""])]
    events = list(_in_groups(found))
    for event in events if parts else events[-MOST:]:
        say(_sentence(event, project))
    if not events:
        say("nothing of that is on record")
    return 0


def _in_groups(found: list[HistoryRow]) -> Iterator[list[HistoryRow]]:
    """Yield the rows of each event; what was told or asked at once is one."""

    def key(row: HistoryRow) -> tuple[str, ...]:
        may_be_several = len(SENTENCES[row.what]) > 1
        return (row.when, row.session, row.what, "" if may_be_several else row.id)

    # a failure that came back, or came again in a turn, was seen, too: that is said once
    seen_too = [each for each in found if each.what in (history.CAME_BACK, history.RETRIED)]
    said = {each._replace(what=history.SEEN) for each in seen_too}
    for _, group in groupby([each for each in found if each not in said], key):
        yield list(group)


def _sentence(event: list[HistoryRow], project: Project) -> str:
    first = event[0]
    stamp = f"{first.when[:16]}  "
    if len(event) > 1 and len(SENTENCES[first.what]) > 1:
        digits = ", ".join(digits_of(each.id) for each in event)
        them = f"{plural(len(event), 'lesson')} ({digits})"
        return stamp + SENTENCES[first.what][1].format(them=them)
    plain = stamp + SENTENCES[first.what][0].format(it=digits_of(first.id))
    words = _words(project, first.id, first.what in OF_FAILURES)
    if not words:
        return plain
    return row(f"{plain[:-1]} (", words.rstrip("."), ").")


def _words(project: Project, entry_id: str, is_failure: bool) -> str:
    for entry in filter(None, (store.get(entry_id) for store in project.stores())):
        clean = entry.copy(**redacted(entry, project.settings["redact"]))
        return clean.trigger if is_failure else clean.resolution or clean.trigger
    return ""
