"""The look-back: one question when a turn is over, about failures that have no lesson yet."""

from __future__ import annotations

from collections import namedtuple

from reflexion.hosts.event import PROMPT, STOPS, Decision, Event
from reflexion.learning.entry import AGENT, MAX_PATTERN, MAX_RESOLUTION, digits_of
from reflexion.learning.lesson import is_solved
from reflexion.setup.command import for_person
from reflexion.store import history
from reflexion.store.ages import asked_lately, hears_ends
from reflexion.store.entries import Store
from reflexion.store.history import LogRow, SessionLog
from reflexion.store.project import Project
from reflexion.text import one_line

OPEN = "<reflexion-ask>"
CLOSE = "</reflexion-ask>"
MAX_ASKS = 4  # in a session
MAX_LINES = 10
MAX_ERROR = 120  # characters of an error line
ENOUGH = 2  # failed calls that are not about the task's own code, or sessions of a failure
MAX_RETURNS = 3  # told sessions that failed, after which a lesson waits for review
OFTEN = 3  # sessions of a failure that is: two assertions of other tests may read the same
# One such call is enough while fewer than one in twelve of the last turns were asked about: that
# records .89 / .68 / .66 of the lessons of three sets of sessions, with two calls .84 / .56 / .60.
BUDGET = 4  # questions
TURNS = 48
HEAD = "Before you stop: these commands failed in this turn, and no lesson is recorded for them."
BEFORE = "These commands failed in the turn before this prompt, and no lesson is recorded for them."
BEHIND = {PROMPT: (BEFORE, "go on")}  # at an event that is behind the turn
RETURNED = "These failed although their lesson was told:"
TAIL = (
    "If a later session here would run into one of them again and you know how to avoid it, "
    "record what to do from the start, not how to react: general, true by what you saw, at most "
    f"{MAX_RESOLUTION} characters. "
    "`{command} learn --for {first} 'When …, do …, because …'`\n"
    "One command takes all answers (`--for ID '…' --for ID,ID '…'`). Were they steps of one "
    "procedure, give the way that works from start to end with `--type pattern` (at most "
    f"{MAX_PATTERN} characters). Add `--skill NAME` where it is about a skill. A told lesson "
    "that did not help: write it anew with `--for`, or "
    "`{command} failed ID 'why'`.\n"
    "Slips, this task's own code, expected failures, and what is unsolved or obvious deserve "
    "nothing. If nothing is worth recording, just {go_on}."
)
# hosts hand on what a sub-agent says last, which would be its answer to this
REPORT = "Then give your report again in full: only your last message is handed on."

Failed = namedtuple("Failed", "entry calls")  # calls: the rows of the log about it


def add_look_back(decision: Decision, event: Event, project: Project, log: SessionLog) -> None:
    """Add the question about a turn that ends, or that the turn was looked back at without one.

    At a prompt it is about the turn before it, if no host tells that turns end. `log` is the
    SessionLog of the event's session.
    """
    if not _may_ask(event, project, log):
        return
    rows = log.behind((history.LOOKED, history.QUESTIONED), event.agent)  # since its last look-back
    if any(map(_is_agents_lesson, rows)):
        # it records by itself; what is open is left to a later session
        decision.rows.append({"what": history.LOOKED, "agent": event.agent})
        return
    failures = _failures(rows, project.store)
    unsolved = [one for one in failures if _is_unsolved(one, project.store)]
    returned = [one for one in failures if _has_returned(one, log, event.agent)][:MAX_LINES]
    if len(log.of(history.QUESTIONED)) < MAX_ASKS and _is_worth_asking(unsolved, returned, log):
        unsolved.sort(key=lambda one: -one.entry.sessions)
        unsolved = unsolved[: MAX_LINES - len(returned)]
        decision.question = _text(event, unsolved, returned)
        row: LogRow = {"what": history.QUESTIONED, "agent": event.agent}
        named = [*unsolved, *returned]
        asked = [{**row, "what": history.ASKED, "id": one.entry.id} for one in named]
        decision.rows += [row, *asked]


def _may_ask(event: Event, project: Project, log: SessionLog) -> bool:
    """Return True at the end of a turn, where the person lets it be asked about.

    At a prompt it is that of a turn with failures, of whose end no host ever tells.
    """
    if project.settings["ask"] == "off" or not project.trusted:
        return False
    if event.name in STOPS:
        return not event.continued
    has_failed = log.ids(history.FAILED, since=history.TURN)
    return bool(has_failed) and not event.agent and not hears_ends(log.state_dir)


def _is_agents_lesson(row: LogRow) -> bool:
    """Return True for a row about a lesson that the agent recorded.

    Not every host tells `learn` that an agent runs it; every host tells the hook.
    """
    is_learned = row["what"] == history.LEARNED and row.get("by") == AGENT
    return is_learned or row["what"] == history.RECORDED


def _failures(rows: list[LogRow], store: Store) -> list[Failed]:
    """Return a Failed for each failure that the rows tell of."""
    calls: dict[str, list[LogRow]] = {}
    for row in rows:
        if row["what"] == history.FAILED:
            calls.setdefault(str(row["id"]), []).append(row)
    entries = {entry_id: store.get_file(entry_id) for entry_id in calls}
    return [Failed(entry, calls[key]) for key, entry in entries.items() if entry]


def _is_unsolved(failed: Failed, store: Store) -> bool:
    """Return True for a failure that has no lesson, and that nobody was asked about."""
    asked = history.sessions_of(store.state_dir, history.ASKED, failed.entry.id)
    return not is_solved(failed.entry) and not asked


def _has_returned(failed: Failed, log: SessionLog, agent: str) -> bool:
    """Return True for a failure that came although its lesson was told, or stands as a rule."""
    came_back = failed.entry.id in log.ids(history.CAME_BACK, since=(), agent=agent)
    is_asked = failed.entry.id in log.ids(history.ASKED, since=())
    return (came_back or failed.entry.promoted) and not is_asked


def _is_worth_asking(unsolved: list[Failed], returned: list[Failed], log: SessionLog) -> bool:
    """Return True for enough failed calls, one of an earlier session, or a lesson of no use."""
    calls = sum(map(_general_calls, unsolved))
    if calls >= ENOUGH or (calls and asked_lately(log.state_dir, TURNS) < BUDGET):
        return True
    if any(one.entry.sessions >= (ENOUGH if _general_calls(one) else OFTEN) for one in unsolved):
        return True
    return any(len(sessions_in_vain(log, one.entry.id)) == MAX_RETURNS for one in returned)


def _general_calls(failed: Failed) -> int:
    """Return the number of calls that are not about this task's own code."""
    return sum(not row.get("own_code") for row in failed.calls)


def _text(event: Event, unsolved: list[Failed], returned: list[Failed]) -> str:
    head, go_on = BEHIND.get(event.name, (HEAD, "stop"))
    lines = [head, *map(_line, unsolved)] if unsolved else []
    lines += [RETURNED, *map(_line, returned)] if returned else []
    first = digits_of((unsolved or returned)[0].entry.id)
    lines.append(TAIL.format(command=for_person(), first=first, go_on=go_on))
    lines += [REPORT] if event.agent else []
    return OPEN + "\n".join(lines) + CLOSE


def _line(failed: Failed) -> str:
    """Return one failure: its digits, the command as typed, and the error line."""
    row = failed.calls[0]
    error = one_line(str(row["line"]), MAX_ERROR)
    again = f" (in {failed.entry.sessions} sessions)" if failed.entry.sessions > 1 else ""
    digits = digits_of(failed.entry.id)
    near = digits_of(str(row.get("near", "")))
    told = f" (told {near}: if that is its lesson, `--for {digits} {near}`)" if near else ""
    return f"{digits} {row['text']}{again}: {error}{told}"


def sessions_in_vain(log: SessionLog, entry_id: str) -> set[str]:
    """Return the sessions that were told the lesson as it is now, and failed all the same."""
    return history.sessions_of(log.state_dir, history.CAME_BACK, entry_id, since=history.LEARNED)
