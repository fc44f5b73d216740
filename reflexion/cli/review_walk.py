"""The walk of `review`: one learning at a time, settled with single keys."""

import sys
from collections import namedtuple

from reflexion.cli.context import printable_fields, rules_or_stop
from reflexion.cli.edit import edit
from reflexion.cli.keys import read_key
from reflexion.cli.output import Stop, say
from reflexion.cli.promote import REFUSED, with_fix, write_rules
from reflexion.cli.remove import drop_rule
from reflexion.cli.resolve import set_fix
from reflexion.cli.restore import put_back
from reflexion.cli.show import fix_row
from reflexion.cli.waiting import is_question, waiting_in
from reflexion.status.terminal import GLUE, fitting, labelled, plural, wrap
from reflexion.store import tidy
from reflexion.text import tables
from reflexion.text.grades import PERSON_SOURCES, seen

KEYS = {key: (word, what) for key, word, what in tables.rows("cli/review_keys.tsv")}
OLD_KEYS = {"r": "f"}
WIDEST = 100
LABELS = 11  # columns
DONE = {  # word -> how the sum at the end names what was decided
    "keep": "kept",
    "all": "kept",
    "fix": "fixed",
    "edit": "edited",
    "promote": "made a rule",
    "drop": "removed",
    "skip": "skipped",
}

Row = namedtuple("Row", "number entry why")
# a decision: its word, and for each learning its Row and the name of the copy made before
Decision = namedtuple("Decision", "word steps")
Step = namedtuple("Step", "row copy")


def is_yours(entry: dict) -> bool:
    """Did a person write its fix?"""
    return entry.get("source") in PERSON_SOURCES and bool(entry["resolution"])


def mark_kept(entry: dict) -> None:
    """Change an entry to one that its person keeps as it is."""
    if is_question(entry):
        entry["resolution"] = entry["trigger"]
    if entry.get("confidence") == "low":
        entry["confidence"] = "medium"
    entry["needs_review"] = False
    entry.pop("proposed", None)


def _can_be_kept(entry: dict) -> bool:
    """Does keeping it settle anything? A mistake without a fix would wait on."""
    return bool(entry["resolution"].strip() or entry.get("needs_review"))


class Walk:
    """One walk through `rows`, [(entry, why it waits)]. `todo`: the Rows that are left;
    `decided`: the Decisions, the latest at the end."""

    def __init__(self, context, rows: list):
        self.context = context
        self.project = context.project
        self.store = context.project.store
        self.todo = [Row(number, *row) for number, row in enumerate(rows, 1)]
        self.count = len(rows)
        self.decided: list = []
        self.width = min(context.width, WIDEST)

    def run(self) -> None:
        """Ask until nothing waits or the person stops; then sum up."""
        words = [f"{key}{GLUE}{word}" for key, (word, _) in KEYS.items()]
        print("\n".join(wrap(f"{GLUE}\u00b7 ".join(words), self.width)))
        while self.todo:
            self.show(self.todo[0])
            if not self.decide():
                break
            if not self.todo:
                self.offer_undo()
        say(f"\n{self.summary()}")

    def show(self, row: Row) -> None:
        """Print a learning, why it waits, and how many there are."""
        shown = printable_fields(row.entry, self.context.extra)
        heading = f"{row.number} of {self.count}: {row.why}"
        rows = [("", f"{shown['id']}  {shown['type']}, seen {seen(shown)}x")]
        rows += [(name, shown.get(name)) for name in ("trigger", "context")]
        if shown.get("resolution") != shown.get("trigger"):
            rows += [fix_row(shown)]
        rows += [("note", str(note)) for note in (shown.get("notes") or [])[-2:]]
        head = [self.context.paint(line, "bold") for line in wrap(heading, self.width)]
        lines = ["", *head, *labelled(rows, self.width, LABELS)]
        print(fitting("\n".join(lines), sys.stdout))

    def decide(self) -> bool:
        """Ask until something was decided; False when the person wants to stop."""
        while True:
            print(f"  [{'/'.join(KEYS)}] ", end="", flush=True)
            key = read_key()
            word = KEYS.get(OLD_KEYS.get(key, key), ("", ""))[0]
            print(word)
            if word == "quit":
                return False
            if word == "help":
                rows = [(f"{letter}  {title}", text) for letter, (title, text) in KEYS.items()]
                print("\n".join(labelled(rows, self.width, 14)))
            elif word and self.act(word):
                return True

    def offer_undo(self) -> None:
        """Ask once, behind the last learning, whether its decision shall be taken back."""
        offer = "that was all; u takes the last decision back, any other key ends"
        print(f"\n  {offer} ", end="", flush=True)
        again = read_key() == "u"
        print()
        if again:
            self.undo()

    def act(self, word: str) -> bool:
        """Carry a decision out and confirm it; False when it could not be, to ask again."""
        if word == "undo":
            return self.undo()
        if word == "all":
            return self.keep_yours()
        row = self.todo[0]
        if word == "keep" and not _can_be_kept(row.entry):
            say("  it has no fix that could be kept: f words one, s leaves it, d removes it")
            return False
        text = self.asked_for(word, row)
        if text is None:
            say("  nothing was typed: it waits as before")
            return False
        return self.settle(word, [row], text)

    def keep_yours(self) -> bool:
        """Keep all that came from the person; False when nothing did."""
        rows = [row for row in self.todo if is_yours(row.entry)]
        kept = self.settle("all", rows, "")
        if kept or not rows:
            say(f"  kept {len(rows)} that a person wrote")
        return kept

    def settle(self, word: str, rows: list, text: str) -> bool:
        """Carry one decision out on these Rows, which wait no more; False when none was settled."""
        steps = []
        try:
            for row in rows:
                copy = tidy.keep_copy(self.store, row.entry["id"], "review")
                steps.append(Step(row, copy))
                self.carry_out(word, row, text)
        except Stop as error:
            say(f"  {error}")
            return False
        if steps:
            self.todo = [row for row in self.todo if row not in rows]
            self.decided.append(Decision(word, steps))
        return bool(steps)

    def asked_for(self, word: str, row: Row):
        """The fix that the person types where a decision needs one, "" where it needs none; None
        when nothing was typed."""
        lacks = word == "promote" and not row.entry["resolution"].strip()
        if word != "fix" and not lacks:
            return ""
        question = "it has no fix yet; what to do: " if lacks else "what to do: "
        try:
            return input(f"  {question}").strip() or None
        except EOFError:
            return None

    def carry_out(self, word: str, row: Row, text: str) -> None:
        """One decision on one learning. Raises Stop."""
        name = row.entry["id"]
        if text:
            set_fix(self.context, name, text)
        if word in ("keep", "all"):
            now = self.store.update(name, mark_kept) or row.entry
            if word == "keep":
                level = now.get("confidence") or "high"
                say(f"  kept as it is; confidence {level}")
        elif word == "drop":
            drop_rule(self.project, self.store, name)
            tidy.retire(self.store, name, "dropped in a review")
            say(f"  {name} removed; u, or `reflexion restore {name}`, brings it back")
        elif word == "skip":
            say("  skipped; it waits for the next time")
        elif word == "edit":
            edit(self.context, name)
        elif word == "promote":
            with rules_or_stop(REFUSED):
                write_rules(self.project, [with_fix(self.context, name)], [], True)

    def undo(self) -> bool:
        """Take the last decision back; False when there is none."""
        if not self.decided:
            say("  there is nothing to take back yet")
            return False
        decision = self.decided.pop()
        for row, copy in decision.steps:
            if copy and decision.word != "skip":
                drop_rule(self.project, self.store, row.entry["id"])  # which the decision wrote
                put_back(self.project, self.store, copy, "review", row.entry["id"])
        again = [step.row for step in decision.steps]
        self.todo = sorted([*again, *self.todo], key=lambda row: row.number)
        return True

    def summary(self) -> str:
        """What was decided, and how many wait, also of those that were not gone through."""
        counts: dict = {}
        for decision in self.decided:
            done = DONE[decision.word]
            counts[done] = counts.get(done, 0) + len(decision.steps)
        parts = [f"{count} {done}" for done, count in counts.items()]
        waiting = waiting_in(self.project)
        left = f"{waiting} wait" if waiting != 1 else "1 waits"
        if not waiting:  # what is left then are drafts, which are looked at on request alone
            left = f"{plural(len(self.todo), 'draft')} left" if self.todo else "none waits"
        return f"{', '.join(parts) or 'nothing was decided'}; {left}"
