"""Learn a sentence or the lesson of failures, and count what became of one."""

from __future__ import annotations

import os
from functools import partial
from string import hexdigits

from reflexion.actions import lessons
from reflexion.actions.lessons import Act, Done
from reflexion.detect.secrets import redact_all
from reflexion.errors import Stop, Usage
from reflexion.learning import revise
from reflexion.learning.entry import AGENT, LEVELS, MAX_COUNT, Entry, is_id, is_label
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import is_persons
from reflexion.store import history, paths
from reflexion.store.entries import Store, nearest
from reflexion.store.history import today

SHORTEST_ID = 3
NEAR = 3  # lessons that are shown beside a new one
# the least score of these: in a store of 472 a new one is shown 1.3 of them
NEAR_SCORE = 0.2
NOTHING = "nothing of this `--for` was recorded"

NEW = ("learned", "waits")  # what was done where words are new

Places = dict[Store, dict[str, None]]  # ids of learnings in their store


def about_learning(store: Store, **known: str) -> Entry:
    """Return what is known of a learning of a store besides its sentence.

    Raises Usage for what cannot be the name of a skill or category; "" is none.
    """
    about = Entry(cwd=paths.relative(os.getcwd(), store.root), **known)
    for name in filter(None, (about.skill, about.category)):
        if not is_label(name):
            raise Usage(f"{name!r} is no name of letters, digits, '-', '_', '.' or ':'")
    return about


def learn(act: Act, store: Store, ids: str, text: str, about: Entry) -> list[Done]:
    """Record a sentence for the learnings "ID,ID", or by itself where `ids` is ""; return what was
    done. `about` says what is known of it besides.

    Where the text is the id of another learning, that one becomes their lesson. Raises Stop
    for a text that is neither a sentence nor such an id, and for an id that nothing has; OSError.
    """
    if not ids:
        return _learn_sentence(act, store, text, about)
    if not looks_like_id(text):
        sentence = lessons.checked(text, about.type or "error", act.project.settings["redact"])
        return _record(act, _resolve(act, ids), sentence, about)
    known = lessons.find(act.project.both_stores, text)
    lesson = lessons.read_lesson(*known).resolution
    places = _resolve(act, ids)
    places.get(known[0], {}).pop(known[1], None)
    return _record(act, places, lesson, about, known) or [Done("same", known[1])]


def _learn_sentence(act: Act, store: Store, text: str, about: Entry) -> list[Done]:
    """Store or count a sentence, or an error without a lesson; return what was done."""
    patterns = act.project.settings["redact"]
    kind = about.type or "insight"
    sentence = "" if kind == "error" and not text else lessons.checked(text, kind, patterns)
    trigger, action = redact_all([about.trigger, about.context], patterns)
    draft = revise.new_lesson(kind, sentence, act.who, action, trigger)
    draft.update(cwd=about.cwd, skill=about.skill, category=about.category)
    entry, done = lessons.store_draft(act, store, draft)
    if sentence and not same_sentence(entry.resolution, sentence):
        done += _record(act, {store: {entry.id: None}}, sentence, about)
    if about.everywhere:
        done += propose_everywhere(act, store, entry.id)
    return done


def propose_everywhere(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Let a learning wait for a person, who may tell it in every project. Raises Stop, OSError."""
    lessons.change_words(act, store, entry_id, partial(Entry.update, everywhere=True))
    return [Done("for all", entry_id)]


def _record(
    act: Act,
    places: Places,
    sentence: str,
    about: Entry,
    known: tuple[Store | None, str] = (None, ""),
) -> list[Done]:
    """Make a clean sentence the lesson of learnings: of a store the others join the first one,
    or the one that is `known` to hold it, (store, id).

    An agent may only propose it where a person wrote the lesson, or it is a rule.
    """

    def put(entry: Entry) -> None:
        revise.put_lesson(entry, sentence, act.who)
        skill, category = about.skill or entry.skill, about.category or entry.category
        entry.update(skill=skill, category=category)
        if about.type == "pattern":
            revise.make_pattern(entry)

    done: list[Done] = []
    for store, ids in places.items():
        proposed, free = lessons.propose(act, store, list(ids), sentence)
        done += proposed
        if free:
            kept = known[1] if store is known[0] else free.pop(0)
            before = lessons.read(store, kept).resolution
            if store is not known[0]:
                lessons.change_words(act, store, kept, put)
            done += lessons.join(act, store, kept, free)
            done += lessons.finish(act, store, kept, before)
    return done


def near_to(store: Store, done: list[Done]) -> list[tuple[Entry, str]]:
    """Return (what is known, id of the new lesson that may replace it), the nearest first.

    `done` is what was done; the learnings that it is about are left out.
    """
    known = {each.id for each in done}
    found: dict[str, tuple[Entry, str]] = {}
    for new in [each for each in done if each.what in NEW]:
        for near in nearest([store], new.text, NEAR + len(known)):
            if near.match.score >= NEAR_SCORE and near.entry.id not in known:
                found.setdefault(near.entry.id, (near.entry, new.id))
    return list(found.values())[:NEAR]


def looks_like_id(text: str) -> bool:
    word = text.strip()
    return is_id(word) or (SHORTEST_ID <= len(word) <= 16 and set(word) <= set(hexdigits))


def _resolve(act: Act, parts: str) -> Places:
    found: Places = {}
    try:
        for part in filter(None, map(str.strip, parts.split(","))):
            store, entry_id = lessons.find(act.project.both_stores, part)
            lessons.read_to_change(act, store, entry_id)
            found.setdefault(store, {})[entry_id] = None
    except Stop as error:
        raise Stop(f"{error}; {NOTHING}") from None
    if not found:
        raise Stop(f"`--for` names no learning; {NOTHING}")
    return found


def worked(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Count a lesson that was followed and helped, for an agent once a session; return what
    was done. Raises Stop, OSError.
    """
    entry = lessons.read_lesson(store, entry_id)
    counted = history.sessions_of(store.state_dir, history.WORKED, entry_id)
    if act.who == AGENT and act.log.session in counted:
        return [Done("counted before", entry_id)]
    act.change.keep(*store.paths(entry_id))

    def count(entry: Entry) -> None:
        entry.occurrences = min(MAX_COUNT, entry.occurrences + 1)
        entry.last_seen = max(today(), entry.last_seen)

    entry = store.update(entry_id, count) or entry
    lessons.record(act, store, entry_id, history.WORKED)
    lessons.note_statement(act, store, entry)
    return [Done("worked", entry_id, "", entry.occurrences)]


def failed(act: Act, store: Store, entry_id: str, why: str) -> list[Done]:
    """Let a lesson that did not help wait for review; return what was done.

    Raises Stop, OSError.
    """

    def flag(entry: Entry) -> None:
        revise.add_note(entry, f"{revise.DID_NOT_HELP}{today()}: {why}".rstrip(": "))
        entry.needs_review = True
        if not (act.who == AGENT and is_persons(entry)):
            level = LEVELS.index(entry.confidence or LEVELS[-1])
            entry.confidence = LEVELS[max(0, level - 1)]

    entry = lessons.change_words(act, store, entry_id, flag)
    lessons.record(act, store, entry_id, history.FAILED)
    done = [Done("failed", entry_id, entry.confidence or LEVELS[-1])]
    return [*done, Done("rule stays", entry_id)] if entry.promoted else done
