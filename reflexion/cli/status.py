"""`status`: what needs you, what was learned, what came back, and the rules."""

from __future__ import annotations

import os
import sys

from reflexion.cli.output import as_called, cells, fit, pad, print_json
from reflexion.cli.rule_check import RuleCheck, awaiting_yes, further_needs
from reflexion.status.chart import day
from reflexion.status.gather import gather
from reflexion.status.page import page
from reflexion.store import fs

HELP = "what needs you, what was learned, what came back"
DETAILS = "The page of --html holds no path of your home and no name of yours."
# lines of a section at most: with heads and blank lines they make 25
NEEDS = 5
LEARNED = 3
CAME_BACK = 3
RULES = 3
SHORTEST = 20  # columns of a text in front of its command


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="all of it, for programs")
    page_help = "write it as one page that needs no network; - for the screen"
    parser.add_argument("--html", metavar="FILE", default="", help=page_help)


def run(args, context) -> int:
    project = context.any_project
    check = RuleCheck(project)
    board = gather(project, further_needs(check, awaiting_yes(project)))
    if args.json:
        print_json(board)
    elif args.html == "-":
        sys.stdout.write(page(board, context.environ, project.root))
    elif args.html:
        text = page(board, context.environ, project.root)
        path = os.path.abspath(args.html)
        fs.write_atomic(path, text.encode("utf-8", "replace"))
        context.say(f"written to {path}: open it in a browser")
    else:
        print("\n".join(lines_of(board, context.width)))
    return 0


def lines_of(board: dict, columns: int) -> list:
    """Return the dashboard in at most 25 lines."""
    lessons = board["lessons"]
    latest = sorted(lessons, key=lambda lesson: lesson["learned"], reverse=True)
    returned = [lesson for lesson in lessons if lesson["came_back"]]
    returned.sort(key=lambda lesson: lesson["last_back"], reverse=True)
    standing = [lesson for lesson in lessons if lesson["rule"]]
    came_back = [_returned_line(lesson, columns) for lesson in returned[:CAME_BACK]]
    return [
        *_head(board, columns),
        *_section("Needs you", _need_lines(board["needs"], columns)),
        *_section("Learned last", [_line(lesson, columns) for lesson in latest[:LEARNED]]),
        *_section("Came back although told", came_back),
        *_section(f"Rules ({len(standing)})", [_rule(rule, columns) for rule in standing[:RULES]]),
    ]


def _section(title: str, lines: list) -> list:
    return ["", title, *lines] if lines else []


def _head(board: dict, columns: int) -> list:
    """Return the project, and the plain numbers since it was set up."""
    numbers = board["numbers"]
    since = f", since {day(board['since'])} {board['since'][:4]}" if board["since"] else ""
    lessons = _many(numbers["lessons"], "lesson")
    told = _many(numbers["told_sessions"], "session")
    facts = f"{lessons}, told in {told}"
    if numbers["told_sessions"]:
        facts += f"; in {numbers['came_back_sessions']:,} of these such a failure came back"
    lines = [fit(f"Reflexion in {board['project']}{since}", columns), fit(facts, columns)]
    if numbers["open"]:
        verb = "has" if numbers["open"] == 1 else "have"
        lines.append(f"{_many(numbers['open'], 'failure')} {verb} no lesson")
    return lines


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _need_lines(needs: list, columns: int) -> list:
    """Return what waits, each with its command; a command is never cut."""
    found: list = []
    for number, need in enumerate(needs):
        lines = _need(need, columns)
        is_last = number == len(needs) - 1
        if len(found) + len(lines) > NEEDS - (0 if is_last else 1):
            return [*found, f"  and {len(needs) - number} more"]
        found += lines
    return found


def _need(need: dict, columns: int) -> list:
    remedy = as_called(need["remedy"])
    room = columns - cells(remedy) - 6
    if room >= min(SHORTEST, cells(need["what"])):
        return [f"  {fit(need['what'], room)}: {remedy}"]
    return [f"  {fit(need['what'], columns - 3)}:", f"    {remedy}"]


def _line(lesson: dict, columns: int) -> str:
    start = f"  {pad(day(lesson['learned']), 7)}{lesson['digits']}  "
    return start + fit(lesson["lesson"], columns - len(start))


def _returned_line(lesson: dict, columns: int) -> str:
    times = f"in {lesson['came_back']:,} of {max(lesson['told'], lesson['came_back']):,} sessions"
    start = f"  {lesson['digits']}  {times}  "
    return start + fit(lesson["lesson"], columns - len(start))


def _rule(lesson: dict, columns: int) -> str:
    start = f"  {lesson['digits']}  "
    return start + fit(lesson["lesson"], columns - len(start))
