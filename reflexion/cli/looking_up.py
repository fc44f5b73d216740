"""`recall` and `log`: what an agent would be told, and what happened to the learnings."""

from __future__ import annotations

import re
from argparse import Namespace
from itertools import filterfalse, groupby

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
# the sentence about one learning, and of some events that about several at once
SENTENCES = {kind: one for kind, one, *_ in rows("cli/events.tsv")}
OF_SEVERAL = {kind: several for kind, _, *some in rows("cli/events.tsv") for several in some}
AGAIN = (history.CAME_BACK, history.RETRIED)
OF_FAILURES = (history.SEEN, history.ASKED, *AGAIN)


def run_log(args: Namespace, context: Context) -> int:
    project = context.any_project
    fits = re.compile("|".join(map(re.escape, args.id)), re.IGNORECASE)
    found = [each for each in read_history(project) if fits.search(each.id)]
    events = _in_groups(found)
    for event in events if args.id else events[-MOST:]:
        say(_sentence(event, project))
    if not events:
        say("nothing of that is on record")
    return 0


def _in_groups(found: list[HistoryRow]) -> list[list[HistoryRow]]:
    """Return the rows of each event; what was told or asked at once is one."""

    def key(row: HistoryRow) -> tuple[str, ...]:
        return (row.when, row.session, row.what, "" if row.what in OF_SEVERAL else row.id)

    # a failure that came back, or came again in a turn, was seen, too: that is said once
    said = {each._replace(what=history.SEEN) for each in found if each.what in AGAIN}
    return [list(group) for _, group in groupby(filterfalse(said.__contains__, found), key)]


def _sentence(event: list[HistoryRow], project: Project) -> str:
    first = event[0]
    stamp = f"{first.when[:16]}  "
    if len(event) > 1 and first.what in OF_SEVERAL:
        digits = ", ".join(digits_of(each.id) for each in event)
        them = f"{plural(len(event), 'lesson')} ({digits})"
        return stamp + OF_SEVERAL[first.what].format(them=them)
    plain = stamp + SENTENCES[first.what].format(it=digits_of(first.id))
    words = _words(project, first.id, first.what in OF_FAILURES)
    if not words:
        return plain
    return row(f"{plain[:-1]} (", words.rstrip("."), ").")


def _words(project: Project, entry_id: str, is_failure: bool) -> str:
    for entry in filter(None, (store.get(entry_id) for store in project.stores())):
        clean = entry.copy(**redacted(entry, project.settings["redact"]))
        return clean.trigger if is_failure else clean.resolution or clean.trigger
    return ""
