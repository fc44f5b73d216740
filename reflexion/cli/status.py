"""The dashboard: on the terminal, as JSON, as a page."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.status import board, gather, terminal
from reflexion.store.files import write_atomic

SUMMARY = "the dashboard: what was learned, what recurs, do the hooks run"
EXAMPLES = """
reflexion status
reflexion status --focus               what the learnings are about, by skill and category
reflexion status --suppressed          what capture left out, and why
reflexion status --html learned.html   the same and more as a page that needs no network
reflexion status --json                for programs
"""


def build():
    made = common.parser(
        "status", "What was learned, what recurs, what waits, and whether the hooks run.", EXAMPLES
    )
    made.add_argument(
        "--focus",
        action="store_true",
        help="what the learnings are about, what came lately, whether reflection is on",
    )
    made.add_argument(
        "--suppressed", action="store_true", help="what capture left out as no learning, and why"
    )
    made.add_argument("--json", action="store_true", help="all figures, for programs")
    made.add_argument("--html", metavar="FILE", help="write a page (self-contained); - for stdout")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    problems = []
    found = common.project(arguments, problems)
    if arguments.focus:
        return _focus(found, arguments.json)
    if arguments.suppressed:
        return _suppressed(found, arguments.json)
    figures = gather.gather(found, waiting(found), room(found), problems=problems)
    if arguments.json:
        common.print_json(figures)
    elif arguments.html:
        _page(found, figures, arguments.html)
    else:
        common.page(
            board.board(
                figures, terminal.width(sys.stdout), terminal.Paint(terminal.colour(sys.stdout))
            )
        )
    return 0


def waiting(found):
    """entry -> why it is no rule yet, by the project's settings and the date of today."""
    from reflexion.promote.rule import waits_for
    from reflexion.store.entries import today

    date = today()
    return lambda entry: waits_for(entry, found.settings, date)


def room(found) -> dict:
    """{name of a rule file: (rules, characters) it can still take}; a file that cannot be written is left to `doctor`."""
    from reflexion.promote import promoter, section

    left = {}
    try:
        for path in promoter.targets(found):
            left[os.path.basename(path)] = section.room(
                promoter.read(path), found.settings["max_rules"]
            )
    except (promoter.Refused, section.Broken):
        pass
    return left


def _focus(found, as_json: bool) -> int:
    from reflexion.memory.labels import installed, router
    from reflexion.status import focus

    entries, skills = list(found.store.all()), installed(found)
    routes = router(found, entries, skills)

    def label_of(entry):
        route = routes.route(entry)
        return route.kind, route.name

    figures = focus.figures(
        entries,
        label_of,
        {skill.name: skill.description for skill in skills},
        found.settings,
        found.settings["redact"],
    )
    if as_json:
        common.print_json(figures)
    else:
        common.page(
            focus.lines(
                figures, terminal.width(sys.stdout), terminal.Paint(terminal.colour(sys.stdout))
            )
        )
    return 0


def _suppressed(found, as_json: bool) -> int:
    from reflexion.status import figures

    rows = gather.left_out(found)
    if as_json:
        common.print_json(rows)
    else:
        reasons = figures.reasons([(row["time"], row["why"]) for row in rows])
        common.page(
            board.left_out(
                rows,
                reasons,
                terminal.width(sys.stdout),
                terminal.Paint(terminal.colour(sys.stdout)),
            )
        )
    return 0


def _page(found, figures: dict, path: str) -> None:
    from reflexion.status.history import history
    from reflexion.status.page import page

    text = page(figures, history(found, waiting(found)))
    if path == "-":
        sys.stdout.write(text)
        return
    write_atomic(path, text.encode("utf-8", "replace"))
    print(f"written to {os.path.abspath(path)}: open it in a browser")
