"""`recall`: print what an agent would be told."""

from __future__ import annotations

import os

from reflexion import hosts
from reflexion.cli.terminal import warn
from reflexion.errors import Usage
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import block
from reflexion.recall.brief import brief, choose, standing_line
from reflexion.recall.search import matches, search
from reflexion.setup.command import for_agent

HELP = "print what an agent would be told for some words"


def add_arguments(parser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="what a prompt might hold")
    parser.add_argument("--brief", action="store_true", help="what a session's start tells")


def run(args, context) -> int:
    if bool(args.words) == args.brief:
        raise Usage("recall: give some words, or --brief")
    project = context.project
    if args.brief:
        print(_brief(context))
    else:
        text = " ".join(args.words)
        found = search(project.stores(), text, project.settings["max_recalled"])
        if found:
            print(block(found))
        else:
            warn(f"nothing would be told: {_reason(project, text)}")
    if not project.trusted:
        warn("the project's learnings wait and are left out: `reflexion trust`")
    return 0


def _reason(project, text: str) -> str:
    """Return why the learning that fits best is not told."""
    best = next(iter(matches(project.stores(), text)), None)
    if not best:
        return "no learning shares a telling word with this"
    why = best.why_not or "its lesson is missing, unsure, or waits for review"
    return f"{digits_of(best.id)} comes nearest, but {why} ({', '.join(best.shared)})"


def _brief(context) -> str:
    project = context.project
    room = project.settings["brief_chars"]
    entries = choose(project, hosts.rule_files(context.host)) if room else []
    command = for_agent(project.root, os.getcwd(), context.environ)
    return brief(entries, room, standing_line(command))[0]
