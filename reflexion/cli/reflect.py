"""`reflect`: what failed in past sessions, in numbers, or in phases for the agent."""

from __future__ import annotations

import sys
from argparse import Namespace

from reflexion.cli.context import Context
from reflexion.cli.reflect_phases import integrate, show_cards
from reflexion.cli.terminal import is_terminal, say, warn, width
from reflexion.errors import Usage
from reflexion.reflect import lessons, past
from reflexion.shell.roles import caller
from reflexion.text.clean import one_line, plural

ADOPTED = "This session ran outside of this project: what failed in it is read as if it had not."
STORED = (
    "{count} stored without a lesson: the agent is asked about one when it comes again. "
    "What was counted in the past makes no rule."
)
ASK = (
    "{count} may hold a lesson: `/reflexion:reflect` has your agent write it, "
    "`reflexion reflect cards{all}` shows them."
)
NUMBERS = """\
Sessions: {sessions:,}. Calls: {calls:,}, of which {failures:,} failed.
Findings of tests, compilers and linters, most likely the task's own code: {own_code:,}.
Different mistakes of the others: {mistakes:,}. Came again in another session: {again:,}, of which \
{solved:,} have a lesson by now.
Failures in those later sessions, which lessons could have spared at most: {later:,}."""
HEAD = """
What came most often:
  failures  sessions"""
MOST_ROWS = 10


def run(args: Namespace, context: Context) -> int:
    if bool(args.decisions) != (args.phase == "integrate"):
        raise Usage("reflect: `integrate` needs a FILE of JSON, or - for stdin")
    context.require_trust()
    running = context.session if context.is_agent else ""
    chosen = past.choose(context.project, args.file, args.all, args.session, running)
    if is_terminal(sys.stderr):
        warn(f"reading {plural(len(chosen), 'transcript')} …")
    reader = past.read(context.project, chosen, bool(args.file))
    if reader.adopted:
        say(ADOPTED)
    if args.phase == "cards":
        return show_cards(context, chosen, reader)
    if args.phase:
        return integrate(context, args.decisions, chosen, reader)
    return _show(args, context, reader)


def _show(args: Namespace, context: Context, reader: past.Reader) -> int:
    project = context.project
    counts = lessons.survey(project.store, reader)
    fresh = [] if args.dry_run else lessons.lasting(project, reader)
    if fresh:
        with context.acting("reflect --all") as act:
            for finding in fresh:
                lessons.keep(project, finding, act.change)
    count = len(lessons.open_findings(project, reader))
    rows = [_row(finding) for finding in lessons.mistakes(reader)[:MOST_ROWS]]
    print("\n".join([NUMBERS.format(**counts), *([HEAD, *rows] if rows else []), ""]))
    if args.dry_run:
        say("Nothing was stored.")
    if fresh:
        say(STORED.format(count=plural(len(fresh), "failure")))
    if count:
        say(ASK.format(count=plural(count, "card"), all=" --all" if args.all else ""))
    return 0


def _row(finding: past.Finding) -> str:
    counts = f"{finding.times:>10}{len(finding.sessions):>10}  "
    what = f"{caller(finding.draft.context)}: {finding.draft.trigger}"
    return counts + one_line(what.lstrip(": "), max(20, width() - len(counts)))
