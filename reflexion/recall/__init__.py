"""The recall hook: what the agent is told at a session's start, at a prompt and with a skill."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import partial
from itertools import islice

from reflexion import hosts
from reflexion.hosts.event import PROMPT, Decision, Event
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import AFTER, block, is_persons, may_tell_unasked, recorded
from reflexion.learning.search import why_not
from reflexion.recall.brief import brief, of_skill, ranked
from reflexion.setup.command import for_person
from reflexion.store import fs, history, index, rule_files
from reflexion.store.ages import outdated
from reflexion.store.entries import Near, Store, nearest
from reflexion.store.history import SessionLog
from reflexion.store.mine import KEPT_PRIVATE, MAX_KEPT
from reflexion.store.project import Project
from reflexion.text import plural

MAX_UNSEEN = 5  # lessons that a start shows, as nobody saw them; of others `review` tells
SHORTEST = 3  # characters of a prompt
LOOKED_AT = 10  # lessons that are nearest to a prompt
# of what a person is reminded: after how many seconds again, and the words
REMINDERS = {
    "reminded-of-trust": (
        86400,
        "learning",
        "{words} came with this project, and nobody is told: `{program} trust`",
    ),
    "reminded-to-share": (7 * 86400, "lesson", "{words} could be shared: {program} share"),
}


def decide(event: Event, project: Project, log: SessionLog) -> Decision:
    """Return what the agent is told at an event."""
    decision = Decision()
    if event.name == "SessionStart":
        _start(decision, event, project)
    elif event.name == "SubagentStart":
        _brief(decision, event, project)
    elif event.name == PROMPT:
        entries = _prompted(event, project, log)
        if not event.agent and not log.of(history.STARTED, history.COMPACTED):
            # no start was heard of the session
            _start(decision, event, project, [entry.id for entry in entries])
        _tell(decision, entries, event)
    elif event.name == "PostToolUse" and event.skill:
        entries = _unknown(of_skill(project, event.skill), event, project, log)
        _tell(decision, entries, event, "About this skill:")
    return decision


def _unknown(entries: list[Entry], event: Event, project: Project, log: SessionLog) -> list[Entry]:
    """Leave out what the agent was told or recorded itself, and what it reads as rules."""
    kinds = (history.TOLD, history.LEARNED)
    known = log.ids(*kinds, since=(history.COMPACTED,), agent=event.agent)
    known |= rule_files.standing_ids(project, hosts.rule_files(event.host))
    return [entry for entry in entries if entry.id not in known]


def _start(decision: Decision, event: Event, project: Project, known: Iterable[str] = ()) -> None:
    """Add what a session begins with, without the lessons of these ids in the brief.

    Of a store that was not accepted nothing is told, but whose session it is stands on record.
    """
    kind = history.COMPACTED if event.source == "compact" else history.STARTED
    decision.rows.append({"what": kind, "host": event.host})
    _brief(decision, event, project, known)
    if project.trusted:
        count = len(project.store.index.rows(index.WAITING))
        words = "1 learning waits" if count == 1 else f"{count} learnings wait"
        line = f"{words} for your yes: {for_person(project.environ)} trust"
        decision.notices += [line] if count else []
        decision.settles = kind == history.STARTED  # of a session that never ended
        if decision.settles:
            _add_news(decision, project)
        if not hosts.HOSTS[event.host].silent:
            decision.effects.append(partial(_show_kept, decision, project))
    decision.notices += [f"{path} {why}: `reflexion doctor`" for path, _, why in project.problems]
    _remind(decision, project)


def _show_kept(decision: Decision, project: Project) -> None:
    """Show what no host showed when it happened."""
    decision.notices[:0] = history.take_kept(project.store.state_dir)


def _add_news(decision: Decision, project: Project) -> None:
    """Say what the last session brought, and show the lessons of it that the person never saw."""
    learned, unseen, rules, by_hand = _news(project.store.state_dir)
    program = for_person(project.environ)
    for entry in filter(None, map(project.store.get, islice(unseen, MAX_UNSEEN))):
        if not is_persons(entry):
            decision.lessons.append(recorded(entry, program))
            decision.rows.append({"what": history.SHOWN, "id": entry.id})
    if by_hand:
        found_here = plural(len(by_hand), "lesson")
        decision.notices.append(f"found in files, and told as yours: {found_here}: {program} log")
    counts = [(learned, "lesson"), (rules, "rule")]
    brought = ", ".join(plural(len(found), word) for found, word in counts if found)
    if brought:
        decision.lessons.append(f"the last session brought {brought}: {program} log")


def _news(state_dir: str) -> tuple[set[str], dict[str, None], set[str], set[str]]:
    """Return the ids of what came since the last start: of lessons, of those that the person was
    not shown, of rules, and of lessons that were found in files."""
    learned, rules, by_hand = set(), set(), set()
    unseen: dict[str, None] = {}
    for _, what, entry_id, session in history.rows(history.since_start(state_dir)):
        if what == history.LEARNED and session == history.BY_HAND:
            by_hand.add(entry_id)
        elif what == history.LEARNED and not session.startswith(history.TERMINAL):
            learned.add(entry_id)
            unseen[entry_id] = None
        elif what == history.SHOWN:
            unseen.pop(entry_id, None)
        elif what == history.PROMOTED:
            rules.add(entry_id)
    return learned, unseen, rules, by_hand


def _remind(decision: Decision, project: Project) -> None:
    """Add what the person is reminded of once in a while."""
    store = project.store
    kind = "reminded-to-share" if project.trusted else "reminded-of-trust"
    seconds, noun, line = REMINDERS[kind]
    age = time.time() - fs.time_of(os.path.join(store.state_dir, kind)) / 1e9
    if store.trust.is_revoked or age <= seconds:
        return
    count = len(_to_share(store) if project.trusted else store.ids())
    if count:
        words = plural(count, noun)
        decision.notices.append(line.format(words=words, program=for_person(project.environ)))
        decision.effects.append(partial(history.remind, store.state_dir, kind))


def _to_share(store: Store) -> list[str]:
    """Return the ids of the lessons that nobody shared yet, without those kept private."""
    mine = store.mine.ids()
    kept = fs.peek(os.path.join(store.state_dir, KEPT_PRIVATE), MAX_KEPT).decode().split()
    rows = store.index.rows(index.SOLVED) if mine else []
    return [row.id for row in rows if row.id in mine and row.digest not in kept]


def _brief(decision: Decision, event: Event, project: Project, known: Iterable[str] = ()) -> None:
    """Add the brief, without the lessons of these ids."""
    room = project.settings["brief_chars"]
    if project.trusted and room:
        left_out = rule_files.standing_ids(project, hosts.rule_files(event.host)).union(known)
        lessons = ranked(project, lambda row: row.id not in left_out)
        text, entry_ids = brief(*lessons, room, for_person())
        decision.tell(entry_ids, text, event.agent)


def _prompted(event: Event, project: Project, log: SessionLog) -> list[Entry]:
    """Return the lessons that a prompt brings to mind."""
    text = event.prompt.strip()
    is_command = event.skill and text[0] == "/" and "\n" not in text
    if event.machine or is_command or len(text) < SHORTEST:
        return []
    near = [near.entry for near, why in nearest_to_prompt(project, text) if not why]
    return _unknown(near, event, project, log)[: project.settings["max_recalled"]]


def nearest_to_prompt(project: Project, text: str) -> list[tuple[Near, str]]:
    """Return the lessons nearest to a prompt, each with why it is not brought to mind, or ""."""
    found = nearest(project.stores(), text, LOOKED_AT)
    least = project.settings["min_confidence"]
    sure = [near for near in found if may_tell_unasked(near.entry, least)]
    replaced = outdated(project.store, sure)
    left = [near for near in sure if near.entry.id not in replaced]
    why = {
        **{near.entry.id: "it is unsure, or waits for review" for near in found},
        **dict.fromkeys(replaced, "something newer was said about it"),
        **{near.entry.id: why_not(near.match, left[0].match) for near in left},
    }
    return [(near, why[near.entry.id]) for near in found]


def _tell(decision: Decision, entries: list[Entry], event: Event, head: str = "") -> None:
    text = block(entries, head, AFTER.format(command=for_person()))
    decision.tell([entry.id for entry in entries], text, event.agent)
