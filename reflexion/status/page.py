"""The page of `status --html`: one file, no network, readable without its script. Pure.

Every text passes through `page_parts.e`: entries are hostile text, also when they were cleaned
before. The policy in the head lets nothing but this script run, by its hash, and loads nothing.
"""

from __future__ import annotations

import base64
import hashlib
import os
import time

from reflexion.status.board import decisions, gained, needs
from reflexion.status.figures import spread
from reflexion.status.page_parts import Markup, bars, chart, e, items, quoted
from reflexion.status.terminal import plural
from reflexion.store.files import read_text

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_COLUMNS, MOST = 60, 1 << 20
FILTERS = (
    ("", "all"),
    ("rule", "rules"),
    ("review", "waiting for you"),
    ("open", "without a fix"),
    ("again", "seen again"),
    ("error", "failures"),
    ("correction", "corrections"),
    ("insight", "insights"),
    ("pattern", "patterns"),
)
ORDERS = (("last", "last seen"), ("seen", "seen most"), ("said", "said most"), ("first", "newest"))
NOTHING = "None yet. They come by themselves when a command fails, or when you correct the agent."
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#learnings">Skip to the learnings</a>
<header>
<h1>{title}</h1>
<p class="soft">{words} {date}</p>
</header>
<main>
"""


def page(figures: dict, history: dict, now: float | None = None) -> str:
    """The whole document; `figures` from gather.gather, `history` from timeline.history."""
    moment = time.localtime(time.time() if now is None else now)
    script, style = _asset("page.js"), _asset("page.css")
    head = HEAD.format(
        policy=_policy(script),
        style=style,
        title=e(f"What was learned in {_name(figures['project'])}"),
        words=e(" ".join(gained(figures)) if figures["totals"]["entries"] else ""),
        date=time.strftime("As of %Y-%m-%d %H:%M.", moment),
    )
    side = [_over_time(history), _recurring(figures), _rules(figures), _next(figures)]
    side += [_tools(history), _decides(figures)]
    body = [_search(history), _tiles(figures), '<div class="layout">\n<div>', _needs(figures)]
    body += [_learnings(history), '</div>\n<div class="side">', *side, "</div>\n</div>"]
    return f"{head}{''.join(body)}\n</main>\n<script>{script}</script>\n</body>\n</html>\n"


def _asset(name: str) -> str:
    return read_text(os.path.join(HERE, name), MOST)


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _search(h: dict) -> str:
    """The search field, the filters that find something, the order."""
    if not h["learnings"]:
        return ""
    tags = {tag for row in h["learnings"] for tag in _tags(row)}
    buttons = "".join(
        f'<button type="button" value="{value}" aria-pressed="{"false" if value else "true"}">'
        f"{label}</button>"
        for value, label in FILTERS
        if not value or value in tags
    )
    orders = "".join(f'<option value="{value}">{label}</option>' for value, label in ORDERS)
    return (
        '<div class="tools" role="search">'
        '<input id="find" type="search" placeholder="Search ( / )" aria-label="Search learnings">'
        f'<div class="filters" role="group" aria-label="Show only">{buttons}</div>'
        f'<select id="sort" aria-label="Order">{orders}</select>'
        '<span id="shown" class="soft" role="status"></span></div>\n'
    )


def _tiles(f: dict) -> str:
    t, o = f["totals"], f["outcomes"]
    rows = [(t["entries"], "learnings"), (t["resolved"], "with a fix"), (t["promoted"], "rules")]
    rows += [(o["said"], "repeats met with their fix"), (o["helped"], "went well after it")]
    rows += [(o["recurred"], "failed again"), (o["ignored"], "not followed")]
    tiles = [f"<li><b>{n:,}</b> {label}</li>" for n, label in rows if n][:4]
    return f'<ul class="tiles">{"".join(tiles)}</ul>\n' if tiles else ""


def _needs(f: dict) -> str:
    rows = [
        Markup(f"{quoted(what)}{f' <code>{e(remedy)}</code>' if remedy else ''}")
        for what, remedy in needs(f)
    ]
    return _panel("Needs you", items(rows), "needs") if rows else ""


def _over_time(h: dict) -> str:
    if len(h["days"]) < 2:
        return ""
    for unit, length in (("day", 1), ("week", 7), ("month", 30)):  # noqa: B007
        spans = spread(h["days"], length)
        if len(spans) <= MOST_COLUMNS:
            break
    names = ("learned", "a known one met")
    return _panel("Over time", chart(spans[-MOST_COLUMNS:], names, unit)) if spans else ""


def _recurring(f: dict) -> str:
    rows = [_link(row, f"{row['occurrences']}x", row["trigger"]) for row in f["recurring"]]
    return _panel("What recurs", items(rows)) if rows else ""


def _rules(f: dict) -> str:
    rows = [_link(row, row["id"].rpartition("-")[2], row["resolution"]) for row in f["rules"]]
    title = f"Rules ({len(rows)} of {f['max_rules']})"
    return _panel(title, items(rows)) if rows else ""


def _next(f: dict) -> str:
    ready = "qualifies: `reflexion promote` writes it"
    rows = []
    for row in f["next"]:
        why = f' <span class="soft">{quoted(row["waits"] or ready)}</span>'
        rows.append(Markup(_link(row, f"{row['occurrences']}x", row["trigger"]) + why))
    return _panel("Next rules", items(rows)) if rows else ""


def _tools(h: dict) -> str:
    rows = [(name, seen) for name, _, seen in h["programs"]]
    return _panel("Where it goes wrong", bars("Sightings by tool", rows)) if len(rows) > 1 else ""


def _decides(f: dict) -> str:
    return _panel(
        "How it decides", "".join(f"<p>{e(line)}</p>" for line in decisions(f["settings"]))
    )


def _link(row: dict, mark: str, text: str) -> Markup:
    mark = f'<a href="#{e(row["id"])}">{e(mark)}</a>'
    return Markup(f'{mark} <span class="below">{quoted(text)}</span>')


def _learnings(h: dict) -> str:
    if not h["learnings"]:
        return f'<section id="learnings" class="panel"><p>{NOTHING}</p></section>'
    left = f"<p>{h['left_off']:,} older ones are not on this page: <code>reflexion list</code></p>"
    return (
        '<section id="learnings" aria-label="Learnings">'
        f"{''.join(map(card, h['learnings']))}</section>"
        f'<button id="more" class="more" type="button" hidden>Show more</button>'
        f"{left if h['left_off'] else ''}"
    )


def _tags(row: dict) -> list:
    """What the filters find a learning by."""
    waits = row.get("needs_review") or row.get("confidence") == "low"
    tags = [(row["promoted"], "rule"), (waits, "review"), (not row["resolution"], "open")]
    tags += [(row["occurrences"] > 1, "again"), (True, row["type"])]
    return [tag for holds, tag in tags if holds]


def card(row: dict) -> str:
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
    data = {"tags": " ".join(_tags(row)), "seen": row["occurrences"], "said": row["said"]}
    data.update(first=row["first_seen"], last=row["last_seen"])
    attributes = " ".join(f'data-{name}="{e(value)}"' for name, value in data.items())
    body = "".join(f"<dt>{e(label)}</dt><dd>{e(text)}</dd>" for label, text in facts if text)
    same = row["trigger"].rstrip(".").casefold() == row["resolution"].rstrip(".").casefold()
    why = "" if same else f'<p class="why mono">{e(row["trigger"])}</p>'
    style = "learning" if row["resolution"] else "learning open"
    return (
        f'<article class="{style}" id="{e(row["id"])}" {attributes}>'
        f'<span class="kind">{e(row["type"])}</span>'
        f"<h3>{quoted(row['resolution'] or 'No fix is known yet')}</h3>{why}"
        f'<ul class="story">{"".join(_story(row))}</ul>'
        f"<details><summary>All of it</summary><dl>{body}</dl></details></article>\n"
    )


def _story(row: dict) -> list:
    """The steps of a learning's life so far."""
    times = f" in {plural(row['sessions'], 'session')}" if row.get("sessions", 0) > 1 else ""
    steps = [("", f"seen {row['occurrences']:,}x{times}")]
    for field, word, style in (
        ("said", "said", ""),
        ("applied", "applied", ""),
        ("ignored", "not followed", "warn"),
        ("worked", "worked", "good"),
        ("failed", "failed again", "bad"),
    ):
        if row.get(field):
            steps.append((style, f"{word} {row[field]:,}x"))
    steps += [("good", "a rule now")] if row["promoted"] else []
    steps += [("warn", "waits for you")] if row.get("needs_review") else []
    return [f'<li class="{style}">{e(text)}</li>' for style, text in steps]


def _panel(title: str, body: str, style: str = "") -> str:
    return f'<section class="panel {style}"><h2>{e(title)}</h2>{body}</section>\n'


def _name(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
