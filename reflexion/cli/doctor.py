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


@lru_cache(None)
def messages() -> dict:
    """check.finding -> (level, text, remedy)."""
    lines = [
        line for line in read_text(MESSAGES, 1 << 20).splitlines() if line[:1] not in ("#", "")
    ]
    rows = [line.split("\t") + [""] for line in lines]
    return {key: (level, text, rest[0]) for key, level, text, *rest in rows}


def finding(key: str, fix=None, **values) -> dict:
    """What was seen: {check, level, text, remedy, fix}; `fix()` says what it did, or raises."""
    level, text, remedy = messages()[key]
    row = {"check": key.split(".")[0], "level": level, "text": text.format(**values)}
    return {**row, "remedy": remedy.format(**values), "fix": fix}


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
        done = [_repaired(row) for row in findings if row["fix"]]
        del context.project  # looked at anew
        findings = examine(context)
    if options.json:
        plain = [{**row, "fixable": row["fix"] is not None} for row in findings]
        for row in plain:
            del row["fix"]
        common.print_json({"findings": common.presentable(plain), "fixed": done})
    else:
        print("\n".join(report(findings, done, context.width, context.paint)))
    return 1 if any(row["level"] == BAD for row in findings) else 0


def examine(context) -> list:
    """All findings, as things stand now."""
    from reflexion.cli import checks_hooks, checks_machine, checks_store

    context.problems.clear()
    patient = Patient(context)
    checks = [*checks_machine.CHECKS, *checks_hooks.CHECKS, *checks_store.CHECKS]
    return [row for check in checks for row in check(patient)]


def _repaired(row: dict) -> str:
    try:
        return f"{row['check']}: {row['fix']()}"
    except OSError as error:
        return f"{row['check']}: could not be repaired: {error}"


def report(findings: list, done: list, width: int, paint) -> list:
    """Lines for a person."""
    lines = [paint(f"fixed  {text}", "green") for text in done] + ([""] if done else [])
    for row in findings:
        mark, style = MARKS[row["level"]]
        text = common.presentable(f"{row['check']}: {row['text']}")
        first, *rest = terminal.wrap(text, width, " " * 7, split=False)
        lines += [paint(f"{mark:<5}", style) + "  " + first[7:], *rest]
        if row["remedy"] and row["level"] != OK:
            remedy = terminal.wrap(row["remedy"], width, " " * 10, "       -> ", split=False)
            lines += [paint(line, "bold") for line in remedy]
    levels = [row["level"] for row in findings]
    wrong, noted = levels.count(BAD), levels.count(NOTE)
    fixable = sum(row["fix"] is not None for row in findings)
    also = f", {noted} thing(s) worth a look" if noted else ""
    verdict = f"{wrong} thing(s) wrong" if wrong else "nothing is wrong" + also
    lines += ["", paint(verdict, "red" if wrong else "green", "bold")]
    return lines + [f"`reflexion doctor --fix` can repair {fixable} of these"] * bool(fixable)
