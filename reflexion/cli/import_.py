"""`import`: take learnings over from an export."""

from __future__ import annotations

import json

from reflexion.actions import trust
from reflexion.capture.sentence import find_known
from reflexion.cli.terminal import confirm, read_json, say, warn
from reflexion.detect.risk import risk_of
from reflexion.errors import Stop, Unreadable
from reflexion.learning.entry import Entry, limit_of, parse
from reflexion.learning.failure import admit
from reflexion.learning.fields import LEVELS, MAX_CONTEXT, MAX_NOTE, MAX_TRIGGER
from reflexion.learning.identity import fingerprints_of
from reflexion.text.clean import as_typed, one_line, plural

HELP = "take learnings over from an export, after showing them"
MAX_DOCUMENT = 64 << 20
MAX_KEYWORD = 60  # characters


def add_arguments(parser) -> None:
    parser.add_argument("source", metavar="FILE", help="an export; - for stdin")
    parser.add_argument("--yes", action="store_true", help="take all without a question")


def run(args, context) -> int:
    context.require_trust()
    store = context.project.store
    patterns = context.project.settings["redact"]
    found = [_draft(entry, patterns) for entry in _entries(args.source)]
    fresh = [draft for draft in found if not _is_here(store, draft)]
    if not fresh:
        say("nothing new in it")
        return 0
    for draft in fresh:
        say("\n".join([f"{draft.type}:", *trust.steering_lines(draft), ""]))
    if not confirm(f"Take over {plural(len(fresh), 'learning')}?", args.yes):
        say("nothing was taken over")
        return 1
    with context.change("import", args.source) as change:
        context.project.ready()
        for draft in fresh:
            with store.lock():
                entry = store.add(draft, fingerprints_of(draft)[0])
            change.made(store.path(entry.id))
    say(f"took over {plural(len(fresh), 'learning')}")
    return 0


def _entries(source: str) -> list:
    """Return the entries of an export; warn about those that cannot be used. Raises Stop."""
    try:
        document = read_json(source, MAX_DOCUMENT)
        if not isinstance(document, dict) or not isinstance(document.get("entries"), list):
            raise Unreadable("no list of learnings")
    except (OSError, ValueError, Unreadable) as error:
        remedy = "name a file made by `reflexion export`, or - for stdin"
        raise Stop(f"{source} cannot be read ({error}): {remedy}") from None
    entries = []
    for number, row in enumerate(document["entries"], 1):
        try:
            name = str(row.get("id")) if isinstance(row, dict) else ""
            entries.append(parse(json.dumps(row).encode(), name))
        except Unreadable as error:
            warn(f"learning {number} cannot be read: {error}")
    return entries


def _draft(entry: Entry, patterns) -> Entry:
    """Return what is taken of a foreign entry: clean words, no counts, no fingerprints."""
    texts = [entry.trigger, entry.context, entry.resolution]
    trigger, action, lesson = admit(texts, patterns)
    draft = Entry(
        type=entry.type,
        skill=entry.skill,
        category=entry.category,
        trigger=one_line(trigger, MAX_TRIGGER),
        context=as_typed(action, MAX_CONTEXT),
        resolution=one_line(lesson, limit_of(entry.type)),
        keywords=[one_line(text, MAX_KEYWORD) for text in admit(entry.keywords, patterns)],
        notes=[one_line(text, MAX_NOTE) for text in admit(entry.notes, patterns)],
        source="import",
        confidence=LEVELS[1],
    )
    if risk_of(draft.resolution):
        draft.update(confidence=LEVELS[0], needs_review=True)
    return draft


def _is_here(store, draft: Entry) -> bool:
    """Return True, and say so, for what the store has already or its person dropped."""
    fingerprints = fingerprints_of(draft)
    is_here = bool(find_known(store, fingerprints)) or store.dropped.holds(*fingerprints)
    if is_here:
        say(f"left out, as it is here or was dropped here: {one_line(draft.trigger, 60)}")
    return is_here
