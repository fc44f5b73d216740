"""Store a new learning in words of a person or an agent, or count the one that says the same."""

from __future__ import annotations

import os

from reflexion.apply import store_sighting
from reflexion.capture.sentence import sighting_of
from reflexion.cli import changing, revise
from reflexion.cli.errors import Stop, Usage
from reflexion.learning.entry import is_label, limit_of
from reflexion.learning.failure import admit
from reflexion.learning.identity import marks_of
from reflexion.learning.lesson import is_persons
from reflexion.store import history, paths
from reflexion.text.clean import one_line

GAPS = ("When \u2026", "do \u2026,", "because \u2026")  # of a question's pattern
MAX_TYPED = 100  # characters of a command in the journal


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
    return one_line(clean(context, words), most)


def clean(context, text: str) -> str:
    """Return a text without secrets and control characters."""
    return admit([text], context.any_project.settings["redact"])[0]


def typed(context, *words: str) -> str:
    """Return a command as the journal names it."""
    return one_line(clean(context, " ".join(words)), MAX_TYPED)


def require_label(*names: str) -> None:
    """Raise Usage for what cannot be the name of a skill or a category."""
    for name in filter(None, names):
        if not is_label(name):
            raise Usage(f"{name!r} is no name of letters, digits, '-', '_', '.' or ':'")


def store_draft(context, change, draft: dict) -> dict:
    """Store a sentence, or count the learning that says the same; say so and return it.

    Raises Stop, OSError.
    """
    store = context.store
    draft["cwd"] = paths.relative(os.getcwd(), store.root)
    sighting = sighting_of(store, draft)
    _check_dropped(context, store, marks_of(draft))
    known = sighting.known
    if known:
        change.keep_entry(known)
    entry_id = store_sighting(sighting, context.any_project, context.log)
    if not known:
        change.made(store.path(entry_id))
    entry = context.read(store, entry_id)
    if known and not context.is_agent and not is_persons(entry):
        entry = store.update(entry_id, revise.make_persons)
    changing.record(context, store, entry_id, history.LEARNED)
    changing.tell(entry, is_known=bool(known))
    changing.settle_rule(context, store, entry_id)
    return entry


def _check_dropped(context, store, marks: list) -> None:
    """Raise Stop for an agent if a person dropped this; a person takes it off the list."""
    if not store.exists() or not any(store.is_dropped(mark) for mark in marks):
        return
    if context.is_agent:
        raise Stop("a person decided that this is not to be learned: nothing was stored")
    store.allow(marks)
