"""`reflect`: what past sessions teach, in numbers, by a model, or by the agent itself."""

from __future__ import annotations

import sys
from collections import Counter

from reflexion.actions import lessons
from reflexion.actions.learn import require_label
from reflexion.actions.lessons import Act
from reflexion.cli import reflect_phases
from reflexion.cli.terminal import confirm, is_terminal, say, warn
from reflexion.errors import Stop
from reflexion.learning import revise
from reflexion.learning.entry import Entry
from reflexion.learning.fields import LEVELS
from reflexion.learning.lesson import is_solved, title
from reflexion.reflect import cards, model, past
from reflexion.reflect import lessons as known_lessons
from reflexion.reflect.survey import lines, survey
from reflexion.text.clean import one_line, plural

HELP = "what failed in past sessions, in numbers or as lessons"
DETAILS = """\
  reflexion reflect --all --dry-run            what failed in your past sessions, what it cost
  reflexion reflect --all                      the same; what came in two sessions is stored
  reflexion reflect --all --with 'claude -p'   a model of yours writes the lessons
  reflexion reflect cards                      the newest session's failures, to be read

PHASE is for the agent (/reflexion:reflect): context, cards, related WORDS …, integrate FILE
(- is stdin), verify."""
STORED = (
    "{count} stored without a lesson: the agent is asked about one when it comes again. "
    "What was counted in the past makes no rule."
)
ASK = (
    '{count} may hold a lesson: `reflexion reflect{all} --with "claude -p"` has a model of yours '
    "write them, `/reflexion:reflect` your agent."
)
NO_CARD = "There is no card to send: what failed has its lesson, or was answered before."
SENDS = (
    "{cards} would go to `{command}` in {calls}, {size:,} characters in all: of each failure up "
    "to three occurrences with the command, the end of its output, and what came before and "
    "after, redacted. The first card:"
)
LESSON = "lesson"
WAITS = "`reflexion review` goes through them; until then no agent is told."
BAR = 20  # characters


def add_arguments(parser) -> None:
    phases = sorted(reflect_phases.PHASES)
    parser.add_argument("phase", nargs="?", choices=phases, metavar="PHASE")
    parser.add_argument(
        "words", nargs="*", metavar="WORDS", help="queries of `related`, the file of `integrate`"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="every past session of this project")
    which.add_argument("--session", metavar="ID", default="", help="one other than the newest")
    which.add_argument("--file", metavar="PATH", default="", help="read this transcript")
    parser.add_argument(
        "--with", dest="model", metavar="COMMAND", help="let a model write the lessons"
    )
    parser.add_argument("--yes", action="store_true", help="send the cards without a question")
    parser.add_argument("--dry-run", action="store_true", help="store and send nothing")
    parser.add_argument(
        "--skill", metavar="NAME", default="", help="the skill that the lessons are about"
    )


def run(args, context) -> int:
    context.require_trust()
    require_label(args.skill)
    chosen = [] if args.phase == "related" else _chosen(args, context)
    if args.phase:
        return reflect_phases.PHASES[args.phase](args, context, chosen)
    reader = past.read(context.project, chosen, _progress(chosen))
    return _ask_model(args, context, reader) if args.model else _show(args, context, reader)


def _chosen(args, context) -> list:
    """Return the Transcripts that are named, else those of the newest session. Raises NotFound."""
    root = context.project.root
    if args.file:
        return past.of_file(args.file)
    if args.all:
        return past.every(root, context.environ)
    running = context.session if context.is_agent else ""
    return past.one(root, context.environ, args.session, running)


def _progress(chosen: list):
    """Return a function that shows, at a terminal, how many bytes of these are read."""
    total = max(1, sum(each.size for each in chosen))
    return lambda done: _show_bar("reading past sessions", min(done, total), total)


def _show_bar(what: str, done: int, total: int) -> None:
    """Draw a progress bar at a terminal; it goes when all is done."""
    if is_terminal(sys.stderr):
        filled = "#" * (BAR * done // total)
        end = "\r\x1b[K" if done == total else ""
        bar = f"\r{what} [{filled:<{BAR}}] {100 * done // total} %{end}"
        print(bar, end="", file=sys.stderr, flush=True)


def _show(args, context, reader) -> int:
    """Print what the sessions come to, and store what came again."""
    project = context.project
    findings = list(reader.findings.values())
    found = survey(reader, known_lessons.solved(project.store, findings))
    stored = 0 if args.dry_run else _store(args, context, findings)
    open_ = known_lessons.open_findings(project, findings)
    left = known_lessons.without_answered(project.store, open_)
    print("\n".join([*lines(found, context.width), ""]))
    if args.dry_run:
        say("Nothing was stored.")
    if stored:
        say(STORED.format(count=plural(stored, "failure")))
    if left:
        say(ASK.format(count=plural(len(left), "card"), all=" --all" if args.all else ""))
    return 0


def _store(args, context, findings: list) -> int:
    """Store the failures that came again, on record for `undo`; return how many."""
    with context.change("reflect --all" if args.all else "reflect") as change:
        lasting = known_lessons.lasting(context.project, findings)
        for finding in lasting:
            known_lessons.keep(context.project, finding, change)
    return len(lasting)


def _ask_model(args, context, reader) -> int:
    """Send the cards that nobody answered; return 1 if every call failed. Raises Stop, OSError."""
    project = context.project
    patterns = project.settings["redact"]
    findings = known_lessons.open_findings(project, list(reader.findings.values()))
    findings = known_lessons.without_answered(project.store, findings)
    if not findings:
        say(NO_CARD)
        return 0
    calls = [(batch, cards.question(batch, patterns)) for batch in cards.batches(findings)]
    size = sum(len(prompt) for _, prompt in calls)
    counts = {"cards": plural(len(findings), "card"), "calls": plural(len(calls), "call")}
    say(SENDS.format(command=args.model, size=size, **counts))
    print("\n".join(["", *(f"  {line}" for line in cards.card(findings[0], patterns)), ""]))
    if args.dry_run:
        say("Nothing was sent.")
        return 0
    if not confirm("Send them?", args.yes):
        return 1
    verdicts = Counter()
    with context.acting("reflect", "--with", args.model) as act:
        for batch, prompt in calls:
            _show_bar("asking", sum(verdicts.values()), len(findings))
            try:
                verdicts.update(_ask(context, act, batch, prompt))
            except model.NoAnswer as error:
                warn(f"{plural(len(batch), 'card')} without an answer: {error}")
                break
    _show_bar("asking", 1, 1)
    return _report(verdicts, len(findings))


def _ask(context, act: Act, batch: list, prompt: str) -> list:
    """Ask about some cards and store the answers; return their verdicts. Raises NoAnswer."""
    text = model.ask(context.args.model, prompt, context.environ)
    answers = cards.read_answers(text, len(batch))
    if not answers:
        warn(f"{plural(len(batch), 'card')} without an answer: no line of it is JSON about a card")
    return [_take(context, act, batch[answer.number - 1], answer) for answer in answers]


def _take(context, act: Act, finding, answer) -> str:
    """Store one answer; return LESSON, or why there is none. The card is not sent again."""
    verdict = answer.reason
    if answer.sentence:
        try:
            verdict = _store_lesson(context, act, finding, answer.sentence)
        except Stop as error:
            warn(f"{one_line(finding.draft.trigger, 60)}: {error}")
            verdict = "not usable"
    known_lessons.note_answer(context.project.ready(), finding, verdict)
    return verdict


def _store_lesson(context, act: Act, finding, text: str) -> str:
    """Make a sentence the lesson of a Finding, which waits for review. Raises Stop."""
    project = context.project
    args = context.args
    sentence = lessons.checked(text, finding.draft.type, project.settings["redact"])
    entry = known_lessons.keep(project, finding, act.change)
    if is_solved(entry):
        return "known"

    def put(entry: Entry) -> None:
        revise.put_lesson(entry, sentence, revise.AGENT)
        revise.add_note(entry, f"{revise.WRITTEN}`{context.clean(args.model)}`")
        entry.update(confidence=LEVELS[0], needs_review=True)
        if args.skill:
            entry.skill = args.skill

    say(title(lessons.change_words(act, project.store, entry.id, put), 200))
    return LESSON


def _report(verdicts: Counter, total: int) -> int:
    """Say what came of the cards; return the exit status."""
    left = total - sum(verdicts.values())
    counts = [f"{count} {verdict}" for verdict, count in verdicts.most_common()]
    if left:
        counts.append(f"{left} without an answer (the next run asks again)")
    say(f"{plural(total, 'card')}: {', '.join(counts)}.")
    if verdicts[LESSON]:
        say(WAITS)
    return 1 if left == total else 0
