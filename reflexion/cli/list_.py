"""`list`: learnings by words, type and state."""

from __future__ import annotations

import sys

from reflexion.cli.terminal import fit, is_terminal, print_json, row_width, say, warn
from reflexion.learning.entry import Entry, as_object, digits_of
from reflexion.learning.fields import TYPES
from reflexion.learning.lesson import is_solved, state_of
from reflexion.text.clean import plural

HELP = "learnings by words, type and state"
DETAILS = """\
The latest stand first. A learning is shown with its id, its type, how often it was seen and when
last, and its state: open (no lesson yet), lesson (the agent is told), low (not told, too unsure),
review (it waits for `reflexion review`), rule (it stands in CLAUDE.md), waits (it is not
accepted here yet: `reflexion trust`)."""
STATES = ("open", "lesson", "low", "review", "rule", "waits")
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd", "skill", "category")
BELOW = 8  # columns before a lesson


def add_arguments(parser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="those that hold all these words")
    parser.add_argument("--type", choices=TYPES, default="")
    parser.add_argument("--state", choices=STATES, default="", help="where a learning stands")
    parser.add_argument("--skill", default="", metavar="NAME", help="those about this skill")
    parser.add_argument("--category", default="", metavar="NAME")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="the home store")
    parser.add_argument("--json", action="store_true", help="all fields, for programs")


def run(args, context) -> int:
    found = [entry for entry in _of_state(context, args.state) if _fits(entry, args)]
    found.sort(key=lambda entry: (entry.last_seen, entry.id), reverse=True)
    if args.json:
        print_json([as_object(entry) for entry in found])
        return 0
    if found:
        _print(context, found)
    else:
        say("no learning fits" if context.store.ids() else "no learnings yet")
    count = 0 if args.state == "waits" else len(context.store.waiting())
    if count:
        warn(f"not accepted here yet: {plural(count, 'learning')}; `reflexion trust` shows it")
    return 0


def _of_state(context, state: str) -> list:
    """Return the learnings in a state; "" stands for all but those of others."""
    store = context.store
    if state == "waits":
        return store.waiting()
    return [entry for entry in store.all() if not state or state_of(entry) == state]


def _fits(entry: Entry, args) -> bool:
    """Return True if a learning has the labels and holds the words of the arguments."""
    wanted = {"type": args.type, "skill": args.skill, "category": args.category}
    if any(value and getattr(entry, name) != value for name, value in wanted.items()):
        return False
    texts = [getattr(entry, name) for name in SEARCHED]
    text = " ".join([*texts, *entry.keywords, *entry.notes]).casefold()
    return all(word.casefold() in text for word in args.words)


def _print(context, entries: list[Entry]) -> None:
    """Print two lines a learning, in a pipe uncut."""
    for entry in entries:
        state = "waits" if context.args.state == "waits" else state_of(entry)
        print("\n".join(_lines(entry, state, row_width())))
    if is_terminal(sys.stdout):
        print(plural(len(entries), "learning"))


def _lines(entry: Entry, state: str, columns: int) -> list:
    """Return what is counted of a learning with its error line, and its lesson below."""
    seen = f"{entry.occurrences}x"
    cells = [digits_of(entry.id), entry.type, seen, entry.last_seen or "?", state]
    start = "  ".join(cells)
    if entry.resolution != entry.trigger:
        start = f"{start}  {fit(entry.trigger, columns - len(start) - 2)}"
    lines = [start]
    if is_solved(entry):
        lines.append(" " * BELOW + fit(entry.resolution, columns - BELOW))
    return lines
