"""`show`: one learning whole."""

from __future__ import annotations

from reflexion import promote
from reflexion.actions import lessons, waiting
from reflexion.cli.terminal import say, wrapped
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import is_persons, is_solved, state_of
from reflexion.store import history, index
from reflexion.store.ages import Ages
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line, plural

HELP = "one learning in full: its words, counts, and what it lacks"
MAX_TEXT = 2000  # characters of one field
WHOSE = {"agent": "an agent's words", "import": "imported"}


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    places = [context.find(part) for part in args.id]
    found = [(store, _read(context, store, entry_id)) for store, entry_id in places]
    say("\n\n".join(_card(context, store, entry) for store, entry in found))
    return 0


def _read(context, store, entry_id: str) -> Entry:
    """Return a learning; of words that wait a person is shown the file. Raises Stop."""
    entry = store.get_file(entry_id)
    if entry and not context.is_agent and store.standing(entry) != YOURS:
        return entry
    return lessons.read(store, entry_id)


def _card(context, store, entry: Entry) -> str:
    """Return a learning laid out for reading."""
    waits = store.standing(entry) != YOURS and not store.get(entry.id)
    head = f"{entry.id}  {entry.type}, {'waits' if waits else state_of(entry)}"
    rows = [*_words(entry), *_counts(store, entry)]
    if store is not context.home:
        rows += _outlook(context.project, entry)
    if waits:
        rows.append(("waits", "not accepted here yet: no agent is told before `reflexion trust`"))
    rows.append(("file", store.path(entry.id)))
    shown = [(label, one_line(str(text), MAX_TEXT)) for label, text in rows if text]
    return "\n".join([head, *(wrapped(*row, context.width) for row in shown)])


def _words(entry: Entry) -> list:
    """Return (label, text) of what is stored; fields of somebody's own come last."""
    lesson = f"none yet: `reflexion learn --for {digits_of(entry.id)} 'When …'`"
    whose = ""
    if is_solved(entry):
        lesson = entry.resolution
        whose = "a person's words" if is_persons(entry) else WHOSE.get(entry.source, "")
        whose = f"{whose}, confidence {entry.confidence or 'high'}"
    rows = [("trigger", entry.trigger), ("context", entry.context), ("lesson", lesson)]
    rows += [("proposed", entry.proposed), ("words", whose)]
    rows.append(("keywords", ", ".join(entry.keywords)))
    rows += [("note", note) for note in entry.notes]
    rows += [("skill", entry.skill), ("category", entry.category)]
    return rows + [(name[:9], value) for name, value in entry.extra.items()]


def _counts(store, entry: Entry) -> list:
    """Return (label, text) of what was counted."""
    dates = f"first {entry.first_seen or '?'}, last {entry.last_seen or '?'}"
    sessions = plural(entry.sessions, "session")
    told = history.sessions_of(store.state_dir, history.TOLD, entry.id)
    back = history.sessions_of(store.state_dir, history.CAME_BACK, entry.id)
    rank = Ages(store.state_dir).strength_of(index.row_of(entry))
    rows = [("seen", f"{entry.occurrences}x in {sessions}, {dates}")]
    if is_solved(entry):
        rows.append(("strength", f"{rank:.1f}: by this it ranks in the brief"))
    if entry.cwd != ".":
        rows.append(("where", entry.cwd))
    if told or back:
        came = f"; its failure came back in {len(back)} of them" if back else ""
        rows.append(("told", f"in {plural(len(told | back), 'session')}{came}"))
    return rows


def _outlook(project, entry: Entry) -> list:
    """Return (label, text) of what waits for the person, and what is missing to be a rule."""
    rows = []
    mine = [item for item in waiting.items(project) if item.entry.id == entry.id]
    if mine:
        digits = digits_of(entry.id)
        rows.append(("needs you", f"{mine[0].why}: `reflexion review {digits}`"))
    if not entry.promoted:
        why = promote.why_it_waits(project, entry)
        waits = f"waits for your yes: {why}" if why else "is due"
        rows.append(("rule", "; ".join(promote.open_conditions(project, entry)) or waits))
    return rows
