"""The promote hook: a learning that keeps coming becomes a line in CLAUDE.md or AGENTS.md.

What a learning lacks to become a rule, and why it waits for a person's yes, is told apart: the
first passes by itself.
"""

from __future__ import annotations

from reflexion import hosts
from reflexion.detect.sentences import risk_of
from reflexion.errors import ReflexionError
from reflexion.hosts.event import Decision, Event
from reflexion.learning.entry import LEVELS, Entry, digits_of
from reflexion.learning.lesson import is_persons, is_solved, may_tell, sentence_of
from reflexion.learning.revise import redacted
from reflexion.setup.command import for_person
from reflexion.store import history, rule_files
from reflexion.store.ages import Sightings
from reflexion.store.entries import Store
from reflexion.store.history import SessionLog
from reflexion.store.project import Project
from reflexion.text import one_line, plural

MAX_SHOWN = 160  # characters of a rule in a notice
FEWEST_SESSIONS = 2  # in which hooks saw the failure, or the person said it
DAY = 86400  # seconds


def decide(event: Event, project: Project, log: SessionLog) -> Decision:
    """Let rules be written when a session ends."""
    decision = Decision()
    decision.settles = event.name == "SessionEnd" and project.trusted
    return decision


def consider_all(project: Project, session: str, host: str) -> list[str]:
    """Write or offer the rules that are due, as a session of a host begins or ends; return lines
    for the person. A failure is put on record, so that it stops nothing else.

    Where the host shows no line, what only an agent wrote waits.
    """
    lines: list[str] = []
    for entry in due(project):
        if hosts.HOSTS[host].silent and not is_persons(entry):
            continue
        try:
            lines += _consider(project, entry, session, hosts.rule_files(host))
        except (ReflexionError, OSError) as error:
            project.fault("promote", error)
    return lines


def due(project: Project) -> list[Entry]:
    """Return the learnings that lack nothing to become rules; some may wait for a yes."""
    if project.settings["promote"] == "off":
        return []
    likely = project.store.index.lessons_met(project.settings["promote_after"])
    entries = filter(None, map(project.store.get, likely))
    return [entry for entry in entries if not open_conditions(project, entry)]


def _consider(
    project: Project, entry: Entry, session: str, host_files: tuple[str, ...]
) -> list[str]:
    """Write or offer the rule of a learning that is due. Raises Refused, OSError."""
    if not why_it_waits(project, entry):
        return [write(project, project.store, entry.id, session, host_files)]
    folder = project.store.state_dir
    if history.sessions_of(folder, history.OFFERED, entry.id):
        return []  # the person was told before
    history.append(folder, session, [(history.OFFERED, entry.id)])
    entry.update(**redacted(entry, project.store.patterns))  # it may have been edited by hand
    command = f"{for_person(project.environ)} promote {digits_of(entry.id)}"
    return [f"a rule waits for your yes: {_shown(entry)} ({command})"]


def write(
    project: Project, store: Store, entry_id: str, session: str, host_files: tuple[str, ...] = ()
) -> str:
    """Write the rule of an entry of a store, and mark it; return a line for the person.

    `host_files` are the names of the files in which the session's host reads rules. An entry of
    the home store is not marked: other projects have no such rule. Raises Refused, OSError.
    """
    project.ready()
    with store.lock():
        entry = store.get(entry_id)
        if entry is None:
            return ""
        entry.update(**redacted(entry, store.patterns))
        where = rule_files.write(project, entry, host_files)
        if store is project.store:
            store.write(entry.copy(promoted=True, as_rule=False))
        history.append(store.state_dir, session, [(history.PROMOTED, entry_id)])
    undo = f"undo: {for_person(project.environ)} promote --demote {digits_of(entry_id)}"
    return f"wrote a rule into {where}: {_shown(entry)} ({undo})"


def demote(project: Project, entry_id: str, session: str) -> str:
    """Take an entry's rule out and let it be told again; return the names of the files.

    Raises Refused, OSError.
    """
    with project.store.lock():
        where = rule_files.take_out(project, [entry_id])
        entry = project.store.get(entry_id)
        if entry and entry.promoted:
            project.store.write(entry.copy(promoted=False))
        history.append(project.store.state_dir, session, [(history.DEMOTED, entry_id)])
    return where


def open_conditions(project: Project, entry: Entry) -> list[str]:
    """Return what a learning lacks to become a rule, in words; [] if nothing."""
    if entry.promoted:
        return ["it is a rule already"]
    if not is_solved(entry):
        return ["nobody wrote down what to do"]
    # sightings from before the words were accepted do not count
    times = entry.occurrences - project.store.trust.base(entry)
    times -= Sightings(project.store, entry.id).repeats
    enough = project.settings["promote_after"]
    days = project.settings["promote_min_age_days"]
    is_young = entry.first_seen > history.stamp(days * DAY)[:10]
    least = max(project.settings["min_confidence"], LEVELS[1], key=LEVELS.index)
    demoted = history.sessions_of(project.store.state_dir, history.DEMOTED, entry.id)
    conditions = {
        f"its confidence is {entry.confidence}": not may_tell(entry, least),
        f"{times} of {enough} times": times < enough,
        f"first seen less than {plural(days, 'day')} ago": is_young,
        "you took its rule out": demoted,
    }
    return [text for text, is_open in conditions.items() if is_open]


def why_it_waits(project: Project, entry: Entry) -> str:
    """Return why a learning that could be a rule waits for a person's yes; "" if it does not."""
    way = project.settings["promote"]
    if way == "off" or open_conditions(project, entry):
        return ""
    risk = risk_of(entry.resolution)
    reasons = {
        f"the setting `promote` is {way}": way != "auto",
        "others write to this store": project.store.is_shared(),
        "it waits for a review": entry.needs_review,
        f"it is risky: {risk}": risk,
    }
    found = next((text for text, is_so in reasons.items() if is_so), "")
    return found or _unproven(project, entry) or _unseen(project.store, entry)


def _unproven(project: Project, entry: Entry) -> str:
    """Return what an agent alone said of a learning; "" where hooks or the person said enough."""
    times, sessions = Sightings(project.store, entry.id).proof()
    enough = project.settings["promote_after"]
    if times >= enough and len(sessions) >= min(enough, FEWEST_SESSIONS):
        return ""
    seen = f"{times} of {enough} times in {plural(len(sessions), 'session')}"
    return f"hooks saw its failure, or you said it, {seen}"


def _unseen(store: Store, entry: Entry) -> str:
    """Return why the person may not know somebody else's words; "" for what they were shown."""
    if is_persons(entry):
        return ""
    if entry.source == "import":
        return "it was imported"
    is_shown = history.sessions_of(store.state_dir, history.SHOWN, entry.id)
    return "" if is_shown else "you were not shown it"


def _shown(entry: Entry) -> str:
    return one_line(sentence_of(entry), MAX_SHOWN).rstrip(".")
