"""The recall hook: what the agent is told at a session's start, at a prompt and with a skill."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from reflexion import hosts
from reflexion.decision import Decision
from reflexion.hosts.event import Event
from reflexion.learning.entry import Entry
from reflexion.learning.lesson import AFTER, block, is_persons, may_tell_unasked, recorded
from reflexion.learning.search import why_not
from reflexion.recall.brief import brief, of_skill, ranked
from reflexion.setup.command import for_person
from reflexion.store import fs, history, index, rule_files
from reflexion.store.entries import Store
from reflexion.store.history import SessionLog
from reflexion.store.mine import KEPT_PRIVATE, MAX_KEPT
from reflexion.store.nearest import Near, nearest, outdated
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


def decide(event: Event, project: Project, log: SessionLog) -> Decision | None:
    """Return what the agent is told at an event; None for nothing."""
    if event.name == "SessionStart":
        return _start(event, project)
    if event.name == "SubagentStart":
        return _brief(event, project)
    if event.name == "UserPromptSubmit":
        return _first_prompt(event, project, log) or _prompted(event, project, log)
    if event.skill and event.name == "PostToolUse":
        known = _known(event, project, log)
        entries = [entry for entry in of_skill(project, event.skill) if entry.id not in known]
        return _tell(entries, event, "About this skill:")
    return None


def _known(event: Event, project: Project, log: SessionLog) -> set[str]:
    """Return the ids of what the agent was told or recorded itself, and reads as rules."""
    rules = rule_files.standing_ids(project, hosts.rule_files(event.host))
    return (
        log.ids(history.TOLD, history.LEARNED, since=(history.COMPACTED,), agent=event.agent)
        | rules
    )


def _first_prompt(event: Event, project: Project, log: SessionLog) -> Decision | None:
    """Return what begins a session of which no start was heard, and what its prompt brings."""
    if event.agent or log.of(history.STARTED, history.COMPACTED):
        return None
    more = _prompted(event, project, log) or Decision()
    decision = _start(event, project, {str(row["id"]) for row in more.rows})
    decision.context = "\n".join(filter(None, [decision.context, more.context]))
    decision.rows += more.rows
    return decision


def _start(event: Event, project: Project, known: Iterable[str] = ()) -> Decision:
    # of a store that was not accepted nothing is told, but whose session it is stands on record
    decision = _brief(event, project, known) or Decision()
    kind = history.COMPACTED if event.source == "compact" else history.STARTED
    decision.rows.insert(0, {"what": kind, "host": event.host})
    decision.settles = kind == history.STARTED  # of a session that never ended
    if project.trusted:
        decision.shows_kept = True
        count = len(project.store.index.rows(index.WAITING))
        words = "1 learning waits" if count == 1 else f"{count} learnings wait"
        line = f"{words} for your yes: {for_person(project.environ)} trust"
        decision.notices += [line] if count else []
        if kind == history.STARTED:
            _add_news(decision, project)
    decision.notices += [f"{path} {why}: `reflexion doctor`" for path, why in project.problems]
    _remind(decision, project)
    return decision


def _add_news(decision: Decision, project: Project) -> None:
    """Say what the last session brought, and show the lessons of it that the person never saw."""
    learned, rules, by_hand = _news(project.store.state_dir)
    program = for_person(project.environ)
    unseen = [entry_id for entry_id, is_shown in learned.items() if not is_shown]
    for entry in filter(None, map(project.store.get, unseen[:MAX_UNSEEN])):
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


def _news(state_dir: str) -> tuple[dict[str, bool], set[str], set[str]]:
    """Return what came since the last start: {id: True if it was shown} of lessons, the ids of
    rules, and those of lessons that were found in files."""
    learned: dict[str, bool] = {}
    rules, by_hand = set(), set()
    for _, what, entry_id, session in history.rows(state_dir, since_start=True):
        if what == history.LEARNED and session == history.BY_HAND:
            by_hand.add(entry_id)
        elif what == history.LEARNED and not session.startswith(history.TERMINAL):
            learned[entry_id] = False
        elif what == history.SHOWN and entry_id in learned:
            learned[entry_id] = True
        elif what == history.PROMOTED:
            rules.add(entry_id)
    return learned, rules, by_hand


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
        decision.reminded.append(kind)


def _to_share(store: Store) -> list[str]:
    """Return the ids of the lessons that nobody shared yet, without those kept private."""
    mine = store.mine.ids()
    kept = fs.peek(os.path.join(store.state_dir, KEPT_PRIVATE), MAX_KEPT).decode().split()
    rows = store.index.rows(index.SOLVED) if mine else []
    return [row.id for row in rows if row.id in mine and row.digest not in kept]


def _brief(event: Event, project: Project, known: Iterable[str] = ()) -> Decision | None:
    """Return the brief, without the lessons of these ids; None where nothing is to be told."""
    room = project.settings["brief_chars"]
    if not project.trusted or not room:
        return None
    text, ids = brief(*ranked(project, hosts.rule_files(event.host), known), room, for_person())
    return _telling(text, ids, event)


def _prompted(event: Event, project: Project, log: SessionLog) -> Decision | None:
    text = event.prompt.strip()
    most = project.settings["max_recalled"]
    if event.machine or len(text) < SHORTEST or _is_slash_command(text) or not most:
        return None
    known = _known(event, project, log)
    told = [near.entry for near, why in nearest_to_prompt(project, text) if not why]
    return _tell([entry for entry in told if entry.id not in known][:most], event)


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


def _is_slash_command(text: str) -> bool:
    word = text[1:].partition(" ")[0]
    return text[0] == "/" and "\n" not in text and word[:1].isalpha() and "/" not in word


def _tell(entries: list[Entry], event: Event, head: str = "") -> Decision | None:
    text = block(entries, head, AFTER.format(command=for_person()))
    return _telling(text, [entry.id for entry in entries], event) if entries else None


def _telling(text: str, ids: list[str], event: Event) -> Decision:
    """Return the Decision by which the agent is told these learnings."""
    decision = Decision()
    decision.context = text
    decision.rows = [
        {"what": history.TOLD, "id": entry_id, "agent": event.agent} for entry_id in ids
    ]
    return decision
