"""`review`: settle what waits for a person, one learning at a time."""

from __future__ import annotations

import sys
from argparse import Namespace

from reflexion.actions import lessons, waiting
from reflexion.actions.waiting import Item
from reflexion.cli.context import Context
from reflexion.cli.terminal import fit, is_terminal, pick, report, row_width, say, warn, wrapped
from reflexion.errors import ReflexionError, Usage
from reflexion.learning.entry import digits_of
from reflexion.text.clean import one_line, plural

ANSWERS = {
    "keep": "it stays as it is, in your words from now on",
    "take": "take the words that are proposed, or that you wrote into CLAUDE.md",
    "fix": "say it in your own words",
    "rule": "make it a rule now",
    "merge": "make it one with the older one, in its words",
    "drop": "take it out, and do not learn it again",
    "global": "tell it in every project from now on",
}
SKIP = "skip"
QUIT = "quit"
OLD_HEAD = "\nno session met these for long (`forget_after`), so the brief leaves them out:"
OLD_TAIL = "keep or drop them all: `reflexion review old keep`, `reflexion review old drop`"
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
        mine = [item for item in every if (item.store, item.entry.id) == (store, entry_id)]
        return mine or [Item(store, lessons.read(store, entry_id), "", "you named it")]
    if context.is_agent:
        every = [item for item in every if item.store is context.project.store]
    return _old(every) if part else every


def _old(items: list[Item]) -> list[Item]:
    return [item for item in items if item.kind == waiting.OLD]


def _list(context: Context, found: list[Item]) -> None:
    """Print what waits where nobody can press keys."""
    old = _old(found)
    for item in found[: len(found) - len(old)]:
        say(f"{digits_of(item.entry.id)}  {one_line(item.why, MAX_TEXT)}")
        say("        " + fit(item.entry.resolution or item.entry.trigger, row_width() - 8))
        say("        -> " + ", ".join(waiting.answers(context.project, item)))
    if old:
        _list_old(old)
        say(OLD_TAIL)
    count = plural(len(found), "learning")
    say(f"{count}: settle one with `reflexion review ID keep`, for example")


def _list_old(old: list[Item]) -> None:
    say(OLD_HEAD)
    for item in old:
        say(f"{digits_of(item.entry.id)}  " + fit(item.entry.resolution, row_width() - 8))


def _walk(context: Context, items: list[Item]) -> None:
    """Ask about one Item after the other until all are settled or the person stops."""
    settled = 0
    for number, item in enumerate(items, 1):
        rest = items[number - 1 :]
        if rest == _old(items) and len(rest) > 1:
            _list_old(rest)
            say(f"all {len(rest)} at once? {SKIP}: one by one")
            answer = _ask(context, rest)
            settled += len(rest) if answer in FOR_ALL else 0
            if answer != SKIP:
                break
        if not all(map(item.store.get, filter(None, (item.entry.id, item.other)))):
            continue  # an answer before took one of the two away
        _show(context, item, f"{number} of {len(items)}")
        answer = _ask(context, [item])
        if answer == QUIT:
            break
        settled += answer != SKIP
    back = "; `reflexion undo` takes the last one back" if settled else ""
    say(f"settled {settled}, {len(items) - settled} left{back}")


def _show(context: Context, item: Item, place: str) -> None:
    entry = item.entry
    rows = [("waits", item.why), ("trigger", entry.trigger), ("context", entry.context)]
    rows.append(("lesson", entry.resolution or "(none)"))
    rows += [("note", note) for note in entry.notes[-2:] if note not in item.why]
    shown = [(label, one_line(text, MAX_TEXT)) for label, text in rows if text]
    say(f"\n{place}  {entry.id}, seen {entry.occurrences}x")
    say("\n".join(wrapped(*row, context.width) for row in shown))


def _ask(context: Context, items: list[Item]) -> str:
    """Ask until a key settles the Items, skips them or ends the walk; return the key's word."""
    fitting = FOR_ALL if len(items) > 1 else waiting.answers(context.project, items[0])
    keys = {word[0]: word for word in (*fitting, SKIP, QUIT)}
    while True:
        answer = pick(keys, ANSWERS) or QUIT
        if answer in (SKIP, QUIT):
            return answer
        try:
            _settle(context, items, answer, input("  what to do: ") if answer == "fix" else "")
            return answer
        except (ReflexionError, OSError) as error:
            warn(str(error))


def _settle(context: Context, items: list[Item], answer: str, text: str = "") -> None:
    """Carry out what a person decides about Items of `waiting`. Raises Stop, OSError."""
    if len(items) > 1 and answer not in FOR_ALL:
        raise Usage(f"review: several at once take one of {', '.join(FOR_ALL)}")
    digits = [digits_of(item.entry.id) for item in items]
    with context.acting("review", *digits, answer) as act:
        for item in items:
            report(waiting.settle(act, item, answer, text))
