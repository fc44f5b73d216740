"""`list`: learnings by words, type, date and state."""

from __future__ import annotations

import sys

from reflexion.cli import waiting
from reflexion.cli.log import first_day
from reflexion.cli.output import fit, is_terminal, plural
from reflexion.learning.entry import TYPES, digits_of
from reflexion.learning.lesson import is_solved

HELP = "learnings by words, type, date and state"
DETAILS = """\
A learning is shown with its id, its type, how often it was seen and when last, and its state:
open (no lesson yet), lesson (the agent is told), low (not told, too unsure), review (it waits
for `reflexion review`), rule (it stands in CLAUDE.md), waits (for `reflexion trust`)."""
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd", "skill", "category")
BELOW = 8  # columns before a lesson
UNCUT = 10_000  # columns


def add_arguments(parser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="those that hold all these words")
    parser.add_argument("--type", choices=TYPES, default="")
    parser.add_argument("--skill", default="", metavar="NAME", help="about this skill")
    parser.add_argument("--unsolved", action="store_true", help="without a lesson")
    parser.add_argument("--promoted", action="store_true", help="rules in CLAUDE.md")
    parser.add_argument("--review", action="store_true", help="what `review` goes through")
    parser.add_argument("--waiting", action="store_true", help="silent until `trust`")
    parser.add_argument(
        "--since", default="", metavar="DATE", help="seen since: YYYY-MM-DD, 7d, 2w"
    )
    parser.add_argument("-n", type=int, default=0, metavar="N", help="the latest N")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="the home store")
    parser.add_argument("--json", action="store_true", help="all fields, for programs")


def run(args, context) -> int:
    store = context.store
    problems: list = []
    entries = store.waiting() if args.waiting else list(store.all(problems))
    if args.review:
        ids = {item.entry["id"] for item in waiting.items(context.project)}
        entries = [entry for entry in entries if entry["id"] in ids]
    since = first_day(args.since)
    found = [entry for entry in entries if fits(entry, args, since)]
    found.sort(key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True)
    found = found[: args.n] if args.n > 0 else found
    if args.json:
        context.print_json(found)
    else:
        _print(context, found)
        _warn(context, store, problems)
    return 0


def fits(entry: dict, args, since: str) -> bool:
    """Return True if a learning passes the filters of the arguments."""
    if args.type and entry["type"] != args.type:
        return False
    if args.skill and args.skill not in (entry.get("skill"), entry.get("category")):
        return False
    if (args.unsolved and is_solved(entry)) or (args.promoted and not entry["promoted"]):
        return False
    texts = [str(entry.get(name, "")) for name in SEARCHED]
    text = " ".join([*texts, *entry["keywords"], *entry.get("notes", [])]).casefold()
    return entry["last_seen"] >= since and all(word.casefold() in text for word in args.words)


def state_of(entry: dict, is_silent: bool = False) -> str:
    """Return one word on where a learning stands."""
    if is_silent:
        return "waits"
    if entry["promoted"]:
        return "rule"
    if entry.get("needs_review") or entry.get("proposed"):
        return "review"
    if not is_solved(entry):
        return "open"
    return "low" if entry.get("confidence") == "low" else "lesson"


def _print(context, entries: list) -> None:
    """Print two lines a learning, in a pipe uncut."""
    if not entries:
        context.say("no learning fits" if context.store.ids() else "no learnings yet")
        return
    columns = context.width if is_terminal(sys.stdout) else UNCUT
    for entry in entries:
        print("\n".join(_lines(entry, context.args.waiting, columns)))
    if columns < UNCUT:
        print(plural(len(entries), "learning"))


def _lines(entry: dict, is_silent: bool, columns: int) -> list:
    """Return what is counted of a learning with its error line, and its lesson below."""
    seen = f"{entry['occurrences']}x"
    cells = [digits_of(entry["id"]), entry["type"], seen, entry["last_seen"] or "?"]
    start = "  ".join([*cells, state_of(entry, is_silent)]) + "  "
    if entry["resolution"] == entry["trigger"]:
        lines = [start.rstrip()]
    else:
        lines = [start + fit(entry["trigger"], columns - len(start))]
    if is_solved(entry):
        lines.append(" " * BELOW + fit(entry["resolution"], columns - BELOW))
    return lines


def _warn(context, store, problems: list) -> None:
    """Say what is not in the list: words of others, and files that cannot be used."""
    count = 0 if context.args.waiting else len(store.waiting())
    if count:
        verb = "waits" if count == 1 else "wait"
        context.warn(f"{plural(count, 'learning')} of others {verb}: `reflexion trust`")
    if problems:
        files = plural(len(problems), "file")
        context.warn(f"{files} cannot be used: `reflexion doctor` names them")
