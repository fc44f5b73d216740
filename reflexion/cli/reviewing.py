"""`reflexion review`: go through what waits with single keys, or settle one by its ID."""

from __future__ import annotations

import sys

from reflexion.cli import common, keep, promotion, tidying, verdicts
from reflexion.cli.keys import read_key
from reflexion.promote import rule
from reflexion.status.terminal import fitting, wrap
from reflexion.store import tidy
from reflexion.store.entries import today

# key: (word, what it does)
KEYS = {
    "k": ("keep", "keep it as it is; a low confidence rises to medium"),
    "f": ("fix", "write what to do; it is trusted from then on"),
    "e": ("edit", "edit all of it in your editor"),
    "p": ("promote", "make it a rule in CLAUDE.md now"),
    "d": ("drop", "remove it (u, or `reflexion restore`, brings it back)"),
    "s": ("skip", "leave it for the next time"),
    "a": ("all", "keep all that still wait and came from you"),
    "u": ("undo", "take the last decision back, and look at it again"),
    "q": ("quit", "stop here; the rest waits"),
    "?": ("help", "this list"),
}
OLD_KEYS = {"r": "f"}
YOURS = ("user", "prompt")
NOBODY = "learnings wait, and there is no terminal to ask: use --json, --keep, or IDs with --fix"


def review(context) -> None:
    options = context.options
    failed = "failed" if options.failed is not None else ""
    verdict = context.at_most_one("fix", "worked", "keep", "same") or failed
    if verdict in ("", "keep"):
        _review_waiting(context, verdict)
        return
    if verdict == "same":
        _join_two(context, options.id)
        return
    if len(options.id) != 1 and (verdict != "worked" or not options.id):
        context.usage(f"--{verdict} {'takes one' if options.id else 'needs an'} ID")
    for part in options.id:
        if verdict == "worked":
            verdicts.count_worked(context, part)
        elif verdict == "failed":
            verdicts.count_failed(context, part, options.failed)
        else:
            verdicts.set_fix(context, part, options.fix)


def _join_two(context, parts: list) -> None:
    """Make one learning of two that are one mistake."""
    if len(parts) != 2:
        context.usage("--same needs two IDs")
    store = context.project.store
    ids = [common.entry(store, part)["id"] for part in parts]
    joined = tidying.combine(context.project, store, *ids)
    if not joined:
        raise common.Stop("--same needs the IDs of two learnings")
    for gone, kept in joined.items():
        print(f"{gone} is part of {kept} now; `reflexion restore {gone}` brings it back")


def _review_waiting(context, verdict: str) -> None:
    rows = _waiting(context)
    if context.options.json:
        shown = [{**common.fields(entry, context.extra), "waits": why} for entry, why in rows]
        common.print_json(shown)
    elif verdict:
        chosen = [entry["id"] for entry, _ in rows if context.options.id or is_yours(entry)]
        for name in chosen:
            _keep_one(context.project.store, name)
        print(f"kept {len(chosen)} learning(s)")
    elif not rows:
        print("nothing waits for a review")
    elif not sys.stdin.isatty():
        raise common.Stop(f"{len(rows)} {NOBODY}")
    else:
        Review(context, rows).run()


def waits(entry: dict, settings: dict) -> str:
    """Why an entry waits for a person; "" when it does not."""
    if rule.decide(entry, settings, today()) == rule.ASK:
        return "it would be a rule, and waits for your yes (p)"
    if is_question(entry):
        return f"heard on {entry['first_seen']}: keep? word it with f, or keep it as it stands"
    if entry.get("needs_review"):
        return "its fix failed" if entry.get("failed") else "it was marked for a review"
    if not entry["resolution"]:
        return "no fix is known"
    return "its confidence is low" if entry.get("confidence") == "low" else ""


def is_question(entry: dict) -> bool:
    """Is it a prompt of a past session that may have been a correction?"""
    asked = entry.get("source") == "transcript" and entry["type"] == "correction"
    return asked and not entry["resolution"] and entry.get("needs_review") is True


def is_yours(entry: dict) -> bool:
    return entry.get("source") in YOURS and bool(entry["resolution"])


def _waiting(context) -> list:
    """[(entry, why)] of what waits, most often seen first; with IDs, those."""
    store, options, settings = context.project.store, context.options, context.project.settings
    if options.id:
        entries = [common.entry(store, part) for part in options.id]
        rows = [(entry, waits(entry, settings) or "you named it") for entry in entries]
    else:
        rows = [(entry, waits(entry, settings)) for entry in store.all()]
        rows = [row for row in rows if row[1]]
    rows.sort(key=lambda row: (-row[0]["occurrences"], row[0]["id"]))
    return rows[: options.limit] if options.limit > 0 else rows


def _keep_one(store, name: str) -> str:
    """Keep the entry as it is; the name of the copy of what it was."""
    copy = tidy.keep_copy(store, name, "review")
    store.update(name, mark_kept)
    return copy


def mark_kept(entry: dict) -> None:
    if is_question(entry):
        entry["resolution"] = entry["trigger"]
    if entry.get("confidence") == "low":
        entry["confidence"] = "medium"
    entry["needs_review"] = False


class Review:
    """One walk through `rows`; `done` holds for each decision its [(place, copy)], for undo."""

    def __init__(self, context, rows: list):
        self.context, self.rows, self.place, self.done = context, rows, 0, []
        self.settled = set()  # places that a decision on several has settled
        self.project, self.store = context.project, context.project.store
        self.width = min(context.width, 100)

    def run(self) -> None:
        words = [f"{key} {word}" for key, (word, _) in KEYS.items()]
        print("\n".join(wrap(" \u00b7 ".join(words), self.width)))
        while self.place < len(self.rows) or self.undo_at_end():
            if self.place in self.settled:
                self.place += 1
                continue
            entry, why = self.rows[self.place]
            self.show(entry, f"{self.place + 1} of {len(self.rows)}: {why}")
            if not self.decide(entry["id"]):
                return

    def undo_at_end(self) -> bool:
        """Offer to take the last decision back; True when it was."""
        if not self.done:
            return False
        offer = "that was all; u takes the last decision back, any other key ends"
        print(f"\n  {offer} ", end="", flush=True)
        again = read_key() == "u"
        print()
        return again and self.undo()

    def show(self, entry: dict, heading: str) -> None:
        shown = common.fields(entry, self.context.extra)
        lines = ["", self.context.paint(heading, "bold")]
        rows = [("", f"{shown['id']}  {shown['type']}, seen {shown['occurrences']}x")]
        rows += [(name, shown.get(name)) for name in ("trigger", "context")]
        rows += [("fix", shown.get("resolution"))]
        rows += [("note", str(note)) for note in (shown.get("notes") or [])[-2:]]
        for label, text in [row for row in rows if row[1]]:
            lines += wrap(text, self.width, " " * 11, f"  {label:<9}")
        print(fitting("\n".join(lines), sys.stdout))

    def decide(self, name: str) -> bool:
        """Ask until something was decided; False when the person wants to stop."""
        while True:
            print(f"  [{'/'.join(KEYS)}] ", end="", flush=True)
            key = read_key()
            word = KEYS.get(OLD_KEYS.get(key, key), ("", ""))[0]
            print(word)
            if word == "help":
                for letter, (title, text) in KEYS.items():
                    print("\n".join(wrap(text, self.width, " " * 14, f"  {letter}  {title:<9}")))
            elif word == "quit" or (word and self.act(name, word)):
                return word != "quit"

    def act(self, name: str, word: str) -> bool:
        """Carry a decision out; False when it could not be, so that the person is asked again."""
        if word == "undo":
            return self.undo()
        if word == "all":
            return self.keep_rest()
        copy = ""
        if word != "skip":
            copy = tidy.keep_copy(self.store, name, "review")
            try:
                if not self.change(name, word):
                    return False
            except common.Stop as error:
                print(f"  {error}")
                return False
        self.done.append([(self.place, copy)])
        self.place += 1
        return True

    def change(self, name: str, word: str) -> bool:
        if word == "keep":
            self.store.update(name, mark_kept)
        elif word == "drop":
            keep.drop_rule(self.project, self.store, name)
            tidy.retire(self.store, name, "dropped in a review")
        elif word == "fix":
            text = input("  what to do: ").strip()
            return bool(text) and bool(verdicts.set_fix(self.context, name, text))
        elif word == "edit":
            keep.edit(self.context, name)
        else:
            promotion.promote_named(self.project, [name])
        return True

    def keep_rest(self) -> bool:
        """Keep what is still to come and came from the person; False when there is none."""
        names = {place: row[0]["id"] for place, row in enumerate(self.rows) if is_yours(row[0])}
        names = {place: name for place, name in names.items() if place >= self.place}
        print(f"  kept {len(names)} that came from you")
        steps = [(place, _keep_one(self.store, name)) for place, name in names.items()]
        self.settled.update(names)
        self.done += [[(self.place, ""), *steps]] if steps else []
        return bool(steps)

    def undo(self) -> bool:
        """Take the last decision back; False when there is none."""
        if not self.done:
            print("  there is nothing to take back yet")
            return False
        steps = self.done.pop()
        copies = {copy[1]: copy for copy in keep.copies_of(self.project)}
        for copy in [copies[name] for _, name in steps if name in copies]:
            keep.drop_rule(self.project, self.store, copy[4])  # which the decision wrote
            keep.put_back(self.project, copy)
        self.place = steps[0][0]
        self.settled -= {place for place, _ in steps}
        return True
