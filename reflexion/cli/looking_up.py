"""`list`, `show`, `recall`, `log`: what is stored, what an agent would be told, what happened."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from itertools import filterfalse, groupby
from operator import attrgetter

from reflexion import hosts, promote
from reflexion.actions import lessons, waiting
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, labelled, print_json, row, say, warn
from reflexion.errors import Usage
from reflexion.learning.entry import Entry, as_object, digits_of
from reflexion.learning.lesson import is_solved, state_of, title, writer_of
from reflexion.learning.revise import redacted
from reflexion.recall import nearest_to_prompt
from reflexion.recall.brief import brief, ranked
from reflexion.setup.command import for_person
from reflexion.status import read_history
from reflexion.store import history, index, rule_files
from reflexion.store.ages import Ages
from reflexion.store.entries import Store
from reflexion.store.history import HistoryRow
from reflexion.store.project import Project
from reflexion.store.trust import YOURS
from reflexion.text import one_line, plural, rows

WAITS = "waits"
SEARCHED = attrgetter("id", "type", "trigger", "context", "resolution", "cwd", "skill", "category")
BELOW = 8  # columns before a lesson
NO_YES = "not accepted here yet: no agent is told before `reflexion trust`"
OPEN = "none yet: `reflexion learn --for {} 'When \u2026'`"
NEAREST = 8  # lessons that `recall` shows
MAX_LINE = 600  # characters
RULE = "it stands in a file that the host reads"
TOO_MANY = "the setting max_recalled allows no more"
LATEST = 40  # events that `log` shows where nothing is asked for
# the sentence about one learning, and of some events that about several at once
SENTENCES = {kind: one for kind, one, *_ in rows("cli/events.tsv")}
OF_SEVERAL = {kind: several for kind, _, *some in rows("cli/events.tsv") for several in some}
AGAIN = (history.CAME_BACK, history.RETRIED)
OF_FAILURES = (history.SEEN, history.ASKED, *AGAIN)

Found = list[tuple[Entry, str]]  # a learning, its state
Rows = list[tuple[str, str]]  # label, text


def run_list(args: Namespace, context: Context) -> int:
    told, waits = _every(context.store)
    every = waits if args.state == WAITS else told
    found = [pair for pair in every if _fits(*pair, args)]
    found.sort(key=lambda pair: (pair[0].last_seen, pair[0].id), reverse=True)
    if args.json:
        print_json([as_object(entry) for entry, _ in found])
    else:
        _print(found, "no learning fits" if told + waits else "no learnings yet")
    if waits and every is not waits:
        count = plural(len(waits), "learning")
        warn(f"not accepted here yet: {count}; `reflexion trust` shows it")
    return 0


def _every(store: Store) -> tuple[Found, Found]:
    """Return all learnings that are told, and as their files have them all that wait for a yes."""
    looked = list(map(store.look, store.ids()))
    told = [(entry, state_of(entry)) for entry, _, _ in looked if entry]
    waits = [(entry, WAITS) for _, entry, standing in looked if entry and store.waits(standing)]
    return told, waits


def _fits(entry: Entry, state: str, args: Namespace) -> bool:
    """Return True if a learning has the labels and holds the words of the arguments."""
    labels = (
        (args.type, entry.type),
        (args.state, state),
        (args.skill, entry.skill),
        (args.category, entry.category),
    )
    text = " ".join([*SEARCHED(entry), *entry.keywords, *entry.notes]).casefold()
    has_labels = all(wanted in ("", label) for wanted, label in labels)
    return has_labels and all(word.casefold() in text for word in args.words)


def _print(found: Found, nothing: str) -> None:
    for entry, state in found:
        seen = f"{entry.occurrences}x"
        start = "  ".join([digits_of(entry.id), entry.type, seen, entry.last_seen or "?", state])
        say(row(f"{start}  ", _trigger(entry)).rstrip())
        if is_solved(entry):
            say(row(" " * BELOW, entry.resolution))
    if not found:
        say(nothing)
    elif is_terminal(sys.stdout):
        say(plural(len(found), "learning"))


def _trigger(entry: Entry) -> str:
    """Return the trigger where it says something else than the lesson."""
    return entry.trigger if entry.trigger != entry.resolution else ""


def run_show(args: Namespace, context: Context) -> int:
    say("\n\n".join([_card(context, *context.find(part)) for part in args.id]))
    return 0


def _card(context: Context, store: Store, entry_id: str) -> str:
    """Return a learning in full; of words that wait a person is shown the file. Raises Stop."""
    told, in_files, standing = store.look(entry_id)
    is_others = standing != YOURS and not context.is_agent
    entry = in_files if is_others and in_files else lessons.read(store, entry_id)
    waits = is_others and not told
    rows = [
        *_words(entry),
        *_counts(store, entry),
        *_outlook(context, store, entry),
        ("waits", NO_YES * waits),
        ("file", store.path(entry_id)),
    ]
    state = WAITS if waits else state_of(entry)
    return "\n".join([f"{entry_id}  {entry.type}, {state}", *labelled(rows)])


def _words(entry: Entry) -> Rows:
    return [
        ("trigger", _trigger(entry)),
        ("context", entry.context),
        ("lesson", entry.resolution.strip() or OPEN.format(digits_of(entry.id))),
        ("proposed", entry.proposed),
        ("words", writer_of(entry) if is_solved(entry) else ""),
        ("confidence", entry.confidence),
        ("keywords", ", ".join(entry.keywords)),
        *(("note", note) for note in entry.notes),
        ("skill", entry.skill),
        ("category", entry.category),
        *((one_line(name, 9), str(value)) for name, value in entry.extra.items()),
    ]


def _counts(store: Store, entry: Entry) -> Rows:
    rank = Ages(store.state_dir).strength_of(index.row_of(entry))
    about = {"entry_id": entry.id, "since": history.LEARNED}
    told = history.sessions_of(store.state_dir, history.TOLD, **about)
    back = history.sessions_of(store.state_dir, history.CAME_BACK, **about)
    sessions = f"in {plural(len(told | back), 'session')}"
    came_back = f"; its failure came back in {len(back)} of them" if back else ""
    return [
        ("seen", f"{entry.occurrences}x in {plural(entry.sessions, 'session')}"),
        ("first", entry.first_seen),
        ("last", entry.last_seen),
        ("strength", f"{rank:.1f}: by this it ranks in the brief" if is_solved(entry) else ""),
        ("where", entry.cwd if entry.cwd != "." else ""),
        ("told", sessions + came_back if told | back else ""),
    ]


def _outlook(context: Context, store: Store, entry: Entry) -> Rows:
    """Return what a learning needs of the person, and what it lacks to become a rule."""
    project = context.project
    review = f": `reflexion review {digits_of(entry.id)}`"
    item = waiting.items(project).get(entry.id)
    rows = [("needs you", item.why.rstrip(".") + review)] if item else []
    if entry.promoted or store is project.home:
        return rows
    lacks = "; ".join(promote.open_conditions(project, entry))
    why = promote.why_it_waits(project, entry)
    waits = f"waits for your yes: {why}" if why else "is due"
    return [*rows, ("rule", f"not yet: {lacks}" if lacks else waits)]


def run_recall(args: Namespace, context: Context) -> int:
    if bool(args.words) == args.brief:
        raise Usage("recall: give some words, or --brief")
    project = context.project
    if args.brief:
        room = project.settings["brief_chars"]
        rules = rule_files.standing_ids(project, hosts.rule_files(context.host))
        lessons = ranked(project, lambda row: row.id not in rules)
        told = brief(*lessons, room, for_person(context.environ))[0]
        print(told if room else "nothing: brief_chars is 0")
    else:
        _show_nearest(context, " ".join(args.words))
    if not project.trusted:
        warn("the project's learnings wait and are left out: `reflexion trust`")
    return 0


def _show_nearest(context: Context, text: str) -> None:
    project = context.project
    found = nearest_to_prompt(project, text)[:NEAREST]
    rules = rule_files.standing_ids(project, hosts.rule_files(context.host))
    left = project.settings["max_recalled"]
    for near, why in found:
        why = RULE if near.entry.id in rules else why or ("" if left else TOO_MANY)
        left -= not why
        verdict = f"not told unasked: {why}" if why else "told at such a prompt"
        print(f"{title(near.entry, MAX_LINE)}\n  {verdict} ({', '.join(near.match.shared)})")
    if not found:
        warn("no lesson shares a word with this")


def run_log(args: Namespace, context: Context) -> int:
    project = context.any_project
    fits = re.compile("|".join(map(re.escape, args.id)), re.IGNORECASE)
    found = [each for each in read_history(project) if fits.search(each.id)]
    events = _in_groups(found)
    for event in events if args.id else events[-LATEST:]:
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
    words = _said(project, first.id, first.what in OF_FAILURES)
    if not words:
        return plain
    return row(f"{plain[:-1]} (", words.rstrip("."), ").")


def _said(project: Project, entry_id: str, is_failure: bool) -> str:
    for entry in filter(None, (store.get(entry_id) for store in project.stores())):
        clean = entry.copy(**redacted(entry, project.settings["redact"]))
        return clean.trigger if is_failure else clean.resolution or clean.trigger
    return ""
