"""One thing that `doctor` has to say; the words of most of them stand in findings.tsv."""

from __future__ import annotations

from collections import namedtuple

from reflexion.setup.check import BAD, GOOD, NOTE
from reflexion.text import rows

# check: what was looked at; grade: GOOD, NOTE or BAD; remedy: a command, "" for none;
# fix: what repairs it, called without arguments, or None
Finding = namedtuple("Finding", "check grade text remedy fix")
TABLE = {key: cells for key, *cells in rows("cli/findings.tsv")}
MARKS = {GOOD: "ok", NOTE: "note", BAD: "WRONG"}


def finding(key: str, fix=None, **values) -> Finding:
    """Return the finding of a row of the table, filled in."""
    grade, text, *remedy = TABLE[key]
    filled = remedy[0].format(**values) if remedy else ""
    return Finding(key.partition(".")[0], grade, text.format(**values), filled, fix)
