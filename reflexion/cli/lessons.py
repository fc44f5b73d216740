"""Store, change and join learnings for any command, with history, undo and rules in step."""

from __future__ import annotations

import os
from functools import partial

from reflexion import hosts, promote
from reflexion.apply import store_sighting
from reflexion.capture.sentence import sighting_of
from reflexion.cli.terminal import say
from reflexion.errors import Stop, Usage
from reflexion.learning import revise
from reflexion.learning.entry import Entry, digits_of, is_label, limit_of
from reflexion.learning.identity import marks_of, same_sentence
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.promote import rules
from reflexion.store import history, paths
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

GAPS = ("When \u2026", "do \u2026,", "because \u2026")  # of a question's pattern
MAX_SHOWN = 600  # characters of a lesson


def checked(context, text: str, kind: str) -> str:
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
    return one_line(context.clean(words), most)


def require_label(name: str) -> None:
    """Raise Usage for what cannot be the name of a skill; "" is none."""
    if name and not is_label(name):
        raise Usage(f"{name!r} is no name of letters, digits, '-', '_', '.' or ':'")


def store_draft(context, change, draft: Entry) -> Entry:
    """Store a sentence, or count the learning that says the same; say so and return it.

    Raises Stop, OSError.
    """
    store = context.store
    draft.cwd = paths.relative(os.getcwd(), store.root)
    sighting = sighting_of(store, draft)
    is_dropped = store.exists() and any(map(store.is_dropped, marks_of(draft)))
    if context.is_agent and is_dropped:
        raise Stop("a person decided that this is not to be learned: nothing was stored")
    known = sighting.known
    if known:
        change.keep_entry(known)
    entry_id = store_sighting(sighting, context.any_project, context.log)
    if not known:
        change.made(store.path(entry_id))
    entry = context.read(store, entry_id)
    if known and not context.is_agent and not is_persons(entry):
        entry = store.update(entry_id, revise.make_persons)
    finish(context, store, entry_id, is_known=bool(known))
    return entry


def record_lesson(context, change, options, ids: list, sentence: str) -> None:
    """Make a clean sentence the lesson of these learnings: the others become part of the first.

    An agent may only propose it where a person wrote the lesson, or it is a rule. `options` are
    those of `learn`: type and skill.
    """
    store = context.project.store
    free = [entry_id for entry_id in ids if not _propose(context, change, entry_id, sentence)]
    if not free:
        return
    before = context.read(store, free[0]).resolution

    def put(entry: Entry) -> None:
        revise.put_lesson(entry, sentence, context.source)
        if options.skill:
            entry.skill = options.skill
        if options.type == "pattern":
            revise.make_pattern(entry)

    change_words(context, change, store, free[0], put)
    join(context, change, store, free[0], free[1:])
    finish(context, store, free[0], before)


def _propose(context, change, entry_id: str, sentence: str) -> bool:
    """Keep an agent's sentence as a proposal where it may not replace what is there."""
    store = context.project.store
    entry = context.read(store, entry_id)
    if not context.is_agent or not revise.is_closed_to_agents(entry):
        return False
    if same_sentence(entry.resolution, sentence):
        say(f"{entry_id} says that already: nothing was changed")
        return True
    edit = partial(revise.propose, sentence=sentence)
    change_words(context, change, store, entry_id, edit)
    why = "has a lesson that a person wrote" if is_persons(entry) else "is a rule already"
    say(f"{entry_id} {why}: it stays, and yours waits in `reflexion review`")
    return True


def change_words(context, change, store, entry_id: str, edit) -> Entry:
    """Apply `edit(entry)` to a learning and store it; return it. Raises Stop, OSError."""
    context.read(store, entry_id)
    if context.is_agent and store is context.home:
        raise Stop(f"{entry_id} is told in every project, so a person changes it")
    if store.standing(store.read_file(entry_id)) != YOURS:
        raise Stop(f"{entry_id} was changed, which is not accepted here yet: `reflexion trust`")
    change.keep_entry(entry_id)
    return store.update(entry_id, edit)


def reword(context, change, store, entry_id: str, text: str) -> None:
    """Make a person's words the lesson of a learning. Raises Stop, OSError."""
    before = context.read(store, entry_id)
    sentence = checked(context, text, before.type)
    put = partial(revise.put_lesson, sentence=sentence, by=revise.USER)
    change_words(context, change, store, entry_id, put)
    finish(context, store, entry_id, before.resolution)


def join(context, change, store, kept_id: str, gone_ids: list) -> None:
    """Make learnings part of another one, and take their rules out. Raises OSError."""
    if not gone_ids:
        return
    for entry_id in (kept_id, *gone_ids):
        change.keep_entry(entry_id)
    with store.lock():
        kept = store.read(kept_id)
        for entry_id in gone_ids:
            revise.absorb(kept, store.read(entry_id))
            store.remove(entry_id)
        store.write(kept)
    if store is context.project.store:
        rules.take_out(context.project, gone_ids)
    for entry_id in gone_ids:
        say(f"{digits_of(entry_id)} is part of {kept_id} now")


def finish(context, store, entry_id: str, before: str = "", is_known: bool = False) -> None:
    """Record that a lesson was learned, say so, and bring its rule in step.

    `before` is the resolution until now; `is_known` says that it was only counted.
    """
    entry = context.read(store, entry_id)
    if not is_solved(entry):
        record(context, store, entry_id, history.SEEN)
        say(f"{entry_id} is stored without a lesson: {one_line(entry.trigger, MAX_SHOWN)}")
        return
    record(context, store, entry_id, history.LEARNED)
    if store is not context.home:
        context.log.append([{"what": history.LEARNED, "id": entry_id, "by": context.source}])
    what = f"known already, seen {entry.occurrences}x now" if is_known else "learned"
    say(f"{entry_id} {what}: {one_line(entry.resolution, MAX_SHOWN)}")
    if entry.needs_review:
        say("  it waits for a person, and is not told until then: `reflexion review`")
    settle_rule(context, store, entry_id, before)


def record(context, store, entry_id: str, what: str) -> None:
    """Put into the history what happened to a learning."""
    history.append(store.state_dir, context.session, [(what, entry_id)])


def settle_rule(context, store, entry_id: str, before: str = "") -> None:
    """Let the rule follow the learning, or write the one that is due now. Raises Refused.

    `before` is the resolution that the rule was made of: a line that says something else was
    changed by a person, and stays.
    """
    entry = store.get(entry_id) if store is not context.home else None
    if not entry:
        return
    if entry.promoted:
        _update_rule(context.project, entry, before)
        return
    files = hosts.rule_files(context.host)
    for line in promote.consider(context.project, entry_id, context.session, files):
        say(line)


def _update_rule(project, entry: Entry, before: str) -> None:
    was = rules.sentence_of(entry.copy(resolution=before or entry.resolution))
    for path, lines in rules.standing(project).items():
        line = lines.get(entry.id)
        if line and rules.sentence_in(line) != was:
            name = os.path.basename(path)
            say(f"the rule in {name} was changed by hand and stays: `reflexion doctor`")
            return
    rules.update(project, entry)
