"""Lists, bars and the chart of the page. Texts are escaped here, unless they are Markup."""

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


def items(rows) -> str:
    return f'<ul class="list">{"".join(f"<li>{e(row)}</li>" for row in rows)}</ul>'


def bars(label: str, rows) -> str:
    """Horizontal bars of (name, number)."""
    most = max(number for _, number in rows)
    body = "".join(
        f"<tr><td>{e(name)}</td>"
        f'<td><span class="bar" style="width:{100 * number / most:.0f}%"></span></td>'
        f"<td>{number:,}</td></tr>"
        for name, number in rows
    )
    return f'<table class="bars" aria-label="{e(label)}"><tbody>{body}</tbody></table>'


def chart(spans: list, names: tuple, unit: str) -> str:
    """Two columns for each of (date, first, second), and a table for those who cannot see it."""
    most = max(max(first, second) for _, first, second in spans) or 1
    step = WIDE / max(len(spans), LEAST_COLUMNS)
    width = min(step * 0.42, 16)
    shapes = ""
    for number, (_, first, second) in enumerate(spans):
        shapes += _column(number * step, width, first / most, "one")
        shapes += _column(number * step + width + 1, width, second / most, "two")
    label = f"{e(names[0])} and {e(names[1])} by {e(unit)}"
    box = f'viewBox="0 0 {WIDE} {TALL}" preserveAspectRatio="none"'
    keys = zip(("one", "two"), names)
    key = " ".join(f'<span class="key {style}"></span>{e(name)}' for style, name in keys)
    ends = f"<span>{e(spans[0][0])}</span><span>at most {most:,} a {e(unit)}</span>"
    rows = [row for row in reversed(spans) if row[1] or row[2]]
    return (
        f'<p class="soft">{key}</p><svg {box} role="img" aria-label="{label}">{shapes}</svg>'
        f'<p class="ends">{ends}<span>{e(spans[-1][0])}</span></p>'
        f"<details><summary>In numbers</summary>{_numbers((unit, *names), rows)}</details>"
    )


def _column(x: float, width: float, share: float, style: str) -> str:
    tall = max(2.0, (TALL - 4) * share)
    place = f'x="{x:.1f}" y="{TALL - tall:.1f}" width="{width:.1f}" height="{tall:.1f}"'
    return f'<rect class="{style}" {place}/>' if share else ""


def _numbers(heads, rows) -> str:
    top = "".join(f'<th scope="col">{e(head)}</th>' for head in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{e(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<table class="numbers"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
