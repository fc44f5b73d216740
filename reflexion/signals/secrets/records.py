"""Records whose layout tells the secret: columns under a heading, SQL rows, manifests."""

from __future__ import annotations

import re

from reflexion.signals.secrets import names, values
from reflexion.signals.secrets.patterns import drawn
from reflexion.signals.secrets.word_lists import form

_MANIFEST = r"[\"']?kind[\"']?[ \t]*:[ \t]*[\"']?Secret\b"
_DATA = form("records data")
_DATA_LINE = r"(?m)^[ \t]*[\"']?[\w.-]{1,100}[\"']?:[ \t]+[\"']?([^\s\"'|>][^\n\"']{2,20000})"
_DATA_JSON = r"[\"'](?:data|stringData)[\"'][ \t]*:[ \t]*\{([^{}]{0,20000})\}"
_DATA_PAIR = r"[\"'][\w.-]{1,100}[\"']\s{0,8}:\s{0,8}[\"']([^\"'\n]{3,20000})[\"']"
_INSERT = form("records insert")
_SQL_VALUE = form("records sql value")
_VARIABLE = form("records variable")
SEPARATORS = ("|", "\t", ",", ";")
ROWS = 60  # longest table that is read
HEADING = 12  # most columns


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret that its place in a record gives away."""
    if "variable" in lower and "default" in lower:
        for found in re.compile(_VARIABLE).finditer(text):
            if names.rank(found.group(1))[0] == names.STRONG and not values.reference(
                found.group(2)
            ):
                yield (*found.span(2), "secret by its place")
    if "secret" in lower and "kind" in lower and re.search(_MANIFEST, text):
        yield from manifest(text)
    if "insert" in lower and "values" in lower:
        yield from inserted(text, lower)
    yield from columns(text, lower)


def manifest(text: str):
    """All values of a Kubernetes Secret: whatever their names, they are what it keeps."""
    for block in re.compile(_DATA).finditer(text):
        for line in re.compile(_DATA_LINE).finditer(text, *block.span(2)):
            if not values.reference(line.group(1)) and len(line.group(1)) >= 4:
                yield (*line.span(1), "kubernetes secret")
    for block in re.compile(_DATA_JSON).finditer(text):
        for pair in re.compile(_DATA_PAIR).finditer(text, *block.span(1)):
            if not values.reference(pair.group(1)):
                yield (*pair.span(1), "kubernetes secret")


def inserted(text: str, lower: str):
    """The values of an SQL row that stand in the place of a telling column."""
    for row in re.compile(_INSERT).finditer(lower):
        places = [
            place
            for place, name in enumerate(text[row.start(1) : row.end(1)].split(","))
            if names.rank(name.strip(' "`[]\t'))[0] == names.STRONG
        ]
        for place, value in enumerate(re.compile(_SQL_VALUE).finditer(text, *row.span(2))):
            group = value.lastindex
            if (
                place in places
                and group
                and group < 3
                and len(value.group(group)) >= 4
                and not values.reference(value.group(group))
            ):
                yield (*value.span(group), "secret by its place")


def columns(text: str, lower: str):
    """Cells below a heading such as "user | password"."""
    if (
        not any(word in lower for word in ("pass", "secret", "token", "key"))
        or text.count("\n") < 1
    ):
        return
    lines, at = text.split("\n"), 0
    starts = []
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    left = 200  # headings that are tried
    for number, line in enumerate(lines[:-1]):
        if len(line) > 300 or not any(
            word in line.lower() for word in ("pass", "secret", "token", "key")
        ):
            continue
        separator = next((mark for mark in SEPARATORS if mark in line), "")
        places = telling_places(line, separator) if separator else ()
        if places and left:
            left -= 1
            for below in range(number + 1, min(number + 1 + ROWS, len(lines))):
                if lines[below].count(separator) < max(line.count(separator) - 1, 1) and lines[
                    below
                ].strip(" -+|=:"):
                    break
                yield from cells(lines[below], starts[below], separator, places)


def telling_places(line: str, separator: str):
    """[(column, is a password)] of the telling headings; () when the line is no heading."""
    cells = [cell.strip(" \"'*`\r") for cell in line.split(separator)]
    filled = [cell for cell in cells if cell]
    if not 2 <= len(filled) <= HEADING or not all(
        len(cell) <= 30
        and cell.replace(" ", "")
        .replace("_", "")
        .replace("-", "")
        .replace("(", "")
        .replace(")", "")
        .isalpha()
        for cell in filled
    ):
        return ()
    found = []
    for place, cell in enumerate(cells):
        level, password = names.rank(cell)
        if level == names.STRONG:
            found.append((place, password))
    return found


def cells(line: str, at: int, separator: str, places):
    parts = line.split(separator)
    for place, password in places:
        if place < len(parts):
            cell = parts[place].strip(" \"'`\r")
            likely = values.password_like(cell, 6) if password else drawn(cell) or values.uuid(cell)
            if cell and likely and " " not in cell and not values.reference(cell):
                start = at + sum(map(len, parts[:place])) + place + parts[place].index(cell)
                yield start, start + len(cell), "secret by its place"
