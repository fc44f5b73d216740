"""`status`: what needs you, what was learned, what came back, and the rules."""

from __future__ import annotations

import os

from reflexion.actions import waiting
from reflexion.actions.checks import examine
from reflexion.actions.share import offers
from reflexion.cli.terminal import as_called, cells, fit, print_json, row_width, say
from reflexion.learning.entry import digits_of
from reflexion.setup.check import BAD, GOOD
from reflexion.status import day, gather
from reflexion.status.page import page
from reflexion.store import fs
from reflexion.text.clean import plural

HELP = "what needs you, what was learned, what came back"
DETAILS = "The page of --html holds no path of your home and no name of yours."
PAGE = "dashboard.html"  # without a FILE, among the records of the project
NEEDS = 5  # lines about what waits; with the other sections they make 28
NAMED = 3  # rules that a command names
SHORTEST = 20  # columns of a text in front of its command


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="all of it, for programs")
    parser.add_argument("--html", metavar="FILE", nargs="?", const="", help="write it as one page")


def run(args, context) -> int:
    project = context.any_project
    needs = [*_wrong(project), *_decisions(project), *_to_share(project)]
    if not context.is_agent:
        needs += _common(project)
    board = gather(project, needs, whole=args.json or args.html is not None)
    if args.json:
        print_json(board)
    elif args.html is not None:
        text = page(board, context.environ, project.root)
        path = os.path.abspath(args.html or context.project.ready().state_dir + os.sep + PAGE)
        fs.write_atomic(path, text.encode("utf-8", "replace"))
        say(f"written to {path}: open it in a browser")
    else:
        print("\n".join(_lines(board, row_width())))
    return 0


def _wrong(project) -> list:
    """Return (what, remedy) of what `doctor` finds wrong, the gravest first."""
    found = [row for row in examine(project) if row.grade != GOOD]
    found.sort(key=lambda row: row.grade != BAD)
    return [(row.text, row.remedy or "reflexion doctor") for row in found]


def _decisions(project):
    """Yield (what, remedy) of what a person decides: rules, and what `review` goes through."""
    items = waiting.items(project)
    rules = [digits_of(item.entry.id) for item in items if item.kind == waiting.RULE]
    if rules:
        command = f"reflexion promote {' '.join(rules[:NAMED])}"
        yield f"{_waits(len(rules), 'rule')} for your yes", command
    if len(items) > len(rules):
        yield f"{_waits(len(items) - len(rules), 'learning')} for you", "reflexion review"


def _common(project) -> list[tuple[str, str]]:
    """Return (what, remedy) of lessons that stand in three projects."""
    ids = waiting.in_three_projects(project)
    if not ids:
        return []
    verb = "stands" if len(ids) == 1 else "stand"
    command = f"reflexion learn --global {' '.join(map(digits_of, ids[:NAMED]))}"
    return [(f"{plural(len(ids), 'lesson')} {verb} in three projects", command)]


def _to_share(project) -> list[tuple[str, str]]:
    """Return (what, remedy) of what nobody shared yet; [] for none."""
    count = len(offers(project.store)) if project.trusted else 0
    return [(f"{plural(count, 'lesson')} could be shared", "reflexion share")] if count else []


def _waits(number: int, word: str) -> str:
    return f"{plural(number, word)} {'waits' if number == 1 else 'wait'}"


def _lines(board: dict, columns: int) -> list:
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
    lines = _head(board, columns)
    for title, found in sections.items():
        if found:
            lines += ["", title, *found]
    return lines


def _head(board: dict, columns: int) -> list:
    """Return the project, and the plain numbers since it was set up."""
    numbers = board["numbers"]
    since = f", since {day(board['since'])} {board['since'][:4]}" if board["since"] else ""
    facts = plural(numbers["lessons"], "lesson")
    if numbers["told_sessions"]:
        facts += f", told in {plural(numbers['told_sessions'], 'session')}; in "
        facts += f"{numbers['came_back_sessions']:,} of these such a failure came back"
    lines = [fit(f"Reflexion in {board['project']}{since}", columns), fit(facts, columns)]
    if board["silent"]:
        lines.append(fit(f"silenced by the settings: {', '.join(board['silent'])}", columns))
    for name, counts in board["subjects"].items():
        if counts:
            each = ", ".join(f"{label} {count:,}" for label, count in counts.items())
            lines.append(fit(f"by {name}: {each}", columns))
    if numbers["open"]:
        verb = "has" if numbers["open"] == 1 else "have"
        lines.append(f"{plural(numbers['open'], 'failure')} {verb} no lesson")
    return lines


def _need_lines(needs: list, columns: int) -> list:
    """Return what waits, each with its command; a command is never cut."""
    found: list = []
    for number, need in enumerate(needs):
        lines = _need(need["what"], as_called(need["remedy"]), columns)
        is_last = number == len(needs) - 1
        if len(found) + len(lines) > NEEDS - (0 if is_last else 1):
            return [*found, f"  and {len(needs) - number} more"]
        found += lines
    return found


def _need(what: str, remedy: str, columns: int) -> list:
    room = columns - cells(remedy) - 6
    if room >= min(SHORTEST, cells(what)):
        return [f"  {fit(what, room)}: {remedy}"]
    return [f"  {fit(what, columns - 3)}:", f"    {remedy}"]


def _returned(lesson: dict) -> str:
    told = max(lesson["told"], lesson["came_back"])
    return f"in {lesson['came_back']:,} of {plural(told, 'session')}"


def _row(start: str, lesson: dict, columns: int) -> str:
    start = f"  {start}  "
    return start + fit(lesson["lesson"], columns - len(start))
