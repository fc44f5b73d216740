"""`doctor`: look at everything that can be wrong, and name the command that mends it."""

from __future__ import annotations

from collections import Counter

from reflexion.cli import checks, checks_store
from reflexion.cli.findings import MARKS
from reflexion.cli.output import as_called, plural, print_json, warn, wrapped
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
    fixed = []
    if args.fix:
        before = found
        _repair(found)
        found = examine(context, args.quick)
        left = [row.text for row in found]
        fixed = [row.text for row in before if row.fix and row.text not in left]
    if args.json:
        print_json({"findings": [_as_data(row) for row in found], "fixed": fixed})
    else:
        _report(found, fixed, context.width)
    return int(BAD in [row.grade for row in found])


def _repair(found: list) -> None:
    """Repair what can be; what is left is found again."""
    for row in found:
        try:
            if row.fix:
                row.fix()
        except OSError as error:
            warn(f"{row.text}: {error}")


def examine(context, quick: bool = False) -> list:
    """Return every Finding, as things stand now."""
    patient = Patient(context, quick)
    return [row for check in (*checks.CHECKS, *checks_store.CHECKS) for row in check(patient)]


def _as_data(row) -> dict:
    return {**row._asdict(), "fix": row.fix is not None}


def _report(found: list, fixed: list, columns: int) -> None:
    for text in fixed:
        print(wrapped("fixed", visible(text), columns, ROOM))
    for row in found:
        print(wrapped(MARKS[row.grade], visible(f"{row.check}: {row.text}"), columns, ROOM))
        if row.remedy and row.grade != GOOD:
            print(f"{' ' * ROOM}-> {visible(as_called(row.remedy))}")
    grades = Counter(row.grade for row in found)
    verdict = plural(grades[BAD], "thing") + " wrong" if grades[BAD] else "nothing is wrong"
    noted = f", {plural(grades[NOTE], 'thing')} worth a look" if grades[NOTE] else ""
    print(f"\n{verdict}{noted}")
