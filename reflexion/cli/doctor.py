"""`doctor`: look at everything that can be wrong, and name the command that mends it."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter

from reflexion.actions.checks import everything
from reflexion.cli.context import Context
from reflexion.cli.terminal import as_called, print_json, say, wrapped
from reflexion.setup.check import BAD, GOOD, NOTE, Finding
from reflexion.store.project import Project
from reflexion.text.clean import plural

ROOM = 8  # columns in front of a finding
MARKS = {GOOD: "ok", NOTE: "note", BAD: "WRONG"}


def run(args: Namespace, context: Context) -> int:
    found = everything(Project(context.folder, context.environ), context.folder)
    if args.json:
        print_json({"findings": [row._asdict() for row in found]})
    else:
        _report(found)
    return int(BAD in [row.grade for row in found])


def _report(found: list[Finding]) -> None:
    for row in found:
        say(wrapped(MARKS[row.grade], f"{row.check}: {row.text}", ROOM))
        if row.remedy and row.grade != GOOD:
            say(f"{' ' * ROOM}-> {as_called(row.remedy)}")
    grades = Counter(row.grade for row in found)
    verdict = plural(grades[BAD], "thing") + " wrong" if grades[BAD] else "nothing is wrong"
    noted = f", {plural(grades[NOTE], 'thing')} worth a look" if grades[NOTE] else ""
    say(f"\n{verdict}{noted}")
