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
from reflexion.learning.fields import LEVELS, MAX_COUNT
from reflexion.learning.identity import fingerprints_of, same_sentence
from reflexion.learning.lesson import is_persons, is_solved, lower_confidence
from reflexion.store import ages, history
from reflexion.store.entries import Store
from reflexion.store.history import today
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

GAPS = ("When \u2026", "do \u2026,", "because \u2026")  # of a question's pattern
MAX_SHOWN = 600  # characters of a lesson

# what is worked on, who acts (revise.AGENT or revise.USER), in which session with which
# SessionLog, in which host ("" if not known), and the Change that it is on record in
Act = namedtuple("Act", "project who session log host change")
# what: a row of cli/done.tsv, or LINE for a text that is complete; id: of the learning
Done = namedtuple("Done", "what id text count", defaults=("", 0))
LINE = "line"


def find(stores: list, part: str) -> tuple:
    """Return (store, id) of the one learning that `part` of an id names. Raises Stop."""
    for store in stores:
        ids = ids_like(store, part)
        if len(ids) == 1:
            return store, ids[0]
        if ids:
            raise Stop(f"{part!r} fits {len(ids)} learnings: give more of the id")
    shown = one_line(part, 60)
    raise Stop(f"no learning has the id {shown!r}: `reflexion list` shows them")


def ids_like(store, part: str) -> list[str]:
    """Return the ids that are, end with, start with or contain `part`: the best matches."""
    part = part.strip().lower()
    ids = store.ids() if part else []
    for fits in (str.__eq__, str.endswith, str.startswith, str.__contains__):
        found = [entry_id for entry_id in ids if fits(entry_id.lower(), part)]
        if found:
            return found
    return []


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


def store_draft(act: Act, store: Store, draft: Entry) -> tuple:
    """Store a sentence, or count the learning that says the same; return it and what was done.

    Raises Stop, OSError.
    """
    sighting = sighting_of(store, draft)
    is_dropped = store.dropped.holds(*fingerprints_of(draft))
    if act.who == revise.AGENT and is_dropped:
        raise Stop("a person decided that this is not to be learned: nothing was stored")
    known = sighting.known
    if known:
        act.change.keep(*store.paths(known))
    entry_id = store_sighting(sighting, act.project, act.log)
    if not known:
        act.change.made(store.path(entry_id))
    entry = read(store, entry_id)
    if known and act.who == revise.USER and not is_persons(entry):
        entry = store.update(entry_id, revise.make_persons)
    return entry, finish(act, store, entry_id, is_known=bool(known))


def record_lesson(act: Act, store: Store, ids: list[str], sentence: str, edit=None) -> list[Done]:
    """Make a clean sentence the lesson of these learnings: the others become part of the first.

    An agent may only propose it where a person wrote the lesson, or it is a rule. `edit(entry)`
    sets further fields. Returns what was done. Raises Stop, OSError.
    """
    done = []
    free = []
    for entry_id in ids:
        proposed = propose(act, store, entry_id, sentence)
        done += proposed
        free += [] if proposed else [entry_id]
    if not free:
        return done
    before = read(store, free[0]).resolution

    def put(entry: Entry) -> None:
        revise.put_lesson(entry, sentence, act.who)
        if edit:
            edit(entry)

    change_words(act, store, free[0], put)
    done += join(act, store, free[0], free[1:])
    return done + finish(act, store, free[0], before)


def propose(act: Act, store: Store, entry_id: str, sentence: str) -> list[Done]:
    """Keep an agent's sentence as a proposal where it may not replace what is there.

    Returns what was done, [] where the sentence may be written.
    """
    entry = read(store, entry_id)
    if act.who != revise.AGENT or not revise.is_closed_to_agents(entry):
        return []
    if same_sentence(entry.resolution, sentence):
        return [Done("same", entry_id)]
    edit = partial(revise.propose, sentence=sentence)
    change_words(act, store, entry_id, edit)
    return [Done("beside a person" if is_persons(entry) else "beside a rule", entry_id)]


def change_words(act: Act, store: Store, entry_id: str, edit) -> Entry:
    """Apply `edit(entry)` to a learning and store it; return it. Raises Stop, OSError."""
    read(store, entry_id)
    if act.who == revise.AGENT and store is act.project.home:
        raise Stop(f"{entry_id} is told in every project, so a person changes it")
    if store.standing(store.read_file(entry_id)) != YOURS:
        raise Stop(f"{entry_id} was changed, which is not accepted here yet: `reflexion trust`")
    act.change.keep(*store.paths(entry_id))
    return store.update(entry_id, edit)


def reword(act: Act, store: Store, entry_id: str, text: str) -> list[Done]:
    """Make a person's words the lesson of a learning; return what was done.

    Raises Stop, OSError.
    """
    before = read(store, entry_id)
    sentence = checked(text, before.type, act.project.settings["redact"])
    put = partial(revise.put_lesson, sentence=sentence, by=revise.USER)
    change_words(act, store, entry_id, put)
    return finish(act, store, entry_id, before.resolution)


def join(act: Act, store: Store, kept_id: str, gone_ids: list[str]) -> list[Done]:
    """Make learnings part of another one, and take their rules out; return what was done.

    Raises OSError.
    """
    if not gone_ids:
        return []
    for entry_id in (kept_id, *gone_ids):
        act.change.keep(*store.paths(entry_id))
    with store.lock():
        kept = store.read(kept_id)
        for entry_id in gone_ids:
            both = ages.met_in(store, kept_id) & ages.met_in(store, entry_id)
            revise.absorb(kept, store.read(entry_id), len(both))
            store.remove(entry_id)
            history.append(store.state_dir, entry_id, [(history.JOINED, kept_id)])
        store.write(kept)
    if store is act.project.store:
        rules.take_out(act.project, gone_ids)
    return [Done("joined", entry_id, kept_id) for entry_id in gone_ids]


def finish(
    act: Act, store: Store, entry_id: str, before: str = "", is_known: bool = False
) -> list[Done]:
    """Record that a lesson was learned, and bring its rule in step; return what was done.

    `before` is the resolution until now; `is_known` says that it was only counted.
    """
    entry = read(store, entry_id)
    if not is_solved(entry):
        if act.who == revise.USER:
            record(act, store, entry_id, history.SEEN)
        return [Done("open", entry_id, one_line(entry.trigger, MAX_SHOWN))]
    record(act, store, entry_id, history.LEARNED)
    if store is not act.project.home:
        act.log.append([{"what": history.LEARNED, "id": entry_id, "by": act.who}])
    sentence = one_line(entry.resolution, MAX_SHOWN)
    what = "waits" if entry.needs_review else "counted" if is_known else "learned"
    done = [Done(what, entry_id, sentence, entry.occurrences)]
    return done + settle_rule(act, store, entry_id, before)


def record(act: Act, store: Store, entry_id: str, what: str) -> None:
    """Put into the history what happened to a learning."""
    history.append(store.state_dir, act.session, [(what, entry_id)])


def settle_rule(act: Act, store: Store, entry_id: str, before: str = "") -> list[Done]:
    """Let the rule follow the learning, or write the one that is due; return what was done."""
    if store is act.project.home:
        return []
    lines = rules.settle(act.project, entry_id, before)
    return [Done(LINE, entry_id, line) for line in lines]


def worked(act: Act, store: Store, entry_id: str) -> list[Done]:
    """Count a lesson that was followed and helped, for an agent once a session; return what
    was done. Raises Stop, OSError.
    """
    if not is_solved(read(store, entry_id)):
        raise Stop(f"{entry_id} has no lesson yet: `reflexion learn --for {entry_id} '…'`")
    counted = history.sessions_of(store.state_dir, history.WORKED, entry_id)
    if act.who == revise.AGENT and act.session in counted:
        return [Done("counted before", entry_id)]
    act.change.keep(*store.paths(entry_id))

    def count(entry: Entry) -> None:
        entry.occurrences = min(MAX_COUNT, entry.occurrences + 1)
        entry.last_seen = max(today(), entry.last_seen)

    entry = store.update(entry_id, count)
    record(act, store, entry_id, history.WORKED)
    return [Done("worked", entry_id, "", entry.occurrences), *settle_rule(act, store, entry_id)]


def failed(act: Act, store: Store, entry_id: str, why: str) -> list[Done]:
    """Let a lesson that did not help wait for review; return what was done.

    Raises Stop, OSError.
    """

    def flag(entry: Entry) -> None:
        revise.add_note(entry, f"{revise.DID_NOT_HELP}{today()}: {why}".rstrip(": "))
        entry.needs_review = True
        if not (act.who == revise.AGENT and is_persons(entry)):
            lower_confidence(entry)

    entry = change_words(act, store, entry_id, flag)
    record(act, store, entry_id, history.FAILED)
    done = [Done("failed", entry_id, entry.confidence or LEVELS[-1])]
    return [*done, Done("rule stays", entry_id)] if entry.promoted else done
