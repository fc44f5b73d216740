"""Read past sessions: what failed in them, and what the person said that is to be remembered.

Failures are found and told apart as the hooks do it. Nothing is written here.
"""

from __future__ import annotations

import os
from collections import Counter, deque, namedtuple

from reflexion.capture import sentence_in
from reflexion.capture.failure import failure_in
from reflexion.errors import Stop
from reflexion.hosts import transcripts
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.transcripts import Transcript
from reflexion.learning.entry import Entry
from reflexion.learning.identity import fingerprint
from reflexion.store.paths import is_outside
from reflexion.store.project import Project

ERROR = "error"
BEFORE = 3  # events shown in front of an occurrence
AFTER = 8
MOST_SHOWN = 3  # occurrences that are kept in words, of different sessions
MAX_RAW = 1000  # characters kept of a prompt or command; redacted and cut when they are shown
MAX_OUTPUT = 2000  # characters kept of an output's end
# one time that something was met: the events before and after it, a line each, not redacted yet
Occurrence = namedtuple("Occurrence", "when before command output after")


class Finding:
    """A mistake, or a sentence that the person stated.

    draft        its Entry, without an id
    fingerprint  its own
    own_code     True if it most likely is about the task's own code
    sessions     {id: how often}, in the order in which they met it
    occurrences  the first one of each session, MOST_SHOWN at most
    """

    def __init__(self, draft: Entry, fingerprint: str, own_code: bool = False):
        self.draft = draft
        self.fingerprint = fingerprint
        self.own_code = own_code
        self.sessions: Counter[str] = Counter()
        self.occurrences: list[Occurrence] = []

    @property
    def times(self) -> int:
        return sum(self.sessions.values())

    @property
    def came_again(self) -> bool:
        return len(self.sessions) > 1

    def entry(self) -> Entry:
        """Return its draft with what was counted."""
        return self.draft.copy(occurrences=self.times, sessions=len(self.sessions))

    def meet(self, event: Event, before: list[str]) -> Occurrence | None:
        """Count an event; return the Occurrence that is kept of it, if any."""
        is_new = event.session not in self.sessions
        self.sessions[event.session] += 1
        if not is_new or len(self.occurrences) == MOST_SHOWN:
            return None
        command = (event.command or f"{event.tool} {event.path}")[:MAX_RAW]
        output = event.output[-MAX_OUTPUT:]
        self.occurrences.append(Occurrence(event.when, before, command, output, []))
        return self.occurrences[-1]


class Reader:
    """Takes the events of sessions, oldest first; `findings` is {fingerprint: Finding} of all.

    `calls` and `failures` count what was read; `sessions` holds the ids; `adopted` tells that
    some of it ran outside of the project.
    """

    def __init__(self, project: Project):
        self.findings: dict[str, Finding] = {}
        self.sessions: dict[str, None] = {}
        self.adopted = False
        self.calls = 0
        self.failures = 0
        self._project = project
        self.begin_transcript()

    def most_met_first(self) -> list[Finding]:
        """Return all Findings, sorted."""
        every = sorted(self.findings.values(), key=lambda each: each.fingerprint)
        return sorted(every, key=lambda each: (-each.times, -len(each.sessions)))

    def begin_transcript(self) -> None:
        """Forget what was shown last: it was another transcript."""
        self._recent: deque[str] = deque(maxlen=BEFORE)
        self._open: list[Occurrence] = []  # occurrences whose events after are still collected

    def take(self, event: Event) -> None:
        """Take one event of a transcript."""
        self.sessions[event.session] = None
        said, finding = self._look(event)
        occurrence = finding.meet(event, list(self._recent)) if finding else None
        if said:
            self._recent.append(said)
            for each in self._open:
                each.after.append(said)
        kept = [each for each in self._open if len(each.after) < AFTER]
        self._open = [*kept, occurrence] if occurrence else kept

    def _look(self, event: Event) -> tuple[str, Finding | None]:
        """Return (an event in a line, or "", the Finding that it is, or None)."""
        if event.name == PROMPT and not event.machine and not event.agent:
            return f"user: {event.prompt[:MAX_RAW]}", self._stated(event)
        return self._called(event) if event.tool else ("", None)

    def _stated(self, event: Event) -> Finding | None:
        """Return the Finding of a sentence that is to be remembered; None for other prompts."""
        draft = sentence_in(event, self._project)
        if draft is None:
            return None
        own = fingerprint(draft.type, draft.trigger)
        draft.update(resolution="", source="", confidence="")  # the agent says it for later
        return self.findings.setdefault(own, Finding(draft, own))

    def _called(self, event: Event) -> tuple[str, Finding | None]:
        self.calls += 1
        what = (event.command or event.path)[:MAX_RAW]
        said = f"{'ran' if event.command else event.tool.lower()}: {what}" if what else ""
        failure = failure_in(event, self._project)
        if not failure:
            return said, None
        self.failures += 1
        fresh = Finding(failure.draft(), failure.fingerprint, failure.own_code)
        finding = self.findings.setdefault(failure.fingerprint, fresh)
        return f"{said} -> failed: {failure.trigger}", finding


def choose(
    project: Project, file: str = "", is_all: bool = False, session: str = "", running: str = ""
) -> list[Transcript]:
    """Return the Transcripts of a file, of all sessions, or of one, oldest first.

    `session` is the id of that one or the beginning of it; without one it is the running
    session, else the newest. Those of its sub-agents belong to it. Raises Stop.
    """
    if file:
        if not os.path.isfile(file):
            raise Stop(f"{file} is not there: name the transcript of a session")
        return [transcripts.transcript(os.path.abspath(file))]
    found = transcripts.find(project.root, project.environ)
    named = [each.session for each in found if each.session.startswith(session)]
    if not named:
        what = " ".join(["there is no session", *session[:60].split(), "of this project"])
        raise Stop(what, "name the transcript of one with --file")
    wanted = running if running in named else named[-1]
    return [each for each in found if is_all or each.session == wanted]


def read(project: Project, chosen: list[Transcript], adopts: bool = False) -> Reader:
    """Return a Reader of these Transcripts.

    What ran outside of the project is left out; with `adopts` it counts as if it had not.
    """
    reader = Reader(project)
    for transcript in chosen:
        reader.begin_transcript()
        for event in transcripts.events(transcript.path):
            event.session = event.session or transcript.session
            event.agent = event.agent or transcript.agent
            if is_outside(event.cwd, project.root):
                if not adopts:
                    continue
                reader.adopted = True
                event.cwd = project.root
            reader.take(event)
    return reader
