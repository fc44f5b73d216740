"""`reflect`: what past sessions teach, in numbers, by a model, or by the agent itself."""

from __future__ import annotations

import os
import sys

from reflexion.cli import reflect_model, reflect_phases
from reflexion.cli.errors import Stop, Usage
from reflexion.cli.log import first_day
from reflexion.cli.output import is_terminal, plural
from reflexion.cli.storing import require_label
from reflexion.reflect import lessons, past
from reflexion.reflect.survey import lines, survey
from reflexion.store import fs

HELP = "what past sessions teach: in numbers, or as lessons"
DETAILS = """\
  reflexion reflect --all --dry-run            what failed in your past sessions, what it cost
  reflexion reflect --all                      the same; what came in two sessions is stored
  reflexion reflect --all --with 'claude -p'   a model of yours writes the lessons
  reflexion reflect cards                      the newest session's failures, to be read

PHASE is for the agent (/reflexion:reflect): context, cards, related WORDS …, integrate, verify."""
PHASES = {
    "context": reflect_phases.show_context,
    "cards": reflect_phases.show_cards,
    "related": reflect_phases.show_related,
    "integrate": reflect_phases.integrate,
    "verify": reflect_phases.verify,
}
STORED = (
    "{count} stored without a lesson: the agent is asked about one when it comes again. "
    "What was counted in the past makes no rule."
)
ASK = (
    '{count} may hold a lesson: `reflexion reflect{all} --with "claude -p"` has a model of yours '
    "write them, `/reflexion:reflect` your agent."
)


def add_arguments(parser) -> None:
    parser.add_argument("phase", nargs="?", choices=sorted(PHASES), metavar="PHASE")
    parser.add_argument("words", nargs="*", metavar="WORDS", help="of `related`: a query each")
    parser.add_argument("--all", action="store_true", help="every past session of this project")
    parser.add_argument("--since", metavar="DATE", default="", help="with --all: YYYY-MM-DD, 7d")
    parser.add_argument("--session", metavar="ID", default="", help="another than the newest one")
    parser.add_argument("--file", metavar="PATH", default="", help="the transcript of a session")
    parser.add_argument("--with", dest="model", metavar="COMMAND", help="a model writes lessons")
    parser.add_argument("--accept", action="store_true", help="take them without a review")
    parser.add_argument("--yes", action="store_true", help="send the cards without a question")
    parser.add_argument("--dry-run", action="store_true", help="store and send nothing")
    parser.add_argument("--skill", metavar="NAME", default="", help="what is learned is about it")
    parser.add_argument("--decisions", metavar="FILE", help="of `integrate`; - is stdin")
    parser.add_argument("--json", action="store_true", help="the numbers, for programs")


def run(args, context) -> int:
    context.require_trust()
    _check(args, context)
    try:
        chosen = _chosen(args, context)
    except past.NotFound as error:
        if args.phase != "related":  # what is known can be asked without a session
            raise Stop(str(error)) from None
        chosen = []
    if args.phase:
        return PHASES[args.phase](args, context, chosen)
    reader = past.read(context.project, chosen, _progress(chosen))
    if args.model:
        return reflect_model.ask_about(args, context, reader)
    return _show(args, context, reader)


def _check(args, context) -> None:
    """Raise Stop for what may not be asked for."""
    named = [f"--{name}" for name in ("all", "session", "file") if getattr(args, name)]
    if len(named) > 1:
        raise Usage(f"reflect: choose one of {', '.join(named)}")
    if args.phase and args.json:
        raise Usage("reflect: --json is for the numbers, not for a phase")
    require_label(args.skill)
    if context.is_agent and args.model:
        raise Stop("reflect --with starts a program and sends your words: a person runs it")
    path = os.path.realpath(args.file)
    top = os.path.realpath(context.project.root)
    if args.file and context.is_agent and not fs.is_inside(path, top):
        raise Stop("reflect --file outside of the project is a person's")


def _chosen(args, context) -> list:
    root = context.project.root
    if args.file:
        return past.of_file(args.file)
    if args.all:
        return past.all_since(root, context.environ, first_day(args.since))
    running = context.session if context.is_agent else ""
    return past.one(root, context.environ, args.session, running)


def _progress(chosen: list):
    """Return a function that shows, at a terminal, how many bytes of these are read."""
    total = max(1, sum(each.size for each in chosen))
    shown = []

    def report(done: int) -> None:
        percent = min(100, 100 * done // total)
        if percent not in shown:
            shown.append(percent)
            end = "\r\x1b[K" if percent == 100 else ""
            bar = f"[{'#' * (percent // 5):<20}] {percent} %"
            print(f"\rreading past sessions {bar}{end}", end="", file=sys.stderr, flush=True)

    return report if is_terminal(sys.stderr) else None


def _show(args, context, reader) -> int:
    """Print what the sessions come to, and store what came again."""
    project = context.project
    findings = list(reader.findings.values())
    found = survey(reader, lessons.solved(project.store, findings))
    cards = lessons.open_findings(project, findings)
    cards = len(lessons.without_answered(project.store, cards))
    stored = [] if args.dry_run else _store(args, context, findings)
    if args.json:
        ids = [entry["id"] for entry in stored]
        context.print_json({**found, "cards": cards, "stored": ids})
        return 0
    print("\n".join([*lines(found, context.width), ""]))
    if args.dry_run:
        context.say("Nothing was stored.")
    if stored:
        context.say(STORED.format(count=plural(len(stored), "failure")))
    if cards:
        context.say(ASK.format(count=plural(cards, "card"), all=" --all" if args.all else ""))
    return 0


def _store(args, context, findings: list) -> list:
    """Store the failures that came again, on record for `undo`; return their entries."""
    with context.change("reflect --all" if args.all else "reflect") as change:
        lasting = lessons.lasting(context.project, findings)
        stored = lessons.keep(context.project, lasting, args.skill)
        for entry in stored:
            change.made(context.project.store.path(entry["id"]))
    return stored
