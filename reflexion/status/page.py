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
from reflexion.status.card import TAGS, card
from reflexion.status.sentences import TEXTS, decisions, gained, needs, switches, worth
from reflexion.store.fs import read_text
from reflexion.text.clean import visible

HERE = os.path.dirname(os.path.abspath(__file__))
# {{name}}, {{`name}}, {{&name}}: the value; with code in it; as it is, not escaped
# {{#name}} ... {{/#name}}: once for each row of a list, which brings names of its own
# {{?name}} ... {{/?name}}, {{!name}} ... {{/!name}}: if there is something; if there is nothing
TAG = re.compile(r"\{\{([#?!])(\w+)\}\}(.*?)\{\{/\1\2\}\}|\{\{([`&]?)(\w+)\}\}", re.DOTALL)
MOST = 1 << 20  # characters of a file of the page
WIDE = 240  # the chart's units; it is stretched to its place
TALL = 60
LEAST_COLUMNS = 6  # weeks that the chart has room for, though fewer are on record
STEPS = ("begin", "bring along", "check")  # of TEXTS, once the project is set up
LATELY = 8  # rows of the history that are shown before the rest is unfolded


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
        "steps": [{"step": called(step)} for step in first_steps(figures)],
        "all_of_them": called("reflexion list"),
        "all_of_it": called("reflexion log"),
        **_main(figures, history),
        **_side(figures, history),
    }
    return render(asset("page.html"), {**figures, **values})


def _main(figures: dict, history: dict) -> dict:
    """What the wide column shows: the tiles, what needs a person, the learnings."""
    learnings = [card(row) for row in history["learnings"]]
    waiting = needs(figures)
    if not learnings:  # the next step stands on the empty page
        waiting = [row for row in waiting if row[0] != TEXTS["no hooks"]]
    return {
        **filters(learnings),
        "tiles": tiles(figures) if learnings else [],
        "needs": [{"what": called(what), "remedy": called(remedy)} for what, remedy in waiting],
        "needed": len(waiting),
        "learnings": learnings,
        "left_off": f"{history['left_off']:,}" if history["left_off"] else "",
    }


def filters(learnings: list) -> dict:
    """{any_<tag>: whether a learning has it} of each tag that the page can be filtered by."""
    tags = {tag for row in learnings for tag in row["tags"].split()}
    return {f"any_{tag}": tag in tags for tag in TAGS}


def _side(figures: dict, history: dict) -> dict:
    """What the narrow column shows."""
    tools = bars(history["programs"])
    happened = lately(history)
    told = gained(figures) if history["learnings"] else []
    return {
        "chart": chart(history["weeks"]),
        "gained": [{"line": called(line)} for line in told],
        "lately": happened[:LATELY],
        "before": happened[LATELY:],
        "rules": [{**row, "short": short(row)} for row in figures["rules"]],
        "count": len(figures["rules"]),
        "tools": tools if len(tools) > 1 else [],
        "decisions": [{"line": line} for line in decisions(figures["settings"])],
        "switches": [{"name": name, "state": called(state)} for name, state in switches(figures)],
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


def first_steps(figures: dict) -> list:
    """What to do where there is no learning yet."""
    is_set_up = figures["installed"] or figures["ran"]
    return [TEXTS["is set up" if is_set_up else "set up"], *map(TEXTS.get, STEPS)]


def tiles(figures: dict) -> list:
    """The four numbers that a newcomer asks for first."""
    ever = figures["numbers"]["ever"]
    rows = (
        (figures["totals"]["entries"], "learning", "learnings"),
        (figures["totals"]["promoted"], "rule", "rules"),
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
