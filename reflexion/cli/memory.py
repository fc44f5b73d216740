"""`memory`: the learnings about skills, in the MEMORY.md beside each SKILL.md."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from reflexion import memory
from reflexion.cli.context import Context
from reflexion.cli.terminal import say, warn

HELP = "write the learnings about skills into their MEMORY.md"
DETAILS = """\
  reflexion memory sync             write them, and say where
  reflexion import MEMORY.md        take over what you changed inside the block of one

What stands outside the markers is never touched. A learning is about a skill if it was recorded
with --skill NAME. The setting `memory_sync` writes the files at every session's end."""
NOT_HERE = "no skill {skill} is installed here: what is known about it is told when it is used"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("sync",), metavar="ACTION", help="sync")


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    with context.change("memory sync") as change:
        report = memory.sync(context.project, change)
    for line in report.lines or ["nothing was to be written"] * (not report.problems):
        say(line)
    for skill in sorted(memory.not_installed(context.project)):
        say(NOT_HERE.format(skill=skill))
    for line in report.problems:
        warn(line)
    return 1 if report.problems else 0
