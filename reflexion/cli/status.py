"""`status`: what needs you, what was learned, what came back, and the rules."""

from __future__ import annotations

import os
from argparse import Namespace

from reflexion.actions import waiting
from reflexion.actions.checks import examine
from reflexion.actions.share import offers
from reflexion.cli.context import Context
from reflexion.cli.terminal import as_called, cells, fit, print_json, row_width, say
from reflexion.errors import Stop
from reflexion.learning.entry import digits_of
from reflexion.setup.check import BAD, GOOD
from reflexion.status import Board, day, gather
from reflexion.status.page import page
from reflexion.store import fs
from reflexion.store.paths import checkout_top
from reflexion.store.project import Project
from reflexion.text.clean import plural

PAGE = "dashboard.html"  # without a FILE, among the records of the project
TITLE = b"<title>What was learned in "  # no other file is overwritten
LARGE = 1 << 24  # bytes of a page
NEEDS = 5  # lines about what waits; with the other sections they make 28
NAMED = 3  # rules that a command names
SHORTEST = 20  # columns of a text in front of its command
PRIVATE = "private: git leaves .reflexion alone until `reflexion init --team` shares it"

Needs = list[tuple[str, str]]  # what waits, the command that settles it


def run(args: Namespace, context: Context) -> int:
    project = context.any_project
    needs = [*_wrong(project), *_decisions(project, context.is_agent)]
    board = gather(project, needs, whole=args.json or args.html is not None)
    if args.json:
        print_json(board)
    elif args.html is not None:
        text = page(board, context.environ, project.root)
        path = os.path.abspath(args.html or context.project.ready().state_dir + os.sep + PAGE)
        if not path.endswith(".html") or (
            os.path.lexists(path) and TITLE not in fs.peek(path, LARGE)
        ):
            raise Stop(f"{path} would not be a page, or is another one: name a new file in .html")
        fs.write_atomic(path, text.encode("utf-8", "replace"))
        say(f"written to {path}: open it in a browser")
    else:
        say("\n".join(_lines(board, _is_private(project), row_width())))
    return 0


def _wrong(project: Project) -> Needs:
    found = [row for row in examine(project) if row.grade != GOOD]
    found.sort(key=lambda row: row.grade != BAD)
    return [(row.text, row.remedy or "reflexion doctor") for row in found]


def _decisions(project: Project, is_agent: bool) -> Needs:
    """Return what a person decides: rules, what `review` goes through, what is to be shared."""
    items = waiting.items(project)
    rules = [digits_of(item.entry.id) for item in items if item.kind == waiting.RULE]
    # of a changed rule `doctor` tells
    others = sum(item.kind not in (waiting.RULE, waiting.CHANGED) for item in items)
    to_share = len(offers(project.store)) if project.trusted else 0
    common = [] if is_agent else list(map(digits_of, waiting.in_three_projects(project)))
    rows = (
        (len(rules), "rule waits for your yes", f"reflexion promote {' '.join(rules[:NAMED])}"),
        (others, "learning waits for you", "reflexion review"),
        (to_share, "lesson could be shared", "reflexion share"),
        (
            len(common),
            "lesson stands in three projects",
            f"reflexion learn --global {' '.join(common[:NAMED])}",
        ),
    )
    return [(_many(count, what), command) for count, what, command in rows if count]


def _many(count: int, what: str) -> str:
    word, verb, rest = what.split(" ", 2)
    verb = verb if count == 1 else verb.removesuffix("s")
    return f"{plural(count, word)} {verb} {rest}"


def _is_private(project: Project) -> bool:
    """Return True for a store in a checkout that git leaves alone."""
    store = project.store
    is_private = store is not project.home and store.exists() and not store.is_shared()
    return is_private and bool(checkout_top(project.root))


def _lines(board: Board, is_private: bool, columns: int) -> list[str]:
    """Return the dashboard in at most 28 lines; in a pipe none is cut."""
    sections = {
        "Needs you": _need_lines(board["needs"], columns),
        "Learned last": [
            _row(f"{day(lesson['learned']):<7}{lesson['digits']}", lesson, columns)
            for lesson in board["latest"]
        ],
        "Came back although told": [
            _row(f"{lesson['digits']}  {_returned(lesson)}", lesson, columns)
            for lesson in board["returned"]
        ],
        f"Rules ({board['numbers']['rules']:,})": [
            _row(lesson["digits"], lesson, columns) for lesson in board["rules"]
        ],
    }
    lines = [fit(line, columns) for line in _head(board)]
    lines += [PRIVATE] if is_private else []
    for title, found in sections.items():
        if found:
            lines += ["", title, *found]
    return lines


def _head(board: Board) -> list[str]:
    numbers = board["numbers"]
    since = f", since {day(board['since'], with_year=True)}" if board["since"] else ""
    facts = plural(numbers["lessons"], "lesson")
    if numbers["told_sessions"]:
        facts += f", told in {plural(numbers['told_sessions'], 'session')}; in "
        facts += f"{numbers['came_back_sessions']:,} of these such a failure came back"
    lines = [f"Reflexion in {board['project']}{since}", facts]
    if numbers["open"]:
        verb = "has" if numbers["open"] == 1 else "have"
        lines.append(f"{plural(numbers['open'], 'failure')} {verb} no lesson")
    for name, counts in board["subjects"].items():
        each = ", ".join(f"{label} {count:,}" for label, count in counts.items())
        lines += [f"by {name}: {each}"] if counts else []
    if board["silent"]:
        lines.append(f"silenced by the settings: {', '.join(board['silent'])}")
    return lines


def _need_lines(needs: list[dict[str, str]], columns: int) -> list[str]:
    """Return what waits, each with its command; a command is never cut."""
    found: list[str] = []
    for number, need in enumerate(needs):
        remedy = as_called(need["remedy"])
        room = columns - cells(remedy) - 6
        if room >= min(SHORTEST, cells(need["what"])):
            lines = [f"  {fit(need['what'], room)}: {remedy}"]
        else:
            lines = [f"  {fit(need['what'], columns - 3)}:", f"    {remedy}"]
        is_last = number == len(needs) - 1
        if len(found) + len(lines) > NEEDS - (0 if is_last else 1):
            return [*found, f"  and {len(needs) - number} more: `reflexion status --json`"]
        found += lines
    return found


def _returned(lesson: Board) -> str:
    told = max(lesson["told"], lesson["came_back"])
    return f"in {lesson['came_back']:,} of {plural(told, 'session')}"


def _row(start: str, lesson: Board, columns: int) -> str:
    start = f"  {start}  "
    return start + fit(lesson["lesson"], columns - len(start))
