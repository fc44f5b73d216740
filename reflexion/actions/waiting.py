"""What waits for a person, why, and how they settle it."""

from __future__ import annotations

import os
from collections import Counter, namedtuple
from collections.abc import Iterator
from functools import partial

from reflexion import promote
from reflexion.actions import lessons, removal
from reflexion.actions.lessons import LINE, Act, Done
from reflexion.detect.sentences import risk_of
from reflexion.errors import Refused, Stop
from reflexion.learning import revise
from reflexion.learning.entry import AGENT, MOST, Entry
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import is_persons, is_solved, sentence_in, sentence_of
from reflexion.store import fs, history, index, rule_files, trust
from reflexion.store.ages import Ages
from reflexion.store.entries import Store
from reflexion.store.history import today
from reflexion.store.nearest import about_the_same
from reflexion.store.project import Project
from reflexion.text import one_line, plural

RULE = "rule"
CHANGED = "changed"
OLD = "old"
MOST_PROJECTS = 200  # that are looked through
OTHERS = 2  # projects beside this one
COMPARED = 300  # sentences, the newest ones, that are held against each other
MAX_SHOWN = 600  # characters: more than a sentence may have

# kind: RULE, CHANGED, OLD or ""; why: in words; proposed: words to take in place of the lesson;
# other: the id of an older learning about the same thing
Item = namedtuple("Item", "store entry kind why proposed other", defaults=("", ""))


def items(project: Project) -> list[Item]:
    """Return an Item for each learning of the project and of the home store that waits.

    Those of the kind OLD come last.
    """
    found = _changed(project)
    for store in dict.fromkeys((project.store, project.home)):
        entries = list(store.all())
        of_one = _of_one(project, store, entries)
        for item in (*of_one, *_newer(store, entries), *_old(project, store)):
            found.setdefault(item.entry.id, item)
    return sorted(found.values(), key=lambda item: item.kind == OLD)


def _changed(project: Project) -> dict[str, Item]:
    """Return {id: Item} of the rules whose words a person changed in a file."""
    try:
        standing = rule_files.standing(project)
    except Refused:  # `doctor` says why
        return {}
    found = {}
    for path, lines in standing.items():
        for entry_id, line in lines.items():
            store = project.store if project.store.get(entry_id) else project.home
            entry = store.get(entry_id)
            said = one_line(sentence_in(line), MAX_SHOWN)
            if entry and said != sentence_of(entry):
                why = f"its rule in {os.path.basename(path)} was changed: {said}"
                found[entry_id] = Item(store, entry, CHANGED, why, said)
    return found


def in_three_projects(project: Project) -> list[str]:
    """Return the ids of lessons that stand in two other projects of this person, too."""
    folder = os.path.join(project.home.dir, trust.FOLDER)
    places = [os.path.join(folder, key) for key in fs.names(folder)[:MOST_PROJECTS]]
    environ = {key: value for key, value in project.environ.items() if key != "REFLEXION_DIR"}
    roots = {trust.place_of(place) for place in places} - {"", project.root}
    others = [other for other in (Project(root, environ) for root in roots) if other.trusted]
    known = Counter(part for other in others for part in _fingerprints(other.store))
    known.update(dict.fromkeys(_fingerprints(project.home), -MOST_PROJECTS))
    mine = {row.id: row.fingerprints.split(",") for row in project.store.index.rows(index.SOLVED)}
    return [key for key, parts in mine.items() if max(known[part] for part in parts) >= OTHERS]


def _fingerprints(store: Store) -> set[str]:
    return {part for row in store.index.rows() for part in row.fingerprints.split(",")}


def _of_one(project: Project, store: Store, entries: list[Entry]) -> Iterator[Item]:
    """Yield the Items of learnings that wait by what they hold themselves."""
    for entry in entries:
        rule = promote.why_it_waits(project, entry) if store is project.store else ""
        why = _why_it_waits(store, entry)
        if why:
            yield Item(store, entry, "", why, one_line(entry.proposed, MAX_SHOWN))
        elif entry.as_rule:
            yield Item(store, entry, RULE, "a reflection proposes it as a rule")
        elif rule:
            yield Item(store, entry, RULE, f"it could be a rule, and waits for your yes: {rule}")
        elif is_solved(entry) and entry.confidence == "low":
            yield Item(store, entry, "", "its confidence is low, so no agent is told")


def _why_it_waits(store: Store, entry: Entry) -> str:
    """Return why a learning waits that somebody flagged; "" for any other one."""
    if entry.proposed:
        who = "an agent" if entry.proposed_by == AGENT else "somebody else"
        return f"{who} proposes: {one_line(entry.proposed, MAX_SHOWN)}"
    if not entry.needs_review:
        return "an agent proposes it for all projects" if entry.everywhere else ""
    notes = [note for note in entry.notes if note.startswith(revise.DID_NOT_HELP)]
    if notes and history.sessions_of(  # without a note that was taken back
        store.state_dir, history.FAILED, entry.id, since=history.LEARNED
    ):
        return f"it {notes[-1]}"
    sessions = history.sessions_of(store.state_dir, history.CAME_BACK, entry.id)
    if sessions:
        return f"its failure came back in {plural(len(sessions), 'session')}, although told"
    risk = "" if is_persons(entry) else risk_of(entry.resolution)
    origin = "an agent wrote it" if entry.source == AGENT else "it was imported"
    return f"{origin}, and it is risky: {risk}" if risk else "it was flagged"


def _newer(store: Store, entries: list[Entry]) -> Iterator[Item]:
    solved = [entry for entry in entries if is_solved(entry)]
    solved.sort(key=lambda entry: (entry.first_seen, entry.id))
    for newer, older in about_the_same(store, solved[-COMPARED:]):
        said = one_line(older.resolution, MAX_SHOWN)
        why = f"it is newer, and may be about the same as {older.id}: {said}"
        yield Item(store, newer, "", why, other=older.id)


def _old(project: Project, store: Store) -> list[Item]:
    after = project.settings["forget_after"]
    ages = Ages(store.state_dir)
    rows = [row for row in store.index.rows(index.SOLVED) if ages.is_forgotten(row, after)]
    entries = (store.get(row.id) for row in rows if index.PROMOTED not in row.flags)
    why = f"no session met it for {plural(after, 'session')}"
    return [Item(store, entry, OLD, why) for entry in entries if entry]


def answers(project: Project, item: Item) -> list[str]:
    """Return the answers that fit an Item, in the order in which a person reads them."""
    solved = is_solved(item.entry)
    fits = {
        "keep": solved,
        "take": item.proposed,
        "fix": True,
        "rule": solved and not item.entry.promoted,
        "merge": item.other,
        "drop": True,
        "global": solved and item.store is not project.home,
    }
    return [answer for answer, does_fit in fits.items() if does_fit]


def settle(act: Act, item: Item, answer: str, text: str = "") -> list[Done]:
    """Carry out what a person decides about an Item; return what was done.

    `text` are the words of "fix". Raises Stop, OSError.
    """
    fitting = answers(act.project, item)
    store, entry_id = item.store, item.entry.id
    if answer not in fitting:
        raise Stop(f"`{answer}` does not fit {entry_id}: it takes {', '.join(fitting)}")
    rule = item.proposed if item.kind == CHANGED else ""  # what a person made of it
    if answer == "keep":
        lessons.change_words(act, store, entry_id, partial(_keep, other=item.other))
        return [Done("kept", entry_id), *lessons.settle_rule(act, store, entry_id, rule)]
    if answer in ("take", "fix"):
        words = item.proposed if answer == "take" else text
        done = lessons.reword(act, store, entry_id, words, rule)
        return done + _join_same(act, store, entry_id)
    if answer == "rule":
        act.change.keep(*store.paths(entry_id))
        line = promote.write(act.project, entry_id, act.session, store=store)
        return [Done(LINE, entry_id, line)]
    if answer == "merge":
        return _merge(act, item)
    if answer == "drop":
        removal.remove(act, store, [entry_id])
        return [Done("dropped", entry_id)]
    return removal.move_home(act, store, entry_id)


def _keep(entry: Entry, other: str) -> None:
    """Tell a learning apart from another one, or take it for the person's, met again today."""
    if other:
        entry.different = [*entry.different, other][-MOST["different"] :]
        return
    revise.make_persons(entry)
    entry.last_seen = max(today(), entry.last_seen)


def _join_same(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Take in the sentences that say the same: those of which the words were proposed."""
    words = lessons.read(store, entry_id).resolution
    same = [
        each.id
        for each in store.all()
        if each.id != entry_id and each.type != "error" and same_sentence(each.resolution, words)
    ]
    return lessons.join(act, store, entry_id, same)


def _merge(act: Act, item: Item) -> list[Done]:
    """Make one learning of two, in the newer words; a person's stay beside an agent's."""
    kept, gone = item.entry.id, item.other
    if is_persons(lessons.read(item.store, gone)) and not is_persons(item.entry):
        kept, gone = gone, kept
    done = lessons.join(act, item.store, kept, [gone])
    return done + lessons.settle_rule(act, item.store, kept)
