"""The dashboard as lines of text: what needs you, what was gained, what comes. Pure."""

from __future__ import annotations

from reflexion.status.terminal import bar, cells, cut, pad, plural, wrap

COLOURS = {"error": "red", "correction": "yellow", "insight": "blue", "pattern": "green"}
MAX_RULES_SHOWN = 8
TRUST = (
    "these learnings came with the project and are not recalled: "
    "look at them with `reflexion list`, then `reflexion trust`"
)
NOTHING = (
    "No learnings yet. They come by themselves when a command fails or you correct the agent; "
    '`reflexion add "Use pnpm here"` logs one by hand.'
)
NO_HOOKS = "no hooks are installed here, so nothing is learned: `reflexion init`"
NOT_YET = "The hooks are installed ({}) and have not run yet: start a new session of your agent."


class Board:
    """Lines being made, `width` columns wide; `paint(text, style...)` colours them."""

    def __init__(self, figures: dict, width: int, paint):
        self.figures, self.width, self.paint, self.lines = figures, width, paint, []

    def heading(self, text: str, aside: str = "") -> None:
        room = self.width - cells(text) - cells(aside)
        tail = " " * room + self.paint(aside, "dim") if aside and room >= 3 else ""
        self.lines += ["", self.paint(text, "bold") + tail]

    def text(self, text: str, style: str = "", indent: str = "  ", first: str | None = None):
        wrapped = wrap(text, self.width, indent, first)
        self.lines += [self.paint(line, style) if style else line for line in wrapped]

    def learning(self, row: dict, below: str = "", style: str = "dim") -> None:
        """Two lines: id, times, trigger; then what stands below it."""
        mark = f"  {short(row)} {row['occurrences']:>4}x  "
        trigger = cut(row["trigger"], self.width - cells(mark))
        self.lines.append(self.paint(mark, "bold") + trigger)
        if below:
            self.lines.append(self.paint(cut(" " * cells(mark) + below, self.width), style))


def short(row: dict) -> str:
    return f"{row['id'].rpartition('-')[2]:<6}"


def board(figures: dict, width: int, paint) -> list:
    """All of the dashboard; a section without content is left out."""
    made = Board(figures, width, paint)
    made.lines.append(paint(cut(f"Reflexion   {figures['project']}", width), "bold"))
    _needs(made)
    if not figures["totals"]["entries"]:
        made.lines.append("")
        made.text(NOTHING, indent="")
    elif figures["totals"]["entries"]:
        for section in (_gained, _recurring, _next, _elsewhere, _rules, _recent):
            section(made)
    if figures["installed"] and not figures["ran"]:
        made.lines.append("")
        made.text(NOT_YET.format(", ".join(figures["installed"])), indent="")
    _settings(made)
    return made.lines


def needs(f: dict) -> list:
    """[(what, remedy)] of what a person should do something about, the gravest first."""
    rows = []
    if f["switched_off"]:
        rows.append(("the hooks do nothing: REFLEXION_DISABLED is set", "unset it"))
    elif not f["enabled"]:
        rows.append(("the hooks do nothing: the setting `enabled` is off", "reflexion on"))
    if not f["trusted"]:
        rows.append((TRUST, ""))
    if not f["installed"] and not f["ran"]:
        rows.append((NO_HOOKS, ""))
    for name in f["idle_hooks"]:
        rows.append((f"{name} never ran, though there was occasion", "reflexion doctor"))
    for row in f["unreadable"][:8]:
        rows.append((f"{row['file']} cannot be read: {row['reason']}", "reflexion doctor"))
    for row in f["settings_problems"]:
        rows.append((f"{row['file']}: {row['what']}", "reflexion config"))
    if f["totals"]["review"]:
        rows.append((f"{plural(f['totals']['review'], 'learning')} to review", "reflexion review"))
    if f["asked"]:
        rows.append(
            (f"{plural(f['asked'], 'rule')} would be written on your yes", "reflexion review")
        )
    for row in f["unsolved"]:
        what = f"{row['occurrences']}x and no fix known: {row['trigger']}"
        rows.append((what, f'reflexion resolve {short(row).strip()} "what to do"'))
    for row in f["ignored"]:
        what = f"said {row['ignored']}x and not followed: {row['resolution']}"
        rows.append((what, f"reflexion show {short(row).strip()}"))
    if f["faults"]:
        what = f"{len(f['faults'])} fault(s) of hooks on record, the last: {f['faults'][0]['what']}"
        rows.append((what, "reflexion doctor"))
    return rows


def _needs(b: Board) -> None:
    rows = needs(b.figures)
    if rows:
        b.heading("Needs you")
    for what, remedy in rows:
        b.text(what, "yellow", "    ", "  ")
        if remedy:
            b.text(remedy, "bold", "       ", "    -> ")


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


def _gained(b: Board) -> None:
    b.heading("Gained")
    for line in gained(b.figures):
        b.text(line)


def _recurring(b: Board) -> None:
    if b.figures["recurring"]:
        b.heading("What recurs most")
    for row in b.figures["recurring"]:
        rule = "rule: " if row["promoted"] else "\u2192 "
        b.learning(row, rule + row["resolution"] if row["resolution"] else "no fix yet")


def _next(b: Board) -> None:
    if b.figures["next"]:
        b.heading("Next rules", "reflexion promote --dry-run")
    for row in b.figures["next"]:
        ready = "qualifies: `reflexion promote` writes it now"
        b.learning(row, row["waits"] or ready, "dim" if row["waits"] else "green")


def _elsewhere(b: Board) -> None:
    if b.figures["elsewhere"]:
        b.heading("Met in other projects, too", "reflexion promote --global ID")
    for row in b.figures["elsewhere"]:
        b.learning(row, "also in " + ", ".join(row["projects"]))


def _rules(b: Board) -> None:
    rules, files = b.figures["rules"], b.figures["room"]
    if rules:
        title = f"Rules ({len(rules)} of {b.figures['max_rules']})"
        b.heading(title, "in " + ", ".join(files) if files else "")
    for row in sorted(rules, key=lambda row: -row["occurrences"])[:MAX_RULES_SHOWN]:
        b.learning({**row, "trigger": row["resolution"]})
    if len(rules) > MAX_RULES_SHOWN:
        b.text(f"and {len(rules) - MAX_RULES_SHOWN} more: `reflexion list --promoted`", "dim")


def _recent(b: Board) -> None:
    b.heading("Last seen", "reflexion list")
    for row in b.figures["recent"]:
        mark = f"  {row['last_seen'][:10]:<10}  {short(row)}  "
        kind = b.paint(pad(row["type"], 10), COLOURS[row["type"]])
        trigger = cut(row["trigger"], b.width - cells(mark) - 12)
        b.lines.append(f"{b.paint(mark, 'dim')}{kind}  {trigger}")


def _settings(b: Board) -> None:
    b.heading("How it decides", "reflexion config")
    for line in decisions(b.figures["settings"]):
        b.text(line, "dim")
    if b.figures["suppressed"]["total"]:
        count = b.figures["suppressed"]["total"]
        b.text(f"Left out {count} failures that teach nothing: `reflexion status --suppressed`.")


def decisions(s: dict) -> list:
    """The thresholds in words, and how learnings decline."""
    days, most = s["promote_min_age_days"], s["max_recalled"]
    return [
        f"Said: from confidence {s['confidence_threshold']} on, at most {most} at once.",
        f"A rule: after {s['promote_after']} sightings, {plural(days, 'day')}, with a known fix.",
        "A fix that fails loses a level and waits for you; a rule whose fix fails goes; "
        "what stays low and is not seen again fades.",
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
