"""`list`: learnings by words, type, date and state."""

from __future__ import annotations

import sys

from reflexion.cli import waiting
from reflexion.cli.log import first_day
from reflexion.cli.output import fit, is_terminal, pad, plural
from reflexion.learning.entry import TYPES, digits_of
from reflexion.learning.lesson import is_solved
from reflexion.text.clean import one_line

HELP = "learnings by words, type, date and state"
DETAILS = """\
SEEN is how often a failure was met or a sentence stated. STATE is open (no lesson yet), lesson
(the agent is told), low (not told, too unsure), review (waits for `reflexion review`), rule (it
stands in CLAUDE.md), waits (for `reflexion trust`)."""
SEARCHED = ("id", "type", "trigger", "context", "resolution", "cwd", "skill", "category")
HEAD = "ID      TYPE        SEEN  LAST        STATE   WHAT"
BELOW = 8  # columns before a lesson that stands below its error line
MAX_TEXT = 600  # characters of a text in a pipe


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
    is_silent = context.args.waiting
    if not entries:
        context.say("no learning fits" if context.store.ids() else "no learnings yet")
    elif is_terminal(sys.stdout):
        print(HEAD)
        for entry in entries:
            print("\n".join(_rows(entry, is_silent, context.width)))
        print(plural(len(entries), "learning"))
    else:
        for entry in entries:
            print(_line(entry, is_silent))


def _rows(entry: dict, is_silent: bool, columns: int) -> list:
    """Return the row of a learning as wide as the terminal, its lesson below it."""
    cells = [pad(digits_of(entry["id"])[:6], 6), pad(entry["type"], 10)]
    cells += [f"{entry['occurrences']}x".rjust(4), pad(entry["last_seen"], 10)]
    start = "  ".join([*cells, pad(state_of(entry, is_silent), 6)]) + "  "
    lines = [start + fit(entry["trigger"], columns - len(start))]
    if is_solved(entry):
        lines.append(" " * BELOW + fit(entry["resolution"], columns - BELOW))
    if entry["resolution"] == entry["trigger"]:
        lines = [start.rstrip(), lines[1]]
    return lines


def _line(entry: dict, is_silent: bool) -> str:
    """Return a learning as one line for a pipe or an agent: nothing cut, nothing twice."""
    trigger = one_line(entry["trigger"], MAX_TEXT)
    lesson = one_line(entry["resolution"], MAX_TEXT)
    texts = [lesson] if trigger == lesson else [trigger, f"-> {lesson or '(no lesson yet)'}"]
    state = state_of(entry, is_silent)
    cells = [entry["id"], entry["type"], f"{entry['occurrences']}x", entry["last_seen"], state]
    return "  ".join([*cells, *texts])


def _warn(context, store, problems: list) -> None:
    """Say what is not in the list: words of others, and files that cannot be used."""
    count = 0 if context.args.waiting else len(store.waiting())
    if count:
        verb = "waits" if count == 1 else "wait"
        context.warn(f"{plural(count, 'learning')} of others {verb}: `reflexion trust`")
    if problems:
        files = plural(len(problems), "file")
        context.warn(f"{files} cannot be used: `reflexion doctor` names them")
