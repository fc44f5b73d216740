"""The question when the agent stops, about the failures of a session that have no lesson."""

from __future__ import annotations

from reflexion.capture.question import CLOSE, MAX_LINE, OPEN, TELL, may_be_asked, quoted
from reflexion.shell.shape import shape
from reflexion.store import session
from reflexion.text.clean import one_line
from reflexion.text.grades import CANDIDATE, grade

UNSOLVED = (
    "These failed in this session, and nobody wrote down why. If you know the cause of one and "
    "other sessions here will meet it: {tell}. Then stop; nothing to learn is an answer, too."
)
LISTED = "listed"  # kind of the session's record that the agent was asked when it stopped
LEAST = 3  # failures without a lesson from which it is asked
MOST = 20  # of which it is told


def unsolved(event, view: session.View) -> str:
    """What the agent is asked when it stops: the failures of this session that nobody wrote a
    lesson for, a line each but for those it was asked about; "" for fewer than three, and where it
    was asked so before."""
    records = view.records()
    if event.continued or _ids(records, LISTED) or not may_be_asked(event, view):
        return ""
    entries = [view.entry(entry_id) for entry_id in _ids(records, session.SEEN)]
    left = [entry for entry in entries if entry and _has_no_lesson(entry)]
    asked = _ids(records, session.QUESTION)
    lines = [_line(entry) for entry in left if entry["id"] not in asked]
    return _framed(event, view, lines[:MOST]) if lines and len(left) >= LEAST else ""


def _ids(records: list, kind: str) -> list:
    """The ids in the records of a kind."""
    return [record.get("id") for record in records if record["kind"] == kind]


def _has_no_lesson(entry: dict) -> bool:
    return entry["type"] == "error" and grade(entry) in ("", CANDIDATE)


def _line(entry: dict) -> str:
    """One failure: its digits, its command and its error."""
    digits = entry["id"].rpartition("-")[2]
    command = quoted(shape(entry["context"]))
    return f"- {digits}: {command}: {one_line(entry['trigger'], MAX_LINE)}"


def _framed(event, view: session.View, lines: list) -> str:
    from reflexion.setup.command import for_agent

    tell = TELL.format(command=for_agent(view.project.root, event.cwd), id="ID")
    return "\n".join([OPEN + UNSOLVED.format(tell=tell), *lines, CLOSE])
