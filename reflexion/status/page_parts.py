"""Tables, bars and the chart of the page. Cells are escaped here, unless they are Markup."""

from __future__ import annotations

import html
import re

WIDE, TALL = 720, 150  # the chart's units; it is stretched to its place
LEAST_COLUMNS = 12


class Markup(str):
    """Text that is HTML already."""


def e(text) -> str:
    return text if isinstance(text, Markup) else html.escape(str(text), quote=True)


def quoted(text: str) -> Markup:
    """Text with what stands between backquotes as code."""
    return Markup(re.sub("`([^`]{1,500})`", r"<code>\1</code>", e(text)))


def table(label: str, heads, rows) -> str:
    """`heads`: (title, is it a number)."""
    top = "".join(f'<th scope="col"{_n(number)}>{e(title)}</th>' for title, number in heads)
    body = "".join(
        "<tr>"
        + "".join(f"<td{_n(number)}>{e(cell)}</td>" for cell, (_, number) in zip(row, heads))
        + "</tr>"
        for row in rows
    )
    size = " two" if heads[0][1] and len(heads) == 2 else " many" if len(heads) > 3 else ""
    return f'<div class="wide{size}" tabindex="0" role="region" aria-label="{e(label)}"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def bars(label: str, unit: str, rows) -> str:
    """Horizontal bars of (name, number)."""
    most = max(number for _, number in rows)
    body = "".join(
        f'<tr><td>{e(name)}</td><td><span class="bar" style="width:{100 * number / most:.1f}%"></span></td><td class="n">{number:,}</td></tr>'
        for name, number in rows
    )
    return (
        f'<table class="bars" aria-label="{e(label)}, in {e(unit)}"><tbody>{body}</tbody></table>'
    )


def chart(spans: list, names: tuple, unit: str) -> str:
    """Two columns for each of (date, first, second), and the same as a table for those who cannot see it."""
    most = max(max(first, second) for _, first, second in spans) or 1
    step = WIDE / max(len(spans), LEAST_COLUMNS)
    width = min(step * 0.42, 16)
    shapes = "".join(
        _column(n * step, width, first, most, "one")
        + _column(n * step + width + 1, width, second, most, "two")
        for n, (_, first, second) in enumerate(spans)
    )
    picture = f'<svg viewBox="0 0 {WIDE} {TALL}" preserveAspectRatio="none" role="img" aria-label="{e(names[0])} and {e(names[1])} by {e(unit)}">{shapes}</svg>'
    key = "".join(
        f'<span class="key {which}"></span>{e(name)} ' for which, name in zip(("one", "two"), names)
    )
    ends = f'<p class="ends"><span>{e(spans[0][0])}</span><span>highest: {most:,} in a {e(unit)}</span><span>{e(spans[-1][0])}</span></p>'
    numbers = table(
        "In numbers",
        ((unit.capitalize(), False), (names[0], True), (names[1], True)),
        [row for row in reversed(spans) if row[1] or row[2]],
    )
    return f'<p class="soft">{key}</p>{picture}{ends}<details><summary>In numbers</summary>{numbers}</details>'


def _column(x: float, width: float, value: int, most: int, which: str) -> str:
    if not value:
        return ""
    tall = max(2.0, (TALL - 4) * value / most)
    return f'<rect class="{which}" x="{x:.1f}" y="{TALL - tall:.1f}" width="{width:.1f}" height="{tall:.1f}"/>'


def _n(number: bool) -> str:
    return ' class="n"' if number else ""
