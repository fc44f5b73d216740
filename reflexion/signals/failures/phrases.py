"""The tables of this folder, each read when it is first asked for; see the top of each."""

from __future__ import annotations

from reflexion.text.tables import rows

_tables, _phrases = {}, {}
# name of an exception, with its package, as languages print it in front of the message
EXCEPTION = (
    r"(?:Uncaught (?:\(in promise\) )?)?(?:[A-Za-z_]\w{0,60}(?:\.|::|\\|/)){0,9}[A-Z]\w{0,70}"
    r"(?:Error|Exception|Failure|Interrupt|Violation|NotFound|DoesNotExist|Panic|Unavailable"
    r"|Timeout)"
)


def lines(kind: str) -> list:
    """The rules [needle, pattern, picker or nothing] of one kind of error lines."""
    return _table("lines").get(kind, [])


def phrases(kind: str) -> tuple:
    """The phrases of one kind, lower-case."""
    if kind not in _phrases:
        _phrases[kind] = tuple(";".join(row[0] for row in _table("phrases")[kind]).split(";"))
    return _phrases[kind]


def answers() -> list:
    """(reason, statuses as text, calls) of the statuses that answer a question."""
    return [
        (reason, statuses, [call.split() for call in calls.split(";")])
        for reason, found in _table("answers").items()
        for statuses, calls in found
    ]


def voice(kind: str, program: str) -> str:
    """The pattern of a program's own error lines, "" where it has no shape of its own."""
    return next((pattern for name, pattern in _table("voices")[kind] if name == program), "")


def _table(name: str) -> dict:
    """First column -> the rest of its rows."""
    if name not in _tables:
        grouped = _tables[name] = {}
        for kind, *rest in rows(f"signals/failures/{name}.tsv"):
            grouped.setdefault(kind, []).append(_read(rest, name))
    return _tables[name]


def _read(row: list, name: str) -> list:
    if name in ("lines", "phrases"):
        row[0] = row[0].replace("\\n", "\n").replace("\\t", "\t")
    if name == "lines":
        row[1] = row[1].replace("{EXCEPTION}", EXCEPTION)
    return row
