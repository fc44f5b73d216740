"""The page of `status --html`: one file, no network, readable without its script. Pure.

page.html is its template. `render` escapes what it fills in, for entries are hostile text, also
when they were cleaned before. The policy in the head lets nothing but this script run, by its
hash."""

import base64
import hashlib
import html
import os
import re
import time

from reflexion.setup.command import hints
from reflexion.status.board import short
from reflexion.status.sentences import TEXTS, decisions, gained, needs, switches, worth
from reflexion.status.subjects import trust
from reflexion.status.terminal import plural
from reflexion.store.fs import read_text
from reflexion.store.schema import TYPES
from reflexion.text.clean import visible
from reflexion.text.grades import CANDIDATE, grade, is_lesson, seen

HERE = os.path.dirname(os.path.abspath(__file__))
# {{#name}} for each of a list, with its own names; {{?name}} if there is something, {{!name}} if
# not, each up to its end, {{/#name}}; {{name}} the value, {{`name}} with code in it, {{&name}} as
# it is
TAG = re.compile(r"\{\{([#?!])(\w+)\}\}(.*?)\{\{/\1\2\}\}|\{\{([`&]?)(\w+)\}\}", re.DOTALL)
MOST = 1 << 20  # characters of a file of the page
WIDE = 240  # the chart's units; it is stretched to its place
TALL = 60
LEAST_COLUMNS = 6  # weeks that the chart has room for, though fewer are on record
LATELY = 8  # rows of the history that are shown before the rest is unfolded
TAGS = ("rule", "review", "open", "draft", "again", *TYPES)
# steps of a learning's life: the number of its history, words for it, style
STEPS = (
    ("repeats", "came back", "warn"),
    ("told", "told then", ""),
    ("worked", "worked then", "good"),
)
# the same of what the entry itself counts
COUNTED = (
    ("applied", "applied", ""),
    ("ignored", "not followed", "warn"),
    ("failed", "failed", "bad"),
)


def page(figures: dict, history: dict) -> str:
    """The whole document; `figures` from gather.gather, `history` from gather.history."""
    script = asset("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    name = os.path.basename(figures["project"]) or figures["project"]
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    values = {
        "policy": f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'",
        "style": asset("page.css"),
        "script": script,
        "title": f"What was learned in {name}",
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "worth": worth(figures),
        "step": called(next_step(figures)),
        "past": called("reflexion reflect --all --dry-run"),
        "all_of_them": called("reflexion list"),
        "all_of_it": called("reflexion log"),
        **_main(figures, history),
        **_side(figures, history),
    }
    return render(asset("page.html"), {**figures, **values})


def _main(f: dict, history: dict) -> dict:
    """What the wide column shows: the tiles, what needs a person, the learnings."""
    learnings = [card(row) for row in history["learnings"]]
    waiting = needs(f)
    if not learnings:  # the next step stands on the empty page
        waiting = [row for row in waiting if row[0] != TEXTS["no hooks"]]
    return {
        **filters(learnings),
        "tiles": tiles(f) if learnings else [],
        "needs": [{"what": called(what), "remedy": called(remedy)} for what, remedy in waiting],
        "needed": len(waiting),
        "learnings": learnings,
        "left_off": f"{history['left_off']:,}" if history["left_off"] else "",
    }


def filters(learnings: list) -> dict:
    """{any_<tag>: whether a learning has it} of each tag that the page can be filtered by."""
    tags = {tag for row in learnings for tag in row["tags"].split()}
    return {f"any_{tag}": tag in tags for tag in TAGS}


def _side(f: dict, history: dict) -> dict:
    """What the narrow column shows."""
    tools = bars(history["programs"])
    happened = lately(history)
    return {
        "chart": chart(history["weeks"]),
        "gained": [{"line": called(line)} for line in gained(f)] if history["learnings"] else [],
        "lately": happened[:LATELY],
        "before": happened[LATELY:],
        "rules": [{**row, "short": short(row)} for row in f["rules"]],
        "count": len(f["rules"]),
        "tools": tools if len(tools) > 1 else [],
        "decisions": [{"line": line} for line in decisions(f["settings"])],
        "switches": [{"name": name, "state": called(state)} for name, state in switches(f)],
    }


def bars(programs: list) -> list:
    """[(program, sightings)] as rows with the length of their bar, in percent of the longest."""
    most = max((seen for _, seen in programs), default=1)
    return [
        {"name": name, "share": f"{100 * seen / most:.0f}", "number": f"{seen:,}"}
        for name, seen in programs
    ]


def lately(history: dict) -> list:
    """The rows of the history; `link`: the card that one is about, "" where there is none."""
    shown = {row["id"] for row in history["learnings"]}
    return [
        {
            **row,
            "short": short(row),
            "link": row["id"] if row["id"] in shown else "",
            "when": row["time"][5:10],  # the page's head names the year
        }
        for row in history["timeline"]
    ]


def called(text: str) -> str:
    """The text with the commands that it tells to run as they are called here."""
    return hints(text, os.environ)


def next_step(f: dict) -> str:
    """What to do first, where there is no learning yet."""
    if not f["installed"] and not f["ran"]:
        return "Set this project up: `reflexion init`"
    return "Start a new session of your agent and work as usual."


def tiles(f: dict) -> list:
    """The four numbers that a newcomer asks for first."""
    ever = f["numbers"]["ever"]
    rows = (
        (f["totals"]["entries"], "learning", "learnings"),
        (f["totals"]["promoted"], "rule", "rules"),
        (ever["repeats"], "time a known mistake came back", "times a known mistake came back"),
        (ever["helped"], "time the lesson helped", "times the lesson helped"),
    )
    return [
        {"number": f"{number:,}", "label": one if number == 1 else more}
        for number, one, more in rows
    ]


def asset(name: str) -> str:
    return read_text(os.path.join(HERE, name), MOST)


def render(template: str, values: dict) -> str:
    """The template with these values, each escaped, and nothing invisible in them."""

    def filled(tag) -> str:
        block, name, within, mark, value = tag.groups()
        if block == "#":
            return "".join(render(within, row) for row in values[name])
        if block:
            return render(within, values) if bool(values[name]) == (block == "?") else ""
        if mark == "&":
            return values[value]
        safe = html.escape(visible(str(values[value])), quote=True)
        return re.sub("`([^`]{1,500})`", r"<code>\1</code>", safe) if mark else safe

    return TAG.sub(filled, template)


def chart(weeks: list) -> list:
    """[the columns of every week, and the numbers for those who cannot see them], or [].
    `weeks`: rows of history.weeks."""
    if not weeks:
        return []
    most = max(max(came, recorded) for _, came, _, recorded in weeks) or 1
    step = WIDE / max(len(weeks), LEAST_COLUMNS)
    width = min(step * 0.36, 14)
    columns = []
    for number, (_, came, told, recorded) in enumerate(weeks):
        left = number * step
        columns += _column("two", came, most, left, width)
        columns += _column("one", told, most, left, width)  # a part of those that came back
        columns += _column("three", recorded, most, left + width + 1, width)
    numbers = [
        {"date": day, "came": came, "told": told, "recorded": recorded}
        for day, came, told, recorded in reversed(weeks)
    ]
    last = weeks[-1][0][5:] if len(weeks) > 1 else ""
    ends = {"first": weeks[0][0][5:], "most": f"{most:,}", "last": last}
    return [{"columns": columns, "numbers": numbers, "wide": WIDE, "tall": TALL, **ends}]


def _column(style: str, count: int, most: int, left: float, width: float) -> list:
    """[one column of the chart], [] for nothing."""
    tall = max(2.0, (TALL - 2) * count / most)
    place = {"x": left, "y": TALL - tall, "width": width, "height": tall}
    return [{"style": style, **{name: f"{at:.1f}" for name, at in place.items()}}] if count else []


def card(row: dict) -> dict:
    """What the page shows of a learning: what to do, what it was about, its story, and the rest."""
    return {
        **row,
        "short": short(row),
        "fix": row["resolution"] if is_lesson(row) else "",
        "draft": row["resolution"] if grade(row) == CANDIDATE else "",
        "seen": seen(row),
        "tags": " ".join(tag for holds, tag in _tags(row) if holds),
        "why": _why(row),
        "steps": [{"style": style, "text": text} for style, text in _steps(row)],
        "told_times": row["counts"].get("said", 0),
        "words": ", ".join(row["keywords"]),
        "notes": [{"note": note} for note in row.get("notes") or [] if note],
        **_particulars(row),
    }


def _why(row: dict) -> str:
    """What went wrong or was said; "" where the directive says the same."""
    what, why = (row[name].rstrip(".").casefold() for name in ("resolution", "trigger"))
    return "" if what == why else row["trigger"]


def _particulars(row: dict) -> dict:
    """Where a learning belongs, since when, and how far it is trusted."""
    return {
        "folder": "" if row["cwd"] == "." else row["cwd"],
        "about": row.get("skill") or row.get("category") or "",
        "dates": f"{row['first_seen'] or '?'} to {row['last_seen'] or '?'}",
        "trust": trust(row),
        "rule": "in the rule file" if row["promoted"] else row["waits"] or "qualifies",
    }


def _tags(row: dict) -> list:
    """[(whether it holds, the word of a filter)]."""
    return [
        (row["promoted"], "rule"),
        (row["asks"], "review"),
        (not is_lesson(row), "open"),
        (grade(row) == CANDIDATE, "draft"),
        (seen(row) > 1, "again"),
        (True, row["type"]),
    ]


def _steps(row: dict) -> list:
    """[(style, words)] of the story of a learning."""
    sessions = row.get("sessions", 0)
    times = f" in {plural(sessions, 'session')}" if sessions > 1 else ""
    steps = [("", f"seen {seen(row):,}x{times}")]
    for name, words, style in STEPS:
        if row["counts"].get(name):
            steps.append((style, f"{words} {row['counts'][name]:,}x"))
    for name, words, style in COUNTED:
        if row.get(name):
            steps.append((style, f"{words} {row[name]:,}x"))
    if row["promoted"]:
        steps.append(("good", "a rule now"))
    if row["asks"]:
        steps.append(("warn", "waits for you"))
    return steps
