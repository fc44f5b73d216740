"""`import`: take learnings over from an export."""

from __future__ import annotations

import json
import sys

from reflexion.capture.sentence import find_known
from reflexion.cli import accepting, storing
from reflexion.cli.errors import Stop
from reflexion.cli.output import plural
from reflexion.detect.risk import risk_of
from reflexion.learning.entry import (
    LEVELS,
    MAX_CONTEXT,
    MAX_NOTE,
    MAX_TRIGGER,
    Unreadable,
    limit_of,
    parse,
)
from reflexion.learning.failure import admit
from reflexion.learning.identity import marks_of
from reflexion.store import fs
from reflexion.text.clean import as_typed, one_line

HELP = "take over learnings from an export; shown before"
MAX_DOCUMENT = 64 << 20
SOURCE = "import"
TAKEN = ("keywords", "skill", "category", "notes")
REMEDY = "name a file made by `reflexion export`, or - for stdin"


def add_arguments(parser) -> None:
    parser.add_argument("source", metavar="FILE", help="an export; - for stdin")
    parser.add_argument("--yes", action="store_true", help="take all without a question")


def run(args, context) -> int:
    context.require_trust()
    store = context.project.store
    unreadable: list = []
    found = [_draft(context, entry) for entry in _read(args.source, unreadable)]
    fresh = [draft for draft in found if not _is_here(context, store, draft)]
    for name, why in unreadable:
        context.warn(f"{name} cannot be read: {why}")
    if not fresh:
        context.say("nothing new in it")
        return 0
    for draft in fresh:
        context.say("\n".join(_shown(draft)) + "\n")
    if not context.confirm(f"Take over {plural(len(fresh), 'learning')}?"):
        context.say("nothing was taken over")
        return 1
    with context.change(storing.typed(context, "import", args.source)) as change:
        context.project.ready()
        for draft in fresh:
            with store.lock():
                entry = store.add(draft, marks_of(draft)[0])
            change.made(store.path(entry["id"]))
    context.say(f"took over {plural(len(fresh), 'learning')}")
    return 0


def _is_here(context, store, draft: dict) -> bool:
    """Return True, and say why, for what the store has already or its person dropped."""
    if not store.exists():
        return False
    trigger = one_line(draft["trigger"], 60)
    marks = marks_of(draft)
    if any(store.is_dropped(mark) for mark in marks):
        context.say(f"dropped here before, left out: {trigger}")
        return True
    known = find_known(store, marks)
    if known:
        context.say(f"here already as {known}, left as it is: {trigger}")
    return bool(known)


def _draft(context, entry: dict) -> dict:
    """Return what is taken of a foreign entry: clean words, no counts, no fingerprints."""
    patterns = context.project.settings["redact"]
    texts = [entry["trigger"], entry["context"], entry["resolution"]]
    trigger, action, lesson = admit(texts, patterns)
    draft = {name: entry[name] for name in TAKEN if entry.get(name)}
    draft["type"] = entry["type"]
    draft["trigger"] = one_line(trigger, MAX_TRIGGER)
    draft["context"] = as_typed(action, MAX_CONTEXT)
    draft["resolution"] = one_line(lesson, limit_of(entry["type"]))
    for name, most in (("keywords", 60), ("notes", MAX_NOTE)):
        draft[name] = [one_line(text, most) for text in admit(draft.get(name, []), patterns)]
    draft["source"] = SOURCE
    draft["confidence"] = LEVELS[1]
    if risk_of(draft["resolution"]):
        draft.update(confidence=LEVELS[0], needs_review=True)
    return draft


def _shown(draft: dict) -> list:
    """Return the lines that show a learning whole."""
    lines = [f"{draft['type']}:"]
    lines += [f"  {name}: {accepting.as_text(draft[name])}" for name in accepting.steering(draft)]
    risk = risk_of(draft["resolution"])
    return [*lines, f"  RISKY: {risk}: it waits for `reflexion review`"] if risk else lines


def _read(source: str, unreadable: list) -> list:
    """Return the entries of an export. Raises Stop."""
    entries = []
    for name, data in _of_document(source):
        try:
            entries.append(parse(data, name))
        except Unreadable as error:
            unreadable.append((one_line(name, 60), error))
    return entries


def _of_document(source: str) -> list:
    """Return (id, bytes) of the entries of an export. Raises Stop."""
    try:
        if source == "-":
            document = json.load(sys.stdin)
        else:
            document = json.loads(fs.read_text(source, MAX_DOCUMENT, follow=True))
    except (OSError, ValueError, RecursionError) as error:
        raise Stop(f"{source} cannot be read ({error}): {REMEDY}") from None
    found = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(found, list):
        raise Stop(f"{source} is no export: {REMEDY}")
    entries = [entry for entry in found if isinstance(entry, dict)]
    return [(str(entry.get("id")), json.dumps(entry).encode()) for entry in entries]
