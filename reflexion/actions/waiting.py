"""What waits for a person, why, and how they settle it."""

from __future__ import annotations

import os
from collections import Counter, namedtuple
from collections.abc import Iterator
from functools import partial

from reflexion import promote
from reflexion.actions import lessons, removal
from reflexion.actions.lessons import MAX_SHOWN, Act, Action, Done
from reflexion.detect.sentences import risk_of
from reflexion.errors import Refused, Stop
from reflexion.learning import lesson, revise
from reflexion.learning.entry import AGENT, MOST, Entry
from reflexion.learning.identity import same_sentence
from reflexion.store import fs, history, index, rule_files, trust
from reflexion.store.ages import Ages, about_the_same
from reflexion.store.entries import Store
from reflexion.store.history import today
from reflexion.store.project import Project
from reflexion.text import one_line, plural

RULE = "rule"
CHANGED = "changed"
OLD = "old"
MOST_PROJECTS = 200  # that are looked through
OTHERS = 2  # projects beside this one
COMPARED = 300  # sentences, the newest ones, that are held against each other

# kind: RULE, CHANGED, OLD or ""; why: in words; proposed: words to take in place of the lesson;
# other: the id of an older learning about the same thing; in_file: a rule that a person changed
Item = namedtuple("Item", "store entry kind why proposed other in_file", defaults=("", "", ""))


def items(project: Project) -> dict[str, Item]:
    """Return {id: Item} of the learnings of the project and of the home store that wait.

    Those of the kind OLD come last.
    """
    found = _changed(project)
    for store in project.both_stores:
        entries = list(store.all())
        of_one = (item for entry in entries for item in _of_one(project, store, entry))
        for item in (*of_one, *_newer(store, entries), *_old(project, store)):
            found.setdefault(item.entry.id, item)
    return dict(sorted(found.items(), key=lambda pair: pair[1].kind == OLD))


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
            said = one_line(lesson.sentence_in(line), MAX_SHOWN)
            if entry and said != lesson.sentence_of(entry):
                why = f"its rule in {os.path.basename(path)} was changed: {said}"
                found[entry_id] = Item(store, entry, CHANGED, why, said, in_file=said)
    return found


def in_three_projects(project: Project) -> list[str]:
    """Return the ids of lessons that stand in two other projects of this person, too."""
    known = Counter(part for other in _others(project) for part in _fingerprints(other.store))
    known.update(dict.fromkeys(_fingerprints(project.home), -MOST_PROJECTS))
    mine = {row.id: row.fingerprints.split(",") for row in project.store.index.rows(index.SOLVED)}
    return [key for key, parts in mine.items() if max(known[part] for part in parts) >= OTHERS]


def _others(project: Project) -> Iterator[Project]:
    """Yield the other projects whose store this person accepted."""
    lists = os.path.join(project.home.dir, trust.FOLDER)
    own = project.store.trust.folder
    for folder in [os.path.join(lists, key) for key in fs.names(lists)[:MOST_PROJECTS]]:
        other = Project(trust.place_of(folder), {**project.environ, "REFLEXION_DIR": ""})
        # where a store is gone, it may be the project around it
        if other.trusted and other.store.trust.folder == folder != own:
            yield other


def _fingerprints(store: Store) -> set[str]:
    return {part for row in store.index.rows() for part in row.fingerprints.split(",")}


def _of_one(project: Project, store: Store, entry: Entry) -> Iterator[Item]:
    """Yield an Item for each reason to wait that a learning holds itself; the first one counts."""
    if entry.proposed:
        words = one_line(entry.proposed, MAX_SHOWN)
        who = "an agent" if entry.proposed_by == AGENT else "somebody else"
        yield Item(store, entry, "", f"{who} proposes: {words}", words)
    if entry.needs_review:
        yield Item(store, entry, "", _why_flagged(store, entry))
    if entry.everywhere:
        yield Item(store, entry, "", "an agent proposes it for all projects")
    if entry.as_rule:
        yield Item(store, entry, RULE, "a reflection proposes it as a rule")
    rule = promote.why_it_waits(project, entry) if store is project.store else ""
    if rule:
        yield Item(store, entry, RULE, f"it could be a rule, and waits for your yes: {rule}")
    least = project.settings["min_confidence"]
    if lesson.state_of(entry) in ("lesson", "low") and not lesson.may_tell(entry, least):
        yield Item(store, entry, "", f"its confidence is {entry.confidence}, so no agent is told")


def _why_flagged(store: Store, entry: Entry) -> str:
    """Return why somebody flagged a learning."""
    notes = [note for note in entry.notes if note.startswith((revise.DID_NOT_HELP, revise.BEFORE))]
    if notes and notes[-1].startswith(revise.DID_NOT_HELP):  # no other lesson came after that
        return f"it {notes[-1]}"
    sessions = history.sessions_of(store.state_dir, history.CAME_BACK, entry.id)
    if sessions:
        return f"its failure came back in {plural(len(sessions), 'session')}, although told"
    risk = risk_of(entry.resolution)
    return f"{lesson.writer_of(entry)}, and it is risky: {risk}" if risk else "it was flagged"


def _newer(store: Store, entries: list[Entry]) -> Iterator[Item]:
    solved = [entry for entry in entries if lesson.is_solved(entry)]
    solved.sort(key=lambda entry: (entry.first_seen, entry.id))
    for newer, older in about_the_same(store, solved[-COMPARED:]):
        said = one_line(older.resolution, MAX_SHOWN)
        why = f"it is newer, and may be about the same as {older.id}: {said}"
        yield Item(store, newer, "", why, other=older.id)


def _old(project: Project, store: Store) -> list[Item]:
    after = project.settings["forget_after"]
    ages = Ages(store.state_dir)
    rows = [row for row in store.index.rows(index.SOLVED) if index.PROMOTED not in row.flags]
    ids = [row.id for row in rows if ages.is_forgotten(row, after)]
    why = f"no session met it for {plural(after, 'session')}"
    return [Item(store, entry, OLD, why) for entry in filter(None, map(store.get, ids))]


def answers(project: Project, item: Item, text: str = "") -> dict[str, Action]:
    """Return the answers that fit an Item, in the order in which a person reads them, and what
    carries each of them out. `text` are the words of "fix".
    """
    solved = lesson.is_solved(item.entry)
    rows: tuple[tuple[str, object, Action], ...] = (
        ("keep", solved, partial(_keep, item=item)),
        ("take", item.proposed, partial(_take, item=item)),
        ("fix", True, partial(_take, item=item._replace(proposed=text))),
        ("rule", solved and not item.entry.promoted, lessons.make_rule),
        ("merge", item.other, partial(_merge, item=item)),
        ("drop", True, removal.remove),
        ("global", solved and item.store is not project.home, removal.move_home),
    )
    return {answer: action for answer, does_fit, action in rows if does_fit}


def settle(act: Act, item: Item, answer: str, text: str = "") -> list[Done]:
    """Carry out what a person decides about an Item; return what was done.

    `text` are the words of "fix". Raises Stop, OSError.
    """
    fitting = answers(act.project, item, text)
    if answer not in fitting:
        raise Stop(f"`{answer}` does not fit {item.entry.id}: it takes {', '.join(fitting)}")
    return fitting[answer](act, item.store, item.entry.id)


def _keep(act: Act, store: Store, entry_id: str, item: Item) -> list[Done]:
    """Tell a learning apart from another one, or take it for the person's, met again today."""

    def keep(entry: Entry) -> None:
        if item.other:
            entry.different = [*entry.different, item.other][-MOST["different"] :]
            return
        revise.make_persons(entry)
        entry.last_seen = max(today(), entry.last_seen)

    lessons.change_words(act, store, entry_id, keep)
    return [Done("kept", entry_id), *lessons.settle_rule(act, store, entry_id, item.in_file)]


def _take(act: Act, store: Store, entry_id: str, item: Item) -> list[Done]:
    """Take the words that were proposed or typed, and join the learnings that say the same."""
    done = lessons.reword(act, store, entry_id, item.proposed, item.in_file)
    said = {each.id: each.resolution for each in store.all() if each.type != "error"}
    said.pop(entry_id, "")
    words = lessons.read(store, entry_id).resolution
    same = [other for other, text in said.items() if same_sentence(text, words)]
    return done + lessons.join(act, store, entry_id, same)


def _merge(act: Act, store: Store, entry_id: str, item: Item) -> list[Done]:
    """Make one learning of two, in the newer words; a person's stay beside an agent's."""
    kept, gone = entry_id, item.other
    if lesson.is_persons(lessons.read(store, gone)) and not lesson.is_persons(item.entry):
        kept, gone = gone, kept
    done = lessons.join(act, store, kept, [gone])
    return done + lessons.settle_rule(act, store, kept)
