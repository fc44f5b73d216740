"""`review`: settle what waits for a person."""

import sys

from reflexion.cli.context import printable_fields, rules_or_stop, stored_entry
from reflexion.cli.edit import edit
from reflexion.cli.keys import read_key
from reflexion.cli.output import Stop, print_json, say
from reflexion.cli.promote import REFUSED, with_fix, write_rules
from reflexion.cli.rebuild_index import rules_follow
from reflexion.cli.remove import drop_rule
from reflexion.cli.resolve import set_fix
from reflexion.cli.restore import put_back
from reflexion.cli.verdict import judge
from reflexion.cli.waiting import is_question, waits
from reflexion.status.terminal import fitting, labelled, wrap
from reflexion.store import tidy
from reflexion.text import tables
from reflexion.text.grades import PERSON_SOURCES

KEYS = {key: (word, what) for key, word, what in tables.rows("cli/review_keys.tsv")}
OLD_KEYS = {"r": "f"}


def review(context) -> None:
    options, ids = context.options, context.options.id
    verdict = context.at_most_one("fix", "worked", "keep", "same", "different")
    verdict = verdict or ("failed" if options.failed is not None else "")
    if verdict in ("", "keep"):
        _review_waiting(context)
    elif verdict in ("same", "different"):
        settle_two(context, ids, verdict)
    elif not ids or len(ids) > 1 and verdict != "worked":
        context.usage(f"--{verdict} {'takes one' if ids else 'needs an'} ID")
    elif verdict == "fix":
        set_fix(context, ids[0], options.fix)
    else:
        for part in ids:
            judge(context, part, verdict, options.failed or "")


def settle_two(context, parts: list, verdict: str) -> None:
    """Make one learning of two that are one mistake, or remember that they are not."""
    if len(parts) != 2:
        context.usage(f"--{verdict} needs two IDs")
    store = context.project.store
    ids = [stored_entry(store, part)["id"] for part in parts]
    if verdict == "different":
        older, newer = sorted(ids)
        others = [*(store.read(newer).get("different") or ()), older]
        store.update(newer, lambda entry: entry.update(different=others))
        say(f"{' and '.join(ids)} are two mistakes from now on")
        return
    joined = rules_follow(context.project, store, tidy.combine(store, *ids))
    if not joined:
        raise Stop("--same needs the IDs of two learnings")
    for gone, kept in joined.items():
        say(f"{gone} is part of {kept} now; `reflexion restore {gone}` brings it back")


def _review_waiting(context) -> None:
    """What waits, most often seen first; with IDs, those: as JSON, kept, or asked one by one."""
    options = context.options
    store = context.project.store
    named = [stored_entry(store, part) for part in options.id]
    rows = [(entry, waits(entry, context.project)) for entry in named or store.all()]
    rows = [(entry, why or "you named it") for entry, why in rows if why or named]
    rows.sort(key=lambda row: (-row[0]["occurrences"], row[0]["id"]))
    rows = rows[: options.limit] if options.limit > 0 else rows
    if options.json:
        extra = context.extra
        print_json([{**printable_fields(entry, extra), "waits": why} for entry, why in rows])
    elif options.keep:
        chosen = [entry["id"] for entry, _ in rows if options.id or is_yours(entry)]
        for name in chosen:
            tidy.keep_copy(store, name, "review")
            store.update(name, mark_kept)
        say(f"kept {len(chosen)} learning(s)")
    elif not rows:
        say("nothing waits for a review")
    elif not sys.stdin.isatty():
        nobody = "there is no terminal to ask: use --json, --keep, or IDs with --fix"
        raise Stop(f"{len(rows)} learnings wait, and {nobody}")
    else:
        Review(context, rows).run()


def is_yours(entry: dict) -> bool:
    return entry.get("source") in PERSON_SOURCES and bool(entry["resolution"])


def mark_kept(entry: dict) -> None:
    if is_question(entry):
        entry["resolution"] = entry["trigger"]
    if entry.get("confidence") == "low":
        entry["confidence"] = "medium"
    entry["needs_review"] = False
    entry.pop("proposed", None)


class Review:
    """One walk through `rows`, [(entry, why)]. `todo`: [(number, entry, why)]; `done`: of each
    decision [(row of `todo`, name of the copy made before)]."""

    def __init__(self, context, rows: list):
        self.context, self.project, self.store = context, context.project, context.project.store
        self.todo = [(number, *row) for number, row in enumerate(rows, 1)]
        self.done, self.count, self.width = [], len(rows), min(context.width, 100)

    def run(self) -> None:
        words = [f"{key} {word}" for key, (word, _) in KEYS.items()]
        print("\n".join(wrap(" \u00b7 ".join(words), self.width)))
        while self.todo:
            number, entry, why = self.todo[0]
            shown, heading = (
                printable_fields(entry, self.context.extra),
                f"{number} of {self.count}: {why}",
            )
            rows = [("", f"{shown['id']}  {shown['type']}, seen {shown['occurrences']}x")]
            rows += [(name, shown.get(name)) for name in ("trigger", "context")]
            rows += [("fix", shown.get("resolution"))]
            rows += [("note", str(note)) for note in (shown.get("notes") or [])[-2:]]
            lines = ["", self.context.paint(heading, "bold"), *labelled(rows, self.width, 11)]
            print(fitting("\n".join(lines), sys.stdout))
            if not self.decide():
                return
            if not self.todo:
                offer = "that was all; u takes the last decision back, any other key ends"
                print(f"\n  {offer} ", end="", flush=True)
                again = read_key() == "u"
                print()
                if again:
                    self.undo()

    def decide(self) -> bool:
        """Ask until something was decided; False when the person wants to stop."""
        while True:
            print(f"  [{'/'.join(KEYS)}] ", end="", flush=True)
            key = read_key()
            word = KEYS.get(OLD_KEYS.get(key, key), ("", ""))[0]
            say(word)
            if word == "help":
                rows = [(f"{letter}  {title}", text) for letter, (title, text) in KEYS.items()]
                print("\n".join(labelled(rows, self.width, 14)))
            elif word == "quit" or (word and self.act(word)):
                return word != "quit"

    def act(self, word: str) -> bool:
        """Carry a decision out; False when it could not be, so that the person is asked again."""
        if word == "undo":
            return self.undo()
        rows, steps = self.todo[:1], []
        if word == "all":
            rows = [row for row in self.todo if is_yours(row[1])]
            say(f"  kept {len(rows)} that came from you")
        text = input("  what to do: ").strip() if word == "fix" else ""
        if word == "fix" and not text:
            return False
        try:
            for row in rows:
                name = row[1]["id"]
                copy = tidy.keep_copy(self.store, name, "review") if word != "skip" else ""
                steps.append((row, copy))
                if word in ("keep", "all"):
                    self.store.update(name, mark_kept)
                elif word == "drop":
                    drop_rule(self.project, self.store, name)
                    tidy.retire(self.store, name, "dropped in a review")
                elif word == "fix":
                    set_fix(self.context, name, text)
                elif word == "edit":
                    edit(self.context, name)
                elif word == "promote":
                    with rules_or_stop(REFUSED):
                        chosen = [with_fix(self.context, name)]
                        write_rules(self.project, chosen, [], True)
        except Stop as error:
            say(f"  {error}")
            return False
        self.todo = [row for row in self.todo if row not in rows]
        self.done += [steps] if steps else []
        return bool(steps)

    def undo(self) -> bool:
        """Take the last decision back; False when there is none."""
        if not self.done:
            say("  there is nothing to take back yet")
            return False
        steps = self.done.pop()
        for (_, entry, _), copy in steps:
            if copy:
                drop_rule(self.project, self.store, entry["id"])  # which the decision wrote
                put_back(self.project, self.store, copy, "review", entry["id"])
        self.todo = sorted([*(row for row, _ in steps), *self.todo], key=lambda row: row[0])
        return True
