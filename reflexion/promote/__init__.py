"""The promote hook: a learning that keeps coming becomes a line in CLAUDE.md or AGENTS.md."""

from __future__ import annotations

from reflexion.decision import Decision
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import is_solved
from reflexion.promote import qualify, rules
from reflexion.promote.qualify import needs_person
from reflexion.store import history, index
from reflexion.store.entries import today
from reflexion.store.rule_files import Refused
from reflexion.text.clean import one_line

MOST = 2000  # learnings looked at when a session ends
MAX_SHOWN = 160  # characters of a rule in a notice


def decide(event, project, log) -> Decision | None:
    """Return the learnings whose rule may be due when a session ends."""
    if event.name != "SessionEnd" or not project.trusted or not project.store.exists():
        return None
    decision = Decision()
    decision.due = due(project)
    return decision


def due(project) -> list:
    """Return the ids of learnings that may have become rules meanwhile, or are none any more."""
    enough = project.settings["promote_after"]
    found = []
    for row in project.store.index.rows().values():
        is_rule = index.PROMOTED in row.flags
        is_solved = index.SOLVED in row.flags
        if is_solved != is_rule and (is_rule or int(row.occurrences) >= enough):
            found.append(row.id)
    return found[:MOST]


def consider(project, entry_ids, session: str, host_files: tuple = ()) -> list:
    """Write or offer the rules that are due; return lines for the person.

    Raises Refused, OSError.
    """
    lines = []
    for entry_id in dict.fromkeys(entry_ids):
        entry = project.store.get(entry_id)
        if entry and entry["promoted"] and not is_solved(entry):
            lines += _retire(project, entry_id, session)
        if not entry or project.settings["promote"] == "off" or open_conditions(project, entry):
            continue
        if why_it_waits(project, entry):
            lines += _offer(project, entry, session)
        else:
            lines += write(project, entry_id, session, host_files)
    return lines


def write(project, entry_id: str, session: str = "", host_files: tuple = ()) -> list:
    """Write an entry's rule and mark it; return lines for the person. Raises Refused, OSError."""
    with project.store.lock():
        entry = project.store.get(entry_id)
        where = rules.write(project, entry, host_files)
        if not where:
            return [f"no room for a rule: {_shown(entry)} (the setting `max_rules`)"]
        project.store.write({**entry, "promoted": True})
        history.append(project.store.state_dir, session, [(history.PROMOTED, entry_id)])
    undo = f"undo: reflexion promote --demote {digits_of(entry_id)}"
    return [f"wrote a rule into {where}: {_shown(entry)} ({undo})"]


def demote(project, entry_id: str, session: str = "") -> str:
    """Take an entry's rule out and let it be told again; return the names of the files.

    Raises Refused, OSError.
    """
    with project.store.lock():
        where = rules.take_out(project, [entry_id])
        entry = project.store.get(entry_id)
        if entry and entry["promoted"]:
            project.store.write({**entry, "promoted": False})
        history.append(project.store.state_dir, session, [(history.DEMOTED, entry_id)])
    return where


def _retire(project, entry_id: str, session: str) -> list:
    """Take out a rule that an older version had inferred, and nobody confirmed."""
    where = demote(project, entry_id, session)
    return [f"took a rule out of {where or 'no file'}: nobody had confirmed it ({entry_id})"]


def open_conditions(project, entry: dict) -> list:
    """Return what time, sightings and decisions have still to bring, in words; [] when ripe."""
    before = project.store.trust.base(entry)
    found = qualify.open_conditions(entry, project.settings, today(), before)
    if history.sessions_of(project.store.state_dir, history.DEMOTED, entry["id"]):
        found.append("you took its rule out")
    return found


def why_it_waits(project, entry: dict) -> str:
    """Return why a learning that could be a rule waits for a person's yes; "" if it does not."""
    if project.settings["promote"] == "off" or open_conditions(project, entry):
        return ""
    return needs_person(entry, project.settings, project.store.is_shared())


def _offer(project, entry: dict, session: str) -> list:
    """Return the line that a rule waits for a yes, once."""
    folder = project.store.state_dir
    if history.sessions_of(folder, history.OFFERED, entry["id"]):
        return []
    history.append(folder, session, [(history.OFFERED, entry["id"])])
    command = f"reflexion promote {digits_of(entry['id'])}"
    return [f"a rule waits for your yes: {_shown(entry)} ({command})"]


def _shown(entry: dict) -> str:
    return one_line(rules.sentence_of(entry), MAX_SHOWN).rstrip(".")


def guarded(project, step, *arguments) -> list:
    """Return what a step says; put a failure on record, so that nothing else is stopped."""
    try:
        return step(*arguments)
    except (Refused, OSError) as error:
        project.fault("promote", error)
        return []
