"""The look-back: one question when a turn is over, about failures that have no lesson yet."""

from __future__ import annotations

from reflexion.decision import Decision
from reflexion.learning.entry import MAX_PATTERN, MAX_RESOLUTION, digits_of
from reflexion.learning.lesson import is_solved
from reflexion.setup.command import for_agent
from reflexion.store import history
from reflexion.store.events import FAILED, LEARNED, LOOKED, TOLD
from reflexion.text.clean import one_line

OPEN = "<reflexion-ask>"
CLOSE = "</reflexion-ask>"
MAX_ASKS = 4  # in a session
MAX_LINES = 10
MAX_ERROR = 120  # characters of an error line
ENOUGH = 2  # failed calls without a lesson, or sessions that met such a failure
HEAD = "Before you stop: these commands failed in this turn, and no lesson is recorded for them."
CAME_BACK = "These failed although their lesson was told:"
TAIL = (
    "If a later session here would run into one of them again and you know how to avoid it, "
    "record what to do from the start, not how to react: general, true by what you saw, at most "
    f"{MAX_RESOLUTION} characters. "
    "`{learn} --for {first} 'When …, do …, because …'`\n"
    "One command takes all answers (`--for ID '…' --for ID,ID '…'`). Were they steps of one "
    "procedure, give the way that works from start to end with `--type pattern` (at most "
    f"{MAX_PATTERN} characters). A told lesson that did not help: write it anew with `--for`, or "
    "`{reflexion} failed ID 'why'`.\n"
    "Slips, this task's own code, expected failures, and what is unsolved or obvious deserve "
    "nothing. If nothing is worth recording, just stop."
)
# hosts hand on what a sub-agent says last, which would be its answer to this
REPORT = "Then give your report again in full: only your last message is handed on."


def decide_look_back(event, project, log) -> Decision | None:
    """Return the question for a turn that ends, or None.

    `log` is the SessionLog of the event's session.
    """
    if project.settings["ask"] == "off" or not project.trusted or event.continued:
        return None
    turn = _Turn(log, event.agent, project.store)
    if turn.has_lessons:
        return _pass_over(event)
    if turn.asks >= MAX_ASKS or not turn.is_worth_asking():
        return None
    return _ask(event, project, turn)


class _Turn:
    """The failures since the last look-back of the session's agent, or of one sub-agent.

    open       those without a lesson, met in other sessions first: [(entry, row of the log)]
    returned   those whose lesson had been told
    asks       look-backs of the session so far
    has_lessons  True if the agent recorded a lesson meanwhile
    """

    def __init__(self, log, agent: str, store):
        self.asks = sum(row.get("asked", False) for row in log.of(LOOKED))
        self.open = []
        self.returned = []
        self._failed_calls = 0
        rows = _since_last(log, agent)
        self.has_lessons = any(_is_agents_lesson(row) for row in rows)
        failures = _failures(rows)
        for entry_id, calls in failures.items():
            entry = store.get_file(entry_id) if not _was_asked(store, entry_id) else None
            if not entry:
                continue
            if not is_solved(entry):
                self.open.append((entry, calls[0]))
                self._failed_calls += len(calls)
            elif entry["promoted"] or _told_before(log, agent, entry_id):
                self.returned.append((entry, calls[0]))
        self.open.sort(key=lambda pair: -pair[0].get("sessions", 1))

    def is_worth_asking(self) -> bool:
        """Return True for two failed calls, one of an earlier session, or a useless lesson."""
        if self._failed_calls >= ENOUGH or any(_was_met_before(entry) for entry, _ in self.open):
            return True
        return any(entry.get("needs_review") for entry, _ in self.returned)


def _was_asked(store, entry_id: str) -> bool:
    """Return True if the agent was asked about this failure, and nothing was worth recording."""
    return bool(history.sessions_of(store.state_dir, history.ASKED, entry_id))


def _is_agents_lesson(row: dict) -> bool:
    return row["what"] == LEARNED and row.get("by") == "agent"


def _was_met_before(entry: dict) -> bool:
    return entry.get("sessions", 1) >= ENOUGH


def _since_last(log, agent: str) -> list:
    """Return the rows about this agent since its last look-back."""
    rows = [row for row in log.rows() if row.get("agent", "") == agent]
    ends = [at for at, row in enumerate(rows) if row["what"] == LOOKED]
    return rows[ends[-1] + 1 :] if ends else rows


def _failures(rows: list) -> dict:
    """Return {id: the rows about its failed calls}."""
    found: dict = {}
    for row in rows:
        if row["what"] == FAILED and row.get("id"):
            found.setdefault(row["id"], []).append(row)
    return found


def _told_before(log, agent: str, entry_id: str) -> bool:
    """Return True if the failure came after its lesson had been told in this session."""
    told = False
    for row in log.of(TOLD, FAILED, agent=agent):
        if row.get("id") != entry_id:
            continue
        if row["what"] == TOLD:
            told = True
        elif told:
            return True
    return False


def _pass_over(event) -> Decision:
    decision = Decision()
    decision.rows.append({"what": LOOKED, "agent": event.agent})
    return decision


def _ask(event, project, turn: _Turn) -> Decision:
    decision = Decision()
    decision.question = _text(turn, for_agent(project.root, event.cwd), event.agent)
    listed = [*turn.open[:MAX_LINES], *turn.returned[:MAX_LINES]]
    decision.history += [(history.ASKED, entry["id"]) for entry, _ in listed]
    decision.rows.append({"what": LOOKED, "agent": event.agent, "asked": True})
    return decision


def _text(turn: _Turn, command: str, agent: str) -> str:
    lines = [HEAD, *map(_line, turn.open[:MAX_LINES])] if turn.open else []
    if turn.returned:
        lines += [CAME_BACK, *map(_line, turn.returned[:MAX_LINES])]
    first = digits_of((turn.open or turn.returned)[0][0]["id"])
    lines.append(TAIL.format(learn=f"{command} learn", reflexion=command, first=first))
    if agent:
        lines.append(REPORT)
    return OPEN + "\n".join(lines) + CLOSE


def _line(pair: tuple) -> str:
    """Return one failure: its digits, the command as typed, and the error line."""
    entry, row = pair
    error = one_line(row["line"], MAX_ERROR)
    sessions = entry.get("sessions", 1)
    again = f" (in {sessions} sessions)" if sessions > 1 else ""
    return f"{digits_of(entry['id'])} {row['text']}{again}: {error}"
