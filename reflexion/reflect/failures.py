"""What failed in past sessions, by mistake: who met it, how it was over, and what it cost.

Nothing is written. What a failure is, whether it concerns the project and whether its end is worth
a question is decided by capture; it is handed in as a Rules."""

from __future__ import annotations

from collections import deque, namedtuple

from reflexion.hosts.event import PROMPT
from reflexion.hosts.payload import clean
from reflexion.reflect.describe import MAX_COMMAND, describe, judge_call
from reflexion.signals.fixes.endings import endings
from reflexion.store.schema import mark_of
from reflexion.text.clean import one_line

BEFORE = 3  # events shown around a failed call
AFTER = 9
MAX_STEPS = 40  # calls after which a success has other causes
MOST_SHOWN = 3  # occurrences of a mistake that are kept in words
MAX_OUTPUT = 500  # characters of an output
MORE = 600  # characters of the output by which a later step is told to have to do with it
UNMENDED = 3  # sessions from which a failure that never ended is worth a question

# concerns(event) -> is it a call of the project that may have failed? draft: capture's;
# is_worth(entry, failure, ending or None) -> is it worth a question?; edited(event) -> the file
# that a call changes, or ""
Rules = namedtuple("Rules", "concerns draft is_worth edited")


class Occurrence:
    """One time that a mistake was made, in words: the events before and after it, a line each."""

    def __init__(self, session: str, line: int, event, before: list):
        self.session = session
        self.line = line
        self.when = event.when
        self.before = before
        self.command = one_line(event.command, MAX_COMMAND)
        self.output = event.output[-MAX_OUTPUT:]
        self.after = []


class Mistake:
    """`mark`: its fingerprint; `entry`: the draft of its learning; `sessions`: ids; `times`: how
    often it failed; `calls`: how many calls it took until it was over; `occurrences`: the first of
    each session, MOST_SHOWN at most; `remedies`: {text of a fix: sessions}; `proven`: texts;
    `ended`: was it ever over; `worth`: was an end of it worth a question?"""

    def __init__(self, mark: str, entry: dict):
        self.mark = mark
        self.entry = entry
        self.sessions = {}
        self.times = 0
        self.calls = 0
        self.occurrences = []
        self.remedies = {}
        self.proven = []
        self.worth = False
        self.ended = False
        self.telling = False  # is its command one to learn from, and its error line?

    @property
    def fix(self) -> str:
        """The fix that speaks by itself: inferred plainly, or the same in two sessions; or ""."""
        twice = [text for text, sessions in self.remedies.items() if len(sessions) > 1]
        return next(iter([*self.proven, *twice]), "")

    @property
    def draft(self) -> str:
        """Another remedy that was seen, which nobody has confirmed; or ""."""
        return next(iter(self.remedies), "")

    def over(self, ending, session: str, is_worth: bool) -> None:
        """One time that it was over; `is_worth`: worth a question."""
        self.ended = True
        self.calls += ending.calls
        self.worth = self.worth or is_worth
        fix = ending.fix
        if fix is None or fix.review:  # a risky one is never taken as it stands
            return
        self.remedies.setdefault(fix.text, set()).add(session)
        if fix.confidence != "low":
            self.proven.append(fix.text)

    def is_question(self) -> bool:
        """Return True if a card about it is worth somebody's time."""
        if self.fix:
            return False
        return self.worth or self._goes_on() and len(self.sessions) >= UNMENDED

    def is_lasting(self) -> bool:
        """Return True for a mistake of the project, and not of one session's own task."""
        return bool(self.fix) or self.worth or self._goes_on()

    def _goes_on(self) -> bool:
        return self.telling and not self.ended


class FailureReader:
    """`take(line, event)` for each event of a transcript, in order, then `session_ended()`;
    `mistakes` is {mark: Mistake} of all that were read."""

    def __init__(self, rules: Rules, root: str = "", extra=()):
        self.rules = rules
        self.root = root
        self.extra = extra
        self.mistakes = {}
        self._begin()

    def _begin(self) -> None:
        self.at = 0
        self.pending = []  # records of the failures that are not over
        self.steps = []  # the records since the first of them
        self.tries = {}  # mark -> how often it failed in this session
        self.recent = deque(maxlen=BEFORE)
        self.open = []  # occurrences whose events after are still collected

    def session_ended(self) -> None:
        """What was never over has cost its tries."""
        for failure in self.pending:
            self.mistakes[failure["id"]].calls += self.tries[failure["id"]]
        self._begin()

    def take(self, line: int, event) -> None:
        """One event at a line of the transcript; a call is judged, and so changed, by it."""
        is_call = event.name != PROMPT and bool(event.tool)
        if is_call:
            judge_call(event)
        said = describe(event, self.extra)
        self._show(said)
        if is_call and self.rules.concerns(event):
            self._call(line, clean(event, self.root, self.extra))
        if said:
            self.recent.append(said)

    def _show(self, said: str) -> None:
        """An event, in a line, behind the occurrences that are open."""
        if not said:
            return
        for occurrence in self.open:
            occurrence.after.append(said)
        self.open = [each for each in self.open if len(each.after) < AFTER]

    def _call(self, line: int, event) -> None:
        verdict = event.verdict
        if verdict and verdict.failed:
            if verdict.line:
                self._failed(line, event)
        elif event.failed is False:
            self._worked(event)

    def _failed(self, line: int, event) -> None:
        self.at += 1
        verdict = event.verdict
        entry = self.rules.draft("error", verdict.line, event.command, extra=self.extra)
        mark = mark_of(entry)
        mistake = self.mistakes.setdefault(mark, Mistake(mark, entry))
        mistake.times += 1
        self.tries[mark] = self.tries.get(mark, 0) + 1
        if event.session not in mistake.sessions and len(mistake.occurrences) < MOST_SHOWN:
            occurrence = Occurrence(event.session, line, event, list(self.recent))
            mistake.occurrences.append(occurrence)
            self.open.append(occurrence)
        mistake.sessions[event.session] = None
        record = self._record(event, False)
        record.update(id=mark, line=entry["trigger"], call=one_line(verdict.call, MAX_COMMAND))
        record["more"] = one_line(event.output[-MORE:], MORE)
        mistake.telling = self.rules.is_worth(entry, record, None)
        self.pending = [each for each in self.pending if each["id"] != mark]
        self.pending.append(record)
        self._keep(record)

    def _worked(self, event) -> None:
        if not self.pending:
            return
        self.at += 1
        step = self._record(event, True)
        over = []
        for ending in endings(self.pending, self.steps, step):
            if not ending.hidden:
                mistake = self.mistakes[ending.failure["id"]]
                is_worth = self.rules.is_worth(mistake.entry, ending.failure, ending)
                mistake.over(ending, event.session, is_worth)
                over.append(ending.failure)
        self.pending = [failure for failure in self.pending if failure not in over]
        self._keep(step)

    def _record(self, event, worked: bool) -> dict:
        """A call as signals/fixes reads it."""
        return {
            "at": self.at,
            "tool": event.tool,
            "command": one_line(event.command, 500),
            "path": one_line(self.rules.edited(event), 300),
            "ok": worked,
            "cwd": event.cwd,
        }

    def _keep(self, record: dict) -> None:
        """The steps since the first failure that is not over, as many as are read."""
        self.steps = [*self.steps, record][-MAX_STEPS:] if self.pending else []
