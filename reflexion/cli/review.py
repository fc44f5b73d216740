"""`review`: settle what waits for a person, one learning at a time."""

from __future__ import annotations

import sys
from argparse import Namespace

from reflexion.actions import lessons, waiting
from reflexion.actions.waiting import Item
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, labelled, pick, report, row, say, warn
from reflexion.errors import ReflexionError, Usage
from reflexion.learning.entry import digits_of
from reflexion.text import one_line, plural, rows

# {answer: what it does}, as the help has them
ANSWERS = {
    line.split()[0]: line[9:]
    for owner, line in rows("cli/details.tsv")
    if line.startswith("  ") and owner == "review"
}
SKIP = "skip"
OLD_HEAD = "\nno session met these for long (`forget_after`), so the brief leaves them out:"
OLD_TAIL = "the old ones at once: `reflexion review old keep`, `reflexion review old drop`"
FOR_ALL = ["keep", "drop"]  # answers that settle all old ones at once
MAX_TEXT = 1000  # characters of a field


def run(args: Namespace, context: Context) -> int:
    if args.text and args.answer != "fix":
        raise Usage("review: only `fix` takes a TEXT")
    context.require_trust()
    found = _found(context, args.id)
    if not found:
        say("nothing waits for a review")
    elif args.answer:
        _settle(context, found, args.answer, " ".join(args.text))
    elif is_terminal(sys.stdin) and not context.is_agent:
        _walk(context, found)
    else:
        _list(context, found)
    return 0


def _found(context: Context, part: str) -> list[Item]:
    """Return the Items that a part of an id names, or OLD; all for "". Raises Stop.

    An agent is not shown what is not told in this project alone.
    """
    every = waiting.items(context.project)
    if part and part != waiting.OLD:
        store, entry_id = context.find(part)
        item = every.get(entry_id)
        return [item or Item(store, lessons.read(store, entry_id), "", "you named it")]
    own = context.project.store
    found = [item for item in every.values() if item.store is own or not context.is_agent]
    return _old(found) if part else found


def _old(items: list[Item]) -> list[Item]:
    return [item for item in items if item.kind == waiting.OLD]


def _list(context: Context, found: list[Item]) -> None:
    old = _old(found)
    for item in found[: len(found) - len(old)]:
        say(f"{digits_of(item.entry.id)}  {one_line(item.why, MAX_TEXT)}")
        say(row("        ", item.entry.resolution or item.entry.trigger))
        say("        -> " + ", ".join(waiting.answers(context.project, item)))
    if old:
        say(OLD_HEAD)
        for item in old:
            say(row(f"{digits_of(item.entry.id)}  ", item.entry.resolution))
        say(OLD_TAIL)
    count = plural(len(found), "learning")
    say(f"{count}: settle one with `reflexion review ID keep`, for example")


def _walk(context: Context, items: list[Item]) -> None:
    settled = 0
    if len(_old(items)) > 1:
        say(OLD_TAIL)
    for number, item in enumerate(items, 1):
        if not all(map(item.store.get, filter(None, (item.entry.id, item.other)))):
            continue  # an answer before took one of the two away
        _show(item, f"{number} of {len(items)}")
        answer = _ask(context, item)
        if not answer:
            break
        settled += answer != SKIP
    back = "; `reflexion undo` takes the last one back" if settled else ""
    say(f"settled {settled}, {len(items) - settled} left{back}")


def _show(item: Item, place: str) -> None:
    entry = item.entry
    rows = [("waits", item.why), ("trigger", entry.trigger), ("context", entry.context)]
    notes = [("note", note) for note in entry.notes[-2:] if note not in item.why]
    say(f"\n{place}  {entry.id}, seen {entry.occurrences}x")
    say("\n".join(labelled([*rows, ("lesson", entry.resolution or "(none)"), *notes])))


def _ask(context: Context, item: Item) -> str:
    """Ask until a key settles an Item, skips it or ends the walk ("" then); return its word."""
    keys = {word[0]: word for word in (*waiting.answers(context.project, item), SKIP, "quit")}
    while True:
        answer = pick(keys, ANSWERS)
        if answer in ("", SKIP):
            return answer
        try:
            _settle(context, [item], answer, input("  what to do: ") if answer == "fix" else "")
            return answer
        except (ReflexionError, OSError) as error:
            warn(str(error))


def _settle(context: Context, items: list[Item], answer: str, text: str = "") -> None:
    if len(items) > 1 and answer not in FOR_ALL:
        raise Usage(f"review: several at once take one of {', '.join(FOR_ALL)}")
    digits = [digits_of(item.entry.id) for item in items]
    with context.acting("review", *digits, answer) as act:
        for item in items:
            report(waiting.settle(act, item, answer, text))
