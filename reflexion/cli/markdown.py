"""A page of Markdown laid out for a terminal: paragraphs, lists, tables and code."""

from __future__ import annotations

import os
import re

from reflexion.setup.command import hints
from reflexion.status.terminal import cells, folded, labelled, pad, wrap

LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
STRONG = re.compile(r"\*\*([^*\n]+)\*\*")
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
ITEM = re.compile(r"(\s*)([-*]|\d+\.)\s+(.*)")
RULER = re.compile(r"\|?[\s:|-]+\|?")
CELL = re.compile(r"(?<!\\)\|")
FENCE = "```"
BLOCK = re.compile(r"^```[\s\S]*?^```|(?:^(?!```)[^\n]*\S[^\n]*\n?)+", re.M)  # of our own pages
NARROW_LABEL = 28  # columns that the first cell of a row may take beside the second


def layout(text: str, width: int, paint) -> list:
    """The lines of a page, at most `width` columns wide; only what cannot be broken is longer."""
    lines: list = []
    for block in BLOCK.findall(COMMENT.sub("", text)):
        if lines:
            lines.append("")
        lines += _lines_of(block.splitlines(), width, paint)
    return lines


def _lines_of(block: list, width: int, paint) -> list:
    first = block[0]
    if first.startswith(FENCE):
        return _code(block, width)
    if first.startswith("#"):
        heading = paint(plain(first.lstrip("# ")), "bold")
        rest = _lines_of(block[1:], width, paint) if block[1:] else []
        return [heading, *rest]
    if first.startswith("|"):
        return _table(block, width, paint)
    return [line for item in _items(block) for line in _paragraph(item, width)]


def _code(block: list, width: int) -> list:
    """The lines of a fenced block: commands folded so that a shell takes them, a transcript
    wrapped, any other language as it is."""
    language = block[0].strip("`")
    lines = [line for line in block[1:] if not line.startswith(FENCE)]
    if language == "sh":
        return [it for line in lines for it in folded(hints(line, os.environ), width, "  ")]
    if language:
        return ["  " + line for line in lines]
    return [it for line in lines for it in _transcript(line, width)]


def _transcript(line: str, width: int) -> list:
    left = "  " + line[: len(line) - len(line.lstrip())]
    if cells("  " + line) <= width:
        return ["  " + line]
    return wrap(line, width, left + "  ", left)


def _items(block: list) -> list:
    """The block's lines joined to paragraphs: one for each item of a list, else one in all."""
    items: list = []
    for line in block:
        if ITEM.fullmatch(line) or not items:
            items.append(line)
        else:
            items[-1] += " " + line.strip()
    return items


def _paragraph(text: str, width: int) -> list:
    item = ITEM.fullmatch(text)
    if not item:
        return wrap(plain(text), width)
    first = f"{item[1]}{item[2]} "
    return wrap(plain(item[3]), width, " " * len(first), first)


def _table(block: list, width: int, paint) -> list:
    """A table in columns where they fit, else its rows one below the other."""
    rows = [_cells(line) for line in block if not RULER.fullmatch(line)]
    head = rows[0]
    widths = [_widest(rows, n) for n in range(len(head))]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        lines = ["  ".join(map(pad, row, widths)).rstrip() for row in rows]
        return [paint(lines[0], "bold"), *lines[1:]]
    label = widths[0] + 4
    is_narrow = widths[0] <= max(NARROW_LABEL, width * 2 // 5)
    if len(head) == 2 and is_narrow and width - label >= NARROW_LABEL:
        return labelled([tuple(row) for row in rows[1:] if len(row) == 2], width, label)
    return _stacked(rows, width, paint)


def _stacked(rows: list, width: int, paint) -> list:
    """The rows one below the other, each as its first cell and the others below it."""
    head = rows[0]
    lines: list = []
    for row in rows[1:]:
        if lines and not any(row[1:]):
            lines.append("")  # a heading among the rows
        lines += [paint(line, "bold") for line in wrap(row[0], width)]
        lines += _below(head, row, width)
    return lines


def _widest(rows: list, n: int) -> int:
    """Columns of the widest cell in column `n`."""
    return max(cells(row[n]) for row in rows if n < len(row))


def _below(head: list, row: list, width: int) -> list:
    """The further cells of a row, each with its heading where there are several."""
    lines = []
    for name, cell in zip(head[1:], row[1:]):
        if cell:
            told = f"{name}: {cell}" if name and len(head) > 2 else cell
            lines += wrap(told, width, "    ")
    return lines


def _cells(line: str) -> list:
    parts = CELL.split(line.strip().strip("|"))
    return [plain(part.replace("\\|", "|").strip()) for part in parts]


def plain(text: str) -> str:
    """The text without the marks of links and of what is strong."""
    return STRONG.sub(r"\1", LINK.sub(r"\1", text))
