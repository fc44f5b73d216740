"""`status`: what needs you, what was learned, what came back, and the rules."""

from __future__ import annotations

import os
import sys

from reflexion.cli import waiting
from reflexion.cli.output import as_called, cells, fit, pad, plural, print_json
from reflexion.cli.rule_check import RuleCheck
from reflexion.learning.entry import digits_of
from reflexion.status.figures import day
from reflexion.status.gather import gather
from reflexion.status.page import page
from reflexion.store import fs

HELP = "what needs you, what was learned, what came back"
DETAILS = "The page of --html holds no path of your home and no name of yours."
NEEDS = 5  # lines about what waits; with the other sections they make 25
NAMED = 3  # rules that a command names
SHORTEST = 20  # columns of a text in front of its command


def add_arguments(parser) -> None:
    parser.add_argument("--json", action="store_true", help="all of it, for programs")
    page_help = "write it as one page that needs no network; - for the screen"
    parser.add_argument("--html", metavar="FILE", default="", help=page_help)


def run(args, context) -> int:
    project = context.any_project
    further = [*_decisions(project), *_rules_to_look_at(project)]
    board = gather(project, further, whole=bool(args.json or args.html))
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


def _decisions(project):
    """Yield (what, remedy) of what a person decides: rules, and what `review` goes through."""
    items = waiting.items(project) if project.store else []
    rules = [digits_of(item.entry["id"]) for item in items if item.kind == waiting.RULE]
    others = len(items) - len(rules)
    if rules:
        verb = "waits" if len(rules) == 1 else "wait"
        what = f"{plural(len(rules), 'rule')} {verb} for your yes"
        yield what, f"reflexion promote {' '.join(rules[:NAMED])}"
    if others:
        verb = "waits" if others == 1 else "wait"
        yield f"{plural(others, 'learning')} {verb} for you", "reflexion review"


def _rules_to_look_at(project):
    """Yield (what, remedy) of rules that do not agree with their learnings."""
    check = RuleCheck(project)
    for name, why in check.refused[:1]:
        yield f"{name}: {why}".lstrip(": "), "reflexion doctor"
    for lines, words in ((check.changed, "was changed"), (check.orphans, "lost its learning")):
        for line in lines[:1]:
            more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
            what = f"The rule {digits_of(line.id)} in {line.file} {words}{more}"
            yield what, "reflexion doctor"


def lines_of(board: dict, columns: int) -> list:
    """Return the dashboard in at most 25 lines."""
    rules = board["numbers"]["rules"]
    returned = [_returned_line(lesson, columns) for lesson in board["returned"]]
    return [
        *_head(board, columns),
        *_section("Needs you", _need_lines(board["needs"], columns)),
        *_section("Learned last", [_line(lesson, columns) for lesson in board["latest"]]),
        *_section("Came back although told", returned),
        *_section(f"Rules ({rules:,})", [_rule(lesson, columns) for lesson in board["rules"]]),
    ]


def _section(title: str, lines: list) -> list:
    return ["", title, *lines] if lines else []


def _head(board: dict, columns: int) -> list:
    """Return the project, and the plain numbers since it was set up."""
    numbers = board["numbers"]
    since = f", since {day(board['since'])} {board['since'][:4]}" if board["since"] else ""
    facts = plural(numbers["lessons"], "lesson")
    if numbers["told_sessions"]:
        facts += f", told in {plural(numbers['told_sessions'], 'session')}; in "
        facts += f"{numbers['came_back_sessions']:,} of these such a failure came back"
    lines = [fit(f"Reflexion in {board['project']}{since}", columns), fit(facts, columns)]
    if numbers["open"]:
        verb = "has" if numbers["open"] == 1 else "have"
        lines.append(f"{plural(numbers['open'], 'failure')} {verb} no lesson")
    return lines


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
    return _row(f"{pad(day(lesson['learned']), 7)}{lesson['digits']}", lesson, columns)


def _returned_line(lesson: dict, columns: int) -> str:
    told = max(lesson["told"], lesson["came_back"])
    sessions = f"in {lesson['came_back']:,} of {plural(told, 'session')}"
    return _row(f"{lesson['digits']}  {sessions}", lesson, columns)


def _rule(lesson: dict, columns: int) -> str:
    return _row(lesson["digits"], lesson, columns)


def _row(start: str, lesson: dict, columns: int) -> str:
    start = f"  {start}  "
    return start + fit(lesson["lesson"], max(1, columns - len(start)))
