"""`recall`: print what an agent would be told."""

from __future__ import annotations

from argparse import Namespace

from reflexion import hosts
from reflexion.cli.context import Context
from reflexion.cli.terminal import warn
from reflexion.errors import Usage
from reflexion.learning.lesson import title
from reflexion.recall import nearest_to_prompt
from reflexion.recall.brief import brief, ranked
from reflexion.setup.command import for_person
from reflexion.store import rule_files

SHOWN = 8  # lessons
MAX_LINE = 600  # characters
RULE = "it stands in a file that the host reads"
TOO_MANY = "the setting max_recalled allows no more"


def run(args: Namespace, context: Context) -> int:
    if bool(args.words) == args.brief:
        raise Usage("recall: give some words, or --brief")
    project = context.project
    if args.brief:
        room = project.settings["brief_chars"]
        lessons = ranked(project, hosts.rule_files(context.host))
        told = brief(*lessons, room, for_person(context.environ))[0]
        print(told if room else "nothing: brief_chars is 0")
    else:
        _show_nearest(context, " ".join(args.words))
    if not project.trusted:
        warn("the project's learnings wait and are left out: `reflexion trust`")
    return 0


def _show_nearest(context: Context, text: str) -> None:
    project = context.project
    found = nearest_to_prompt(project, text)[:SHOWN]
    rules = rule_files.standing_ids(project, hosts.rule_files(context.host))
    left = project.settings["max_recalled"]
    for near, why in found:
        why = RULE if near.entry.id in rules else why or ("" if left else TOO_MANY)
        left -= not why
        verdict = f"not told unasked: {why}" if why else "told at such a prompt"
        print(f"{title(near.entry, MAX_LINE)}\n  {verdict} ({', '.join(near.match.shared)})")
    if not found:
        warn("no lesson shares a word with this")
