"""`doctor`: look at everything that can be wrong, and name the command that mends it."""

from __future__ import annotations

from collections import Counter

from reflexion.cli import checks, checks_store
from reflexion.cli.findings import MARKS
from reflexion.cli.output import as_called, plural, print_json, wrapped
from reflexion.setup.check import BAD, GOOD, NOTE
from reflexion.store.project import Project
from reflexion.text.clean import visible

HELP = "is everything all right? what is wrong, and what to do"
DETAILS = """\
Each finding comes with the command that mends it. Exit status 1: something is wrong."""
ROOM = 8  # columns in front of a finding


class Patient:
    """What the checks look at: the project, its stores, and whether to be quick."""

    def __init__(self, context, quick: bool):
        self.folder = context.folder
        self.project = Project(context.folder, context.environ)
        self.quick = quick
        found = {}
        for store in (self.project.store, self.project.home):
            if store and store.exists():
                found[store.dir] = store
        self.stores = list(found.values())


def add_arguments(parser) -> None:
    parser.add_argument("--fix", action="store_true", help="repair what is safe to repair")
    parser.add_argument("--quick", action="store_true", help="do not run the hooks")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args, context) -> int:
    found = examine(context, args.quick)
    fixed = [row for row in found if row.fix] if args.fix else []
    for row in fixed:
        row.fix()
    if fixed:
        found = examine(context, args.quick)
    if args.json:
        rows = [_as_data(row) for row in found]
        print_json({"findings": rows, "fixed": [row.text for row in fixed]})
    else:
        _report(found, fixed, context.width)
    return 1 if any(row.grade == BAD for row in found) else 0


def examine(context, quick: bool = False) -> list:
    """Return every Finding, as things stand now."""
    patient = Patient(context, quick)
    return [row for check in (*checks.CHECKS, *checks_store.CHECKS) for row in check(patient)]


def _as_data(row) -> dict:
    return {**row._asdict(), "fix": row.fix is not None}


def _report(found: list, fixed: list, columns: int) -> None:
    for row in fixed:
        print(wrapped("fixed", visible(row.text), columns, ROOM))
    for row in found:
        print(wrapped(MARKS[row.grade], visible(f"{row.check}: {row.text}"), columns, ROOM))
        if row.remedy and row.grade != GOOD:
            print(f"{' ' * ROOM}-> {visible(as_called(row.remedy))}")
    grades = Counter(row.grade for row in found)
    verdict = plural(grades[BAD], "thing") + " wrong" if grades[BAD] else "nothing is wrong"
    noted = f", {plural(grades[NOTE], 'thing')} worth a look" if grades[NOTE] else ""
    print(f"\n{verdict}{noted}")
