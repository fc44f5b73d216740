"""The promote hook: a learning that keeps coming becomes a line in CLAUDE.md or AGENTS.md."""

from __future__ import annotations

from reflexion import hosts
from reflexion.decision import Decision
from reflexion.errors import ReflexionError
from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import is_persons
from reflexion.promote import rules
from reflexion.promote.qualify import open_conditions, why_it_waits
from reflexion.setup.command import for_person
from reflexion.store import history, index
from reflexion.text.clean import one_line

MAX_SHOWN = 160  # characters of a rule in a notice


def decide(event, project, log) -> Decision | None:
    """Let rules be written when a session ends."""
    if event.name != "SessionEnd" or not project.trusted:
        return None
    decision = Decision()
    decision.settles = True
    return decision


def due(project) -> list:
    """Return the ids of learnings that may have become rules meanwhile, or are none any more."""
    enough = project.settings["promote_after"]
    return [row.id for row in project.store.index.rows() if _may_be_due(row, enough)]


def _may_be_due(row, enough: int) -> bool:
    if index.PROMOTED in row.flags:
        return index.SOLVED not in row.flags
    return index.SOLVED in row.flags and int(row.occurrences) >= enough


def consider_all(project, session: str, host: str) -> list[str]:
    """Write or offer the rules that are due, as a session of a host begins or ends; return lines
    for the person. A failure is put on record, so that it stops nothing else.

    Where the host shows no line, what only an agent wrote waits.
    """
    lines: list[str] = []
    for entry_id in due(project):
        entry = project.store.get(entry_id)
        if not hosts.shows_notices(host) and entry and not is_persons(entry):
            continue
        try:
            lines += consider(project, entry_id, session, hosts.rule_files(host))
        except (ReflexionError, OSError) as error:
            project.fault("promote", error)
    return lines


def consider(project, entry_id: str, session: str, host_files: tuple = ()) -> list:
    """Write or offer an entry's rule if it is due; return lines for the person.

    `host_files` are the names of the files in which the session's host reads rules. Raises
    Refused, OSError.
    """
    entry = project.store.get(entry_id)
    if not entry:
        return []
    if project.settings["promote"] == "off" or open_conditions(project, entry):
        return []
    if why_it_waits(project, entry):
        command = f"{for_person(project.environ)} promote {digits_of(entry_id)}"
        line = f"a rule waits for your yes: {_shown(entry)} ({command})"
        return _say_once(project, entry_id, session, line)
    if not rules.have_room(project, host_files):
        return _say_once(project, entry_id, session, _no_room(entry))
    return write(project, entry_id, session, host_files)


def write(project, entry_id: str, session: str = "", host_files: tuple = (), store=None) -> list:
    """Write an entry's rule and mark it; return lines for the person. Raises Refused, OSError.

    `store` is the one that has the entry. One of the home store is not marked: other projects
    have no such rule.
    """
    store = store or project.store
    project.ready()
    with store.lock():
        entry = store.get(entry_id)
        where = rules.write(project, entry, host_files)
        if not where:
            return [_no_room(entry)]
        if store is project.store:
            store.write(entry.copy(promoted=True, as_rule=False))
        history.append(store.state_dir, session, [(history.PROMOTED, entry_id)])
    undo = f"undo: {for_person(project.environ)} promote --demote {digits_of(entry_id)}"
    return [f"wrote a rule into {where}: {_shown(entry)} ({undo})"]


def demote(project, entry_id: str, session: str = "") -> str:
    """Take an entry's rule out and let it be told again; return the names of the files.

    Raises Refused, OSError.
    """
    with project.store.lock():
        where = rules.take_out(project, [entry_id])
        entry = project.store.get(entry_id)
        if entry and entry.promoted:
            project.store.write(entry.copy(promoted=False))
        history.append(project.store.state_dir, session, [(history.DEMOTED, entry_id)])
    return where


def _say_once(project, entry_id: str, session: str, line: str) -> list:
    """Return a line about a rule that is not written; [] if the person was told before."""
    folder = project.store.state_dir
    if history.sessions_of(folder, history.OFFERED, entry_id):
        return []
    history.append(folder, session, [(history.OFFERED, entry_id)])
    return [line]


def _no_room(entry: Entry) -> str:
    return f"no room for a rule: {_shown(entry)} (the setting `max_rules`)"


def _shown(entry: Entry) -> str:
    return one_line(rules.sentence_of(entry), MAX_SHOWN).rstrip(".")
