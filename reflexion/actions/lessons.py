"""Store, change and join learnings, with history, undo and rules in step.

What happened comes back as a list of `Done`, in the order in which a person reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from reflexion import promote
from reflexion.apply import store_sighting
from reflexion.detect.secrets import redact_all
from reflexion.errors import Stop, Unreadable
from reflexion.hosts.event import Sighting
from reflexion.learning import revise
from reflexion.learning.entry import AGENT, USER, Entry, digits_of, limit_of
from reflexion.learning.identity import fingerprints_of, same_sentence
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.store import history, rule_files
from reflexion.store.ages import Sightings
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.history import SessionLog
from reflexion.store.project import Project
from reflexion.store.trust import YOURS
from reflexion.text import one_line
from reflexion.text.words import terms

GAPS = ("When \u2026", "do \u2026,", "because \u2026")  # of a question's pattern
MAX_SHOWN = 600  # characters of a lesson
# words of a prompt that have to stand in a sentence, of those that few lessons have: then the
# person asked for it
SHARED = 2
FEW = 3  # lessons, or
ONE_IN = 10
LINE = "line"


class Act(NamedTuple):
    """What is worked on, who acts (AGENT or USER), the log of the session, and the change that it
    is on record in."""

    project: Project
    who: str
    log: SessionLog
    change: Change


class Done(NamedTuple):
    """What was done to a learning: a row of cli/done.tsv, or LINE for a text that is complete."""

    what: str
    id: str
    text: str = ""
    times: int = 0


Action = Callable[[Act, Store, str], list[Done]]  # what is done to the learning of an id


def find(stores: list[Store], part: str) -> tuple[Store, str]:
    """Return (store, id) of the one learning that `part` of an id names: the one that ends with
    it, else the one that contains it. Raises Stop.
    """
    word = part.strip().lower()
    for store in stores:
        ids = store.ids() if word else []
        for fits in (str.endswith, str.__contains__):
            found = [entry_id for entry_id in ids if fits(entry_id.lower(), word)]
            if len(found) > 1:
                raise Stop(f"{part!r} fits {len(found)} learnings: give more of the id")
            if found:
                return store, found[0]
    shown = one_line(part, 60)
    raise Stop(f"no learning has the id {shown!r}: `reflexion list` shows them")


def read(store: Store, entry_id: str) -> Entry:
    """Return the learning if its words are the person's. Raises Stop."""
    try:
        is_there = store.mine.read(entry_id)
    except Unreadable as error:
        remedy = f"mend it with `reflexion edit {entry_id}`, or remove it"
        raise Stop(f"{store.path(entry_id)}: {error}; {remedy}") from None
    if not is_there:
        raise Stop(f"{entry_id} is gone: `reflexion list` shows what is there")
    entry = store.get(entry_id)
    if not entry:
        raise Stop(f"{entry_id} is not accepted here yet: `reflexion trust`")
    return entry


def read_lesson(store: Store, entry_id: str) -> Entry:
    """Return a learning that says what to do. Raises Stop."""
    entry = read(store, entry_id)
    if is_solved(entry):
        return entry
    raise Stop(f"{entry_id} has no lesson yet: `reflexion learn --for {entry_id} 'When \u2026'`")


def read_to_change(act: Act, store: Store, entry_id: str) -> Entry:
    """Return a learning that who acts may change. Raises Stop."""
    if act.who == AGENT and store is act.project.home:
        raise Stop(f"{entry_id} is told in every project, so a person changes it")
    return read(store, entry_id)


def checked(text: str, kind: str, patterns: Sequence[str]) -> str:
    """Return a sentence as it may be stored: clean, redacted, on one line. Raises Stop."""
    words = " ".join(text.split())
    said = words.replace("...", "\u2026")
    if not any(map(str.isalnum, words)):
        raise Stop("the sentence is empty: say when, what to do, and why")
    if any(gap in said for gap in GAPS):
        raise Stop("that is the pattern of a sentence: put your own words in place of each \u2026")
    most = limit_of(kind)
    if len(words) > most:
        begin = one_line(words, 40)
        raise Stop(f'"{begin}" has {len(words)} characters, {most} are allowed: say it shorter')
    return one_line(redact_all([words], patterns)[0], most)


def store_draft(act: Act, store: Store, draft: Entry) -> tuple[Entry, list[Done]]:
    """Store a sentence, or count the learning that says the same; return it and what was done.

    Raises Stop, OSError.
    """
    fingerprints = fingerprints_of(draft)
    if act.who == AGENT and store.dropped.holds(*fingerprints):
        raise Stop("a person decided that this is not to be learned: nothing was stored")
    known = store.find(fingerprints)
    before = store.get(known) if known else None
    if known:
        act.change.keep(*store.paths(known))
    sighting = Sighting(store, draft, fingerprints[0], known, once=True)
    entry_id = store_sighting(sighting, act.project, act.log)
    act.change.made(store.path(entry_id))
    entry = read(store, entry_id)
    if known and act.who == USER and not is_persons(entry):
        entry = store.update(entry_id, revise.make_persons) or entry
    note_statement(act, store, entry)
    done = finish(act, store, entry_id, entry.resolution if known else "")
    if entry == before:  # nothing is on record for `undo`
        done[0] = Done("counted before", entry_id)
    return entry, done


def note_statement(act: Act, store: Store, entry: Entry) -> None:
    """Put on record that the person said what was counted: themselves, or in this turn's prompt."""
    few = max(FEW, store.index.size() // ONE_IN)
    words = [term for term in terms(entry.resolution) if len(store.index.with_term(term)) <= few]
    last: list[dict[str, Any]] = act.log.of(history.PROMPTED)[-1:]
    said = {mark for prompt in last for mark in prompt.get("words", ())}
    asked = said.intersection(history.marks_of(words))
    if act.who == USER or len(asked) >= SHARED:
        record(act, store, entry.id, history.STATED)


def propose(act: Act, store: Store, ids: list[str], sentence: str) -> tuple[list[Done], list[str]]:
    """Keep an agent's sentence as a proposal where it may not replace what is there.

    Returns what was done, and the ids for which the sentence may be written. Raises Stop, OSError.
    """
    done = []
    free = []
    for entry_id in ids:
        entry = read(store, entry_id)
        if act.who != AGENT or not (is_persons(entry) or entry.promoted):
            free.append(entry_id)
        elif same_sentence(entry.resolution, sentence):
            done.append(Done("same", entry_id))
        else:
            edit = partial(Entry.update, proposed=sentence, proposed_by=AGENT)
            change_words(act, store, entry_id, edit)
            what = "beside a person" if is_persons(entry) else "beside a rule"
            done.append(Done(what, entry_id))
    return done, free


def change_words(act: Act, store: Store, entry_id: str, edit: Callable[[Entry], object]) -> Entry:
    """Apply `edit(entry)` to a learning and store it; return it. Raises Stop, OSError."""
    entry = read_to_change(act, store, entry_id)
    if store.look(entry_id)[2] != YOURS:
        raise Stop(f"{entry_id} was changed, which is not accepted here yet: `reflexion trust`")
    act.change.keep(*store.paths(entry_id))
    return store.update(entry_id, edit) or entry


def reword(act: Act, store: Store, entry_id: str, text: str, rule: str = "") -> list[Done]:
    """Make a person's words the lesson of a learning; return what was done.

    `rule` is what its rule says where that is known to differ. Raises Stop, OSError.
    """
    before = read(store, entry_id)
    sentence = checked(text, before.type, act.project.settings["redact"])
    put = partial(revise.put_lesson, sentence=sentence, by=USER)
    change_words(act, store, entry_id, put)
    return finish(act, store, entry_id, rule or before.resolution)


def join(act: Act, store: Store, kept_id: str, gone_ids: list[str]) -> list[Done]:
    """Make learnings part of another one, and take their rules out; return what was done.

    Raises OSError.
    """
    for entry_id in (kept_id, *gone_ids):
        act.change.keep(*store.paths(entry_id))
    with store.lock():
        kept = read(store, kept_id)
        for entry_id in gone_ids:
            met = [Sightings(store, each).sessions for each in (kept_id, entry_id)]
            revise.absorb(kept, read(store, entry_id), len(met[0] & met[1]))
            store.remove(entry_id)
            history.append(store.state_dir, entry_id, [(history.JOINED, kept_id)])
        store.write(kept)
    rule_files.take_out(act.project, gone_ids)
    return [Done("joined", entry_id, kept_id) for entry_id in gone_ids]


def finish(act: Act, store: Store, entry_id: str, before: str) -> list[Done]:
    """Record that a lesson was learned, and bring its rule in step; return what was done.

    `before` is the resolution until now.
    """
    entry = read(store, entry_id)
    if not is_solved(entry):
        if act.who == USER:
            record(act, store, entry_id, history.SEEN)
        return [Done("open", entry_id, one_line(entry.trigger, MAX_SHOWN))]
    record(act, store, entry_id, history.LEARNED)
    if store is not act.project.home:
        act.log.append([{"what": history.LEARNED, "id": entry_id, "by": act.who}])
    sentence = one_line(entry.resolution, MAX_SHOWN)
    what = "counted" if entry.resolution == before else "learned"
    what = "waits" if entry.needs_review else what
    done = [Done(what, entry_id, sentence, entry.occurrences)]
    return done + settle_rule(act, store, entry_id, before)


def record(act: Act, store: Store, entry_id: str, what: str) -> None:
    """Put into the history what happened to a learning."""
    history.append(store.state_dir, act.log.session, [(what, entry_id)])


def make_rule(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Write the rule of a learning; return what was done. Raises Refused, OSError."""
    act.change.keep(*store.paths(entry_id))
    return [Done(LINE, entry_id, promote.write(act.project, store, entry_id, act.log.session))]


def take_rule_out(act: Act, entry_id: str) -> list[Done]:
    """Take the rule of a learning out; return what was done. Raises Refused, OSError."""
    act.change.keep(*act.project.store.paths(entry_id))
    where = promote.demote(act.project, entry_id, act.log.session)
    return [Done("no rule", entry_id, where or "no file")]


def settle_rule(act: Act, store: Store, entry_id: str, before: str = "") -> list[Done]:
    """Let the rule follow the learning; return what was done. `before` is as in `finish`."""
    name = rule_files.follow(act.project, read(store, entry_id), before)
    return [Done("rule stays as it is", digits_of(entry_id), name)] if name else []
