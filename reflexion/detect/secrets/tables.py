"""Cells below a heading such as "user | password", and values of an SQL insert."""

import re

from reflexion.detect.secrets import values
from reflexion.detect.secrets.names import rank
from reflexion.detect.secrets.patterns import is_token

KIND = "secret in a table"
HEADINGS = ("pass", "secret", "token", "key")
SEPARATORS = ("|", "\t", ",", ";")
ROWS = 60  # longest table that is read
LONGEST = 400  # characters of a heading
MOST = 200  # tables that are read
INSERT = (
    r"insert\s{1,8}into\s{1,8}\S{1,80}\s{0,8}\(([^()]{3,400})\)"
    r"\s{0,8}values\s{0,8}\(([^()]{3,2000})\)"
)


def find(text: str, lower: str):
    """Yield (start, end, kind) of each secret below a telling heading."""
    if any(heading in lower for heading in HEADINGS):
        yield from _in_inserts(text, lower)
        yield from _in_tables(text)


def _in_inserts(text: str, lower: str):
    for row in re.finditer(INSERT, lower) if "insert" in lower else ():
        columns = _columns(text[row.start(1) : row.end(1)], ",")
        yield from _cells(text[row.start(2) : row.end(2)], row.start(2), ",", columns)


def _in_tables(text: str):
    lines = text.split("\n")
    at = 0
    left = MOST
    for number, line in enumerate(lines):
        at += len(line) + 1
        separator = next((mark for mark in SEPARATORS if mark in line), "")
        columns = _columns(line, separator) if separator and left else []
        if columns:
            left -= 1
            yield from _rows(lines[number + 1 : number + 1 + ROWS], at, separator, columns)


def _columns(line: str, separator: str) -> list:
    """Return [(column, is a password)] of the telling headings; [] where it is no heading."""
    if len(line) > LONGEST or not any(heading in line.lower() for heading in HEADINGS):
        return []
    cells = [cell.strip(" \"'*`\r[]") for cell in line.split(separator)]
    if not 2 <= len(list(filter(None, cells))) <= 12 or not all(map(_is_heading, cells)):
        return []
    ranks = enumerate(map(rank, cells))
    return [(column, it.is_password) for column, it in ranks if it.level == 2]


def _is_heading(cell: str) -> bool:
    return len(cell) <= 30 and (not cell or re.sub(r"[ _()-]", "", cell).isalpha())


def _rows(lines: list, at: int, separator: str, columns: list):
    """Yield the telling cells of the lines under a heading, up to the table's end."""
    for line in lines:
        if separator not in line and line.strip(" -+|=:"):
            return
        yield from _cells(line, at, separator, columns)
        at += len(line) + 1


def _cells(line: str, at: int, separator: str, columns: list):
    parts = line.split(separator)
    for column, is_password in columns:
        cell = parts[column].strip(" \"'`\r") if column < len(parts) else ""
        if cell and " " not in cell and _is_likely(cell, is_password):
            start = at + sum(map(len, parts[:column])) + column + parts[column].index(cell)
            yield start, start + len(cell), KIND


def _is_likely(value: str, is_password: bool) -> bool:
    if values.is_placeholder(value) or values.is_path(value):
        return False
    if is_password:
        return values.is_password(value, 6) or is_token(value)
    return is_token(value) or values.is_uuid(value)
