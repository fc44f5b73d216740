"""The page of `status --html`: one file, no network, readable without its script. Pure. page.html
is
its template; `render` escapes what it fills in, for entries are hostile text, also when they were
cleaned before. The policy in the head lets nothing but this script run, by its hash."""

import base64
import hashlib
import html
import os
import re
import time

from reflexion.setup.command import hints
from reflexion.status.board import decisions, gained, needs, short
from reflexion.status.figures import spread
from reflexion.status.terminal import plural
from reflexion.store.fs import read_text
from reflexion.store.schema import TYPES

HERE = os.path.dirname(os.path.abspath(__file__))
# {{#name}} for each of a list, with its own names; {{?name}} if there is something, {{!name}} if
# not,
# each up to its end, {{/#name}}; {{name}} the value, {{`name}} with code in it, {{&name}} as it is
TAG = re.compile(r"\{\{([#?!])(\w+)\}\}(.*?)\{\{/\1\2\}\}|\{\{([`&]?)(\w+)\}\}", re.DOTALL)
MOST_COLUMNS, LEAST_COLUMNS, MOST = 60, 12, 1 << 20
WIDE, TALL = 720, 150  # the chart's units; it is stretched to its place
TAGS = ("rule", "review", "open", "again", *TYPES)
# steps of a learning's life: field, word, style
STEPS = [("said", "said", ""), ("applied", "applied", ""), ("ignored", "not followed", "warn")]
STEPS += [("worked", "worked", "good"), ("failed", "failed again", "bad")]


def page(figures: dict, history: dict) -> str:
    """The whole document; `figures` from gather.gather, `history` from gather.history."""
    f, t, o, script = figures, figures["totals"], figures["outcomes"], asset("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    learnings, programs = list(map(card, history["learnings"])), history["programs"]
    tags = {tag for row in learnings for tag in row["tags"].split()}
    tiles = [(t["entries"], "learnings"), (t["resolved"], "with a fix"), (t["promoted"], "rules")]
    tiles += [(o["said"], "repeats met with their fix"), (o["helped"], "went well after it")]
    tiles += [(o["recurred"], "failed again"), (o["ignored"], "not followed")]
    tools = [
        {"name": name, "share": f"{100 * seen / programs[0][1]:.0f}", "number": f"{seen:,}"}
        for name, seen in programs
    ]
    values = {
        "policy": f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'",
        "style": asset("page.css"),
        "script": script,
        "title": f"What was learned in {os.path.basename(f['project']) or f['project']}",
        "words": " ".join(gained(f)) if t["entries"] else "",
        "date": time.strftime("As of %Y-%m-%d %H:%M."),
        **{f"any_{tag}": tag in tags for tag in TAGS},
        "tiles": [{"number": f"{n:,}", "label": label} for n, label in tiles if n][:4],
        "needs": [
            {"what": hints(what, os.environ), "remedy": hints(remedy, os.environ)}
            for what, remedy in needs(f)
        ],
        "learnings": learnings,
        "left_off": f"{history['left_off']:,}" if history["left_off"] else "",
        "chart": chart(history["days"]),
        "rules": [{**row, "short": short(row)} for row in f["rules"]],
        "count": len(f["rules"]),
        "tools": tools if len(tools) > 1 else [],
        "decisions": [{"line": line} for line in decisions(f["settings"])],
    }
    return render(asset("page.html"), {**figures, **values})


def asset(name: str) -> str:
    return read_text(os.path.join(HERE, name), MOST)


def render(template: str, values: dict) -> str:
    """The template with these values, each escaped."""

    def filled(tag) -> str:
        block, name, within, mark, value = tag.groups()
        if block == "#":
            return "".join(render(within, row) for row in values[name])
        if block:
            return render(within, values) if bool(values[name]) == (block == "?") else ""
        if mark == "&":
            return values[value]
        safe = html.escape(str(values[value]), quote=True)
        return re.sub("`([^`]{1,500})`", r"<code>\1</code>", safe) if mark else safe

    return TAG.sub(filled, template)


def chart(days: list) -> list:
    """[two columns a day, week or month, and the numbers for those who cannot see them], or []."""
    units = (("day", 1), ("week", 7), ("month", 30))
    rows = [(spread(days, length), unit) for unit, length in units]
    spans, unit = next((row for row in rows if len(row[0]) <= MOST_COLUMNS), rows[-1])
    spans = spans[-MOST_COLUMNS:]
    if len(days) < 2 or not spans:
        return []
    most = max(max(learned, said) for _, learned, said in spans) or 1
    step = WIDE / max(len(spans), LEAST_COLUMNS)
    width, columns, numbers = min(step * 0.42, 16), [], []
    for number, (day, learned, said) in enumerate(spans):
        for count, style, x in ((learned, "one", 0), (said, "two", width + 1)):
            tall = max(2.0, (TALL - 4) * count / most)
            place = {"x": number * step + x, "y": TALL - tall, "width": width, "height": tall}
            shown = {name: f"{value:.1f}" for name, value in place.items()}
            columns += [{"style": style, **shown}] if count else []
        if learned or said:
            numbers.insert(0, {"date": day, "learned": learned, "said": said})
    ends = {"first": spans[0][0], "most": f"{most:,}", "last": spans[-1][0]}
    sizes = {"wide": WIDE, "tall": TALL, "unit": unit}
    return [{"columns": columns, "numbers": numbers, **ends, **sizes}]


def card(row: dict) -> dict:
    """What the page shows of a learning: what to do, what it was about, its story, and the rest."""
    waits = row.get("needs_review") or row.get("confidence") == "low"
    tags = [(row["promoted"], "rule"), (waits, "review"), (not row["resolution"], "open")]
    tags += [(row["occurrences"] > 1, "again"), (True, row["type"])]
    times = f" in {plural(row['sessions'], 'session')}" if row.get("sessions", 0) > 1 else ""
    steps = [("", f"seen {row['occurrences']:,}x{times}")]
    steps += [(style, f"{word} {row[field]:,}x") for field, word, style in STEPS if row.get(field)]
    steps += [("good", "a rule now")] if row["promoted"] else []
    steps += [("warn", "waits for you")] if row.get("needs_review") else []
    same = row["trigger"].rstrip(".").casefold() == row["resolution"].rstrip(".").casefold()
    return {
        **row,
        "tags": " ".join(tag for holds, tag in tags if holds),
        "why": "" if same else row["trigger"],
        "steps": [{"style": style, "text": text} for style, text in steps],
        "folder": "" if row["cwd"] == "." else row["cwd"],
        "about": row.get("skill") or row.get("category") or "",
        "seen": f"{row['first_seen'] or '?'} to {row['last_seen'] or '?'}",
        "trust": f"{row.get('confidence') or 'as you wrote it'}, {row.get('source') or 'you'}",
        "rule": "in the rule file" if row["promoted"] else row["waits"] or "qualifies",
        "words": ", ".join(row["keywords"]),
        "notes": [{"note": note} for note in row.get("notes") or [] if note],
    }
