"""Look at everything that can be wrong, and say what to do about it."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.cli.examine import hooks, learnings, machine, rules
from reflexion.cli.examine.finding import BAD, NOTE, OK
from reflexion.status import terminal

SUMMARY = "is everything all right? what is wrong, and what to do"
EXAMPLES = """
reflexion doctor
reflexion doctor --fix     repair what can be repaired without a risk
reflexion doctor --quick   without sending an event through each hook
reflexion doctor --json    for programs
"""
MARKS = {OK: ("ok", "green"), NOTE: ("note", "yellow"), BAD: ("WRONG", "red")}


def build():
    made = common.parser(
        "doctor",
        "Look at Python, paths, permissions, the lock, hooks (each is sent a harmless event) and their runs, trust, settings, entries, index, rules, faults. "
        "Each finding comes with its remedy; exit status 1 when something is wrong.",
        EXAMPLES,
    )
    made.add_argument(
        "--fix", action="store_true", help="repair what is safe to repair, then look again"
    )
    made.add_argument(
        "--quick",
        action="store_true",
        help="do not run each installed hook command once with a harmless event",
    )
    made.add_argument("--json", action="store_true", help="for programs")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    findings, done = examine(arguments), []
    if arguments.fix:
        done = repair(findings)
        findings = examine(arguments)
    if arguments.json:
        common.print_json(
            {
                "findings": common.presentable([finding.plain() for finding in findings]),
                "fixed": done,
            }
        )
    else:
        for line in report(
            findings, done, terminal.width(sys.stdout), terminal.Paint(terminal.colour(sys.stdout))
        ):
            print(line)
    return 1 if any(finding.level == BAD for finding in findings) else 0


def examine(arguments) -> list:
    """All findings, as things stand now."""
    problems = []
    found = common.project(arguments, problems)
    folder = os.path.abspath(arguments.project or os.getcwd())
    return [
        *machine.look(found),
        *hooks.look(found, folder, arguments.quick),
        *learnings.look(found, problems),
        *rules.look(found),
    ]


def repair(findings: list) -> list:
    """Run what fixes there are; a line for each."""
    done = []
    for finding in findings:
        if finding.fix:
            try:
                done.append(f"{finding.name}: {finding.fix()}")
            except OSError as error:
                done.append(f"{finding.name}: could not be repaired: {error}")
    return done


def report(findings: list, done: list, width: int, paint) -> list:
    """Lines for a person."""
    lines = [paint(f"fixed  {text}", "green") for text in done] + ([""] if done else [])
    for finding in findings:
        mark, style = MARKS[finding.level]
        text = terminal.wrap(
            f"{common.presentable(finding.name)}: {common.presentable(finding.text)}",
            width,
            " " * 7,
            split=False,
        )
        lines += [paint(f"{mark:<5}", style) + "  " + text[0][7:], *text[1:]]
        if finding.remedy and finding.level != OK:
            lines += [
                paint(line, "bold")
                for line in terminal.wrap(
                    finding.remedy, width, " " * 10, "       -> ", split=False
                )
            ]
    wrong, fixable = (
        sum(finding.level == BAD for finding in findings),
        sum(finding.fix is not None for finding in findings),
    )
    lines.append("")
    lines.append(
        paint(f"{wrong} thing(s) wrong", "red", "bold")
        if wrong
        else paint("nothing is wrong", "green", "bold")
    )
    if fixable:
        lines.append(f"`reflexion doctor --fix` can repair {fixable} of these")
    return lines
