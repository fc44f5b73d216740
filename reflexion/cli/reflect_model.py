"""`reflect --with COMMAND`: a model reads cards and writes lessons, which wait in `review`."""

from __future__ import annotations

import sys
from collections import Counter

from reflexion.cli import changing, revise, storing
from reflexion.cli.errors import Stop
from reflexion.cli.output import is_terminal, plural
from reflexion.learning.entry import LEVELS
from reflexion.learning.lesson import is_solved, title
from reflexion.reflect import cards, lessons, model
from reflexion.store import history
from reflexion.text.clean import one_line

NOTHING = "There is no card to send: what failed has its lesson, or was answered before."
WHAT = (
    "{cards} would go to `{command}` in {calls}, {size:,} characters in all: of each failure up "
    "to three occurrences with the command, the end of its output, and what came before and "
    "after, redacted. The first card:"
)
RESULT = "{cards}: {stored}, {none} without one{reasons}{left}."
WAITS = "`reflexion review` goes through them; until then no agent is told."


def ask_about(args, context, reader) -> int:
    """Send the cards that nobody answered; return 1 if every call failed. Raises Stop, OSError."""
    project = context.project
    findings = lessons.open_findings(project, list(reader.findings.values()))
    findings = lessons.without_answered(project.store, findings)
    if not findings:
        context.say(NOTHING)
        return 0
    patterns = project.settings["redact"]
    prompts = [cards.question(batch, patterns) for batch in cards.batches(findings)]
    _show_first(args, context, findings, prompts)
    if args.dry_run:
        context.say("Nothing was sent.")
        return 0
    if not context.confirm("Send them?"):
        return 1
    run = _Run(args, context, len(findings))
    with context.change(storing.typed(context, "reflect", "--with", args.model)) as change:
        for batch, prompt in zip(cards.batches(findings), prompts):
            if not run.ask(change, batch, prompt):
                break
    return run.finish()


def _show_first(args, context, findings: list, prompts: list) -> None:
    size = sum(map(len, prompts))
    counts = {"cards": plural(len(findings), "card"), "calls": plural(len(prompts), "call")}
    context.say(WHAT.format(command=args.model, size=size, **counts))
    lines = cards.card(findings[0], context.project.settings["redact"])
    print("\n".join(["", *(f"  {line}" for line in lines), ""]))


class _Run:
    """The answers to the cards of one run."""

    def __init__(self, args, context, total: int):
        self._args = args
        self._context = context
        self._total = total
        self._asked = 0
        self._stored = []
        self._reasons = Counter()  # why there was no lesson

    def ask(self, change, batch: list, prompt: str) -> bool:
        """Ask about some cards and store the answers; return False if the command failed."""
        self._show_progress()
        self._asked += len(batch)
        try:
            text = model.ask(self._args.model, prompt, self._context.environ)
            answers = cards.read_answers(text, len(batch))
        except (model.Failed, cards.NoAnswer) as error:
            self._context.warn(f"{plural(len(batch), 'card')} without an answer: {error}")
            return isinstance(error, cards.NoAnswer)
        for answer in answers:
            self._take(change, batch[answer.number - 1], answer)
        return True

    def finish(self) -> int:
        """Say what came of it; return the exit status."""
        none = sum(self._reasons.values())
        left = self._total - len(self._stored) - none
        reasons = ", ".join(f"{count} {why}" for why, count in self._reasons.most_common())
        self._context.say(
            RESULT.format(
                cards=plural(self._total, "card"),
                stored=plural(len(self._stored), "lesson"),
                none=none,
                reasons=f" ({reasons})" if reasons else "",
                left=f", {left} without an answer (the next run asks again)" if left else "",
            )
        )
        if any(entry.get("needs_review") for entry in self._stored):
            self._context.say(WAITS)
        return 1 if left == self._total else 0

    def _show_progress(self) -> None:
        done = 20 * self._asked // self._total
        line = f"[{'#' * done:<20}] {self._asked} of {self._total} cards"
        end = "\r" if is_terminal(sys.stderr) else "\n"
        print(line, end=end, file=sys.stderr, flush=True)

    def _take(self, change, finding, answer) -> None:
        """Store one answer, and put on record that nobody need be asked about it again."""
        reason = answer.reason
        if answer.sentence:
            try:
                entry = self._store(change, finding, answer.sentence)
                reason = "" if entry else "known"
            except Stop as error:
                self._context.warn(f"{one_line(finding.draft['trigger'], 60)}: {error}")
                reason = "not usable"
        if reason:
            self._reasons[reason] += 1
        store = self._context.project.ready()
        lessons.note_answer(store, finding, reason or "lesson")

    def _store(self, change, finding, text: str) -> dict | None:
        """Make a sentence the lesson of a Finding; return None where there is one. Raises Stop."""
        context = self._context
        project = context.project
        sentence = storing.checked(context, text, finding.draft["type"])
        is_new = lessons.known(project.store, finding) is None
        (entry,) = lessons.keep(project, [finding], self._args.skill)
        if is_new:
            change.made(project.store.path(entry["id"]))
        if is_solved(entry):
            return None

        def put(entry: dict) -> None:
            revise.put_lesson(entry, sentence, revise.AGENT)
            revise.add_note(entry, f"written by `{storing.typed(context, self._args.model)}`")
            if not self._args.accept:
                entry.update(confidence=LEVELS[0], needs_review=True)
            if self._args.skill:
                entry["skill"] = self._args.skill

        entry = changing.change_words(context, change, project.store, entry["id"], put)
        if not entry.get("needs_review"):
            changing.record(context, project.store, entry["id"], history.LEARNED)
        self._stored.append(entry)
        context.say(title(entry, 200))
        return entry
