"""`memory`: the learnings about skills, in the MEMORY.md beside each SKILL.md."""

from __future__ import annotations

from argparse import Namespace

from reflexion import memory
from reflexion.cli.context import Context
from reflexion.cli.terminal import say, warn

NOT_HERE = "no skill {skill} is installed here: what is known about it is told when it is used"


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    with context.acting("memory sync") as act:
        report = memory.sync(context.project, act.change)
    for line in report.lines or ["nothing was to be written"] * (not report.problems):
        say(line)
    for skill in sorted(memory.not_installed(context.project)):
        say(NOT_HERE.format(skill=skill))
    for line in report.problems:
        warn(line)
    return 1 if report.problems else 0
