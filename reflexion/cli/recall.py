"""`recall`: print what an agent would be told, and why."""

from __future__ import annotations

import os

from reflexion import hosts
from reflexion.cli.errors import Usage
from reflexion.cli.output import fit
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import block, may_tell_unasked
from reflexion.recall.brief import brief, choose, standing_line
from reflexion.recall.search import matches, search
from reflexion.setup.command import for_agent

HELP = "print what an agent would be told for some words"
MANY = 100  # learnings that --explain goes through


def add_arguments(parser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="what a prompt might hold")
    parser.add_argument("--brief", action="store_true", help="what a session's start tells")
    parser.add_argument("--explain", action="store_true", help="each one that fits, and why")


def run(args, context) -> int:
    if bool(args.words) == args.brief:
        raise Usage("recall: give some words, or --brief")
    project = context.project
    text = " ".join(args.words)
    if args.brief:
        print(_brief(context))
    elif args.explain:
        _explain(context, text)
    else:
        found = search(project.stores(), text, project.settings["max_recalled"])
        print(block(found)) if found else context.warn("nothing would be told: see --explain")
    if not project.trusted:
        context.warn("the project's learnings wait and are left out: `reflexion trust`")
    return 0


def _brief(context) -> str:
    project = context.project
    room = project.settings["brief_chars"]
    entries = choose(project, hosts.rule_files(context.host)) if room else []
    command = for_agent(project.root, os.getcwd(), context.environ)
    return brief(entries, room, standing_line(command))[0]


def _explain(context, text: str) -> None:
    """Print every learning that shares a word with the text, best first."""
    found = matches(context.project.stores(), text)[:MANY]
    for match in found:
        entry = match.store.get(match.id)
        if not entry:
            continue
        why = match.why_not
        if not why and not may_tell_unasked(entry):
            why = "its lesson is missing, unsure, or waits for review"
        verdict = f"not told: {why}" if why else "told"
        words = ", ".join(match.shared)
        context.say(f"{match.score:5.2f}  {digits_of(match.id)}  {verdict} ({words})")
        context.say("       " + fit(entry["resolution"] or entry["trigger"], context.width - 7))
    if not found:
        context.say("no learning shares a telling word with this")
