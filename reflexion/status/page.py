"""The page of `status --html`: one file, no network, readable without its script. Pure: figures in, text out.

Every text passes through `page_parts.e`: entries are hostile text, also when they were cleaned before. The policy in the head lets nothing
but this script run, by its hash, and loads nothing.
"""

from __future__ import annotations

import base64
import hashlib
import time

from reflexion.status.board import ago
from reflexion.status.figures import spread
from reflexion.status.page_parts import Markup, bars, chart, quoted, table
from reflexion.status.page_parts import e as _e
from reflexion.status.page_style import SCRIPT, STYLE
from reflexion.store.entry import TYPES

MOST_COLUMNS = 60
LABELS = (
    ("context", "Context"),
    ("cwd", "Folder"),
    ("program", "Tool"),
    ("skill", "Skill"),
    ("category", "Category"),
)


def page(figures: dict, history: dict, now: float | None = None) -> str:
    """The whole document. `figures` from gather.gather, `history` from history.history."""
    now = time.time() if now is None else now
    title = f"Reflexion: what was learned in {_name(figures['project'])}"
    sections = [
        _totals(figures),
        _timeline(history),
        _groups(figures, history),
        _recurring(figures),
        _rules(figures),
        _hooks(figures, now),
        _trouble(figures, history),
        _learnings(history),
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="referrer" content="no-referrer">\n<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n'
        f'<title>{_e(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<a class="skip" href="#all">Skip to the learnings</a>\n'
        f'<header>\n<h1>{_e(title)}</h1>\n<p class="soft">{_e(figures["project"])}, as of {time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}</p>\n'
        f"{_words(figures)}</header>\n<main>\n{''.join(filter(None, sections))}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _words(f: dict) -> str:
    words = []
    if f["switched_off"] or not f["enabled"]:
        words.append("The hooks are switched off.")
    if not f["trusted"]:
        words.append(
            "These learnings came with the project and are not recalled: look at them, then run <code>reflexion trust</code>."
        )
    if f["totals"]["unresolved"]:
        words.append(
            f'{f["totals"]["unresolved"]} learning(s) wait for a fix: <code>reflexion resolve ID "what to do"</code>.'
        )
    return "".join(f'<p class="word">{word}</p>\n' for word in words)


def _totals(f: dict) -> str:
    t, o, r = f["totals"], f["outcomes"], f["rates"]
    tiles = [
        (t["entries"], "learnings"),
        (t["seen"], "sightings"),
        (t["resolved"], "with a fix"),
        (t["promoted"], "rules"),
        (o["said"], "times said"),
        (o["applied"], "times applied"),
        (o["helped"], "then worked"),
        (o["recurred"], "failed again"),
    ]
    if r["prompts"]:
        tiles.append((f"{r['share']:.0%}", f"of {r['prompts']:,} prompts got a learning"))
    return (
        '<ul class="tiles">'
        + "".join(f"<li><b>{_number(value)}</b> {_e(label)}</li>" for value, label in tiles)
        + "</ul>\n"
    )


def _timeline(h: dict) -> str:
    if not h["days"]:
        return ""
    return _section("Timeline", chart(*_spans(h["days"])))


def _spans(days: list) -> tuple:
    """What the chart takes: days, or weeks, or months when there are too many."""
    for unit, length in (("day", 1), ("week", 7), ("month", 30)):  # noqa: B007
        spans = spread(days, length)
        if len(spans) <= MOST_COLUMNS:
            break
    return spans[-MOST_COLUMNS:], ("learnings first met", "learnings said"), unit


def _groups(f: dict, h: dict) -> str:
    t = f["totals"]["by_type"]
    if not f["totals"]["entries"]:
        return ""
    groups = [
        ("By type", [(type, t[type]) for type in TYPES if t[type]], "learnings"),
        ("By folder", [(name, seen) for name, _, seen in h["folders"]], "sightings"),
        ("By tool", [(name, seen) for name, _, seen in h["programs"]], "sightings"),
    ]
    return _section(
        "Where they come from",
        '<div class="groups">'
        + "".join(
            f"<div><h3>{_e(title)}</h3>{bars(title, unit, rows)}</div>"
            for title, rows, unit in groups
            if rows
        )
        + "</div>",
    )


def _recurring(f: dict) -> str:
    rows = [
        (f"{row['occurrences']}x", _both(row, row["resolution"] or "no fix yet"))
        for row in f["recurring"]
    ]
    return (
        _section(
            "What recurs most",
            table("What recurs most", (("Seen", True), ("What, and its fix", False)), rows),
        )
        if rows
        else ""
    )


def _rules(f: dict) -> str:
    coming = [
        (
            f"{row['occurrences']}x",
            _both(row, row["waits"] or "qualifies: `reflexion promote` writes it now"),
        )
        for row in f["next"]
    ]
    rules = [(f"{row['occurrences']}x", _both(row, row["resolution"])) for row in f["rules"]]
    text = ""
    if coming:
        text += _section(
            "Next rules",
            table(
                "Next rules", (("Seen", True), ("What, and why it is no rule yet", False)), coming
            ),
        )
    if rules:
        text += _section(
            f"Rules ({len(rules)} of {f['max_rules']})",
            table("Rules", (("Seen", True), ("What, and the rule", False)), rules),
        )
    return text


def _hooks(f: dict, now: float) -> str:
    rows = [
        (
            row["hook"].replace(".", " "),
            ago(now - row["last"]) if row["runs"] else "never",
            f"{row['runs']:,}",
            f"{row['median_ms']:.1f} ms" if row["runs"] else "",
            f"{row['longest_ms']:.1f} ms" if row["runs"] else "",
        )
        for row in f["hooks"]
    ]
    words = (
        ""
        if any(row["runs"] for row in f["hooks"])
        else "<p>None has run here yet: <code>reflexion init</code> installs them.</p>"
    )
    return _section(
        "What each hook costs",
        words
        + table(
            "Hooks",
            (
                ("Hook", False),
                ("Last ran", False),
                ("Runs", True),
                ("Median", True),
                ("Longest", True),
            ),
            rows,
        ),
    )


def _trouble(f: dict, h: dict) -> str:
    text = ""
    if f["unreadable"]:
        text += _section(
            "Files that cannot be read",
            table(
                "Files that cannot be read",
                (("File", False), ("Why", False)),
                [(row["file"], row["reason"]) for row in f["unreadable"]],
            ),
        )
    if f["faults"]:
        text += _section(
            "Faults on record",
            table(
                "Faults",
                (("When", False), ("Where", False), ("What", False)),
                [
                    (row["time"][:16].replace("T", " "), row["where"], row["what"])
                    for row in f["faults"]
                ],
            ),
        )
    if h["left_out"]:
        text += _section(
            "Left out by capture, lately",
            table(
                "Left out",
                (("When", False), ("Command", False), ("Why", False)),
                [
                    (row["time"][:16].replace("T", " "), row["command"], row["why"])
                    for row in h["left_out"]
                ],
            ),
        )
    return text


def _learnings(h: dict) -> str:
    if not h["learnings"]:
        return '<section id="all"><h2>Learnings</h2><p>None yet. They come by themselves when a command fails, or when you correct the agent.</p></section>\n'
    options = "".join(
        f'<option value="{_e(value)}">{_e(label)}</option>'
        for value, label in [
            ("", "all"),
            *((type, type) for type in TYPES),
            ("open", "without a fix"),
            ("rule", "rules"),
            ("review", "to review"),
        ]
    )
    orders = "".join(
        f'<option value="{value}">{label}</option>'
        for value, label in (
            ("last", "last seen"),
            ("first", "first seen"),
            ("seen", "times seen"),
            ("said", "times said"),
        )
    )
    left = (
        f"<p>The {h['left_off']:,} seen longest ago are left off: <code>reflexion list</code> has them all.</p>"
        if h["left_off"]
        else ""
    )
    return (
        f'<section id="all"><h2>Learnings</h2>\n<div class="tools"><label class="grow">Search<input id="find" type="search" autocomplete="off"></label>'
        f'<label>Show<select id="type">{options}</select></label><label>Sort by<select id="sort">{orders}</select></label></div>\n'
        f'<p class="soft" id="shown" role="status"></p>{left}\n<div id="learnings">\n{"".join(_learning(row) for row in h["learnings"])}</div></section>\n'
    )


def _learning(row: dict) -> str:
    state = (
        "rule"
        if row["promoted"]
        else "review"
        if row.get("needs_review")
        else "open"
        if not row["resolution"]
        else "fixed"
    )
    facts = [("Fix", quoted(row["resolution"]) if row["resolution"] else "not known yet")]
    facts += [
        (label, row[field]) for field, label in LABELS if row.get(field) and row[field] != "."
    ]
    facts += [
        ("Seen", _seen(row)),
        (
            "Said",
            f"{row['said']:,}x, applied {row.get('applied', 0):,}x, then worked {row.get('worked', 0):,}x, failed again {row.get('failed', 0):,}x",
        ),
    ]
    facts += [
        (
            "Trusted",
            f"{row.get('confidence') or 'as written by a person'}, source {row.get('source') or 'unknown'}",
        )
    ]
    facts += [("Rule", "in the rule file" if row["promoted"] else row["waits"] or "qualifies")]
    facts += [
        ("Keywords", ", ".join(row["keywords"])),
        *(("Note", str(note)) for note in row.get("notes") or []),
    ]
    body = "".join(f"<dt>{_e(label)}</dt><dd>{_e(text)}</dd>" for label, text in facts if text)
    chips = f'<span class="chip {_e(row["type"])}">{_e(row["type"])}</span>' + (
        f'<span class="chip">{_e(state)}</span>' if state != "fixed" else ""
    )
    return (
        f'<details class="learning" id="{_e(row["id"])}" data-type="{_e(row["type"])}" data-state="{state}" data-seen="{row["occurrences"]}" data-said="{row["said"]}" '
        f'data-first="{_e(row["first_seen"])}" data-last="{_e(row["last_seen"])}"><summary>{chips}<span class="mono">{_e(row["trigger"])}</span>'
        f'<span class="meta">{_e(row["id"])}, seen {row["occurrences"]:,}x, last {_e(row["last_seen"])}</span></summary><dl>{body}</dl></details>\n'
    )


def _seen(row: dict) -> str:
    text = f"{row['occurrences']:,}x from {row['first_seen'] or '?'} to {row['last_seen'] or '?'}"
    return text + (f", in {row['sessions']:,} session(s)" if row.get("sessions") else "")


def _both(row: dict, below: str) -> Markup:
    return Markup(
        f'<a href="#{_e(row["id"])}" class="mono">{_e(row["trigger"])}</a><span class="below">{quoted(below)}</span>'
    )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{_e(title)}</h2>{body}</section>\n"


def _number(value) -> str:
    return f"{value:,}" if isinstance(value, int) else _e(value)


def _name(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
