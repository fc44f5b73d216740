"""Store, change and join learnings, with history, undo and rules in step.

What happened comes back as a list of `Done`, in the order in which a person reads it.
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial

from reflexion.actions import rules
from reflexion.apply import store_sighting
from reflexion.capture.sentence import sighting_of
from reflexion.errors import Stop, Unreadable
from reflexion.learning import revise
from reflexion.learning.entry import Entry, limit_of
from reflexion.learning.failure import admit
from reflexion.learning.identity import fingerprints_of, same_sentence
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.store import history
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

GAPS = ("When \u2026", "do \u2026,", "because \u2026")  # of a question's pattern
MAX_SHOWN = 600  # characters of a lesson

# who: revise.AGENT or revise.USER; log: the SessionLog of the session; host: "" if not known
Actor = namedtuple("Actor", "who session log host")
# what: a row of cli/done.tsv, or LINE for a text that is complete; id: of the learning
Done = namedtuple("Done", "what id text count", defaults=("", 0))
LINE = "line"


def find(stores: list, part: str) -> tuple:
    """Return (store, id) of the one learning that `part` of an id names. Raises Stop."""
    for store in stores:
        ids = store.find(part)
        if len(ids) == 1:
            return store, ids[0]
        if ids:
            raise Stop(f"{part!r} fits {len(ids)} learnings: give more of the id")
    shown = one_line(part, 60)
    raise Stop(f"no learning has the id {shown!r}: `reflexion list` shows them")


def read(store, entry_id: str) -> Entry:
    """Return the learning if its words are the person's. Raises Stop."""
    try:
        entry = store.read(entry_id)
        if entry:
            return entry
        if store.read_file(entry_id):
            raise Stop(f"{entry_id} is not accepted here yet: `reflexion trust`")
    except Unreadable as error:
        remedy = f"mend it with `reflexion edit {entry_id}`, or remove it"
        raise Stop(f"{store.path(entry_id)}: {error}; {remedy}") from None
    raise Stop(f"{entry_id} is gone: `reflexion list` shows what is there")


def checked(text: str, kind: str, patterns) -> str:
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
    return one_line(admit([words], patterns)[0], most)


def store_draft(project, store, actor, change, draft: Entry) -> tuple:
    """Store a sentence, or count the learning that says the same; return it and what was done.

    Raises Stop, OSError.
    """
    sighting = sighting_of(store, draft)
    is_dropped = store.exists() and any(map(store.is_dropped, fingerprints_of(draft)))
    if actor.who == revise.AGENT and is_dropped:
        raise Stop("a person decided that this is not to be learned: nothing was stored")
    known = sighting.known
    if known:
        change.keep(store.path(known))
    entry_id = store_sighting(sighting, project, actor.log)
    if not known:
        change.made(store.path(entry_id))
    entry = read(store, entry_id)
    if known and actor.who == revise.USER and not is_persons(entry):
        entry = store.update(entry_id, revise.make_persons)
    return entry, finish(project, store, actor, entry_id, is_known=bool(known))


def record_lesson(project, store, actor, change, ids: list, sentence: str, edit=None) -> list:
    """Make a clean sentence the lesson of these learnings: the others become part of the first.

    An agent may only propose it where a person wrote the lesson, or it is a rule. `edit(entry)`
    sets further fields. Returns what was done. Raises Stop, OSError.
    """
    done = []
    free = []
    for entry_id in ids:
        proposed = propose(project, store, actor, change, entry_id, sentence)
        done += proposed
        free += [] if proposed else [entry_id]
    if not free:
        return done
    before = read(store, free[0]).resolution

    def put(entry: Entry) -> None:
        revise.put_lesson(entry, sentence, actor.who)
        if edit:
            edit(entry)

    change_words(project, store, actor, change, free[0], put)
    done += join(project, store, change, free[0], free[1:])
    return done + finish(project, store, actor, free[0], before)


def propose(project, store, actor, change, entry_id: str, sentence: str) -> list:
    """Keep an agent's sentence as a proposal where it may not replace what is there.

    Returns what was done, [] where the sentence may be written.
    """
    entry = read(store, entry_id)
    if actor.who != revise.AGENT or not revise.is_closed_to_agents(entry):
        return []
    if same_sentence(entry.resolution, sentence):
        return [Done("same", entry_id)]
    edit = partial(revise.propose, sentence=sentence)
    change_words(project, store, actor, change, entry_id, edit)
    return [Done("beside a person" if is_persons(entry) else "beside a rule", entry_id)]


def change_words(project, store, actor, change, entry_id: str, edit) -> Entry:
    """Apply `edit(entry)` to a learning and store it; return it. Raises Stop, OSError."""
    read(store, entry_id)
    if actor.who == revise.AGENT and store is project.home:
        raise Stop(f"{entry_id} is told in every project, so a person changes it")
    if store.standing(store.read_file(entry_id)) != YOURS:
        raise Stop(f"{entry_id} was changed, which is not accepted here yet: `reflexion trust`")
    change.keep(store.path(entry_id))
    return store.update(entry_id, edit)


def reword(project, store, actor, change, entry_id: str, text: str) -> list:
    """Make a person's words the lesson of a learning; return what was done.

    Raises Stop, OSError.
    """
    before = read(store, entry_id)
    sentence = checked(text, before.type, project.settings["redact"])
    put = partial(revise.put_lesson, sentence=sentence, by=revise.USER)
    change_words(project, store, actor, change, entry_id, put)
    return finish(project, store, actor, entry_id, before.resolution)


def join(project, store, change, kept_id: str, gone_ids: list) -> list:
    """Make learnings part of another one, and take their rules out; return what was done.

    Raises OSError.
    """
    if not gone_ids:
        return []
    for entry_id in (kept_id, *gone_ids):
        change.keep(store.path(entry_id))
    with store.lock():
        kept = store.read(kept_id)
        for entry_id in gone_ids:
            both = history.met_in(store, kept_id) & history.met_in(store, entry_id)
            revise.absorb(kept, store.read(entry_id), len(both))
            store.remove(entry_id)
            history.append(store.state_dir, entry_id, [(history.JOINED, kept_id)])
        store.write(kept)
    if store is project.store:
        rules.take_out(project, gone_ids)
    return [Done("joined", entry_id, kept_id) for entry_id in gone_ids]


def finish(project, store, actor, entry_id: str, before: str = "", is_known: bool = False) -> list:
    """Record that a lesson was learned, and bring its rule in step; return what was done.

    `before` is the resolution until now; `is_known` says that it was only counted.
    """
    entry = read(store, entry_id)
    if not is_solved(entry):
        record(store, actor, entry_id, history.SEEN)
        return [Done("open", entry_id, one_line(entry.trigger, MAX_SHOWN))]
    record(store, actor, entry_id, history.LEARNED)
    if store is not project.home:
        actor.log.append([{"what": history.LEARNED, "id": entry_id, "by": actor.who}])
    sentence = one_line(entry.resolution, MAX_SHOWN)
    what = "waits" if entry.needs_review else "counted" if is_known else "learned"
    done = [Done(what, entry_id, sentence, entry.occurrences)]
    return done + settle_rule(project, store, actor, entry_id, before)


def record(store, actor, entry_id: str, what: str) -> None:
    """Put into the history what happened to a learning."""
    history.append(store.state_dir, actor.session, [(what, entry_id)])


def settle_rule(project, store, actor, entry_id: str, before: str = "") -> list:
    """Let the rule follow the learning, or write the one that is due; return what was done."""
    if store is project.home:
        return []
    lines = rules.settle(project, entry_id, actor.session, actor.host, before)
    return [Done(LINE, entry_id, line) for line in lines]
