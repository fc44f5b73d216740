"""The page of `status --html`: one file, no network, readable without its script. Pure.

page.html holds its fragments. What is filled in is escaped there: entries are hostile text, also
when they were cleaned before. The policy in the head lets nothing but this script run, by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
import time
from functools import lru_cache

from reflexion.status.board import decisions, gained, needs, short
from reflexion.status.figures import spread
from reflexion.status.terminal import plural
from reflexion.store.files import read_text

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_COLUMNS, LEAST_COLUMNS, MOST = 60, 12, 1 << 20
WIDE, TALL = 720, 150  # the chart's units; it is stretched to its place
FILTERS = [("", "all"), ("rule", "rules"), ("review", "waiting for you"), ("open", "without a fix")]
FILTERS += [("again", "seen again"), ("error", "failures"), ("correction", "corrections")]
FILTERS += [("insight", "insights"), ("pattern", "patterns")]
# steps of a learning's life: field, word, style
STEPS = [("said", "said", ""), ("applied", "applied", ""), ("ignored", "not followed", "warn")]
STEPS += [("worked", "worked", "good"), ("failed", "failed again", "bad")]


class Markup(str):
    """Text that is HTML already."""


def page(figures: dict, history: dict, now: float | None = None) -> str:
    """The whole document; `figures` from gather.gather, `history` from gather.history."""
    script, project = Markup(asset("page.js")), figures["project"]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    name = project.replace("\\", "/").rstrip("/").rpartition("/")[2] or project
    moment = time.localtime(time.time() if now is None else now)
    side = [_over_time(history), *_sections(figures), _tools(history["programs"])]
    lines = [fill("line", text=line) for line in decisions(figures["settings"])]
    side.append(_panel("How it decides", _join(lines)))
    return fill(
        "page",
        policy=Markup(policy),
        style=Markup(asset("page.css")),
        script=script,
        title=f"What was learned in {name}",
        words=" ".join(gained(figures)) if figures["totals"]["entries"] else "",
        date=time.strftime("As of %Y-%m-%d %H:%M.", moment),
        search=_search(history["learnings"]),
        tiles=_tiles(figures["totals"], figures["outcomes"]),
        needs=_needs(figures),
        learnings=_learnings(history),
        side=_join(side),
    )


def asset(name: str) -> str:
    return read_text(os.path.join(HERE, name), MOST)


@lru_cache(maxsize=None)
def _fragments() -> dict:
    parts = re.split(r"\n== (\w+)\n", asset("page.html").rstrip())
    return dict(zip(parts[1::2], parts[2::2]))


def fill(fragment: str, **values) -> Markup:
    """A fragment of page.html with these values, each escaped unless it is Markup."""
    safe = {
        name: value if isinstance(value, Markup) else html.escape(str(value), quote=True)
        for name, value in values.items()
    }
    return Markup(_fragments()[fragment].format_map(safe))


def _join(parts) -> Markup:
    """Markup of parts that are Markup, or empty."""
    return Markup("".join(parts))


def quoted(text: str) -> Markup:
    """Text with what stands between backquotes as code."""
    return Markup(re.sub("`([^`]{1,500})`", r"<code>\1</code>", html.escape(text, quote=True)))


def _panel(title: str, body: str, style: str = "") -> Markup:
    """A section of the page; nothing where it has no body."""
    return fill("panel", title=title, body=body, style=style) if body else Markup()


def _list(texts) -> Markup:
    items = _join(fill("item", text=text) for text in texts)
    return fill("list", items=items) if items else Markup()


def _search(learnings: list) -> Markup:
    """The search field, the filters that find something, the order."""
    tags = {"", *(tag for row in learnings for tag in _tags(row))}
    filters = _join(
        fill("filter", value=value, pressed="false" if value else "true", label=label)
        for value, label in FILTERS
        if value in tags
    )
    return fill("search", filters=filters) if learnings else Markup()


def _tiles(t: dict, o: dict) -> Markup:
    rows = [(t["entries"], "learnings"), (t["resolved"], "with a fix"), (t["promoted"], "rules")]
    rows += [(o["said"], "repeats met with their fix"), (o["helped"], "went well after it")]
    rows += [(o["recurred"], "failed again"), (o["ignored"], "not followed")]
    tiles = [fill("tile", number=f"{n:,}", label=label) for n, label in rows if n][:4]
    return fill("tiles", tiles=_join(tiles)) if tiles else Markup()


def _needs(f: dict) -> Markup:
    rows = [
        (quoted(what), fill("code", text=remedy) if remedy else "") for what, remedy in needs(f)
    ]
    return _panel("Needs you", _list([_join(row) for row in rows]), "needs")


def _sections(f: dict) -> list:
    """What recurs, the rules, the next ones: each a link to the learning, its words, and why."""
    seen = {row["id"]: f"{row['occurrences']}x" for row in [*f["recurring"], *f["next"]]}
    recurring = [(row["id"], seen[row["id"]], row["trigger"], "") for row in f["recurring"]]
    rules = [(row["id"], short(row), row["resolution"], "") for row in f["rules"]]
    ready = "qualifies: `reflexion promote` writes it"
    coming = [
        (row["id"], seen[row["id"]], row["trigger"], row["waits"] or ready) for row in f["next"]
    ]
    titles = ("What recurs", f"Rules ({len(rules)} of {f['max_rules']})", "Next rules")
    return [_panel(title, _links(rows)) for title, rows in zip(titles, (recurring, rules, coming))]


def _links(rows: list) -> Markup:
    """A list of (id, mark, text, why)."""
    links = [
        fill("link", id=entry_id, mark=mark, text=quoted(text))
        + (fill("soft", text=quoted(why)) if why else "")
        for entry_id, mark, text, why in rows
    ]
    return _list(map(Markup, links))


def _tools(programs: list) -> Markup:
    """Bars of the programs that fail, where there are two or more."""
    if len(programs) < 2:
        return Markup()
    most = max(seen for _, _, seen in programs)
    rows = _join(
        fill("bar", name=name, share=f"{100 * seen / most:.0f}", number=f"{seen:,}")
        for name, _, seen in programs
    )
    return _panel("Where it goes wrong", fill("bars", rows=rows))


def _over_time(h: dict) -> Markup:
    """Two columns a day, week or month, and a table for those who cannot see them."""
    units = (("day", 1), ("week", 7), ("month", 30))
    rows = [(spread(h["days"], length), unit) for unit, length in units]
    spans, unit = next((row for row in rows if len(row[0]) <= MOST_COLUMNS), rows[-1])
    spans = spans[-MOST_COLUMNS:]
    if len(h["days"]) < 2 or not spans:
        return Markup()
    most = max(max(learned, said) for _, learned, said in spans) or 1
    step = WIDE / max(len(spans), LEAST_COLUMNS)
    width = min(step * 0.42, 16)
    shapes = []
    for number, (_, learned, said) in enumerate(spans):
        shapes.append(_column(number * step, width, learned / most, "one"))
        shapes.append(_column(number * step + width + 1, width, said / most, "two"))
    rows = [row for row in reversed(spans) if row[1] or row[2]]
    numbers = [fill("numbers", date=day, learned=learned, said=said) for day, learned, said in rows]
    ends = {"first": spans[0][0], "most": f"{most:,}", "last": spans[-1][0]}
    sizes = {"wide": WIDE, "tall": TALL, "unit": unit}
    return _panel(
        "Over time", fill("chart", shapes=_join(shapes), rows=_join(numbers), **ends, **sizes)
    )


def _column(x: float, width: float, share: float, style: str) -> str:
    tall = max(2.0, (TALL - 4) * share)
    place = {"x": x, "y": TALL - tall, "width": width, "height": tall}
    shown = {name: f"{number:.1f}" for name, number in place.items()}
    return fill("column", style=style, **shown) if share else ""


def _learnings(h: dict) -> Markup:
    if not h["learnings"]:
        return fill("none")
    left = fill("left", number=f"{h['left_off']:,}") if h["left_off"] else ""
    return fill("learnings", cards=_join(map(card, h["learnings"])), left=left)


def _tags(row: dict) -> list:
    """What the filters find a learning by."""
    waits = row.get("needs_review") or row.get("confidence") == "low"
    tags = [(row["promoted"], "rule"), (waits, "review"), (not row["resolution"], "open")]
    tags += [(row["occurrences"] > 1, "again"), (True, row["type"])]
    return [tag for holds, tag in tags if holds]


def card(row: dict) -> Markup:
    """One learning: what to do, what it was about, its story, and all the rest folded."""
    facts = [
        ("Learning", row["id"]),
        ("Context", row["context"]),
        ("Folder", "" if row["cwd"] == "." else row["cwd"]),
        ("Tool", row["program"]),
        ("About", row.get("skill") or row.get("category") or ""),
        ("Seen", f"{row['first_seen'] or '?'} to {row['last_seen'] or '?'}"),
        ("Trusted", f"{row.get('confidence') or 'as you wrote it'}, {row.get('source') or 'you'}"),
        ("Rule", "in the rule file" if row["promoted"] else row["waits"] or "qualifies"),
        ("Keywords", ", ".join(row["keywords"])),
        *(("Note", str(note)) for note in row.get("notes") or []),
    ]
    trigger, fix = row["trigger"], row["resolution"]
    same = trigger.rstrip(".").casefold() == fix.rstrip(".").casefold()
    times = f" in {plural(row['sessions'], 'session')}" if row.get("sessions", 0) > 1 else ""
    steps = [("", f"seen {row['occurrences']:,}x{times}")]
    steps += [(style, f"{word} {row[field]:,}x") for field, word, style in STEPS if row.get(field)]
    steps += [("good", "a rule now")] if row["promoted"] else []
    steps += [("warn", "waits for you")] if row.get("needs_review") else []
    return fill(
        "card",
        style="learning" if fix else "learning open",
        id=row["id"],
        type=row["type"],
        tags=" ".join(_tags(row)),
        seen=row["occurrences"],
        said=row["said"],
        first=row["first_seen"],
        last=row["last_seen"],
        what=quoted(fix or "No fix is known yet"),
        why="" if same else fill("why", text=trigger),
        story=_join(fill("step", style=style, text=text) for style, text in steps),
        facts=_join(fill("fact", label=label, text=text) for label, text in facts if text),
    )
