"""`review`: settle what waits for a person, one learning at a time."""

from __future__ import annotations

import sys

from reflexion.cli import settle, waiting
from reflexion.cli.errors import Stop, Usage
from reflexion.cli.keys import LEAVE, read_key
from reflexion.cli.output import fit, is_terminal, plural, wrapped
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import is_solved
from reflexion.store import changes
from reflexion.text.clean import one_line

HELP = "settle what waits for you: keep, fix, take, drop"
DETAILS = """\
On a terminal each learning is settled by one key. Without one, or with an ID:

  reflexion review a7f03c --keep            it stays as it is, in your words from now on
  reflexion review a7f03c --take            take the words that an agent proposes
  reflexion review a7f03c --fix 'Use …'     say it in your own words
  reflexion review a7f03c --same            it is the older one that it is like
  reflexion review a7f03c --drop            take it out, and do not learn it again
  reflexion review --json                   what waits, and why"""
WAYS = ("keep", "take", "drop", "rule", "same")
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
    parser.add_argument("id", nargs="*", metavar="ID", help="only these")
    ways = parser.add_mutually_exclusive_group()
    for way in WAYS:
        ways.add_argument(f"--{way}", dest="way", action="store_const", const=way, default="")
    ways.add_argument("--fix", default="", metavar="TEXT", help="what to do, in your words")
    parser.add_argument("--json", action="store_true", help="what waits, and why")


def run(args, context) -> int:
    context.require_trust()
    found = _items(context)
    way = "fix" if args.fix else args.way
    if args.json:
        context.print_json([{**item.entry, "waits": item.why} for item in found])
    elif way:
        if not args.id:
            raise Usage(f"review: --{way} needs an ID")
        for item in found:
            settle.settle(context, item, way, args.fix)
    elif not found:
        context.say("nothing waits for a review")
    elif not is_terminal(sys.stdin):
        _list(context, found)
    else:
        Walk(context, found).run()
    return 0


def _items(context) -> list:
    """Return the Items that the arguments name, else all that wait. Raises Stop."""
    found = waiting.items(context.project)
    if not context.args.id:
        return found
    by_id = {item.entry["id"]: item for item in found}
    chosen = []
    for part in context.args.id:
        store, entry_id = context.find(part)
        if store is not context.project.store:
            raise Stop(f"{entry_id} is told in every project: `reflexion edit {entry_id}`")
        entry = context.read(store, entry_id)
        chosen.append(by_id.get(entry_id) or waiting.Item(entry, "", "you named it", ""))
    return chosen


def _list(context, found: list) -> None:
    """Print what waits where nobody can press keys."""
    for item in found:
        start = f"{digits_of(item.entry['id'])}  {one_line(item.why, 400)}"
        context.say(start)
        context.say("        " + fit(_said(item.entry), context.width - 8))
    context.say(f"{plural(len(found), 'learning')}: settle one with `reflexion review ID --keep`")


def _said(entry: dict) -> str:
    return entry["resolution"] if is_solved(entry) else entry["trigger"]


class Walk:
    """One walk through the Items on a terminal."""

    def __init__(self, context, items: list):
        self.context = context
        self.items = items
        self.at = 0
        self.done = []  # (index of an Item, records in the journal before it was settled)

    def run(self) -> None:
        """Ask until everything is settled or the person stops."""
        keys = ", ".join(f"{key} {word}" for key, (word, _) in KEYS.items())
        self.context.say(keys)
        while self.at < len(self.items):
            self._show(self.items[self.at])
            word = self._ask()
            if word == "quit":
                break
            if word == "undo":
                self._undo()
            elif self._settle(word):
                self.at += 1
        left = len(self.items) - self.at
        self.context.say(f"settled {len(self.done)}, {left} left")

    def _show(self, item) -> None:
        entry = item.entry
        columns = self.context.width
        head = f"\n{self.at + 1} of {len(self.items)}  {entry['id']}, seen {entry['occurrences']}x"
        rows = [("waits", item.why)]
        rows += [(name, entry[name]) for name in ("trigger", "context")]
        rows.append(("lesson", entry["resolution"] or "(none)"))
        rows += [("note", note) for note in entry.get("notes", [])[-2:]]
        lines = [wrapped(label, one_line(text, MAX_TEXT), columns) for label, text in rows if text]
        self.context.say("\n".join([head, *lines]))

    def _ask(self) -> str:
        """Return the word of the key that is pressed."""
        while True:
            print(f"  [{'/'.join(KEYS)}] ", end="", flush=True)
            word, _ = KEYS.get(read_key(), ("", ""))
            print(word)
            if word:
                return word
            for key, (name, what) in KEYS.items():
                print(f"    {key}  {name:<5} {what}")

    def _settle(self, word: str) -> bool:
        """Carry a decision out; return False if it could not be, to ask again."""
        if word == "skip":
            return True
        text = input("  what to do: ").strip() if word == "fix" else ""
        before = len(changes.records(self.context.project.store))
        try:
            settle.settle(self.context, self.items[self.at], word, text)
        except (Stop, OSError) as error:
            self.context.warn(str(error))
            return False
        self.done.append((self.at, before))
        return True

    def _undo(self) -> None:
        """Take back what the last decision changed, and ask about it again."""
        if not self.done:
            self.context.say("  there is nothing to take back yet")
            return
        self.at, before = self.done.pop()
        store = self.context.project.store
        for record in reversed(changes.records(store)[before:]):
            for line in changes.undo(store, record):
                self.context.say(f"  {line}")
