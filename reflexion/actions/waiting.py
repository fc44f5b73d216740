"""What waits for a person, why, and how they settle it."""

from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Iterator
from functools import partial

from reflexion import promote
from reflexion.actions import lessons, removal
from reflexion.actions.lessons import LINE, Act, Done
from reflexion.detect.risk import risk_of
from reflexion.errors import Refused, Stop
from reflexion.learning import revise
from reflexion.learning.entry import Entry
from reflexion.learning.fields import AGENT, MOST
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.learning.rule import sentence_in, sentence_of
from reflexion.promote import rules
from reflexion.store import fs, history, index, trust
from reflexion.store.ages import Ages
from reflexion.store.history import today
from reflexion.store.nearest import about_the_same
from reflexion.store.project import Project
from reflexion.text.clean import one_line, plural

RULE = "rule"
OLD = "old"
MOST_PROJECTS = 200  # that are looked through
OTHERS = 2  # projects beside this one
COMPARED = 300  # sentences, the newest ones, that are held against each other
MAX_SHOWN = 600  # characters: more than a sentence may have

# kind: RULE, OLD or ""; why: in words; other: the id of an older learning about the same thing;
# rule: what its rule says that a person changed
Item = namedtuple("Item", "store entry kind why other rule", defaults=("", ""))


def items(project) -> list[Item]:
    """Return an Item for each learning of the project and of the home store that waits.

    Those of the kind OLD come last.
    """
    stores = {store.dir: store for store in (project.store, project.home)}
    found = [item for store in stores.values() for item in _items_of(project, store)]
    return sorted(found, key=lambda item: item.kind == OLD)


def in_three_projects(project) -> list[str]:
    """Return the ids of lessons that stand in two other projects of this person, too."""
    keys = fs.names(os.path.join(project.home.dir, trust.FOLDER))[:MOST_PROJECTS]
    roots = [trust.place_of(os.path.join(project.home.dir, trust.FOLDER, key)) for key in keys]
    environ = {key: value for key, value in project.environ.items() if key != "REFLEXION_DIR"}
    others = [Project(root, environ) for root in roots if root and root != project.root]
    stores = [other.store for other in others if other.trusted]
    known = [{part for row in _rows(store) for part in row} for store in stores]
    mine = {row.id: row.fingerprints.split(",") for row in project.store.index.rows(index.SOLVED)}
    at_home = {part for row in _rows(project.home) for part in row}
    return [
        entry_id
        for entry_id, parts in mine.items()
        if sum(not known_there.isdisjoint(parts) for known_there in known) >= OTHERS
        and at_home.isdisjoint(parts)
    ]


def _rows(store) -> Iterator[list[str]]:
    """Yield the fingerprints of each learning of a store."""
    for row in store.index.rows():
        yield row.fingerprints.split(",")


def _items_of(project, store) -> list[Item]:
    """Return the Items of a store, oldest first."""
    entries = list(store.all())
    found = _changed_rules(project, store, entries)
    known = {item.entry.id for item in found}
    items = (_item(project, store, entry) for entry in entries if entry.id not in known)
    found += filter(None, items)
    known = {item.entry.id for item in found}
    found += [item for item in _newer(store, entries) if item.entry.id not in known]
    known = {item.entry.id for item in found}
    return found + [item for item in _old(project, store) if item.entry.id not in known]


def _changed_rules(project, store, entries: list[Entry]) -> list[Item]:
    """Return an Item for each learning whose rule a person changed in its file."""
    try:
        files = rules.standing(project).values()
    except Refused:
        return []
    lines = {key: line for rules_in_file in files for key, line in rules_in_file.items()}
    said = {key: sentence_in(line) for key, line in lines.items()}
    changed = [
        each for each in entries if said.get(each.id, sentence_of(each)) != sentence_of(each)
    ]
    why = "its rule was changed, and says: {}"
    return [Item(store, each, "", why.format(said[each.id]), "", said[each.id]) for each in changed]


def _item(project, store, entry: Entry) -> Item | None:
    """Return the Item of a learning; None if nothing about it waits."""
    if entry.proposed:
        proposed = one_line(str(entry.proposed), MAX_SHOWN)
        who = "an agent" if entry.proposed_by == AGENT else "somebody else"
        return Item(store, entry, "", f"{who} proposes: {proposed}", "")
    if entry.needs_review:
        return Item(store, entry, "", _why_flagged(store, entry), "")
    if entry.everywhere:
        return Item(store, entry, "", "an agent proposes it for all projects", "")
    if entry.as_rule:
        return Item(store, entry, RULE, "a reflection proposes it as a rule", "")
    why = promote.why_it_waits(project, entry) if store is project.store else ""
    if why:
        return Item(store, entry, RULE, f"it could be a rule, and waits for your yes: {why}", "")
    if is_solved(entry) and entry.confidence == "low":
        return Item(store, entry, "", "its confidence is low, so no agent is told", "")
    return None


def _why_flagged(store, entry: Entry) -> str:
    if history.sessions_of(store.state_dir, history.FAILED, entry.id, since=history.LEARNED):
        return f"it {_note(entry, revise.DID_NOT_HELP) or 'did not help'}"
    sessions = history.sessions_of(store.state_dir, history.CAME_BACK, entry.id)
    if sessions:
        return f"its failure came back in {plural(len(sessions), 'session')}, although told"
    risk = "" if is_persons(entry) else risk_of(entry.resolution)
    if risk:
        origin = "an agent wrote it" if entry.source == AGENT else "it was imported"
        return f"{origin}, and it is risky: {risk}"
    return "it was flagged"


def _note(entry: Entry, begin: str) -> str:
    """Return the newest note that begins so; "" without one."""
    return next((note for note in reversed(entry.notes) if note.startswith(begin)), "")


def _newer(store, entries: list[Entry]) -> list[Item]:
    """Return an Item for each learning that may be about the same thing as an older one."""
    solved = [entry for entry in entries if is_solved(entry)]
    solved.sort(key=lambda entry: (entry.first_seen, entry.id))
    found = {}
    for newer, older in about_the_same(store, solved[-COMPARED:]):
        said = one_line(older.resolution, MAX_SHOWN)
        why = f"it is newer, and may be about the same as {older.id}: {said}"
        found.setdefault(newer.id, Item(store, newer, "", why, older.id))
    return list(found.values())


def _old(project, store) -> list[Item]:
    """Return an Item for each lesson that left the brief, as no session met it for long."""
    after = project.settings["forget_after"]
    ages = Ages(store.state_dir)
    rows = [row for row in store.index.rows(index.SOLVED) if ages.is_forgotten(row, after)]
    entries = (store.get(row.id) for row in rows if index.PROMOTED not in row.flags)
    why = f"no session met it for {plural(after, 'session')}"
    return [Item(store, entry, OLD, why, "") for entry in entries if entry]


def settle(act: Act, item: Item, answer: str, text: str = "") -> list[Done]:
    """Carry out what a person decides about an Item; return what was done.

    `answer` is a key of WAYS; `text` are the words of "fix". Raises Stop, OSError.
    """
    if answer in ("keep", "rule") and not is_solved(item.entry):
        raise Stop(f"{item.entry.id} has no lesson yet: say one with `fix`, or drop it")
    return WAYS[answer](act, item, text)


def _keep(act: Act, item: Item, text: str) -> list[Done]:
    entry_id = item.entry.id
    keep = partial(_tell_apart, other=item.other) if item.other else _confirm
    lessons.change_words(act, item.store, entry_id, keep)
    done = [Done("kept", entry_id)]
    return done + lessons.settle_rule(act, item.store, entry_id)


def _confirm(entry: Entry) -> None:
    """Take a learning for the person's, met again today."""
    revise.make_persons(entry)
    entry.last_seen = max(today(), entry.last_seen)


def _tell_apart(entry: Entry, other: str) -> None:
    """Remember that two learnings do not say the same."""
    entry.different = [*entry.different, other][-MOST["different"] :]


def _take(act: Act, item: Item, text: str) -> list[Done]:
    proposed = item.rule or item.entry.proposed
    if not proposed:
        raise Stop(f"nobody proposes other words for {item.entry.id}")
    return _fix(act, item, proposed)


def _fix(act: Act, item: Item, text: str) -> list[Done]:
    return lessons.reword(act, item.store, item.entry.id, text, item.rule)


def _rule(act: Act, item: Item, text: str) -> list[Done]:
    entry_id = item.entry.id
    act.change.keep(*item.store.paths(entry_id))
    line = promote.write(act.project, entry_id, act.session, store=item.store)
    return [Done(LINE, entry_id, line)]


def _merge(act: Act, item: Item, text: str) -> list[Done]:
    """Make one learning of two, in the newer words; a person's stay beside an agent's."""
    if not item.other:
        raise Stop(f"no older learning is like {item.entry.id}")
    store = item.store
    kept, gone = item.entry.id, item.other
    if is_persons(lessons.read(store, gone)) and not is_persons(item.entry):
        kept, gone = gone, kept
    done = lessons.join(act, store, kept, [gone])
    return done + lessons.settle_rule(act, store, kept)


def _drop(act: Act, item: Item, text: str) -> list[Done]:
    removal.remove(act, item.store, [item.entry.id])
    return [Done("dropped", item.entry.id)]


def _global(act: Act, item: Item, text: str) -> list[Done]:
    return removal.move_home(act, item.store, item.entry.id)


WAYS = {
    "keep": _keep,
    "take": _take,
    "fix": _fix,
    "rule": _rule,
    "merge": _merge,
    "drop": _drop,
    "global": _global,
}
