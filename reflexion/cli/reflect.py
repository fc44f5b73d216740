"""`reflect`: what failed in past sessions, in numbers, or in phases for the agent."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from reflexion import shell
from reflexion.actions.learn import require_label
from reflexion.cli import reflect_phases
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, say
from reflexion.hosts.transcripts import Transcript
from reflexion.reflect import lessons, past
from reflexion.text.clean import one_line, plural

HELP = "what failed in past sessions, in numbers or as lessons"
DETAILS = """\
  reflexion reflect --all --dry-run            what failed in your past sessions, what it cost
  reflexion reflect --all                      the same; what came in two sessions is stored
  reflexion reflect cards                      the newest session's failures, to be read

PHASE is for the agent (/reflexion:reflect): context, cards, related WORDS …, integrate FILE
(- is stdin), verify."""
STORED = (
    "{count} stored without a lesson: the agent is asked about one when it comes again. "
    "What was counted in the past makes no rule."
)
ASK = (
    "{count} may hold a lesson: `/reflexion:reflect` has your agent write it, "
    "`reflexion reflect cards{all}` shows them."
)
# what is said of the numbers, each line if the number that is named by it is not 0
FORMS = (
    ("sessions", "Sessions: {sessions:,}. Calls: {calls:,}, of which {failures:,} failed."),
    (
        "own_code",
        "Findings of tests, compilers and linters, most likely the task's own code: {own_code:,}.",
    ),
    (
        "mistakes",
        "Different mistakes of the others: {mistakes:,}. Came again in another session: {again:,}.",
    ),
    (
        "mistakes",
        "Failures in those later sessions, which lessons could have spared at most: "
        "{later_failures:,} ({later_calls:,} calls).",
    ),
    ("solved", "Have a lesson by now: {solved:,} of the {again:,}."),
)
HEAD = """
What cost most (calls: from a mistake's first failure in a turn to its last):
   calls  sessions  failures"""
MOST_ROWS = 10


def add_arguments(parser: ArgumentParser) -> None:
    phases = sorted(reflect_phases.PHASES)
    parser.add_argument("phase", nargs="?", choices=phases, metavar="PHASE")
    parser.add_argument(
        "words", nargs="*", metavar="WORDS", help="queries of `related`, the file of `integrate`"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="every past session of this project")
    which.add_argument("--session", metavar="ID", default="", help="one other than the newest")
    which.add_argument("--file", metavar="PATH", default="", help="any transcript")
    parser.add_argument("--dry-run", action="store_true", help="store nothing")
    parser.add_argument(
        "--skill", metavar="NAME", default="", help="the skill that the lessons are about"
    )


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    require_label(args.skill)
    chosen = [] if args.phase == "related" else _chosen(args, context)
    if args.phase:
        return reflect_phases.PHASES[args.phase](args, context, chosen)
    _show(args, context, past.read(context.project, chosen, bool(args.file), _progress))
    return 0


def _chosen(args: Namespace, context: Context) -> list[Transcript]:
    """Return the Transcripts that are named, else those of the newest session. Raises NotFound."""
    root = context.project.root
    if args.file:
        return past.of_file(args.file)
    if args.all:
        return past.every(root, context.environ)
    running = context.session if context.is_agent else ""
    return past.one(root, context.environ, args.session, running)


def _progress(done: int, total: int) -> None:
    """Say at a terminal how many transcripts are read; the line goes when all are."""
    if is_terminal(sys.stderr):
        line = f"reading past sessions: {done} of {total}" if done < total else ""
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _show(args: Namespace, context: Context, reader: past.Reader) -> None:
    """Print what the sessions come to, and store what came again."""
    project = context.project
    findings = list(reader.findings.values())
    counts, mistakes = lessons.survey(project.store, reader)
    stored = 0 if args.dry_run else _store(args, context, findings)
    count = len(lessons.open_findings(project, findings))
    if reader.adopted:
        say(past.ADOPTED)
    for name, form in FORMS:
        if counts[name] or name == "sessions":
            print(form.format(**counts))
    if mistakes:
        print(HEAD)
    for finding in mistakes[:MOST_ROWS]:
        print(_row(finding, context.width))
    print()
    if args.dry_run:
        say("Nothing was stored.")
    if stored:
        say(STORED.format(count=plural(stored, "failure")))
    if count:
        say(ASK.format(count=plural(count, "card"), all=" --all" if args.all else ""))


def _row(finding: past.Finding, width: int) -> str:
    counts = f"{finding.calls:>8}{len(finding.sessions):>10}{finding.times:>10}  "
    what = f"{shell.caller(finding.draft.context)}: {finding.draft.trigger}"
    return counts + one_line(what.lstrip(": "), max(20, width - len(counts)))


def _store(args: Namespace, context: Context, findings: list[past.Finding]) -> int:
    """Store the failures that came again, on record for `undo`; return how many."""
    with context.change("reflect --all" if args.all else "reflect") as change:
        lasting = lessons.lasting(context.project, findings)
        for finding in lasting:
            lessons.keep(context.project, finding, change)
    return len(lasting)
