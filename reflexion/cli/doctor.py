"""`reflexion doctor`: look at everything that can be wrong, and say what to do about it.

A check yields `finding(...)`s and stands in a module checks_*.py; findings.tsv holds their words.
"""

from reflexion.cli import common
from reflexion.status import terminal
from reflexion.text.tables import rows

OK, NOTE, BAD = "ok", "note", "bad"
MARKS = {OK: ("ok", "green"), NOTE: ("note", "yellow"), BAD: ("WRONG", "red")}


def finding(key: str, fix=None, **values) -> dict:
    """What was seen: {check, level, text, remedy, fix}. `fix()` repairs it, or raises; that of the
    finding returns a word on it, with what `fix` returned as {result}."""
    level, text, remedy, done = next(
        (*row[1:], "", "")[:4] for row in rows("cli/findings.tsv") if row[0] == key
    )

    def repaired() -> str:
        return done.format(result=fix(), **values)

    row = {"check": key.split(".")[0], "level": level, "text": text.format(**values)}
    return {**row, "remedy": remedy.format(**values), "fix": repaired if fix else None}


class Patient:
    """What the checks look at: the project, its settings' problems, its entries."""

    def __init__(self, context):
        context.problems.clear()
        self.project, self.store = context.project, context.project.store
        self.folder, self.quick = context.folder, context.options.quick
        self.problems, self.unreadable = context.problems, []
        self.entries = list(self.store.all(self.unreadable)) if self.store.exists() else []


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
    from reflexion.cli import checks_machine, checks_store

    patient = Patient(context)
    checks = [*checks_machine.CHECKS, *checks_store.CHECKS]
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
