"""What past sessions teach: what failed in them, and what the person said that is to be remembered.

Failures are found and told apart as the hooks do it. What was counted in the past makes no rule:
it counts as seen before the words were accepted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

from reflexion.capture import failure_in, sentence_in
from reflexion.detect.secrets import redact_all
from reflexion.errors import Stop, Unreadable
from reflexion.hosts import transcripts
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.transcripts import Transcript
from reflexion.learning.entry import Entry
from reflexion.learning.identity import fingerprint
from reflexion.learning.lesson import is_solved
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.paths import is_outside
from reflexion.store.project import Project
from reflexion.store.trust import YOURS
from reflexion.text import one_line

ERROR = "error"
BEFORE = 3  # events shown in front of an occurrence
AFTER = 8
MOST_SHOWN = 3  # occurrences that are kept in words, of different sessions
MAX_RAW = 1000  # characters kept of a prompt or command; redacted and cut when they are shown
MAX_EVENT = 240  # characters of a line about an event
MAX_OUTPUT = 600  # characters of an output's end
TYPES = ("", "insight", "correction", "pattern")
FORM = '[{"for": "a7f03c", "sentence": "When …, do …, because …"}]'
# the fields of a decision, with what a missing one means; `for` is the id of a card or learning
FIELDS: dict[str, object] = {
    **dict.fromkeys(("sentence", "type", "for", "skill", "category"), ""),
    **dict.fromkeys(("global", "rule"), False),
}


class Topic:
    """A mistake, or a sentence that the person stated.

    draft        its Entry, without an id
    fingerprint  its own
    own_code     True if it most likely is about the task's own code
    sessions     {id: how often}, in the order in which they met it
    shown        what came around the first time in a session, in lines that are not redacted yet
    """

    def __init__(self, draft: Entry, fingerprint: str, own_code: bool = False):
        self.draft = draft
        self.fingerprint = fingerprint
        self.own_code = own_code
        self.sessions: Counter[str] = Counter()
        self.shown: list[list[str]] = []

    @property
    def times(self) -> int:
        return sum(self.sessions.values())

    @property
    def came_again(self) -> bool:
        return len(self.sessions) > 1

    def meet(self, session: str) -> bool:
        """Count a sighting; return True if what came around it is to be kept."""
        self.sessions[session] += 1
        return self.sessions[session] == 1 and len(self.sessions) <= MOST_SHOWN


class Past:
    """What happened in these Transcripts; `topics` is {fingerprint: Topic} of all.

    `calls` and `failures` count; `sessions` holds the ids. What ran outside of the project is left
    out; with `adopts` it counts as if it had not, and `adopted` tells that there was some.
    """

    def __init__(self, project: Project, chosen: list[Transcript], adopts: bool = False):
        self.topics: dict[str, Topic] = {}
        self.sessions: set[str] = set()
        self.adopted = False
        self.calls = 0
        self.failures = 0
        self._project = project
        for transcript in chosen:
            self._take(transcript, adopts)

    def most_met_first(self) -> list[Topic]:
        """Return the Topics but for those that somebody does not want learned, sorted."""
        dropped = self._project.store.dropped
        every = [each for each in self.topics.values() if not dropped.holds(each.fingerprint)]
        return sorted(every, key=lambda each: (-each.times, -len(each.sessions), each.fingerprint))

    def mistakes(self) -> list[Topic]:
        """Return the failures that are not about the task's own code, the most met ones first."""
        every = self.most_met_first()
        return [each for each in every if each.draft.type == ERROR and not each.own_code]

    def _take(self, transcript: Transcript, adopts: bool) -> None:
        said: list[str] = []  # each event in a line
        first = []  # what was met for the first time in its session
        for event in self._events(transcript, adopts):
            self.sessions.add(event.session)
            line, topic = self._look(event)
            if topic and topic.meet(event.session):
                first.append((topic, len(said), _lines(event)))
            said += [line] if line else []
        for topic, at, (when, *failed) in first:
            before = map("  before: {}".format, said[max(0, at - BEFORE) : at])
            after = map("  after: {}".format, said[at + 1 : at + 1 + AFTER])
            topic.shown.append([when, *before, *failed, *after])

    def _events(self, transcript: Transcript, adopts: bool) -> Iterator[Event]:
        root = self._project.root
        for event in transcripts.events(transcript):
            event.machine |= bool(transcript.agent)  # its task was written by an agent
            if not is_outside(event.cwd, root):
                yield event
            elif adopts:
                self.adopted = True
                event.cwd = root
                yield event

    def _look(self, event: Event) -> tuple[str, Topic | None]:
        """Return (an event in a line, or "", the Topic that it is, or None)."""
        if event.name == PROMPT and not event.machine:
            return f"user: {event.prompt[:MAX_RAW]}", self._stated(event)
        if not event.tool:
            return "", None
        self.calls += 1
        what = (event.command or event.path)[:MAX_RAW]
        said = f"{'ran' if event.command else event.tool.lower()}: {what}" if what else ""
        failure = failure_in(event, self._project)
        if not failure:
            return said, None
        self.failures += 1
        fresh = Topic(failure.draft(), failure.fingerprint, failure.own_code)
        topic = self.topics.setdefault(failure.fingerprint, fresh)
        return f"{said} -> failed: {failure.trigger}", topic

    def _stated(self, event: Event) -> Topic | None:
        """Return the Topic of a sentence that is to be remembered; None for other prompts."""
        draft = sentence_in(event, self._project)
        if draft is None:
            return None
        own = fingerprint(draft.type, draft.trigger)
        draft.update(resolution="", source="", confidence="")  # the agent says it for later
        return self.topics.setdefault(own, Topic(draft, own))


def _lines(event: Event) -> list[str]:
    """Return when an event was, and what failed in it."""
    if not event.tool:
        return [event.when]
    end = event.output[-MAX_OUTPUT:].splitlines()
    different = dict.fromkeys(end)  # a line that comes again is shown once
    failed = f"  failed: {(event.command or f'{event.tool} {event.path}')[:MAX_RAW]}"
    return [event.when, failed, *(f"  | {line}" for line in different if line.strip())]


def choose(
    project: Project, file: str = "", is_all: bool = False, session: str = "", running: str = ""
) -> list[Transcript]:
    """Return the Transcripts of a file, of all sessions, or of one, oldest first; [] without any.

    `session` is the id of that one or the beginning of it; without one it is the running
    session, else the newest. Those of its sub-agents belong to it. Raises Stop.
    """
    if file and not os.path.isfile(file):
        raise Stop(f"{file} is not there: name the transcript of a session")
    if file:
        return [transcripts.transcript(os.path.abspath(file))]
    found = transcripts.find(project.root, project.environ)
    named = [each.session for each in found if each.session.startswith(session)]
    wanted = [running] if running in named else named[-1:]
    return [each for each in found if is_all or each.session in wanted]


def known(store: Store, topic: Topic) -> Entry | None:
    """Return the entry of a Topic, whoever wrote its words; None where there is none."""
    return store.get_file(store.index.find(topic.fingerprint))


def open_topics(store: Store, past: Past) -> list[Topic]:
    """Return the Topics that are worth a card and have no lesson, the most met ones first.

    What is about the task's own code is worth one where it came again.
    """
    found = [each for each in past.most_met_first() if each.came_again or not each.own_code]
    entries = ((each, known(store, each)) for each in found)
    return [each for each, entry in entries if not (entry and is_solved(entry))]


def lasting(store: Store, past: Past) -> list[Topic]:
    """Return the mistakes that came in two or more sessions and are not stored yet."""
    return [each for each in past.mistakes() if each.came_again and not known(store, each)]


def keep(project: Project, topic: Topic, change: Change) -> str:
    """Return the id of a Topic's entry, stored on the record of a Change if it is not known.

    Raises OSError.
    """
    store = project.ready()
    with store.lock():
        entry = known(store, topic)
        if entry is None:
            counts = {"occurrences": topic.times, "sessions": len(topic.sessions)}
            entry = store.add(topic.draft.copy(**counts), topic.fingerprint)
            store.trust.decide(YOURS, entry, entry.occurrences)
            change.made(store.path(entry.id))
    return entry.id


def card(topic: Topic, patterns: list[str]) -> list[str]:
    """Return what a card shows of a Topic, in lines, redacted and cut.

    `patterns` are the person's own secrets.
    """
    lines = [f"the person said: {topic.draft.trigger}"]
    if topic.draft.type == ERROR:
        counts = f"failed {topic.times} times in {len(topic.sessions)} sessions"
        lines = [f"error: {topic.draft.trigger}", counts]
    for number, (when, *around) in enumerate(topic.shown, 1):
        lines += ["", f"occurrence {number}, {when or 'undated'}", *around]
    clean = [(line.startswith("  "), line) for line in redact_all(lines, patterns)]
    return ["  " * is_inner + one_line(line, MAX_EVENT) for is_inner, line in clean]


def read_decisions(rows: object) -> list[dict[str, Any]]:
    """Return the agent's decisions with all FIELDS, one for each object of a JSON list.

    What would be left out in silence is refused with all the others. Raises Unreadable.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unreadable(f"decisions are a list of objects such as {FORM}")
    return [_decision(number, row) for number, row in enumerate(rows, 1)]


def _decision(number: int, row: dict[str, object]) -> dict[str, Any]:
    given = {**FIELDS, **{name: value for name, value in row.items() if value is not None}}
    wrong = [name for name in given if type(given[name]) is not type(FIELDS.get(name))]
    if wrong:
        what = f"{wrong[0]}: the texts and flags of a decision are {', '.join(FIELDS)}"
    elif given["type"] not in TYPES:
        what = f"type must be one of {', '.join(TYPES[1:])}"
    elif given["for"] and given["type"] not in ("", "pattern"):
        what = "with `for` the only type is pattern: else the learning keeps its own"
    else:
        return given
    raise Unreadable(f"decision {number}: {what}")
