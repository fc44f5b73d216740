"""`list` and `show`: learnings by words and labels, and one of them whole."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator

from reflexion import promote
from reflexion.actions import lessons, waiting
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, labelled, print_json, row, say, warn
from reflexion.learning.entry import Entry, as_object, digits_of
from reflexion.learning.lesson import is_persons, is_solved, state_of
from reflexion.store import history, index
from reflexion.store.ages import Ages
from reflexion.store.entries import Store
from reflexion.store.trust import YOURS
from reflexion.text import one_line, plural

WAITS = "waits"
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd", "skill", "category")
BELOW = 8  # columns before a lesson
MAX_TEXT = 2000  # characters of one field
NO_YES = "not accepted here yet: no agent is told before `reflexion trust`"
WHOSE = {"agent": "an agent's words", "import": "imported"}

Rows = list[tuple[str, str]]  # label, text


def run_list(args: Namespace, context: Context) -> int:
    every = list(_with_states(context.store))
    found = [pair for pair in every if _fits(*pair, args)]
    found.sort(key=lambda pair: (pair[0].last_seen, pair[0].id), reverse=True)
    if args.json:
        print_json([as_object(entry) for entry, _ in found])
    else:
        _print(found, is_empty=not every)
    waiting = sum(state == WAITS for _, state in every)
    if waiting and args.state != WAITS:
        count = plural(waiting, "learning")
        warn(f"not accepted here yet: {count}; `reflexion trust` shows it")
    return 0


def _with_states(store: Store) -> Iterator[tuple[Entry, str]]:
    """Yield each learning that is told, and as its file has it each that waits for a yes."""
    for told, in_files, standing in map(store.look, store.ids()):
        if told:
            yield told, state_of(told)
        if in_files and store.waits(standing):
            yield in_files, WAITS


def _fits(entry: Entry, state: str, args: Namespace) -> bool:
    """Return True if a learning has the labels and holds the words of the arguments."""
    wanted = {"type": args.type, "skill": args.skill, "category": args.category}
    if any(value and getattr(entry, name) != value for name, value in wanted.items()):
        return False
    texts = [getattr(entry, name) for name in SEARCHED]
    text = " ".join([*texts, *entry.keywords, *entry.notes]).casefold()
    is_wanted = state == args.state or (state != WAITS and not args.state)
    return is_wanted and all(word.casefold() in text for word in args.words)


def _print(found: list[tuple[Entry, str]], is_empty: bool) -> None:
    for entry, state in found:
        seen = f"{entry.occurrences}x"
        start = "  ".join([digits_of(entry.id), entry.type, seen, entry.last_seen or "?", state])
        if entry.resolution != entry.trigger:
            start = row(f"{start}  ", entry.trigger)
        say(start)
        if is_solved(entry):
            say(row(" " * BELOW, entry.resolution))
    if not found:
        say("no learnings yet" if is_empty else "no learning fits")
    elif is_terminal(sys.stdout):
        say(plural(len(found), "learning"))


def run_show(args: Namespace, context: Context) -> int:
    places = [context.find(part) for part in args.id]
    say("\n\n".join(_card(context, *place) for place in places))
    return 0


def _card(context: Context, store: Store, entry_id: str) -> str:
    """Return a learning in full; of words that wait a person is shown the file. Raises Stop."""
    told, entry, standing = store.look(entry_id)
    waits = standing != YOURS and not told
    if not entry or standing == YOURS or context.is_agent:
        entry = lessons.read(store, entry_id)
        waits = False
    head = f"{entry.id}  {entry.type}, {WAITS if waits else state_of(entry)}"
    outlook = _outlook(context, store, entry)
    rows = [*_words(entry), *_counts(store, entry), *outlook, ("waits", NO_YES if waits else "")]
    rows.append(("file", store.path(entry.id)))
    shown = [(label, one_line(text, MAX_TEXT)) for label, text in rows if text]
    return "\n".join([head, *(labelled(*each) for each in shown)])


def _words(entry: Entry) -> Rows:
    lesson = entry.resolution
    whose = "a person's words" if is_persons(entry) else WHOSE.get(entry.source, "")
    whose = f"{whose}, confidence {entry.confidence or 'high'}"
    if not is_solved(entry):
        lesson = f"none yet: `reflexion learn --for {digits_of(entry.id)} 'When …'`"
        whose = ""
    return [
        ("trigger", entry.trigger if entry.trigger != lesson else ""),
        *(("context", entry.context), ("lesson", lesson)),
        *(("proposed", entry.proposed), ("words", whose), ("keywords", ", ".join(entry.keywords))),
        *(("note", note) for note in entry.notes),
        *(("skill", entry.skill), ("category", entry.category)),
        *((one_line(name, 9), str(value)) for name, value in entry.extra.items()),
    ]


def _counts(store: Store, entry: Entry) -> Rows:
    dates = f"first {entry.first_seen or '?'}, last {entry.last_seen or '?'}"
    rank = Ages(store.state_dir).strength_of(index.row_of(entry))
    told, back = (
        history.sessions_of(store.state_dir, what, entry.id, since=history.LEARNED)
        for what in (history.TOLD, history.CAME_BACK)
    )
    came = f"; its failure came back in {len(back)} of them" if back else ""
    sessions = f"in {plural(len(told | back), 'session')}{came}"
    return [
        ("seen", f"{entry.occurrences}x in {plural(entry.sessions, 'session')}, {dates}"),
        ("strength", f"{rank:.1f}: by this it ranks in the brief" if is_solved(entry) else ""),
        ("where", entry.cwd if entry.cwd != "." else ""),
        ("told", sessions if told or back else ""),
    ]


def _outlook(context: Context, store: Store, entry: Entry) -> Rows:
    project = context.project
    mine = [item for item in waiting.items(project) if item.entry.id == entry.id]
    review = f": `reflexion review {digits_of(entry.id)}`"
    rows = [("needs you", item.why.rstrip(".") + review) for item in mine[:1]]
    if not entry.promoted and store is not context.home:
        why = promote.why_it_waits(project, entry)
        waits = f"waits for your yes: {why}" if why else "is due"
        lacks = "; ".join(promote.open_conditions(project, entry))
        rows.append(("rule", f"not yet: {lacks}" if lacks else waits))
    return rows
