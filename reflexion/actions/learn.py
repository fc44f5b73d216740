"""Learn a sentence, or the lesson of failures: what `learn` and a reflection's decisions do."""

from __future__ import annotations

from collections import namedtuple
from string import hexdigits

from reflexion.actions import lessons
from reflexion.actions.lessons import Act, Done
from reflexion.capture.sentence import sentence_entry
from reflexion.errors import Stop, Usage
from reflexion.learning import revise
from reflexion.learning.entry import Entry, is_id, is_label
from reflexion.learning.failure import admit
from reflexion.learning.fields import MAX_CONTEXT, MAX_TRIGGER
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import is_solved
from reflexion.store.entries import Store
from reflexion.store.nearest import nearest
from reflexion.text.clean import as_typed, one_line

SHORTEST_ID = 3
NEAR = 3  # lessons that are shown beside a new one
# the least score of these: in a store of 472 a new one is shown 1.3 of them
NEAR_SCORE = 0.2
NOTHING = "nothing of this `--for` was recorded"

# what is said of a sentence, "" where nothing is: its type, the error or what was said, the
# command or what was attempted, the skill and the category, the folder below the root; whether
# an agent proposes it for all projects
NAMES = "kind trigger action skill category cwd everywhere"
About = namedtuple("About", NAMES, defaults=(*[""] * 5, ".", False))


def require_label(name: str) -> None:
    """Raise Usage for what cannot be the name of a skill or category; "" is none."""
    if name and not is_label(name):
        raise Usage(f"{name!r} is no name of letters, digits, '-', '_', '.' or ':'")


def learn_sentence(act: Act, store: Store, text: str, about: About) -> list[Done]:
    """Store or count a sentence, or an error without a lesson; return what was done.

    Raises Stop, OSError.
    """
    patterns = act.project.settings["redact"]
    kind = about.kind or "insight"
    is_open = kind == "error" and not text
    sentence = "" if is_open else lessons.checked(text, kind, patterns)
    trigger, action = admit([about.trigger, about.action], patterns)
    draft = sentence_entry(
        kind, sentence, as_typed(action, MAX_CONTEXT), one_line(trigger, MAX_TRIGGER)
    )
    draft.cwd = about.cwd
    if sentence:
        draft.update(**revise.standing_of(sentence, act.who))
    _label(draft, about)
    entry, done = lessons.store_draft(act, store, draft)
    if sentence and not same_sentence(entry.resolution, sentence):
        done += _record(act, store, [entry.id], sentence, about)
    if about.everywhere:
        done += propose_everywhere(act, store, entry.id)
    return done


def propose_everywhere(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Let a learning wait for a person, who may tell it in every project. Raises Stop, OSError."""

    def flag(entry: Entry) -> None:
        entry.everywhere = True

    lessons.change_words(act, store, entry_id, flag)
    return [Done("for all", entry_id)]


def learn_for(act: Act, stores: list[Store], parts: str, text: str, about: About) -> list[Done]:
    """Record a sentence for the learnings that `parts` names ("ID,ID"); return what was done.

    Where the text is the id of another learning, that one becomes their lesson. Raises Stop
    for a text that is neither a sentence nor such an id, and for an id that nothing has.
    """
    if not looks_like_id(text):
        kind = about.kind or "error"
        sentence = lessons.checked(text, kind, act.project.settings["redact"])
        store, ids = _resolve(stores, parts)
        return _record(act, store, ids, sentence, about)
    store, target = lessons.find(stores, text)
    before = lessons.read(store, target)
    if not is_solved(before):
        raise Stop(f"{target} has no lesson itself; {NOTHING}")
    of, ids = _resolve(stores, parts)
    if of is not store:
        raise Stop(f"{target} is told in every project, and {parts} is not; {NOTHING}")
    return _link(act, store, ids, before)


def _record(act: Act, store: Store, ids: list[str], sentence: str, about: About) -> list[Done]:
    def edit(entry: Entry) -> None:
        _label(entry, about)
        if about.kind == "pattern":
            revise.make_pattern(entry)

    return lessons.record_lesson(act, store, ids, sentence, edit)


def _label(entry: Entry, about: About) -> None:
    entry.update(skill=about.skill or entry.skill, category=about.category or entry.category)


def near_to(store: Store, done: list[Done]) -> list[Entry]:
    """Return what is known that new lessons may replace, the nearest first.

    `done` is what was done; lessons that are part of that are left out.
    """
    learned = {each.id: each.text for each in done if each.what in ("learned", "waits")}
    found = []
    for text in learned.values():
        near = nearest([store], text, NEAR + len(learned))
        found += [one.entry for one in near if one.match.score >= NEAR_SCORE]
    fresh = {entry.id: entry for entry in found if entry.id not in learned}
    return list(fresh.values())[:NEAR]


def looks_like_id(text: str) -> bool:
    word = text.strip()
    return is_id(word) or (SHORTEST_ID <= len(word) <= 16 and set(word) <= set(hexdigits))


def _resolve(stores: list, parts: str) -> tuple:
    """Return (the store, the ids) that "ID,ID" names. Raises Stop, naming each wrong part."""
    found = []
    problems = []
    for part in filter(None, map(str.strip, parts.split(","))):
        try:
            store, entry_id = lessons.find(stores, part)
            lessons.read(store, entry_id)
            found.append((store, entry_id))
        except Stop as error:
            problems.append(f"{error}; {NOTHING}")
    if problems:
        raise Stop("\n".join(problems))
    if len({store.dir for store, _ in found}) > 1:
        raise Stop(f"{parts} lie in two stores; {NOTHING}")
    return found[0][0], list(dict.fromkeys(entry_id for _, entry_id in found))


def _link(act: Act, store: Store, ids: list[str], target: Entry) -> list[Done]:
    """Make failures part of the learning that says already what to do; return what was done."""
    done = []
    free = []
    for entry_id in [each for each in ids if each != target.id]:
        proposed = lessons.propose(act, store, entry_id, target.resolution)
        done += proposed
        free += [] if proposed else [entry_id]
    if not free:
        return done
    done += lessons.join(act, store, target.id, free)
    return done + lessons.finish(act, store, target.id, target.resolution)
