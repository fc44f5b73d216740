"""`review`: settle what waits for a person, one learning at a time."""

from __future__ import annotations

import sys
from functools import partial

from reflexion import promote
from reflexion.cli import edit, lessons, waiting
from reflexion.cli.remove import remove
from reflexion.cli.terminal import (
    LEAVE,
    Stop,
    Usage,
    fit,
    is_terminal,
    plural,
    print_json,
    read_key,
    say,
    warn,
    wrapped,
)
from reflexion.learning import revise
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import is_solved
from reflexion.store import changes
from reflexion.text.clean import one_line

HELP = "settle what waits for you: keep, fix, take, drop"
DETAILS = """\
On a terminal each learning is settled by one key. Without one:

  reflexion review a7f03c keep            it stays as it is, in your words from now on
  reflexion review a7f03c take            take the words that an agent proposes
  reflexion review a7f03c fix 'Use …'     say it in your own words
  reflexion review a7f03c rule            make it a rule now
  reflexion review a7f03c same            it is the older one that it is like
  reflexion review a7f03c drop            take it out, and do not learn it again
  reflexion review --json                 what waits, and why"""
KEYS = {
    "k": ("keep", "it stays as it is"),
    "t": ("take", "take the words that an agent proposes"),
    "f": ("fix", "say it in your own words"),
    "r": ("rule", "make it a rule now"),
    "m": ("same", "it says the same as the older one: make them one"),
    "d": ("drop", "take it out, and do not learn it again"),
    "e": ("edit", "change it in your editor"),
    "s": ("skip", "leave it for the next time"),
    "u": ("undo", "take back the last decision"),
    LEAVE: ("quit", "stop here"),
}
MAX_TEXT = 1000  # characters of a field


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="only this learning")
    answers = ", ".join(ANSWERS)
    parser.add_argument("answer", nargs="?", choices=ANSWERS, metavar="ANSWER", help=answers)
    parser.add_argument("text", nargs="*", metavar="TEXT", help="of `fix`: what to do")
    parser.add_argument("--json", action="store_true", help="what waits, and why")


def run(args, context) -> int:
    if args.text and args.answer != "fix":
        raise Usage("review: only `fix` takes a TEXT")
    context.require_trust()
    found = [_named(context, args.id)] if args.id else waiting.items(context.project)
    if args.json:
        print_json([{**item.entry, "waits": item.why} for item in found])
    elif args.answer:
        settle(context, found[0], args.answer, " ".join(args.text))
    elif not found:
        say("nothing waits for a review")
    elif not is_terminal(sys.stdin):
        _list(context, found)
    else:
        Walk(context, found).run()
    return 0


def _named(context, part: str):
    """Return the Item of the learning that `part` of an id names. Raises Stop."""
    entry_id = context.find_own(part)
    entry = context.read(context.project.store, entry_id)
    items = {item.entry["id"]: item for item in waiting.items(context.project)}
    return items.get(entry_id) or waiting.Item(entry, "", "you named it", "")


def _list(context, found: list) -> None:
    """Print what waits where nobody can press keys."""
    for item in found:
        entry = item.entry
        say(f"{digits_of(entry['id'])}  {one_line(item.why, MAX_TEXT)}")
        say("        " + fit(entry["resolution"] or entry["trigger"], context.width - 8))
    say(f"{plural(len(found), 'learning')}: settle one with `reflexion review ID keep`")


def settle(context, item, answer: str, text: str = "") -> None:
    """Carry out what a person decides about an Item of `waiting`. Raises Stop, OSError."""
    entry_id = item.entry["id"]
    if answer == "drop":
        remove(context, context.project.store, [entry_id])
        say(f"  {entry_id} is taken out and not learned again")
        return
    if answer in ("keep", "rule") and not is_solved(item.entry):
        raise Stop(f"{entry_id} has no lesson yet: say one with `fix`, or drop it")
    what = lessons.typed(context, "review", digits_of(entry_id), answer)
    with context.change(what) as change:
        ANSWERS[answer](context, change, item, text)


def _keep(context, change, item, text: str) -> None:
    entry_id = item.entry["id"]
    keep = partial(_tell_apart, other=item.other) if item.other else revise.make_persons
    lessons.change_words(context, change, context.project.store, entry_id, keep)
    say(f"  {entry_id} is kept as it is")
    lessons.settle_rule(context, context.project.store, entry_id)


def _tell_apart(entry: dict, other: str) -> None:
    """Remember that two learnings do not say the same."""
    known = entry.get("different", [])
    entry["different"] = [*(known if isinstance(known, list) else []), other]


def _take(context, change, item, text: str) -> None:
    proposed = item.entry.get("proposed")
    if not proposed:
        raise Stop(f"nobody proposes other words for {item.entry['id']}")
    _fix(context, change, item, str(proposed))


def _fix(context, change, item, text: str) -> None:
    entry = item.entry
    store = context.project.store
    sentence = lessons.checked(context, text, entry["type"])
    put = partial(revise.put_lesson, sentence=sentence, by=revise.USER)
    lessons.change_words(context, change, store, entry["id"], put)
    lessons.finish(context, store, entry["id"], entry["resolution"])


def _rule(context, change, item, text: str) -> None:
    change.keep_entry(item.entry["id"])
    for line in promote.write(context.project, item.entry["id"], context.session):
        say(f"  {line}")


def _same(context, change, item, text: str) -> None:
    if not item.other:
        raise Stop(f"no older learning is like {item.entry['id']}")
    store = context.project.store
    lessons.join(context, change, store, item.other, [item.entry["id"]])
    lessons.settle_rule(context, store, item.other)


def _edit(context, change, item, text: str) -> None:
    edit.edit(context, change, context.project.store, item.entry["id"])


ANSWERS = {
    "keep": _keep,
    "take": _take,
    "fix": _fix,
    "rule": _rule,
    "same": _same,
    "edit": _edit,
    "drop": None,  # records a change of its own
}


class Walk:
    """One walk through the Items on a terminal."""

    def __init__(self, context, items: list):
        self.context = context
        self.items = items
        self.at = 0
        self.done = []  # (index of an Item, records in the journal before it was settled)

    def run(self) -> None:
        """Ask until everything is settled or the person stops."""
        say(", ".join(f"{key} {word}" for key, (word, _) in KEYS.items()))
        while self.at < len(self.items):
            self._show(self.items[self.at])
            word = _ask()
            if word == "quit":
                break
            if word == "undo":
                self._undo()
            elif word == "skip" or self._settle(word):
                self.at += 1
        say(f"settled {len(self.done)}, {len(self.items) - self.at} left")

    def _show(self, item) -> None:
        entry = item.entry
        head = f"\n{self.at + 1} of {len(self.items)}  {entry['id']}, seen {entry['occurrences']}x"
        rows = [("waits", item.why)]
        rows += [(name, entry[name]) for name in ("trigger", "context")]
        rows.append(("lesson", entry["resolution"] or "(none)"))
        rows += [("note", note) for note in entry.get("notes", [])[-2:]]
        shown = [(label, one_line(text, MAX_TEXT)) for label, text in rows if text]
        say("\n".join([head, *(wrapped(*row, self.context.width) for row in shown)]))

    def _settle(self, word: str) -> bool:
        """Carry a decision out; return False if it could not be, to ask again."""
        text = input("  what to do: ").strip() if word == "fix" else ""
        before = len(changes.records(self.context.project.store))
        try:
            settle(self.context, self.items[self.at], word, text)
        except (Stop, OSError) as error:
            warn(str(error))
            return False
        self.done.append((self.at, before))
        return True

    def _undo(self) -> None:
        """Take back what the last decision changed, and ask about it again."""
        if not self.done:
            say("  there is nothing to take back yet")
            return
        self.at, before = self.done.pop()
        store = self.context.project.store
        for record in reversed(changes.records(store)[before:]):
            for line in changes.undo(store, record):
                say(f"  {line}")


def _ask() -> str:
    """Return the word of the key that is pressed."""
    while True:
        print(f"  [{'/'.join(KEYS)}] ", end="", flush=True)
        word, _ = KEYS.get(read_key(), ("", ""))
        print(word)
        if word:
            return word
        for key, (name, what) in KEYS.items():
            print(f"    {key}  {name:<5} {what}")
