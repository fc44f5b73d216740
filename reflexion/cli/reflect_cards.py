"""`reflect --with COMMAND`: a model of the person's own reads cards about past failures and
writes the lessons, which wait in `review`."""

from __future__ import annotations

import os
import sys
from collections import Counter

from reflexion.capture.record import draft
from reflexion.cli.context import change_entry, settle_rule
from reflexion.cli.lesson import checked_sentence, reword
from reflexion.cli.output import Stop, ask, print_json, say, warn
from reflexion.cli.reflect_replay import print_rows
from reflexion.reflect import cards, model
from reflexion.status.terminal import plural, presentable
from reflexion.store import journal, tidy
from reflexion.store.schema import MAX_NOTES
from reflexion.store.sighting import Full, record
from reflexion.text.grades import CANDIDATE, grade

WHAT = (
    "{cards} in {calls} of `{command}`, {size:,} characters in all: of each failure up to three "
    "occurrences, with the command, the end of its output, and the prompts, replies and commands "
    "around it, redacted."
)
NOTHING = "There is no card to ask about: what failed has its lesson, or was read before."
PENDING = " `reflexion review` goes through them; until then no agent is told."
NOTE = "proposed by `{command}` from {evidence}"
NOT_YET = ", not yet looked at"
TOO_MANY = 3  # calls in a row that fail, after which no other is made
KNOWN = "known"


def ask_about_cards(context, mistakes: list) -> int:
    """Ask about the Mistakes that were not asked about before; 1 where every call failed."""
    options = context.options
    left = _unread(context.project, mistakes)
    prompts = [cards.question(batch, context.extra) for batch in cards.batches(left)]
    size = sum(map(len, prompts))
    if not left:
        _tell(context, NOTHING)
        prompts = []
    elif options.dry_run:
        _tell(context, f"{_what(context, left, prompts, size)} Nothing was sent. The first card:\n")
        _tell(context, "\n".join(cards.card(left[0], context.extra)))
        prompts = []
    elif not options.yes:
        _tell(context, _what(context, left, prompts, size))
        prompts = prompts if ask("Send them?", "--yes sends them, --dry-run shows one") else []
    reading = Reading(context, len(left))
    for batch, prompt in zip(cards.batches(left), prompts):
        if not reading.read(batch, prompt):
            break
    return reading.finish()


def _what(context, left: list, prompts: list, size: int) -> str:
    command = vars(context.options)["with"]
    told = {"cards": plural(len(left), "card"), "calls": plural(len(prompts), "call")}
    return WHAT.format(command=command, size=size, **told)


def _tell(context, text: str) -> None:
    """Say something to the person; beside JSON on stderr."""
    say(text, stream=sys.stderr if context.options.json else sys.stdout)


def _unread(project, mistakes: list) -> list:
    """The Mistakes without an answer, or met by another session since."""
    rows = journal.read(project.store.state_dir, journal.CARDS)
    read = {(row[1], row[2]) for row in rows if len(row) > 2}
    return [it for it in mistakes if (it.mark, str(len(it.sessions))) not in read]


class Reading:
    """The answers of one run. `stored`: entries; `reasons`: why there was no lesson, counted;
    `refused`: what was wrong with sentences; `failed`: cards without an answer."""

    def __init__(self, context, total: int):
        self.context = context
        self.command = vars(context.options)["with"]
        self.total = total
        self.asked = 0
        self.in_a_row = 0
        self.stored = []
        self.reasons = Counter()
        self.refused = []
        self.failed = 0

    def read(self, batch: list, prompt: str) -> bool:
        """Ask about some cards; False when it is of no use to go on."""
        first = self.asked + 1
        self.asked += len(batch)
        which = f"cards {first} to {self.asked} of {self.total}"
        if not self.context.options.json:
            print(f"asking `{self.command}`: {which} ...", file=sys.stderr, flush=True)
        try:
            text = model.ask(self.command, prompt, os.environ)
            answers = cards.read_answers(text, len(batch))
        except model.Failed as error:
            self._note(error)
            warn(f"{which}: {error}")
            self.failed += len(batch)
            self.in_a_row += 1
            return self.in_a_row < TOO_MANY
        self.in_a_row = 0
        self.failed += len(batch) - len(answers)
        for answer in answers:
            self._take(batch[answer.number - 1], answer)
        return True

    def _note(self, error) -> None:
        """Put on record that the command failed."""
        store = self.context.project.store
        if store.exists():
            journal.fault(store.state_dir, "reflect --with", str(error))

    def _take(self, mistake, answer) -> None:
        """Keep one answer, so that nobody is asked about this card again."""
        verdict = answer.reason
        if answer.sentence:
            verdict = cards.LESSON
            try:
                entry = propose(self.context, mistake, answer.sentence)
            except (Stop, Full) as error:
                self.refused.append(f"{mistake.entry['trigger'][:60]}: {error}")
            else:
                verdict = verdict if entry else KNOWN
                self.stored += [entry] if entry else []
        if verdict != cards.LESSON:
            self.reasons[verdict] += 1
        state = self.context.project.ready().state_dir
        journal.note(state, journal.CARDS, mistake.mark, str(len(mistake.sessions)), verdict)

    def finish(self) -> int:
        """Say what came of it; the exit status."""
        options = self.context.options
        unasked = self.total - self.asked if self.asked else 0
        failed = self.failed + unasked
        if options.json:
            shown = {"pending": presentable(self.stored), "none": dict(self.reasons)}
            print_json({**shown, "refused": self.refused, "failed": failed, "asked": self.asked})
        elif self.asked:
            self._print(failed)
        nothing = self.asked and failed == self.total
        return 1 if nothing else 0

    def _print(self, failed: int) -> None:
        accepted = self.context.options.accept
        print_rows("learned" if accepted else "waits", self.stored)
        for why in presentable(self.refused):
            say(f"left out {why}", stream=sys.stderr)
        none = ", ".join(f"{count} {reason}" for reason, count in self.reasons.most_common())
        told = [plural(len(self.stored), "lesson")]
        if self.refused:
            told.append(f"{len(self.refused)} not usable")
        if none:
            told.append(f"{sum(self.reasons.values())} without one ({none})")
        if failed:
            told.append(f"{failed} without an answer, which the next run asks about")
        hint = PENDING if self.stored and not accepted else ""
        say(f"{plural(self.asked, 'card')}: {', '.join(told)}.{hint}")


def propose(context, mistake, sentence: str) -> dict | None:
    """Put a lesson into the entry of a Mistake, to wait in `review`, or taken at once with
    `--accept`; None where the entry has one already. Raises Stop, Full."""
    project = context.project
    wrong_for = mistake.entry
    lesson = draft(
        "error",
        wrong_for["trigger"],
        wrong_for["context"],
        checked_sentence(context, sentence, wrong_for),
        extra=context.extra,
        source="agent",
        confidence="medium",
    )
    accepted = context.options.accept
    note = NOTE.format(
        command=context.clean(vars(context.options)["with"], 80), evidence=cards.evidence(mistake)
    )
    note += "" if accepted else NOT_YET
    known = project.store.known(mistake.mark) if project.store.exists() else None
    if known and grade(known) not in ("", CANDIDATE):
        return None
    if known is None:
        known = record(project, None, {**wrong_for, "source": "transcript"})[0]
    if known["resolution"]:
        tidy.keep_copy(project.store, known["id"], "edit")

    def put(stored: dict) -> None:
        reword(stored, lesson)
        if not accepted:
            stored.update(confidence="low", needs_review=True)
        stored["notes"] = [*(stored.get("notes") or []), note][-MAX_NOTES:]
        if context.options.skill:
            stored.update(skill=context.options.skill, category="")

    now = change_entry(project.store, known["id"], put)
    if accepted:
        context.put_on_record(project.store, "learned", now["id"])
        settle_rule(project, project.store, now["id"])
    return now
