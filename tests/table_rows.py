"""Each row of a table dropped in turn: the rows without which every case is decided as before."""

from __future__ import annotations

from collections import namedtuple
from importlib import import_module
from pathlib import Path

from reflexion.text import tables

CASES = Path(__file__).parent / "cases"

# at: the number of its line; head: the cells before its own, or the heading above; text: the line,
# or one word of it
Row = namedtuple("Row", "at head text")


FIELDS = namedtuple("FIELDS", "file readers cases judge concerns between near", defaults=("", ()))
LINE = ""  # each line is a row
WORD = " "


class Table(FIELDS):
    """A table of the package, and what its rows decide.

    file      its path in the package
    readers   the modules that keep what they read of it, in the order in which they use each other;
              or functions that let them read it again
    cases     what `judge` is asked about
    judge     case -> what the package makes of it
    concerns  (row, case) -> may this row matter to this case? Spares asking in vain
    between   what parts the rows of one line: LINE, WORD or another sign; or heading -> that
    near      for each case one that is like it, and is decided without the row; none: ()
    """

    def rows(self) -> list:
        """All rows of the table; a heading in brackets is none."""
        found = []
        section = ""
        for at, line in enumerate(tables.lines(self.file)):
            if is_heading(line):
                section = line[1:-1]
                continue
            head, _, parts = self._parts(section, line)
            found += [Row(at, head or section, part) for part in parts if part.strip()]
        return found

    def _parts(self, section: str, line: str) -> tuple:
        """(what stands in front of the rows of a line, what parts them, the rows)"""
        between = self.between
        if isinstance(between, dict):
            between = between[section]
        if not between:
            return "", between, [line]
        head, _, words = line.rpartition("\t")
        return head, between, words.split(between)

    def without(self, row: Row, lines: list) -> list:
        """These lines of the file without a row."""
        head, between, parts = self._parts(row.head, lines[row.at])
        parts.remove(row.text)
        words = between.join(parts)
        line = f"{head}\t{words}" if head else words
        rest = [line] if any(map(str.strip, parts)) else []
        return [*lines[: row.at], *rest, *lines[row.at + 1 :]]


def is_heading(line: str) -> bool:
    return line.startswith("[") and line.endswith("]") and "\t" not in line


def idle(table: Table) -> list:
    """The rows of a table that decide none of its cases."""
    before = [table.judge(case) for case in table.cases]
    apart = [table.judge(case) for case in table.near]
    lines = tables.lines(table.file)
    rows = table.rows()

    of_row = _by_row(table.cases) if table.concerns is own else None

    def is_felt(row: Row, n: int) -> bool:
        case = table.cases[n]
        if not table.concerns(row, case) or table.judge(case) == before[n]:
            return False
        return not table.near or table.judge(table.near[n]) == apart[n]

    def decides(row: Row) -> bool:
        of_it = range(len(before)) if of_row is None else of_row.get((row.head, row.text), ())
        return any(is_felt(row, n) for n in of_it)

    with Reread(table) as reread:
        return [
            row for row in rows if not _fails_or(decides, row, reread, table.without(row, lines))
        ]


def _fails_or(decides, row: Row, reread, rest: list) -> bool:
    """Does a row decide a case? A kind without any row is not read at all."""
    try:
        reread(rest)
        return decides(row)
    except KeyError:
        return True


class Reread:
    """Makes the readers of a table read other lines in its place, until the end of the block."""

    def __init__(self, table: Table):
        self.file = table.file
        self.readers = [_reader(each) for each in table.readers]
        self.lines = tables.lines

    def __enter__(self):
        return self

    def __call__(self, instead: list) -> None:
        def lines(name: str) -> list:
            return instead if name == self.file else self.lines(name)

        tables.lines = lines
        self._read()

    def __exit__(self, *_):
        tables.lines = self.lines
        self._read()

    def _read(self) -> None:
        tables._rows.pop(self.file, None)
        for read in self.readers:
            read()


def _reader(reader):
    """A function that lets a module, given by its name, read its tables again; itself, if it is
    one."""
    if not isinstance(reader, str):
        return reader
    module = import_module(f"reflexion.{reader}")
    code = module.__loader__.get_code(module.__name__)
    return lambda: exec(code, module.__dict__)


def always(row: Row, case) -> bool:
    return True


def own(row: Row, case: tuple) -> bool:
    """Is it a case of this row? It begins with what stands before the row, and the row."""
    return (row.head, row.text) == case[:2]


def _by_row(cases: list) -> dict:
    """(head, row) -> the places of its cases."""
    found: dict = {}
    for n, case in enumerate(cases):
        found.setdefault(case[:2], []).append(n)
    return found


def filled(rows: list, templates: list) -> tuple:
    """(cases, near cases), each `(head, row, what, ...)`: a row in the place of {} in the templates
    of its head, `[head, what, near what, the rows that it is for; none: all without their own]`."""
    cases = []
    near = []
    for row in rows:
        of_head = [each for each in templates if each[0] == row.head]
        named = [each for each in of_head if row.text in each[3:]]
        for _, what, other, *_ in named or [each for each in of_head if not each[3:]]:
            cases.append((row.head, row.text, what.replace("{}", row.text)))
            near.append((row.head, row.text, other.replace("{}", row.text)))
    return cases, near


def case_rows(name: str) -> list:
    """The cells of a table of cases; `\\n` and `\\t` stand for a new line and a tab."""
    text = (CASES / name).read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.split("\n") if line and line[0] != "#"]
    return [[cell.replace("\\n", "\n").replace("\\t", "\t") for cell in line] for line in lines]
