"""List learnings, filtered."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.cli.filters import fits, since_date
from reflexion.cli.table import rows_of
from reflexion.store.entry import TYPES

SUMMARY = "list learnings: by words, type, date, state"
EXAMPLES = """
reflexion list                          the newest last
reflexion list pnpm build               those that hold both words
reflexion list --unresolved --since 7d  what came up this week and has no fix yet
reflexion list --review --json          for programs
"""
SHOWN = (
    "trigger",
    "resolution",
    "last_seen",
)  # redacting all fields of a large store takes seconds


def build():
    made = common.parser(
        "list",
        "List learnings, the one seen last at the end. On a terminal a row each, as wide as it is; in a pipe nothing is cut.",
        EXAMPLES,
    )
    made.add_argument(
        "words", metavar="WORD", nargs="*", help="only those that hold all these words"
    )
    made.add_argument("--type", choices=TYPES, help="only of this type")
    made.add_argument("--unresolved", action="store_true", help="only those whose fix is not known")
    made.add_argument(
        "--promoted", action="store_true", help="only those that are rules in CLAUDE.md"
    )
    made.add_argument(
        "--review",
        action="store_true",
        help="only those that wait for a review, or are trusted least",
    )
    made.add_argument(
        "--since",
        metavar="DATE",
        help="seen since: YYYY-MM-DD, today, yesterday, or 12h, 7d, 2w, 3m ago",
    )
    made.add_argument("--json", action="store_true", help="all fields, for programs")
    common.with_global(made, "the store in the home folder, not the project's")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store = common.store_of(found, arguments.everywhere)
    if arguments.since:
        arguments.since = since_date(arguments.since)
    problems = []
    entries = [entry for entry in store.all(problems) if fits(entry, arguments)]
    entries.sort(key=lambda entry: (entry["last_seen"], entry["id"]))
    extra = found.settings["redact"]
    if arguments.json:
        common.print_json([common.fields(entry, extra) for entry in entries])
    elif entries:
        for line in rows_of(
            [
                {**entry, **common.presentable({field: entry[field] for field in SHOWN}, extra)}
                for entry in entries
            ],
            sys.stdout,
        ):
            print(line)
    else:
        print(
            "no learning fits"
            if store.names()
            else f"no learnings yet in {store.dir}: `reflexion status` says whether the hooks run, `reflexion add --help` how to log one"
        )
    if problems:
        print(
            f"reflexion: {len(problems)} file(s) cannot be read: `reflexion doctor` names them",
            file=sys.stderr,
        )
    return 0
