"""The dashboard as lines of text. Pure: figures in, lines out."""

from __future__ import annotations

import time

from reflexion.status.terminal import bar, cells, cut, pad, wrap

COLOURS = {"error": "red", "correction": "yellow", "insight": "blue", "pattern": "green"}
MAX_RULES_SHOWN = 8


class Board:
    """Lines being made, `width` columns wide. `paint(text, style...)` colours them; `now` is in seconds since the epoch."""

    def __init__(self, figures: dict, width: int, paint, now: float):
        self.figures, self.width, self.paint, self.now, self.lines = figures, width, paint, now, []

    def heading(self, text: str, aside: str = "") -> None:
        self.lines.append("")
        room = self.width - cells(text) - cells(aside)
        if aside and room < 3:
            aside, room = "", self.width - cells(text)
        self.lines.append(
            self.paint(text, "bold") + (" " * room + self.paint(aside, "dim") if aside else "")
        )

    def wrapped(
        self, text: str, indent: str = "  ", first: str | None = None, style: str = ""
    ) -> None:
        self.lines += [self.paint(line, style) for line in wrap(text, self.width, indent, first)]

    def learning(self, row: dict, below: str, style: str = "dim") -> None:
        """Two lines: id, times, trigger; then what stands below it."""
        mark = f"  {row['id'].rpartition('-')[2]:<6} {row['occurrences']:>4}x  "
        trigger = cut(row["trigger"], self.width - cells(mark))
        self.lines.append(self.paint(mark, "bold") + trigger)
        if below:
            self.lines.append(self.paint(cut(" " * cells(mark) + below, self.width), style))


def board(figures: dict, width: int, paint, now: float | None = None) -> list:
    """All of the dashboard; a section without content is left out."""
    made = Board(figures, width, paint, time.time() if now is None else now)
    _head(made)
    if figures["totals"]["entries"]:
        for section in (
            _totals,
            _recurring,
            _unresolved,
            _next,
            _elsewhere,
            _rules,
            _recent,
            _review,
            _outcomes,
        ):
            section(made)
    _rates(made)
    _hooks(made)
    _trouble(made)
    return made.lines


def _head(b: Board) -> None:
    f = b.figures
    b.lines.append(b.paint(cut(f"Reflexion   {f['project']}", b.width), "bold"))
    if f["switched_off"] or not f["enabled"]:
        why = (
            "REFLEXION_DISABLED is set"
            if f["switched_off"]
            else "the setting `enabled` is off: `reflexion config set enabled true`"
        )
        b.wrapped(f"The hooks do nothing: {why}", style="yellow")
    if not f["trusted"]:
        b.wrapped(
            "These learnings came with the project and are not recalled: look at them with `reflexion list`, then `reflexion trust`",
            style="yellow",
        )
    if not f["totals"]["entries"]:
        b.wrapped(
            "No learnings yet. They come by themselves when a command fails or you correct the agent; `reflexion add --help` logs one by hand."
        )


def _totals(b: Board) -> None:
    t = b.figures["totals"]
    b.lines.append("")
    most, room = max(t["by_type"].values()), min(48, max(10, b.width - 24))
    for type, count in t["by_type"].items():
        if count:
            b.lines.append(
                f"  {type:<11} {count:>5}  " + b.paint(bar(count, most, room), COLOURS[type])
            )
    parts = [
        f"{t['entries']} learning{'s' * (t['entries'] != 1)} from {t['seen']} sightings",
        f"{t['resolved']} with a fix",
        f"{t['unresolved']} without",
        f"{t['promoted']} rule{'s' * (t['promoted'] != 1)}",
    ]
    parts += [f"{t['review']} to review"] if t["review"] else []
    parts += [f"{b.figures['global']} more in the global store"] if b.figures["global"] else []
    b.wrapped(" \u00b7 ".join(parts))


def _recurring(b: Board) -> None:
    if b.figures["recurring"]:
        b.heading("What recurs most")
        for row in b.figures["recurring"]:
            b.learning(
                row,
                ("rule: " if row["promoted"] else "\u2192 ") + row["resolution"]
                if row["resolution"]
                else "no fix yet",
            )


def _unresolved(b: Board) -> None:
    if b.figures["unresolved"]:
        b.heading(
            f"Without a fix ({b.figures['totals']['unresolved']})",
            'reflexion resolve ID "what to do"',
        )
        for row in b.figures["unresolved"]:
            b.learning(row, "")


def _next(b: Board) -> None:
    if b.figures["next"]:
        b.heading("Next rules", "reflexion promote --dry-run")
        for row in b.figures["next"]:
            b.learning(
                row,
                row["waits"] or "qualifies: `reflexion promote` writes it now",
                "dim" if row["waits"] else "green",
            )


def _elsewhere(b: Board) -> None:
    if b.figures["elsewhere"]:
        b.heading("Met in other projects, too", "reflexion promote --global ID")
        for row in b.figures["elsewhere"]:
            b.learning(row, "also in " + ", ".join(row["projects"]))


def _rules(b: Board) -> None:
    rules = b.figures["rules"]
    if rules:
        b.heading(
            f"Rules ({len(rules)} of {b.figures['max_rules']})",
            "in " + ", ".join(b.figures["room"]) if b.figures["room"] else "",
        )
        for row in sorted(rules, key=lambda row: -row["occurrences"])[:MAX_RULES_SHOWN]:
            b.learning({**row, "trigger": row["resolution"]}, "")
        if len(rules) > MAX_RULES_SHOWN:
            b.wrapped(
                f"and {len(rules) - MAX_RULES_SHOWN} more: `reflexion list --promoted`", style="dim"
            )


def _recent(b: Board) -> None:
    b.heading("Last seen", "reflexion list")
    for row in b.figures["recent"]:
        mark = f"  {row['last_seen'][:10]:<10}  {row['id'].rpartition('-')[2]:<6}  "
        b.lines.append(
            b.paint(mark, "dim")
            + b.paint(pad(row["type"], 10), COLOURS[row["type"]])
            + "  "
            + cut(row["trigger"], b.width - cells(mark) - 12)
        )


def _review(b: Board) -> None:
    if b.figures["review"]:
        b.heading(
            f"To review ({b.figures['totals']['review']})",
            "reflexion edit, resolve, worked, remove",
        )
        for row in b.figures["review"]:
            b.learning(row, "\u2192 " + row["resolution"] if row["resolution"] else "")


def _outcomes(b: Board) -> None:
    o = b.figures["outcomes"]
    if not (o["said"] or o["helped"] or o["recurred"] or o["applied"]):
        return
    b.heading("Did it help?", f"since {o['since'][:10]}" if o["since"] else "")
    b.wrapped(
        f"said {o['said']}x, then it worked {o['helped']}x, and failed again {o['recurred']}x; applied {o['applied']}x by the agent's own word"
    )
    most = max(row["said"] for row in o["by_entry"])
    for row in o["by_entry"][:5]:
        text = f"  {row['id'].rpartition('-')[2]:<6}  said {row['said']:>3}  applied {row['applied']:>3}  worked {row['helped']:>3}  failed {row['recurred']:>3}  "
        room = min(20, b.width - cells(text))
        b.lines.append(
            (
                cut(text, b.width)
                + (b.paint(bar(row["said"], most, room), "cyan") if room > 0 else "")
            ).rstrip()
        )


def _rates(b: Board) -> None:
    r = b.figures["rates"]
    if r["prompts"]:
        b.heading("What it costs", f"since {time.strftime('%Y-%m-%d', time.localtime(r['since']))}")
        b.wrapped(
            f"{r['prompts']} prompts; learnings were said at {r['injections']} of them ({r['share']:.0%}): {r['characters']:,} characters, "
            f"{r['median_characters']:g} in the median"
        )


def _hooks(b: Board) -> None:
    rows, wide = b.figures["hooks"], b.width >= 70
    ran = [row for row in rows if row["runs"]]
    b.heading("Hooks")
    if not ran:
        return b.wrapped(
            "None has run in this project yet. `reflexion init` installs them; then start a new session of your agent. `reflexion doctor` looks for what is wrong.",
            style="yellow",
        )
    b.lines.append(
        b.paint(
            pad(
                f"  {'':<28}{'last ran':<14}{'runs':>6}"
                + (f"{'median':>12}{'longest':>12}" if wide else ""),
                b.width,
            ).rstrip(),
            "dim",
        )
    )
    for row in rows:
        name = f"  {row['hook'].replace('.', ' '):<28}"
        if row["runs"]:
            cost = f"{row['median_ms']:>9.1f} ms{row['longest_ms']:>9.1f} ms" if wide else ""
            b.lines.append(
                cut(f"{name}{ago(b.now - row['last']):<14}{row['runs']:>6}{cost}", b.width)
            )
        else:
            b.lines.append(
                cut(name, b.width)
                + b.paint("never", "yellow")
                + b.paint(f"         {row['when']}" if wide and row["when"] else "", "dim")
            )
    told = set()
    for row in rows:
        if not row["runs"] and row["remedy"] not in told and "installs it" in row["remedy"]:
            told.add(row["remedy"])
            b.wrapped(f"{row['hook'].replace('.', ' ')} never ran: {row['remedy']}", style="yellow")
    if any(not row["runs"] and "installs it" not in row["remedy"] for row in rows):
        b.wrapped(
            "What never ran lacked the occasion, or is not installed: `reflexion doctor` tells, `reflexion init` installs.",
            style="dim",
        )


def _trouble(b: Board) -> None:
    f = b.figures
    if f["unreadable"]:
        b.heading(f"Files that cannot be read ({len(f['unreadable'])})", "reflexion doctor")
        for row in f["unreadable"][:8]:
            b.wrapped(f"{row['file']}: {row['reason']}", "    ", "  ", "red")
    if f["settings_problems"]:
        b.heading("Settings that are not used as they stand", "reflexion config")
        for row in f["settings_problems"]:
            b.wrapped(f"{row['file']}: {row['what']}", "    ", "  ", "red")
    if f["faults"]:
        b.heading("Faults on record", "state/log.txt")
        for row in f["faults"]:
            b.wrapped(
                f"{row['time'][:16].replace('T', ' ')} {row['where']}: {row['what']}",
                "    ",
                "  ",
                "yellow",
            )
    if f["suppressed"]["total"]:
        b.lines.append("")
        b.wrapped(
            f"Capture left out {f['suppressed']['total']} failures that are no learnings: `reflexion status --suppressed`",
            "",
            style="dim",
        )


def left_out(rows: list, reasons: list, width: int, paint) -> list:
    """`status --suppressed`: reasons with how often, then each call, newest first."""
    if not rows:
        return ["Capture left out nothing so far."]
    most = reasons[0][1]
    lines = [paint("What capture left out, and why", "bold")]
    for why, count in reasons:
        lines.append(
            f"  {count:>4}x  {cut(why, max(20, width - 26)):<{max(20, width - 26)}}  "
            + paint(bar(count, most, 14), "cyan")
        )
    lines.append("")
    for row in rows:
        mark = f"  {row['time'][:16].replace('T', ' ')}  "
        lines.append(
            paint(mark, "dim") + cut(row["command"] or "(no command)", width - cells(mark))
        )
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
