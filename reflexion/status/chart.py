"""The columns of the chart by week: places and sizes for the template. Pure."""

from __future__ import annotations

import datetime

from reflexion.status.figures import CAME_BACK, LEARNED, SEEN

HEIGHT = 150  # pixels of the highest column
TOP = 16  # pixels above it, for the number
LEAST = 3  # pixels of a column that counts anything
BAR = 0.3  # of a week's width
FEWEST = 6  # weeks that are shown, though nothing happened in the first ones


def chart(weeks: list) -> list:
    """Return [the values that the template's chart needs]; [] without anything to show.

    `weeks` as of `figures.weeks`, of which one at least counts something.
    """
    if not weeks:
        return []
    busy = next(n for n, week in enumerate(weeks) if _most(week))
    weeks = weeks[min(busy, max(0, len(weeks) - FEWEST)) :]
    most = max(map(_most, weeks))
    step = 100 / len(weeks)
    drawn = [_week(week, number * step, step, most) for number, week in enumerate(weeks)]
    ground = TOP + HEIGHT
    return [{"columns": drawn, "most": f"{most:,}", "top": TOP, "ground": ground}]


def _most(week: dict) -> int:
    return max(week[SEEN], week[CAME_BACK], week[LEARNED])


def _week(week: dict, left: float, step: float, most: int) -> dict:
    """Return the bars of one week; `left` and `step` in percent of the chart's width."""
    first = left + step * (0.5 - BAR)
    second = left + step * 0.5
    bars = [
        _bar(SEEN, week[SEEN], most, first, step),
        _bar("back", week[CAME_BACK], most, first, step),
        _bar(LEARNED, week[LEARNED], most, second, step),
    ]
    return {
        "bars": [bar for bar in bars if bar],
        "middle": f"{left + step / 2:.2f}",
        "date": day(week["week"]),
        SEEN: f"{week[SEEN]:,}",
        "back": f"{week[CAME_BACK]:,}",
        LEARNED: f"{week[LEARNED]:,}",
    }


def _bar(style: str, count: int, most: int, left: float, step: float) -> dict:
    if not count:
        return {}
    height = max(LEAST, round(HEIGHT * count / most))
    width = step * BAR * 0.92
    place = {"x": f"{left:.2f}", "y": TOP + HEIGHT - height}
    return {"style": style, **place, "width": f"{width:.2f}", "height": height}


def day(date: str) -> str:
    """Return a YYYY-MM-DD as "2 Nov"; another text as it is."""
    try:
        found = datetime.date.fromisoformat(date[:10])
    except ValueError:
        return date
    return f"{found.day} {found:%b}"
