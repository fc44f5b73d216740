"""`reflexion doctor`: look at everything that can be wrong, and say what to do about it.

A check is a generator of `finding(...)` in one of the modules checks_*.py; findings.tsv holds what
each finding says and its remedy.
"""

from __future__ import annotations

import os
from functools import cached_property, lru_cache

from reflexion.cli import common
from reflexion.status import terminal
from reflexion.store.files import read_text

OK, NOTE, BAD = "ok", "note", "bad"
MARKS = {OK: ("ok", "green"), NOTE: ("note", "yellow"), BAD: ("WRONG", "red")}
MESSAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "findings.tsv")


class Finding:
    """`level`: OK, NOTE (fine, but worth knowing) or BAD; `fix`: says what it did, or raises."""

    def __init__(self, name: str, level: str, text: str, remedy: str, fix=None):
        self.name, self.level, self.text, self.remedy, self.fix = name, level, text, remedy, fix

    def plain(self) -> dict:
        shown = {"check": self.name, "level": self.level, "text": self.text}
        return {**shown, "remedy": self.remedy, "fixable": self.fix is not None}


@lru_cache(None)
def messages() -> dict:
    """check.finding -> (level, text, remedy)."""
    lines = [
        line for line in read_text(MESSAGES, 1 << 20).splitlines() if line[:1] not in ("#", "")
    ]
    rows = [line.split("\t") + [""] for line in lines]
    return {key: (level, text, rest[0]) for key, level, text, *rest in rows}


def finding(key: str, fix=None, **values) -> Finding:
    level, text, remedy = messages()[key]
    return Finding(key.split(".")[0], level, text.format(**values), remedy.format(**values), fix)


class Patient:
    """What the checks look at: the project, its settings' problems, its entries."""

    def __init__(self, context):
        self.problems, options = context.problems, context.options
        self.project, self.quick = context.project, options.quick
        self.store, self.folder = (
            self.project.store,
            os.path.abspath(options.project or os.getcwd()),
        )
        self.unreadable = []

    @cached_property
    def entries(self) -> list:
        return list(self.store.all(self.unreadable)) if self.store.exists() else []


def doctor(context) -> int:
    options = context.options
    findings, done = examine(context), []
    if options.fix:
        done = [_repaired(row) for row in findings if row.fix]
        del context.project  # looked at anew
        findings = examine(context)
    if options.json:
        rows = common.presentable([row.plain() for row in findings])
        common.print_json({"findings": rows, "fixed": done})
    else:
        print("\n".join(report(findings, done, context.width, context.paint)))
    return 1 if any(row.level == BAD for row in findings) else 0


def examine(context) -> list:
    """All findings, as things stand now."""
    from reflexion.cli import checks_hooks, checks_machine, checks_store

    context.problems.clear()
    patient = Patient(context)
    checks = [*checks_machine.CHECKS, *checks_hooks.CHECKS, *checks_store.CHECKS]
    return [row for check in checks for row in check(patient)]


def _repaired(row: Finding) -> str:
    try:
        return f"{row.name}: {row.fix()}"
    except OSError as error:
        return f"{row.name}: could not be repaired: {error}"


def report(findings: list, done: list, width: int, paint) -> list:
    """Lines for a person."""
    lines = [paint(f"fixed  {text}", "green") for text in done] + ([""] if done else [])
    for row in findings:
        mark, style = MARKS[row.level]
        text = common.presentable(f"{row.name}: {row.text}")
        first, *rest = terminal.wrap(text, width, " " * 7, split=False)
        lines += [paint(f"{mark:<5}", style) + "  " + first[7:], *rest]
        if row.remedy and row.level != OK:
            remedy = terminal.wrap(row.remedy, width, " " * 10, "       -> ", split=False)
            lines += [paint(line, "bold") for line in remedy]
    levels = [row.level for row in findings]
    wrong, noted = levels.count(BAD), levels.count(NOTE)
    fixable = sum(row.fix is not None for row in findings)
    also = f", {noted} thing(s) worth a look" if noted else ""
    verdict = f"{wrong} thing(s) wrong" if wrong else "nothing is wrong" + also
    lines += ["", paint(verdict, "red" if wrong else "green", "bold")]
    also = [f"`reflexion doctor --fix` can repair {fixable} of these"] if fixable else []
    return lines + also
