"""The dashboard as lines of text: what needs you, what was gained, what comes. Pure."""

import os

from reflexion.setup.command import hints
from reflexion.status.sentences import TEXTS, decisions, gained, needs, switches, worth
from reflexion.status.terminal import bar, cells, cut, nearby, pad, plural, wrap
from reflexion.text.grades import CANDIDATE

COLOURS = {"error": "red", "correction": "yellow", "insight": "blue", "pattern": "green"}
MAX_RULES_SHOWN = 8


class Board:
    """Lines being made, `width` columns wide; `paint(text, style...)` colours them."""

    def __init__(self, width: int, paint):
        self.width = width
        self.paint = paint
        self.lines = []

    def heading(self, text: str, aside: str = "") -> None:
        aside = hints(aside, os.environ)
        room = self.width - cells(text) - cells(aside)
        tail = " " * room + self.paint(aside, "dim") if aside and room >= 3 else ""
        self.lines += ["", self.paint(text, "bold") + tail]
        if aside and not tail:
            self.text(f"-> {aside}", "dim")

    def text(self, text: str, style: str = "", indent: str = "  ", first=None):
        self.lines += [self.paint(line, style) for line in wrap(text, self.width, indent, first)]

    def learnings(self, title: str, aside: str, rows: list, whole: bool = False) -> None:
        """A section of (row, what stands below it, its style), nothing where there are none.
        `whole`: what stands below is not cut."""
        if rows:
            self.heading(title, aside)
        for row, below, style in rows:
            mark = f"  {short(row):<6} {row['seen']:>4}x  "
            trigger = cut(row["trigger"], self.width - cells(mark))
            self.lines.append(self.paint(mark, "bold") + trigger)
            if below and whole:
                self.text(below, style, " " * cells(mark))
            elif below:
                self.lines.append(self.paint(cut(" " * cells(mark) + below, self.width), style))


def short(row: dict) -> str:
    return row["id"].rpartition("-")[2]


def board(f: dict, width: int, paint) -> list:
    """All of the dashboard; a section without content is left out."""
    made = Board(width, paint)
    made.lines.append(paint(cut(f"Reflexion   {nearby(f['project'])}", width), "bold"))
    is_empty = not f["totals"]["entries"]
    if not is_empty:
        made.text(worth(f), indent="")
    _needed(made, needs(f))
    if is_empty:
        made.lines += ["", *wrap(TEXTS["nothing"], width)]
    else:
        _learned(made, f)
    if f["installed"] and not f["ran"]:
        hosts = ", ".join(f["installed"])
        made.lines += ["", *wrap(TEXTS["not yet"].format(hosts=hosts), width)]
    _settled(made, f)
    return made.lines


def _needed(made: Board, waiting: list) -> None:
    """What needs the person, each with the command that settles it."""
    if waiting:
        made.heading(f"Needs you ({len(waiting)})")
    for what, remedy in waiting:
        made.text(what, "yellow", "    ", "  ")
        if remedy:
            made.text(remedy, "bold", "       ", "    -> ")


def _settled(made: Board, f: dict) -> None:
    """How it decides, what is on and off, and what was left out."""
    made.heading("How it decides", "reflexion config")
    for line in decisions(f["settings"]):
        made.text(line, "dim")
    made.heading("On and off", "reflexion config")
    for name, state in switches(f):
        made.text(state, "dim", " " * 16, f"  {pad(name, 13)} ")
    count = f["suppressed"]["total"]
    if count:
        were = "was" if count == 1 else "were"
        left = TEXTS["left out"].format(failures=plural(count, "failure"), were=were)
        made.lines += ["", *wrap(left, made.width)]


def _learned(b: Board, f: dict) -> None:
    """The sections on what is there; a learning stands in the first that it belongs to."""
    b.heading("Gained", "reflexion log")
    for line in gained(f):
        b.text(line)
    shown: set = set()

    def fresh(rows: list) -> list:
        new = [row for row in rows if row["id"] not in shown]
        shown.update(row["id"] for row in new)
        return new

    coming = fresh(f["next"])
    rows = [(r, r["waits"] or TEXTS["ready"], "dim" if r["waits"] else "green") for r in coming]
    command = "reflexion promote --dry-run" if f["next"] and not f["next"][0]["waits"] else ""
    b.learnings("Next rules", command, rows, whole=True)
    _rules(b, f, fresh(sorted(f["rules"], key=lambda row: -row["seen"])))
    rows = [(row, _fix(row), "dim") for row in fresh(f["recurring"])]
    b.learnings("What recurs most", "", rows)
    rows = [(row, "also in " + ", ".join(row["projects"]), "dim") for row in f["elsewhere"]]
    b.learnings("Met in other projects, too", "reflexion promote --global ID", rows, whole=True)
    _recent(b, f)


def _fix(row: dict) -> str:
    if not row["grade"]:
        return "no fix yet"
    return ("draft: " if row["grade"] == CANDIDATE else "\u2192 ") + row["resolution"]


def _rules(b: Board, f: dict, rules: list) -> None:
    """The rules, those that were seen most first."""
    rows = [({**row, "trigger": row["resolution"]}, "", "") for row in rules[:MAX_RULES_SHOWN]]
    files = "in " + ", ".join(f["rule_files"]) if f["rule_files"] else ""
    b.learnings(f"Rules ({len(rules)} of {f['max_rules']})", files, rows)
    if len(rules) > MAX_RULES_SHOWN:
        b.text(f"and {len(rules) - MAX_RULES_SHOWN} more: `reflexion list --promoted`", "dim")


def _recent(b: Board, f: dict) -> None:
    """What was learned last."""
    b.heading("Learned last", "reflexion list")
    wide = max((len(row["type"]) for row in f["recent"]), default=0)
    for row in f["recent"]:
        mark = f"  {row['learned']:<10}  {short(row):<6}  "
        kind = b.paint(pad(row["type"], wide), COLOURS[row["type"]])
        trigger = cut(row["resolution"] or row["trigger"], b.width - cells(mark) - wide - 2)
        b.lines.append(f"{b.paint(mark, 'dim')}{kind}  {trigger}")


def left_out(rows: list, reasons: list, width: int, paint) -> list:
    """`status --suppressed`: reasons with how often, then each call, newest first."""
    if not rows:
        return ["capture left out nothing so far"]
    most = reasons[0][1]
    room = max(20, width - 26)
    lines = [paint("What capture left out, and why", "bold")]
    for why, count in reasons:
        lines.append(f"  {count:>4}x  {pad(why, room)}  " + paint(bar(count, most, 14), "cyan"))
    lines.append("")
    for row in rows:
        mark = f"  {row['time'][:16].replace('T', ' ')}  "
        command = cut(row["command"] or "(no command)", width - cells(mark))
        lines.append(paint(mark, "dim") + command)
        lines.append(paint(cut(" " * cells(mark) + row["why"], width), "dim"))
    return lines


def ago(seconds: float) -> str:
    """How long ago, as a person says it."""
    if seconds < 90:
        return "just now"
    for unit, length, upto in (("min", 60, 90), ("h", 3600, 48), ("days", 86400, 9999)):
        if seconds < length * upto:
            return f"{seconds / length:.0f} {unit} ago"
    return "long ago"
