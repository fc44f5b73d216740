"""The dashboard as lines of text: what needs you, what was gained, what comes. Pure."""

import os

from reflexion.setup.command import hints
from reflexion.status.terminal import bar, cells, cut, pad, plural, wrap
from reflexion.text import tables

COLOURS = {"error": "red", "correction": "yellow", "insight": "blue", "pattern": "green"}
MAX_RULES_SHOWN = 8
TEXTS = dict(tables.rows("status/texts.tsv"))


class Board:
    """Lines being made, `width` columns wide; `paint(text, style...)` colours them."""

    def __init__(self, width: int, paint):
        self.width, self.paint, self.lines = width, paint, []

    def heading(self, text: str, aside: str = "") -> None:
        aside = hints(aside, os.environ)
        room = self.width - cells(text) - cells(aside)
        tail = " " * room + self.paint(aside, "dim") if aside and room >= 3 else ""
        self.lines += ["", self.paint(text, "bold") + tail]

    def text(self, text: str, style: str = "", indent: str = "  ", first=None):
        self.lines += [self.paint(line, style) for line in wrap(text, self.width, indent, first)]

    def learnings(self, title: str, aside: str, rows: list) -> None:
        """A section of (row, what stands below it, its style); nothing where there are none."""
        if rows:
            self.heading(title, aside)
        for row, below, style in rows:
            mark = f"  {short(row):<6} {row['occurrences']:>4}x  "
            trigger = cut(row["trigger"], self.width - cells(mark))
            self.lines.append(self.paint(mark, "bold") + trigger)
            if below:
                self.lines.append(self.paint(cut(" " * cells(mark) + below, self.width), style))


def short(row: dict) -> str:
    return row["id"].rpartition("-")[2]


def board(f: dict, width: int, paint) -> list:
    """All of the dashboard; a section without content is left out."""
    made, waiting = Board(width, paint), needs(f)
    made.lines.append(paint(cut(f"Reflexion   {f['project']}", width), "bold"))
    if waiting:
        made.heading("Needs you")
    for what, remedy in waiting:
        made.text(what, "yellow", "    ", "  ")
        if remedy:
            made.text(remedy, "bold", "       ", "    -> ")
    if f["totals"]["entries"]:
        _learned(made, f)
    else:
        made.lines += ["", *wrap(TEXTS["nothing"], width)]
    if f["installed"] and not f["ran"]:
        made.lines += ["", *wrap(TEXTS["not yet"].format(", ".join(f["installed"])), width)]
    made.heading("How it decides", "reflexion config")
    for line in decisions(f["settings"]):
        made.text(line, "dim")
    if f["suppressed"]["total"]:
        count = f["suppressed"]["total"]
        made.text(f"Left out {count} failures that teach nothing: `reflexion status --suppressed`.")
    return made.lines


def needs(f: dict) -> list:
    """[(what, remedy)] of what a person should do something about, the gravest first."""
    off, review, asked, faults = f["switched_off"], f["totals"]["review"], f["asked"], f["faults"]
    switch = "the hooks do nothing: the setting `enabled` is off"
    rows = [
        (off, "the hooks do nothing: REFLEXION_DISABLED is set", "unset it"),
        (not off and not f["enabled"], switch, "reflexion on"),
        (not f["trusted"], TEXTS["trust"], ""),
        (f["trusted"] and f["waiting"], f"{f['waiting']} {TEXTS['waiting']}", ""),
        (not f["installed"] and not f["ran"], TEXTS["no hooks"], ""),
    ]
    found = [f"{name} never ran, though there was occasion" for name in f["idle_hooks"]]
    found += [f"{row['file']} cannot be read: {row['reason']}" for row in f["unreadable"][:8]]
    rows += [(True, what, "reflexion doctor") for what in found]
    wrong = [f"{row['file']}: {row['what']}" for row in f["settings_problems"]]
    rows += [(True, what, "reflexion config") for what in wrong]
    rows.append((review, f"{plural(review, 'learning')} to review", "reflexion review"))
    yes = f"{plural(asked, 'rule')} would be written on your yes"
    rows.append((asked, yes, "reflexion review"))
    for row in f["unsolved"]:
        what = f"{row['occurrences']}x and no fix known: {row['trigger']}"
        rows.append((True, what, f'reflexion resolve {short(row)} "what to do"'))
    for row in f["ignored"]:
        what = f"said {row['ignored']}x and not followed: {row['resolution']}"
        rows.append((True, what, f"reflexion show {short(row)}"))
    for last in faults[:1]:
        what = f"{len(faults)} fault(s) of hooks on record, the last: {last['what']}"
        rows.append((True, what, "reflexion doctor"))
    return [(what, remedy) for holds, what, remedy in rows if holds]


def gained(f: dict) -> list:
    """Sentences on what the learnings did, in words that mean something."""
    t, o, r = f["totals"], f["outcomes"], f["rates"]
    fixes = f"{t['resolved']} with a fix, {plural(t['promoted'], 'rule')}"
    more = f"; {f['global']} more hold in every project" if f["global"] else ""
    seen = plural(t["seen"], "sighting")
    lines = [f"{plural(t['entries'], 'learning')} from {seen}, {fixes}{more}."]
    if o["said"] or o["helped"] or o["recurred"]:
        said = f"{plural(o['said'], 'repeat')} met with their fix: {o['helped']} went well after it"
        failed = f", {o['recurred']} failed again" if o["recurred"] else ""
        ignored = f", {o['ignored']} did not follow it" if o["ignored"] else ""
        lines.append(f"{said}{failed}{ignored}.")
    if o["applied"]:
        lines.append(f"The agent said {plural(o['applied'], 'time')} that it used one.")
    if r["sessions"] and r["all_characters"]:
        each = round(r["all_characters"] / r["sessions"])
        share = f", at {r['share']:.0%} of {r['prompts']:,} prompts" if r["prompts"] else ""
        lines.append(f"It cost {each:,} characters a session{share}.")
    return lines


def _learned(b: Board, f: dict) -> None:
    """The sections on what is there."""
    b.heading("Gained")
    for line in gained(f):
        b.text(line)
    rows = []
    for row in f["recurring"]:
        fix = ("rule: " if row["promoted"] else "\u2192 ") + row["resolution"]
        rows.append((row, fix if row["resolution"] else "no fix yet", "dim"))
    b.learnings("What recurs most", "", rows)
    ready = TEXTS["ready"]
    rows = [(row, row["waits"] or ready, "dim" if row["waits"] else "green") for row in f["next"]]
    b.learnings("Next rules", "reflexion promote --dry-run", rows)
    rows = [(row, "also in " + ", ".join(row["projects"]), "dim") for row in f["elsewhere"]]
    b.learnings("Met in other projects, too", "reflexion promote --global ID", rows)
    rules = sorted(f["rules"], key=lambda row: -row["occurrences"])
    rows = [({**row, "trigger": row["resolution"]}, "", "") for row in rules[:MAX_RULES_SHOWN]]
    files = "in " + ", ".join(f["room"]) if f["room"] else ""
    b.learnings(f"Rules ({len(rules)} of {f['max_rules']})", files, rows)
    if len(rules) > MAX_RULES_SHOWN:
        b.text(f"and {len(rules) - MAX_RULES_SHOWN} more: `reflexion list --promoted`", "dim")
    b.heading("Last seen", "reflexion list")
    for row in f["recent"]:
        mark = f"  {row['last_seen'][:10]:<10}  {short(row):<6}  "
        kind = b.paint(pad(row["type"], 10), COLOURS[row["type"]])
        trigger = cut(row["trigger"], b.width - cells(mark) - 12)
        b.lines.append(f"{b.paint(mark, 'dim')}{kind}  {trigger}")


def decisions(s: dict) -> list:
    """The thresholds in words, and how learnings decline."""
    days, most = s["promote_min_age_days"], s["max_recalled"]
    return [
        f"Said: from confidence {s['confidence_threshold']} on, at most {most} at once.",
        f"A rule: after {s['promote_after']} sightings, {plural(days, 'day')}, with a known fix.",
        TEXTS["declines"],
    ]


def left_out(rows: list, reasons: list, width: int, paint) -> list:
    """`status --suppressed`: reasons with how often, then each call, newest first."""
    if not rows:
        return ["capture left out nothing so far"]
    most, room = reasons[0][1], max(20, width - 26)
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
