"""`reflexion doctor`: look at everything that can be wrong, and say what to do about it."""

from __future__ import annotations

import os

from reflexion.cli import common
from reflexion.cli.examine import hooks, learnings, machine, rules
from reflexion.cli.examine.finding import BAD, NOTE, OK
from reflexion.status import terminal

MARKS = {OK: ("ok", "green"), NOTE: ("note", "yellow"), BAD: ("WRONG", "red")}


def doctor(context) -> int:
    options = context.options
    findings, done = examine(context), []
    if options.fix:
        done = repair(findings)
        del context.project  # looked at anew
        findings = examine(context)
    if options.json:
        rows = common.presentable([finding.plain() for finding in findings])
        common.print_json({"findings": rows, "fixed": done})
    else:
        print("\n".join(report(findings, done, context.width, context.paint)))
    return 1 if any(finding.level == BAD for finding in findings) else 0


def examine(context) -> list:
    """All findings, as things stand now."""
    context.problems.clear()
    project, options = context.project, context.options
    folder = os.path.abspath(options.project or os.getcwd())
    return [
        *machine.look(project),
        *hooks.look(project, folder, options.quick),
        *learnings.look(project, context.problems),
        *rules.look(project),
    ]


def repair(findings: list) -> list:
    """Run what fixes there are; a line for each."""
    done = []
    for finding in [finding for finding in findings if finding.fix]:
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
        text = common.presentable(f"{finding.name}: {finding.text}")
        first, *rest = terminal.wrap(text, width, " " * 7, split=False)
        lines += [paint(f"{mark:<5}", style) + "  " + first[7:], *rest]
        if finding.remedy and finding.level != OK:
            remedy = terminal.wrap(finding.remedy, width, " " * 10, "       -> ", split=False)
            lines += [paint(line, "bold") for line in remedy]
    levels = [finding.level for finding in findings]
    wrong, noted = levels.count(BAD), levels.count(NOTE)
    fixable = sum(finding.fix is not None for finding in findings)
    also = f", {noted} thing(s) worth a look" if noted else ""
    verdict = f"{wrong} thing(s) wrong" if wrong else "nothing is wrong" + also
    lines += ["", paint(verdict, "red" if wrong else "green", "bold")]
    if fixable:
        lines.append(f"`reflexion doctor --fix` can repair {fixable} of these")
    return lines
